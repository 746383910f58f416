"""The lexicon's candidates for a word: everything that any source links to it, with all links.

This aims at recall; a ranker that reads the sentence comes after. Every link names its relation
and the sense it belongs to, since a link of the first sense is worth more than one of the ninth.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from motjuste.lexicon import keys
from motjuste.lexicon.lexicon import Lexicon, Sense
from motjuste.lexicon.morphology import WORDNET_POS, analyses

# In output order: the candidate is a synonym, hypernym, … of the word.
LINKS = (
    "synonym",
    "listed",
    "verb-group",
    "similar",
    "moby-both",
    "also-see",
    "hypernym",
    "hyponym",
    "entailment",
    "through-adjective",
    "moby",
    "moby-back",
    "sibling",
    "similar-2",
    "synonym-2",
    "hypernym-2",
    "gloss",
)
_RANK = {name: rank for rank, name in enumerate(LINKS)}


class Link(NamedTuple):
    """How a candidate was found: the relation, and the number of the target's sense (0: none)."""

    relation: str
    sense: int = 0
    source: str = "wordnet"
    score: float | None = None


# Cached: the same few links occur for nearly every word.
_link = lru_cache(1 << 12)(Link)


class Candidate(NamedTuple):
    """A word or phrase that may replace another, with its links, the nearest first."""

    word: str
    links: tuple[Link, ...]


class _LinkTable:
    """Links by candidate number and relation while they are collected; the first sense wins."""

    def __init__(self) -> None:
        self.links: dict[int, dict[str, int]] = {}

    def add(self, words: Iterable[int], relation: str, sense: int = 0) -> None:
        for word in words:
            self.links.setdefault(word, {}).setdefault(relation, sense)


def candidates(lexicon: Lexicon, word: str, pos: str) -> list[Candidate]:
    """All candidates for a lemma of a part of speech (NOUN, VERB, ADJ, ADV), in a fixed order.

    >>> first = candidates(Lexicon.open(), "glad", "ADJ")[0]
    >>> first.word, first.links[0]
    ('happy', Link(relation='synonym', sense=2, source='wordnet', score=None))
    """
    collected = _LinkTable()
    senses = lexicon.senses(word, pos)
    for sense in senses:
        _add_sense(collected, lexicon, sense)
        if pos == "ADV":
            _add_through_adjective(collected, lexicon, sense)
    _add_moby(collected, lexicon, word, pos)
    opposite = opposites(lexicon, senses)
    remaining = {
        candidate: links
        for candidate, links in collected.links.items()
        if candidate not in opposite or "synonym" in links
    }
    spellings = set(lexicon.find_all(word))
    rows = [
        _row(lexicon, candidate, links)
        for candidate, links in remaining.items()
        if candidate not in spellings
    ]
    return [row.candidate for row in sorted(_with_listed(rows, lexicon, word, pos))]


def _add_moby(collected: _LinkTable, lexicon: Lexicon, word: str, pos: str) -> None:
    """What Moby lists under the word, or the word under, if it can have the part of speech."""
    number = lexicon.number(word)
    if number is None:
        return
    bit = keys.POS_BITS.get(WORDNET_POS.get(pos, ""), 0)
    groups = zip(("moby-both", "moby", "moby-back"), lexicon.moby(number), strict=True)
    for relation, group in groups:
        fitting = (candidate for candidate in group if lexicon.pos_bits[candidate] & bit)
        collected.add(fitting, relation)


class _Row(NamedTuple):
    """A candidate with its sort key: rank and sense of its nearest link, then how rare it is."""

    rank: int
    sense: int
    rarity: float
    candidate: Candidate


def _row(lexicon: Lexicon, number: int, links: dict[str, int]) -> _Row:
    ordered_links = [
        _link(name, links[name], "moby" if name.startswith("moby") else "wordnet")
        for name in sorted(links, key=_RANK.__getitem__)
    ]
    rarity = -lexicon.frequency_of(number)
    candidate = Candidate(lexicon.spelling(number), tuple(ordered_links))
    return _Row(_RANK[ordered_links[0].relation], ordered_links[0].sense, rarity, candidate)


def _with_listed(rows: list[_Row], lexicon: Lexicon, word: str, pos: str) -> list[_Row]:
    """The rows, merged with what the user's thesauri list."""
    listed: dict[str, list[Link]] = {}
    for entry in lexicon.listed(word, pos):
        listed.setdefault(entry.word, []).append(Link("listed", 0, entry.source, entry.score))
    if not listed:
        return rows
    merged = []
    for row in rows:
        links = (*row.candidate.links, *listed.pop(row.candidate.word, ()))
        first = min(links, key=lambda link: (_RANK[link.relation], link.sense))
        candidate = Candidate(row.candidate.word, links)
        merged.append(
            row._replace(rank=_RANK[first.relation], sense=first.sense, candidate=candidate)
        )
    for text, added in listed.items():
        candidate = Candidate(text, tuple(added))
        merged.append(_Row(_RANK["listed"], 0, -lexicon.frequency(text), candidate))
    return merged


def _targets(lexicon: Lexicon, synset: int, *relations: str) -> list[int]:
    """The synsets of the same part of speech that a synset points to by the given relations."""
    pos = lexicon.pos_of(synset)
    return [
        pointer.synset
        for pointer in lexicon.pointers(synset)
        if pointer.relation in relations and lexicon.pos_of(pointer.synset) == pos
    ]


