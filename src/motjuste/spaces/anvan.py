"""ANVAN-LS (Buljan et al. 2018): from CoInCo to phrases of five words with substitutes to rank.

Every target has the two substitutes that most annotators gave, and two confounders: of the twenty
lemmas most similar to the target, those closest in frequency to the two that no annotator gave.
"""

import re
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
from motjuste.errors import BadInputError
from motjuste.lexicon.lexicon import Lexicon
from motjuste.spaces.clauses import MODIFIER, Allowed, clauses, spans
from motjuste.spaces.conllu import Parsed, ParsedSentence
from motjuste.spaces.phrases import POSITIONS
from motjuste.text import Target
from motjuste.text.segmentation import Span

_SAME = {"PROPN": "NOUN"}
# Letters, also with full stops, apostrophes and hyphens among them: `u.s.`, but not `%` or `c-54`.
_WORD = re.compile(r"[^\W\d_]([^\W\d_]|[.'-])*[^\W\d_.']\.?")


class LemmaStatistics(Protocol):
    """What the builder needs to know from a corpus: frequency and similarity of lemmas."""

    def frequency(self, lemma: str, pos: str) -> float:
        """The frequency of a lemma with a part of speech in the corpus."""

    def similar(self, lemma: str, pos: str, most: int) -> list[str]:
        """The most similar lemmas with the same part of speech, at most `most`."""


@dataclass(frozen=True)
class Rules:
    """The paper's parameters, and readings of what it leaves open."""

    # A substitute must occur more often than this in the corpus.
    more_than: float = 5
    # Confounders are chosen among this number of most similar lemmas.
    similar: int = 20
    # Whether a noun after a preposition replaces a missing object.
    oblique: bool = True
    # Whether a noun with several modifiers gives one phrase for each; otherwise the nearest counts.
    every_modifier: bool = False
    # How many of the five words must be targets of CoInCo, in which names are never targets.
    targets: int = 1
    # Whether the two nouns may be names, and modifiers other than words; otherwise a noun that is
    # no target must be a noun of the dictionary (`democrat`, but not `barco`).
    names: bool = True


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
        """The name under which the query is reviewed and scored."""
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
        """Its sentence and its words: independent of which other phrases there are."""
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
    corpus: LemmaStatistics,
    noun_modifies: Allowed = lambda lemma: False,
    rules: Rules | None = None,
    rejected: Mapping[str, frozenset[str]] | None = None,
) -> list[Anvan]:
    """The phrases of CoInCo with a target that has two substitutes and two confounders."""
    builder = _Builder(corpus, noun_modifies, rules or Rules(), rejected or {})
    phrases: dict[str, Anvan] = {}
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
            # A sentence that occurs twice in the corpus must not give the same phrase twice.
            if anvan.text not in phrases and anvan.queries:
                phrases[anvan.text] = anvan
    return list(phrases.values())


def _trees(
    parses: Mapping[str, list[ParsedSentence]], name: str, context: Context
) -> list[ParsedSentence]:
    text = " ".join(str(context.extra["sentence"]).split())
    return parses.get(name) or parses.get(text) or []


@dataclass(frozen=True)
class _Builder:
    """The paper's conditions, with the corpus statistics and the reviewer's rejections."""

    corpus: LemmaStatistics
    noun_modifies: Allowed
    rules: Rules
    rejected: Mapping[str, frozenset[str]]

    def clauses(
        self, trees: list[ParsedSentence], context: Context, items: Mapping[Span, Item]
    ) -> Iterator[list[_Word]]:
        """The five words of each clause of a sentence."""
        offset = int(context.extra["offset"])
        for tree in trees:
            word_spans = spans(tree, context.text, offset)
            offset = max((span.end for span in word_spans if span), default=offset)
            targets = [items.get(span) if span else None for span in word_spans]
            parsed = [
                _as_coinco(word, item) for word, item in zip(tree.words, targets, strict=True)
            ]
            retagged = tree._replace(words=tuple(parsed))
            for clause in clauses(
                retagged,
                self.noun_modifies,
                oblique=self.rules.oblique,
                every_modifier=self.rules.every_modifier,
            ):
                words = [_word(parsed[index], targets[index]) for index in clause]
                if self._is_phrase(words):
                    yield words

    def _is_phrase(self, words: list[_Word]) -> bool:
        """Whether enough of the words are targets, and the others fit their positions."""
        if sum(word.item is not None for word in words) < self.rules.targets:
            return False
        a1, n1, _, a2, n2 = words
        return self.rules.names or (
            all(word.item or _is_common_noun(word.lemma) for word in (n1, n2))
            and all(word.item or _WORD.fullmatch(word.lemma) for word in (a1, a2))
        )

    def phrase(self, context: str, words: list[_Word]) -> Anvan:
        """A phrase with its queries."""
        lemmas, pos, _ = zip(*words, strict=True)
        anvan = Anvan(lemmas, pos, context)
        for position, word in zip(POSITIONS, words, strict=True):
            query = self._query(anvan, position, word)
            anvan.queries += [query] if query else []
        return anvan

    def _query(self, anvan: Anvan, position: str, word: _Word) -> Query | None:
        if word.item is None:
            return None
        best = self._substitutes(word.item, word, position)
        excluded = {judgement.text.lower() for judgement in word.item.judgements} | {word.lemma}
        rejected = self.rejected.get(f"{anvan.name}.{position}", frozenset())
        # Each rejected confounder is replaced by the next most similar lemma.
        similar = self.corpus.similar(word.lemma, word.pos, self.rules.similar + len(rejected))
        eligible = [lemma for lemma in similar if lemma.lower() not in excluded | rejected]
        if len(best) < 2 or len(eligible) < 2:
            return None
        frequencies = [frequency for frequency, _ in best]
        confounders = _closest(
            {lemma: self.corpus.frequency(lemma, word.pos) for lemma in eligible}, frequencies
        )
        substitutes = tuple(judgement for _, judgement in best)
        return Query(
            anvan.name, position, word.item, word.lemma, word.pos, substitutes, confounders
        )

    def _substitutes(self, item: Item, word: _Word, position: str) -> list[tuple[float, Judgement]]:
        """The two single words that most annotators gave; in a tie, the more frequent ones."""
        sortable = []
        for judgement in item.judgements:
            frequency = self._frequency(judgement, word.pos, position)
            fits = " " not in judgement.text and judgement.text.lower() != word.lemma
            if fits and frequency > self.rules.more_than:
                sortable.append((-judgement.votes, -frequency, judgement.text, judgement))
        best = sorted(sortable, key=lambda row: row[:3])[:2]
        return [(-frequency, judgement) for _, frequency, _, judgement in best]

    def _frequency(self, judgement: Judgement, pos: str, position: str) -> float:
        """The corpus frequency of a substitute; 0 for a noun that is not known as a modifier."""
        if position not in ("A1", "A2"):
            return self.corpus.frequency(judgement.text, pos)
        substitute_pos = universal_pos(str(judgement.extra.get("pos") or "")) or pos
        if substitute_pos not in ("NOUN", "PROPN"):
            return self.corpus.frequency(judgement.text, "ADJ")
        modifies = self.noun_modifies(judgement.text.lower())
        return self.corpus.frequency(judgement.text, "NOUN") if modifies else 0.0


