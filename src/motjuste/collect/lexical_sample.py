"""Choosing words and sentences for a lexical sample, as SemEval-2007 did (section 2.1).

Words are chosen by hand or at random for each part of speech. The sentences of a word are those
marked MAN in the data, chosen by hand for the variety of its meanings, or else drawn at random.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from motjuste.benchmarks.benchmark import Item
from motjuste.benchmarks.semeval2007 import MANUAL, RANDOM
from motjuste.errors import BadInputError

Word = tuple[str, str]


@dataclass(frozen=True)
class SampleChoice:
    """Which words, and how many sentences of each.

    `words` are lemmas that are taken in any case; `random_words` are drawn for each part of
    speech from the others that have enough sentences. Without either, all words are taken.
    """

    words: tuple[str, ...] = ()
    random_words: int | None = None
    sentences: int | None = None
    seed: int = 0


def lexical_sample(items: Sequence[Item], choice: SampleChoice) -> list[Item]:
    """The chosen items in their order; each says in `subset` whether it is MAN or RAND."""
    by_word: dict[Word, list[Item]] = {}
    for item in items:
        lemma = (item.target.lemma or item.target.word).lower()
        by_word.setdefault((lemma, item.target.pos or ""), []).append(item)
    rng = random.Random(choice.seed)
    chosen = {
        item.id: item
        for word in _words(by_word, choice, rng)
        for item in _sentences(word, by_word[word], choice, rng)
    }
    return [chosen[item.id] for item in items if item.id in chosen]


def _words(
    by_word: dict[Word, list[Item]], choice: SampleChoice, rng: random.Random
) -> Sequence[Word]:
    if not choice.words and choice.random_words is None:
        return sorted(by_word)
    lemmas = {lemma for lemma, _ in by_word}
    unknown = next((word for word in choice.words if word.lower() not in lemmas), None)
    if unknown is not None:
        raise BadInputError(f"there is no sentence with the word {unknown!r}")
    by_hand = {word.lower() for word in choice.words}
    chosen = [word for word in sorted(by_word) if word[0] in by_hand]
    enough = choice.sentences or 1
    for pos in sorted({pos for _, pos in by_word}):
        others = [
            word
            for word in sorted(by_word)
            if word[1] == pos and word[0] not in by_hand and len(by_word[word]) >= enough
        ]
        wanted = choice.random_words or 0
        if wanted > len(others):
            raise BadInputError(
                f"only {len(others)} words of class {pos or '?'} have {enough} sentences or more, "
                f"and {wanted} are to be drawn: ask for fewer words or fewer sentences"
            )
        chosen += rng.sample(others, wanted)
    return chosen


def _sentences(
    word: Word, items: Sequence[Item], choice: SampleChoice, rng: random.Random
) -> list[Item]:
    """A word's sentences: those chosen by hand if there are any, else some at random."""
    by_hand = [item for item in items if item.extra.get("subset") == MANUAL]
    if by_hand:
        return by_hand
    number = len(items) if choice.sentences is None else choice.sentences
    if number > len(items):
        raise BadInputError(
            f"{word[0]!r} has only {len(items)} sentences, and {number} are to be drawn"
        )
    drawn = rng.sample(list(items), number)
    return [replace(item, extra={**item.extra, "subset": RANDOM}) for item in drawn]
