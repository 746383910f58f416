"""ANVAN-LS (Buljan et al. 2018): from CoInCo to phrases of five words with substitutes to rank.

For every target there are the two substitutes that most people gave, and two confounders: of the
twenty lemmas most similar to the target those closest in frequency to the two, and given by nobody.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations
from math import log
from typing import NamedTuple, Protocol

from motjuste.benchmarks.benchmark import (
    FALSE_IMPLICIT,
    Benchmark,
    Context,
    Item,
    Judgement,
    voted,
)
from motjuste.benchmarks.spans import Span
from motjuste.errors import BadInputError
from motjuste.spaces.clauses import Allowed, Clause, clauses, spans
from motjuste.spaces.conllu import ParsedSentence
from motjuste.spaces.phrases import POSITIONS
from motjuste.text import Target

_POS = {"A1": "ADJ", "N1": "NOUN", "V": "VERB", "A2": "ADJ", "N2": "NOUN"}
_SAME = {"PROPN": "NOUN"}


class Lemmas(Protocol):
    """What the builder asks of a corpus: how often a lemma stands there, and what is like it."""

    def frequency(self, lemma: str, pos: str) -> float:
        """How often a lemma of a part of speech stands in the corpus."""

    def similar(self, lemma: str, pos: str, most: int) -> list[str]:
        """The lemmas of the same part of speech that are most similar."""


@dataclass(frozen=True)
class Rules:
    """What the paper sets: a substitute stands more than five times in the corpus, and so on."""

    more_than: float = 5
    similar: int = 20
    oblique: bool = True


class Query(NamedTuple):
    """A target of a phrase, with its two substitutes and their votes, and two confounders."""

    phrase: str
    position: str
    item: Item
    lemma: str
    pos: str
    substitutes: tuple[Judgement, ...]
    confounders: tuple[str, ...]

    @property
    def name(self) -> str:
        """Under which the query is reviewed and scored."""
        return f"{self.phrase}.{self.position}"


@dataclass
class Anvan:
    """A phrase: its five lemmas and parts of speech, its sentence, and the queries it gives."""

    name: str
    lemmas: tuple[str, ...]
    pos: tuple[str, ...]
    context: str
    queries: list[Query] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The phrase as the paper prints it."""
        return " ".join(self.lemmas)


def build(
    coinco: Benchmark,
    parses: Mapping[str, list[ParsedSentence]],
    corpus: Lemmas,
    noun_modifies: Allowed = lambda lemma: False,
    rules: Rules | None = None,
    rejected: Mapping[str, frozenset[str]] | None = None,
) -> list[Anvan]:
    """The phrases of CoInCo that have a target with two substitutes and two confounders."""
    rules = rules or Rules()
    found: list[Anvan] = []
    texts: set[str] = set()
    items: dict[str, dict[Span, Item]] = {}
    for item in coinco.items:
        span = Span(item.target.start, item.target.end)
        items.setdefault(item.context_id, {})[span] = item
    if not any(name in parses or _text(context) in parses for name, context in _all(coinco)):
        raise BadInputError("none of the parses is of a sentence of CoInCo: give sent_id or text")
    for name, context in _all(coinco):
        trees = parses.get(name) or parses.get(_text(context)) or []
        for clause, tree, places in _clauses(trees, context, noun_modifies, rules):
            anvan = _anvan(f"{name} {len(found) + 1}", tree, clause, name)
            # A sentence that the corpus has twice would ask the same twice.
            if anvan.text in texts:
                continue
            targets = _targets(anvan, clause, places, items.get(name, {}))
            for position, item, pos in targets:
                query = _query(anvan, position, item, pos, corpus, rules, rejected or {})
                anvan.queries += [query] if query else []
            if anvan.queries:
                found.append(anvan)
                texts.add(anvan.text)
    return found


def _all(coinco: Benchmark) -> Iterable[tuple[str, Context]]:
    return coinco.contexts.items()


def _text(context: Context) -> str:
    return " ".join(str(context.extra["sentence"]).split())


def _clauses(
    trees: list[ParsedSentence], context: Context, noun_modifies: Allowed, rules: Rules
) -> Iterator[tuple[Clause, ParsedSentence, list[Span | None]]]:
    """The clauses of a sentence with the places of its words in the context's text."""
    at = int(context.extra["offset"])
    for tree in trees:
        places = spans(tree, context.text, at)
        known = [span.end for span in places if span]
        at = known[-1] if known else at
        for clause in clauses(tree, noun_modifies, oblique=rules.oblique):
            yield clause, tree, places


def _anvan(name: str, tree: ParsedSentence, clause: Clause, context: str) -> Anvan:
    words = [tree.words[place] for place in clause]
    lemmas = tuple("_".join(word.lemma.lower().split()) for word in words)
    pos = tuple(_SAME.get(word.pos, word.pos) for word in words)
    return Anvan(name, lemmas, pos, context)


