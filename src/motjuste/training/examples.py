"""Lists to train on: a word in a sentence, and words that fit there more or less.

WordNet's example sentences tell the sense of a word: the other words of that sense fit, and what is
linked to the word in other senses does not. SWORDS's targets come with people's judgements.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from motjuste.benchmarks.benchmark import Item
from motjuste.lexicon.candidates import Candidate, candidates
from motjuste.lexicon.context import Word, locate, read
from motjuste.lexicon.inflection import inflect
from motjuste.lexicon.lexicon import Lexicon, Sense
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.training.vocabulary import LETTERS, Vocabulary

# Words of WordNet's examples, and words that are listed with each.
_SHORTEST, _LONGEST = 4, 30
LISTED = 22
# Of one word no more examples are taken, however many senses it has.
_OF_ONE_WORD = 12
_NEAR_WEIGHT = 0.25
_NEAR = ("hypernym", "similar", "verb-group")
_RELATED = (*_NEAR, "hyponym", "also-see", "entailment", "cause", "instance-hypernym")
# Substitutes of a target that nobody judged.
_UNJUDGED = 400


class Example(NamedTuple):
    """A target in its text with words, in the target's form, and how well each fits.

    `pairs` are the words' places in the vocabulary (-1: none); what nobody judged has weight 0.
    """

    text: str
    start: int
    end: int
    words: tuple[str, ...]
    pairs: tuple[int, ...]
    weights: tuple[float, ...]
    judged: tuple[bool, ...]


class Pairs:
    """Finds the place of a word and part of speech in the vocabulary."""

    def __init__(self, vocabulary: Vocabulary, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self._place = {key: place for place, key in enumerate(vocabulary.keys.tolist())}

    def place(self, number: int | None, pos: str) -> int:
        """The place of a pair, or -1."""
        letter = LETTERS.index(WORDNET_POS.get(pos, "n"))
        return -1 if number is None else self._place.get(number * 4 + letter, -1)

    def find(self, word: str, pos: str) -> int:
        """The place of a word, in whatever way of writing the vocabulary has it, or -1."""
        places = (self.place(number, pos) for number in self.lexicon.find_all(word))
        return next((place for place in places if place >= 0), -1)


def from_wordnet(lexicon: Lexicon, pairs: Pairs, seed: int = 0) -> Iterator[Example]:
    """A list for every short example of WordNet whose word has synonyms in that sense."""
    synsets = np.random.default_rng(seed).permutation(len(lexicon.store.ragged("member")))
    taken: dict[tuple[str, str], int] = {}
    for synset in synsets.tolist():
        if len(lexicon.members(synset)) < 2:
            continue
        for sense, text in _used(lexicon, synset):
            word = _word_in(text, sense)
            key = (sense.word, sense.pos)
            if word is None or taken.get(key, 0) >= _OF_ONE_WORD:
                continue
            example = _listed(lexicon, pairs, sense, text, word, seed)
            if example is not None:
                taken[key] = taken.get(key, 0) + 1
                yield example


def _used(lexicon: Lexicon, synset: int) -> Iterator[tuple[Sense, str]]:
    """The examples of a synset, each with the sense of the member that is written in it."""
    pos, members = lexicon.pos_of(synset), lexicon.members(synset)
    first = Sense(lexicon, lexicon.spelling(members[0]), pos, 1, synset, 0)
    texts = [text for text in first.examples if _SHORTEST <= len(text.split()) <= _LONGEST]
    for text in texts:
        for sense in (_sense(lexicon, number, synset) for number in members):
            if sense is not None and sense.word[:3].lower() in text.lower():
                yield sense, text


def _sense(lexicon: Lexicon, number: int, synset: int) -> Sense | None:
    word, pos = lexicon.spelling(number), lexicon.pos_of(synset)
    if not word.islower() or " " in word:
        return None
    return next((s for s in lexicon.senses(word, pos) if s.synset == synset), None)


def _word_in(text: str, sense: Sense) -> Word | None:
    """The word of a sense in its example, if the tagger takes it for what it is."""
    found = [word for word in read(text) if word.lemma == sense.word and word.pos == sense.pos]
    return found[0] if len(found) == 1 else None


def _listed(
    lexicon: Lexicon, pairs: Pairs, sense: Sense, text: str, word: Word, seed: int
) -> Example | None:
    """The sense's words, those near it, and the hardest of those that are not."""
    own = set(lexicon.find_all(sense.word))
    fitting = _members(lexicon, [sense.synset])
    near = _members(lexicon, _neighbours(lexicon, sense.synset, _NEAR))
    related = _members(lexicon, _neighbours(lexicon, sense.synset, _RELATED))
    good = {n: 1.0 for n in fitting if n not in own and pairs.place(n, sense.pos) >= 0}
    weak = [n for n in near if n not in own and n not in good and pairs.place(n, sense.pos) >= 0]
    if not good:
        return None
    weights = good | dict.fromkeys(weak[:4], _NEAR_WEIGHT)
    bad = _wrong(lexicon, pairs, sense, own | set(related) | set(fitting), seed)
    if len(bad) < LISTED // 3:
        return None
    weights |= dict.fromkeys(bad[: LISTED - len(weights)], 0.0)
    return Example(
        text,
        word.start,
        word.end,
        tuple(inflect(lexicon.spelling(n), word.form) for n in weights),
        tuple(pairs.place(n, sense.pos) for n in weights),
        tuple(weights.values()),
        (True,) * len(weights),
    )