def _as_coinco(word: Parsed, item: Item | None) -> Parsed:
    """A parsed word with the lemma and the part of speech that CoInCo gives to a target.

    CoInCo has two tags for each, MASC's and TreeTagger's. A modifier is an adjective if either says
    so; otherwise the parser's tag is taken if either agrees, else MASC's.
    """
    if item is None:
        return word
    tags = [universal_pos(str(item.extra.get(name, ""))) for name in ("posMASC", "posTT")]
    pos = "ADJ" if word.relation in MODIFIER and "ADJ" in tags else word.pos
    pos = pos if pos in tags else item.target.pos or word.pos
    return word._replace(pos=pos, lemma=item.target.lemma or word.lemma)


def _is_common_noun(lemma: str) -> bool:
    """Whether the lexicon has a noun that is written like this, in lower case.

    >>> _is_common_noun("democrat"), _is_common_noun("ohio"), _is_common_noun("inc.")
    (True, False, False)
    """
    return any(lemma in sense.words for sense in Lexicon.open().senses(lemma, "NOUN"))


def _word(word: Parsed, item: Item | None) -> _Word:
    return _Word("_".join(word.lemma.lower().split()), _SAME.get(word.pos, word.pos), item)


def _closest(frequencies: Mapping[str, float], targets: list[float]) -> tuple[str, ...]:
    """The words whose log frequencies are closest to the targets'; in a tie, the first."""

    def distance(words: tuple[str, ...]) -> float:
        pairs = (
            (log(frequencies[word] + 1), log(target + 1))
            for word, target in zip(words, targets, strict=True)
        )
        return round(sum(abs(frequency - target) for frequency, target in pairs), 9)

    return min(permutations(frequencies, len(targets)), key=distance)


def counts(phrases: Iterable[Anvan]) -> dict[str, int]:
    """The number of targets in each position."""
    by_position = Counter(query.position for phrase in phrases for query in phrase.queries)
    return {position: by_position[position] for position in POSITIONS}


def to_benchmark(phrases: Iterable[Anvan], coinco: Benchmark, *, whole: bool = False) -> Benchmark:
    """The queries as a benchmark, each in its phrase or in its whole sentence.

    A word that occurs in several phrases, such as a verb with two objects, is one target of its
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
    index = POSITIONS.index(query.position)
    start = len(" ".join([*phrase.lemmas[:index], ""]))
    target = Target(phrase.text, start, start + len(query.lemma), query.pos, query.lemma)
    if whole:
        target = query.item.target
    judgements = [
        voted(judgement.text, judgement.votes, {"sources": ["coinco"]})
        for judgement in query.substitutes
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
    """The sentence of a target without its context, and the target's offsets in it."""
    offset = int(context.extra["offset"])
    return [context.extra["sentence"], target.start - offset, target.end - offset]


def named_phrase(item: Item) -> tuple[list[str], int] | None:
    """The lemmas of the phrase that a benchmark gives for an item, and the target's position."""
    words, position = item.extra.get("anvan"), item.extra.get("position")
    if not isinstance(words, list) or len(words) != len(POSITIONS) or position not in POSITIONS:
        return None
    return [str(word).rpartition(" ")[0] for word in words], POSITIONS.index(str(position))


def named_sentence(item: Item) -> Target | None:
    """The target in the full sentence that a benchmark of phrases gives for an item."""
    sentence = item.extra.get("sentence")
    match sentence:
        case [str(text), int(start), int(end)] if 0 <= start < end <= len(text):
            return Target(text, start, end, item.target.pos, item.target.lemma)
    return None
