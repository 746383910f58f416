"""ANVAN-LS (Buljan et al. 2018): from CoInCo to phrases of five words with substitutes to rank.

For every target there are the two substitutes that most people gave, and two confounders: of the
twenty lemmas most similar to the target those closest in frequency to the two, and given by nobody.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations
from math import log
from typing import Any, NamedTuple, Protocol

from motjuste.benchmarks.benchmark import (
    FALSE_IMPLICIT,
    Benchmark,
    Context,
    Item,
    Judgement,
    voted,
)
from motjuste.benchmarks.coinco import universal_pos
from motjuste.benchmarks.spans import Span
from motjuste.errors import BadInputError
from motjuste.spaces.clauses import MODIFIER, Allowed, clauses, spans
from motjuste.spaces.conllu import Parsed, ParsedSentence
from motjuste.spaces.phrases import POSITIONS
from motjuste.text import Target

_SAME = {"PROPN": "NOUN"}


class Lemmas(Protocol):
    """What the builder asks of a corpus: how often a lemma stands there, and what is like it."""

    def frequency(self, lemma: str, pos: str) -> float:
        """How often a lemma of a part of speech stands in the corpus."""

    def similar(self, lemma: str, pos: str, most: int) -> list[str]:
        """The lemmas of the same part of speech that are most similar."""


@dataclass(frozen=True)
class Rules:
    """What the paper sets, and how its unclear clauses are read."""

    # A substitute must occur more often than this in the corpus.
    more_than: float = 5
    # Confounders are chosen among this many most similar lemmas.
    similar: int = 20
    # Whether a noun after a preposition stands for a missing object.
    oblique: bool = True
    # Whether a noun with several modifiers gives a phrase for each; else the nearest is taken.
    every_modifier: bool = False
    # How many of the five words must be targets of CoInCo, which tags no other words. Names are
    # no targets, so that 5 leaves out the phrases that hold any.
    targets: int = 1


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

    lemmas: tuple[str, ...]
    pos: tuple[str, ...]
    context: str
    queries: list[Query] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Its sentence and its words, so that it is the same whatever else is found."""
        return f"{self.context} {self.text}"

    @property
    def text(self) -> str:
        """The phrase as the paper prints it."""
        return " ".join(self.lemmas)


class _Word(NamedTuple):
    """A word of a sentence, with CoInCo's target if it is one."""

    lemma: str
    pos: str
    item: Item | None


def build(
    coinco: Benchmark,
    parses: Mapping[str, list[ParsedSentence]],
    corpus: Lemmas,
    noun_modifies: Allowed = lambda lemma: False,
    rules: Rules | None = None,
    rejected: Mapping[str, frozenset[str]] | None = None,
) -> list[Anvan]:
    """The phrases of CoInCo that have a target with two substitutes and two confounders."""
    builder = _Builder(corpus, noun_modifies, rules or Rules(), rejected or {})
    found: dict[str, Anvan] = {}
    items: dict[str, dict[Span, Item]] = {}
    for item in coinco.items:
        span = Span(item.target.start, item.target.end)
        items.setdefault(item.context_id, {})[span] = item
    if not any(_trees(parses, name, context) for name, context in coinco.contexts.items()):
        raise BadInputError("none of the parses is of a sentence of CoInCo: give sent_id or text")
    for name, context in coinco.contexts.items():
        trees = _trees(parses, name, context)
        for words in builder.clauses(trees, context, items.get(name, {})):
            anvan = builder.phrase(name, words)
            # A sentence that the corpus has twice would ask the same twice.
            if anvan.text not in found and anvan.queries:
                found[anvan.text] = anvan
    return list(found.values())


def _trees(
    parses: Mapping[str, list[ParsedSentence]], name: str, context: Context
) -> list[ParsedSentence]:
    text = " ".join(str(context.extra["sentence"]).split())
    return parses.get(name) or parses.get(text) or []