def _targets(
    anvan: Anvan, clause: Clause, places: list[Span | None], items: Mapping[Span, Item]
) -> Iterator[tuple[str, Item, str]]:
    """The words of a phrase that people gave substitutes for, where both agree what they are."""
    for position, place, pos in zip(POSITIONS, clause, anvan.pos, strict=True):
        span = places[place]
        item = items.get(span) if span else None
        if item is None or item.extra.get("problematic"):
            continue
        said = _SAME.get(item.target.pos or "", item.target.pos)
        if said == pos or (said in ("ADJ", "NOUN") and position in ("A1", "A2")):
            yield position, item, pos


def _query(
    anvan: Anvan,
    position: str,
    item: Item,
    pos: str,
    corpus: Lemmas,
    rules: Rules,
    rejected: Mapping[str, frozenset[str]],
) -> Query | None:
    lemma = anvan.lemmas[POSITIONS.index(position)]
    chosen = _substitutes(item, lemma, pos, corpus, rules)
    name = f"{anvan.name}.{position}"
    given = {judgement.text.lower() for judgement in item.judgements} | {lemma}
    refused = rejected.get(name, frozenset())
    # For each that is refused the next most similar has its turn.
    similar = corpus.similar(lemma, pos, rules.similar + len(refused))
    close = [word for word in similar if word.lower() not in given | refused]
    if len(chosen) < 2 or len(close) < 2:
        return None
    confounders = _confounders(close, [each.text for each in chosen], pos, corpus)
    return Query(anvan.name, position, item, lemma, pos, tuple(chosen), confounders)


def _substitutes(item: Item, lemma: str, pos: str, corpus: Lemmas, rules: Rules) -> list[Judgement]:
    """The two single words that most people gave; of equals the more frequent in the corpus."""
    single = []
    for judgement in item.judgements:
        frequency = corpus.frequency(judgement.text, pos)
        fits = " " not in judgement.text and judgement.text.lower() != lemma
        if fits and frequency > rules.more_than:
            single.append((-judgement.votes, -frequency, judgement.text, judgement))
    return [each[-1] for each in sorted(single, key=lambda each: each[:3])[:2]]


def _confounders(
    close: list[str], substitutes: list[str], pos: str, corpus: Lemmas
) -> tuple[str, ...]:
    """The pair that is closest in frequency to the substitutes; of equals the more similar."""
    wanted = [log(corpus.frequency(word, pos) + 1) for word in substitutes]
    frequencies = {word: log(corpus.frequency(word, pos) + 1) for word in close}

    def distance(pair: tuple[str, ...]) -> float:
        pairs = zip(pair, wanted, strict=True)
        return round(sum(abs(frequencies[word] - frequency) for word, frequency in pairs), 9)

    return min(permutations(close, len(wanted)), key=distance)


def counts(phrases: Iterable[Anvan]) -> dict[str, int]:
    """How many targets there are in each position."""
    found = Counter(query.position for phrase in phrases for query in phrase.queries)
    return {position: found[position] for position in POSITIONS}


def to_benchmark(phrases: Iterable[Anvan], coinco: Benchmark, *, whole: bool = False) -> Benchmark:
    """The queries as a benchmark, each in its phrase or in its whole sentence.

    A word that stands in several phrases, as a verb with two objects does, is one target of its
    sentence.
    """
    contexts: dict[str, Context] = {}
    items: dict[Target, Item] = {}
    for phrase in phrases:
        if whole:
            contexts[phrase.context] = coinco.contexts[phrase.context]
        else:
            contexts[phrase.name] = Context(phrase.text, {"coinco": phrase.context})
        for query in phrase.queries:
            item = _item(phrase, query, whole)
            items.setdefault(item.target, item)
    name = "anvan-ls-sentences" if whole else "anvan-ls"
    return Benchmark(name, "anvan-ls", contexts, tuple(items.values()))


def _item(phrase: Anvan, query: Query, whole: bool) -> Item:
    place = POSITIONS.index(query.position)
    start = len(" ".join([*phrase.lemmas[:place], ""]))
    pos = query.item.target.pos if whole else _POS[query.position]
    target = Target(phrase.text, start, start + len(query.lemma), pos, query.lemma)
    if whole:
        target = query.item.target
    judgements = [
        voted(each.text, each.votes, {"sources": ["coinco"]}) for each in query.substitutes
    ]
    judgements += [
        Judgement(word, (FALSE_IMPLICIT,), {"sources": ["confounder"]})
        for word in query.confounders
    ]
    extra = {
        "position": query.position,
        "anvan": [f"{lemma} {pos}" for lemma, pos in zip(phrase.lemmas, phrase.pos, strict=True)],
        "coinco": query.item.id,
    }
    return Item(
        query.name, phrase.context if whole else phrase.name, target, tuple(judgements), extra
    )


def named_phrase(item: Item) -> tuple[list[str], int] | None:
    """The lemmas of the phrase that a benchmark names for an item, and the target's place."""
    words, position = item.extra.get("anvan"), item.extra.get("position")
    if not isinstance(words, list) or len(words) != len(POSITIONS) or position not in POSITIONS:
        return None
    return [str(word).rpartition(" ")[0] for word in words], POSITIONS.index(str(position))