def _members(lexicon: Lexicon, synsets: Sequence[int]) -> list[int]:
    return list(dict.fromkeys(n for synset in synsets for n in lexicon.members(synset)))


def _neighbours(lexicon: Lexicon, synset: int, relations: tuple[str, ...]) -> list[int]:
    pointers = lexicon.pointers(synset)
    same = (p for p in pointers if lexicon.pos_of(p.synset) == lexicon.pos_of(synset))
    return [pointer.synset for pointer in same if pointer.relation in relations]


def _wrong(lexicon: Lexicon, pairs: Pairs, sense: Sense, fitting: set[int], seed: int) -> list[int]:
    """Candidates that do not fit the sense: synonyms of other senses first, then common words."""
    rng = np.random.default_rng([seed, sense.synset])
    found: list[tuple[float, int]] = []
    for candidate in candidates(lexicon, sense.word, sense.pos):
        number = lexicon.number(candidate.word)
        noise = float(rng.gumbel())
        if number is None or number in fitting or pairs.place(number, sense.pos) < 0:
            continue
        if not _speaks_for(candidate, sense):
            hard = 3.0 if candidate.links[0].relation == "synonym" else 0.0
            found.append((hard + lexicon.frequency_of(number) + noise, number))
    return [number for _, number in sorted(found, reverse=True)]


def _speaks_for(candidate: Candidate, sense: Sense) -> bool:
    """Whether a link says that a candidate may well fit the sense after all."""
    return any(link.relation == "gloss" and link.sense == sense.number for link in candidate.links)


def from_item(item: Item, lexicon: Lexicon, pairs: Pairs, seed: int = 0) -> Example:
    """The list of a judged target: what was judged, and candidates that nobody judged."""
    target, word = item.target, locate(item.target)
    pos = target.pos if target.pos in WORDNET_POS else word.pos
    judged = {j.text: share for j in item.judgements if (share := j.share()) is not None}
    lower = {text.lower() for text in judged} | {target.word.lower(), word.lemma.lower()}
    pool = [c.word for c in candidates(lexicon, word.lemma, pos) if c.word.lower() not in lower]
    others = [text for text in pool if pairs.find(text, pos) >= 0]
    chosen = np.random.default_rng(seed).permutation(len(others))[:_UNJUDGED].tolist()
    texts = [*judged, *(others[place] for place in chosen)]
    return Example(
        target.text,
        target.start,
        target.end,
        tuple(inflect(text, word.form) for text in texts),
        tuple(pairs.find(text, pos) for text in texts),
        tuple(judged.get(text, 0.0) for text in texts),
        tuple(text in judged for text in texts),
    )


def save(examples: Sequence[Example], path: Path) -> None:
    """Write examples, one to a line."""
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8") as stream:
        stream.writelines(json.dumps(example, ensure_ascii=False) + "\n" for example in examples)
    part.replace(path)


def load(path: Path) -> list[Example]:
    """The examples that `save` wrote."""
    with path.open(encoding="utf-8") as stream:
        return [Example(*(_tuple(x) for x in json.loads(line))) for line in stream]


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
