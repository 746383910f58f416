"""The SWORDS way of comparing: gold and answers as lemmas, duplicates merged.

Other measures of the SWORDS program (GAP, and best and oot on judged labels) start from the same
lists, so they are made once for each benchmark and each run.
"""

from typing import NamedTuple

from motjuste.benchmarks.benchmark import Abstentions, Benchmark, Item, count_labels, count_votes
from motjuste.benchmarks.run import Guess
from motjuste.lexicon import lemma
from motjuste.metrics.pairing import Pairing


class Gold(NamedTuple):
    """The judged lemmas of an item: for each, how many people were for it, and of how many."""

    item: Item
    votes: dict[str, int]
    shares: dict[str, float]


class Judged(NamedTuple):
    """An item's gold and a system's answer to it: lemmas, best first, each once."""

    gold: Gold
    answer: list[str]


def gold_lemmas(benchmark: Benchmark, abstentions: Abstentions) -> list[Gold]:
    """The gold of every item that has any, in the benchmark's order."""
    key = ("gold", abstentions)
    if key not in benchmark.memo:
        made = (_gold(item, abstentions) for item in benchmark.items)
        benchmark.memo[key] = [gold for gold in made if gold.votes]
    kept: list[Gold] = benchmark.memo[key]
    return kept


def _gold(item: Item, abstentions: Abstentions) -> Gold:
    pos, own = item.target.pos, lemma(item.target.word, item.target.pos)
    votes: dict[str, int] = {}
    totals: dict[str, int] = {}
    for judgement in item.judgements:
        word = lemma(judgement.text, pos)
        counted = count_labels(judgement.labels, abstentions)
        if word != own and counted:
            votes[word] = votes.get(word, 0) + count_votes(judgement.labels)
            totals[word] = totals.get(word, 0) + counted
    return Gold(item, votes, {word: votes[word] / totals[word] for word in votes})


def answer_lemmas(item: Item, guesses: tuple[Guess, ...]) -> list[str]:
    """A system's answer as lemmas, best first; of duplicates the best score counts.

    Equal scores keep the order in which the system gave them. A blank guess is no guess.
    """
    pos, own = item.target.pos, lemma(item.target.word, item.target.pos)
    best: dict[str, float] = {}
    for text, score in guesses:
        word = lemma(text, pos)
        if word and word != own and score > best.get(word, -float("inf")):
            best[word] = score
        elif word and word != own:
            best.setdefault(word, score)
    return sorted(best, key=lambda word: -best[word])


def judged_lemmas(pairing: Pairing) -> list[Judged]:
    """Gold beside answer, for every item that has gold."""
    return pairing.once(
        "judged lemmas",
        lambda: [
            Judged(gold, answer_lemmas(gold.item, pairing.guesses(gold.item)))
            for gold in gold_lemmas(pairing.benchmark, pairing.settings.abstentions)
        ],
    )