def _add_sense(pool: _LinkTable, lexicon: Lexicon, sense: Sense) -> None:
    synset, number = sense.synset, sense.number

    def add(synsets: Iterable[int], relation: str) -> None:
        for other in synsets:
            pool.add(lexicon.members(other), relation, number)

    add([synset], "synonym")
    parents = _targets(lexicon, synset, "hypernym", "instance-hypernym")
    add(parents, "hypernym")
    add(_targets(lexicon, synset, "hyponym"), "hyponym")
    for parent in parents:
        add(_targets(lexicon, parent, "hypernym"), "hypernym-2")
        add((s for s in _targets(lexicon, parent, "hyponym") if s != synset), "sibling")
    similar = _targets(lexicon, synset, "similar")
    add(similar, "similar")
    for other in similar:
        add((s for s in _targets(lexicon, other, "similar") if s != synset), "similar-2")
    add(_targets(lexicon, synset, "also-see"), "also-see")
    add(_targets(lexicon, synset, "verb-group"), "verb-group")
    add(_targets(lexicon, synset, "entailment", "cause"), "entailment")
    for member in lexicon.members(synset):
        others = lexicon.synsets_of(member, sense.pos)
        add((other for other in others if other != synset), "synonym-2")
    pool.add(_gloss_words(lexicon, sense), "gloss", number)


_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")


def _gloss_words(lexicon: Lexicon, sense: Sense) -> Iterator[int]:
    """The lemmas in the definition that can have the sense's part of speech."""
    letter = WORDNET_POS[sense.pos]
    for token in _WORD.findall(sense.definition.lower()):
        lemmas = analyses(token, letter)
        number = lexicon.number(min(lemmas, key=len)) if lemmas else None
        if number is not None and lexicon.frequency_of(number) < _TOO_COMMON:
            yield number


# Above this frequency (log10 per billion words) there are only function words and empty words.
_TOO_COMMON = 6.3


def _add_through_adjective(pool: _LinkTable, lexicon: Lexicon, sense: Sense) -> None:
    """Adverbs derived from adjectives similar to the one that this adverb is derived from."""
    for pointer in lexicon.pointers(sense.synset):
        if pointer.relation == "pertainym":
            near = [pointer.synset, *_targets(lexicon, pointer.synset, "similar", "also-see")]
            names = (lexicon.spelling(word) for other in near for word in lexicon.members(other))
            adverbs = (adverb for name in names if (adverb := _adverb(lexicon, name)) is not None)
            pool.add(adverbs, "through-adjective", sense.number)


def _adverb(lexicon: Lexicon, adjective: str) -> int | None:
    """The number of the adverb in -ly of an adjective, if the lexicon has it."""
    stem = adjective[:-1] + "i" if adjective.endswith("y") else adjective
    stem = stem[:-2] if stem.endswith("le") else stem
    forms = (stem + ending for ending in (("y",) if adjective.endswith("le") else ("ly", "ally")))
    for form in forms:
        number = lexicon.number(form)
        if number is not None and lexicon.pos_bits[number] & keys.POS_BITS["r"]:
            return number
    return None


def opposites(lexicon: Lexicon, senses: list[Sense]) -> set[int]:
    """Antonyms of the word and of the adjectives similar to it, with the antonyms' synonyms."""
    numbers: set[int] = set()
    for sense in senses:
        for synset in (sense.synset, *_targets(lexicon, sense.synset, "similar")):
            for relation, other, _, _ in lexicon.pointers(synset):
                if relation == "antonym":
                    numbers.update(lexicon.members(other))
    return numbers


def contraries(lexicon: Lexicon, senses: list[Sense]) -> set[int]:
    """Direct and indirect antonyms, except words that are also synonyms.

    Besides direct antonyms: what is similar to one (`expensive`, `affordable`), the antonyms of
    more general words (`win`, `defeat`) and of derived words (`win`, `loss`).

    >>> lexicon = Lexicon.open()
    >>> numbers = contraries(lexicon, lexicon.senses("win", "NOUN"))
    >>> sorted(lexicon.spelling(number) for number in numbers if lexicon.frequency_of(number) > 4)
    ['defeat', 'failure', 'loser', 'loss', 'losses', 'recession']
    """
    near: set[int] = set()
    indirect: set[int] = set()
    direct: set[int] = set()
    for sense in senses:
        similar = lexicon.targets(sense.synset, "similar")
        near.update(n for synset in (sense.synset, *similar) for n in lexicon.members(synset))
        opposed = _across(lexicon, [sense.synset, *similar], "antonym")
        direct.update(opposed)
        indirect.update(_across(lexicon, opposed, "similar"))
        general = _across(lexicon, [sense.synset], "hypernym", "verb-group")
        indirect.update(_across(lexicon, general, "antonym"))
        indirect.update(_through_family(lexicon, sense))
    numbers = {number for synset in indirect for number in lexicon.members(synset)} - near
    numbers.update(number for synset in direct for number in lexicon.members(synset))
    return numbers | _singulars(lexicon, numbers) if senses and senses[0].pos == "NOUN" else numbers


def _across(lexicon: Lexicon, synsets: Iterable[int], *relations: str) -> list[int]:
    return [
        target
        for synset in synsets
        for relation in relations
        for target in lexicon.targets(synset, relation)
    ]


def _through_family(lexicon: Lexicon, sense: Sense) -> list[int]:
    """Synsets derived from the antonyms of the words that this sense is derived from."""
    family = lexicon.targets(sense.synset, "derivation")
    opposed = _across(lexicon, family, "antonym")
    derived = _across(lexicon, opposed, "derivation")
    return [synset for synset in derived if lexicon.pos_of(synset) == sense.pos]


def _singulars(lexicon: Lexicon, numbers: Iterable[int]) -> set[int]:
    """The singulars of nouns that WordNet lists in the plural (`losses`)."""
    plurals = (word for number in numbers if (word := lexicon.spelling(number)).endswith("s"))
    singulars = {base for word in plurals for base in analyses(word, "n") if base != word}
    return {number for base in singulars for number in lexicon.find_all(base)}