@dataclass(frozen=True)
class _Builder:
    """The paper's conditions, and what they ask of the corpus and of the reviewer."""

    corpus: Lemmas
    noun_modifies: Allowed
    rules: Rules
    rejected: Mapping[str, frozenset[str]]

    def clauses(
        self, trees: list[ParsedSentence], context: Context, items: Mapping[Span, Item]
    ) -> Iterator[list[_Word]]:
        """The five words of each clause of a sentence."""
        at = int(context.extra["offset"])
        for tree in trees:
            places = spans(tree, context.text, at)
            at = max((span.end for span in places if span), default=at)
            targets = [items.get(span) if span else None for span in places]
            parsed = [
                _as_coinco(word, item) for word, item in zip(tree.words, targets, strict=True)
            ]
            known = tree._replace(words=tuple(parsed))
            for clause in clauses(
                known,
                self.noun_modifies,
                oblique=self.rules.oblique,
                every_modifier=self.rules.every_modifier,
            ):
                if sum(targets[place] is not None for place in clause) >= self.rules.targets:
                    yield [_word(parsed[place], targets[place]) for place in clause]

    def phrase(self, context: str, words: list[_Word]) -> Anvan:
        """A phrase with the queries that it gives."""
        lemmas, pos, _ = zip(*words, strict=True)
        anvan = Anvan(lemmas, pos, context)
        for position, word in zip(POSITIONS, words, strict=True):
            query = self._query(anvan, position, word)
            anvan.queries += [query] if query else []
        return anvan

    def _query(self, anvan: Anvan, position: str, word: _Word) -> Query | None:
        if word.item is None:
            return None
        chosen = self._substitutes(word.item, word, position)
        given = {judgement.text.lower() for judgement in word.item.judgements} | {word.lemma}
        refused = self.rejected.get(f"{anvan.name}.{position}", frozenset())
        # For each that is refused the next most similar has its turn.
        similar = self.corpus.similar(word.lemma, word.pos, self.rules.similar + len(refused))
        close = [lemma for lemma in similar if lemma.lower() not in given | refused]
        if len(chosen) < 2 or len(close) < 2:
            return None
        wanted = [frequency for frequency, _ in chosen]
        confounders = _closest(
            {lemma: self.corpus.frequency(lemma, word.pos) for lemma in close}, wanted
        )
        substitutes = tuple(judgement for _, judgement in chosen)
        return Query(
            anvan.name, position, word.item, word.lemma, word.pos, substitutes, confounders
        )

    def _substitutes(self, item: Item, word: _Word, position: str) -> list[tuple[float, Judgement]]:
        """The two single words that most people gave; of equals the more frequent in the corpus."""
        single = []
        for judgement in item.judgements:
            frequency = self._frequency(judgement, word.pos, position)
            fits = " " not in judgement.text and judgement.text.lower() != word.lemma
            if fits and frequency > self.rules.more_than:
                single.append((-judgement.votes, -frequency, judgement.text, judgement))
        best = sorted(single, key=lambda each: each[:3])[:2]
        return [(-frequency, judgement) for _, frequency, _, judgement in best]

    def _frequency(self, judgement: Judgement, pos: str, position: str) -> float:
        """How often a substitute stands in the corpus; a noun for a modifier must be one, too."""
        if position not in ("A1", "A2"):
            return self.corpus.frequency(judgement.text, pos)
        own = universal_pos(str(judgement.extra.get("pos") or "")) or pos
        if own not in ("NOUN", "PROPN"):
            return self.corpus.frequency(judgement.text, "ADJ")
        modifies = self.noun_modifies(judgement.text.lower())
        return self.corpus.frequency(judgement.text, "NOUN") if modifies else 0.0


def _as_coinco(word: Parsed, item: Item | None) -> Parsed:
    """A parsed word with the lemma and the part of speech that CoInCo gives to a target.

    CoInCo has two tags for it, MASC's and TreeTagger's. What modifies is an adjective if either
    says so; else the parser is believed if either agrees, and MASC if not.
    """
    if item is None:
        return word
    said = [universal_pos(str(item.extra.get(name, ""))) for name in ("posMASC", "posTT")]
    pos = "ADJ" if word.relation in MODIFIER and "ADJ" in said else word.pos
    pos = pos if pos in said else item.target.pos or word.pos
    return word._replace(pos=pos, lemma=item.target.lemma or word.lemma)


def _word(word: Parsed, item: Item | None) -> _Word:
    return _Word("_".join(word.lemma.lower().split()), _SAME.get(word.pos, word.pos), item)


def _closest(frequencies: Mapping[str, float], wanted: list[float]) -> tuple[str, ...]:
    """The words that are closest to frequencies, in their logarithms; of equals the first."""

    def distance(words: tuple[str, ...]) -> float:
        pairs = (
            (log(frequencies[word] + 1), log(other + 1))
            for word, other in zip(words, wanted, strict=True)
        )
        return round(sum(abs(one - other) for one, other in pairs), 9)

    return min(permutations(frequencies, len(wanted)), key=distance)


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
            item = _item(phrase, query, coinco.contexts[phrase.context], whole)
            items.setdefault(item.target, item)
    name = "anvan-ls-sentences" if whole else "anvan-ls"
    return Benchmark(name, "anvan-ls", contexts, tuple(items.values()))


def _item(phrase: Anvan, query: Query, sentence: Context, whole: bool) -> Item:
    place = POSITIONS.index(query.position)
    start = len(" ".join([*phrase.lemmas[:place], ""]))
    target = Target(phrase.text, start, start + len(query.lemma), query.pos, query.lemma)
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
        "sentence": _in_sentence(query.item.target, sentence),
    }
    return Item(
        query.name, phrase.context if whole else phrase.name, target, tuple(judgements), extra
    )


def _in_sentence(target: Target, context: Context) -> list[Any]:
    """The sentence in which a target stands, without what is around it, and where it stands."""
    offset = int(context.extra["offset"])
    return [context.extra["sentence"], target.start - offset, target.end - offset]


def named_phrase(item: Item) -> tuple[list[str], int] | None:
    """The lemmas of the phrase that a benchmark names for an item, and the target's place."""
    words, position = item.extra.get("anvan"), item.extra.get("position")
    if not isinstance(words, list) or len(words) != len(POSITIONS) or position not in POSITIONS:
        return None
    return [str(word).rpartition(" ")[0] for word in words], POSITIONS.index(str(position))


def named_sentence(item: Item) -> Target | None:
    """The target in the whole sentence that a benchmark of phrases names for an item."""
    named = item.extra.get("sentence")
    match named:
        case [str(text), int(start), int(end)] if 0 <= start < end <= len(text):
            return Target(text, start, end, item.target.pos, item.target.lemma)
    return None
