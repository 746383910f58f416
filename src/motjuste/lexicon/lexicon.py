"""The lexicon: WordNet's senses and relations, Moby's lists and frequencies, in one mapped file.

Nothing is parsed on opening; a word is found by binary search and decoded on demand.
"""

import re
from codecs import charmap_decode
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zlib import decompressobj

import numpy as np

from motjuste.lexicon import keys
from motjuste.lexicon.array_file import Array, ArrayFile, Ragged

if TYPE_CHECKING:
    from motjuste.lexicon.thesauri import Listed, Thesaurus

_POS = tuple(keys.PARTS_OF_SPEECH)
_LETTER = {name: letter for letter, name in keys.PARTS_OF_SPEECH.items()}
# Characters of a query that are looked up: more than the longest entry has.
_MAX_LENGTH = 200
# Letters of the longest lower-case word that might be confused with an acronym (`who`, `WHO`).
_MAX_ACRONYM_LENGTH = 4
DATA = Path(str(files("motjuste.lexicon") / "data" / "lexicon.bin"))


class Pointer(NamedTuple):
    """A relation to a synset; `source` and `target` number the two words, 0 for the synsets."""

    relation: str
    synset: int
    source: int
    target: int


class MobyLinks(NamedTuple):
    """Numbers of the words that Moby links to a word: in both lists, in its list, in theirs."""

    both: tuple[int, ...]
    forward: tuple[int, ...]
    back: tuple[int, ...]


class Related(NamedTuple):
    """A related word, the relation, and the number of the sense to which it applies."""

    word: str
    relation: str
    pos: str
    sense: int


class Sense:
    """A meaning of a word, numbered from 1. Its gloss is decompressed on demand."""

    __slots__ = ("_lexicon", "count", "number", "pos", "synset", "word")

    def __init__(
        self, lexicon: "Lexicon", word: str, pos: str, number: int, synset: int, count: int
    ) -> None:
        self._lexicon, self.word, self.pos = lexicon, word, pos
        self.number, self.synset, self.count = number, synset, count

    def __repr__(self) -> str:
        return f"Sense({self.word!r}, {self.pos}, {self.number}: {self.definition!r})"

    @property
    def gloss(self) -> str:
        """Definition and examples as WordNet has them."""
        return self._lexicon.gloss(self.synset)

    @property
    def definition(self) -> str:
        """What the sense means."""
        return self.gloss.split('; "', 1)[0].strip()

    @property
    def examples(self) -> list[str]:
        """Sentences and phrases with the sense in use."""
        return [text.strip() for text in re.findall(r'"([^"]+)"', self.gloss)]

    @property
    def words(self) -> list[str]:
        """All words that share the sense, commonest first, including this one."""
        return [self._lexicon.spelling(word) for word in self._lexicon.members(self.synset)]

    def related(self) -> list[Related]:
        """The words that are related to this sense."""
        return list(self._lexicon.relations_of(self))


@dataclass(frozen=True)
class Entry:
    """Everything known about a word or phrase; Moby's words are read on demand."""

    word: str
    frequency: float
    parts_of_speech: dict[str, float]
    senses: tuple[Sense, ...]
    listed: "tuple[Listed, ...]"
    variants: tuple[str, ...]
    _lexicon: "Lexicon" = field(repr=False, compare=False)

    @cached_property
    def moby(self) -> tuple[str, ...]:
        """The words that Moby lists under it."""
        number = self._lexicon.number(self.word)
        links = MobyLinks((), (), ()) if number is None else self._lexicon.moby(number)
        return tuple(map(self._lexicon.spelling, sorted(links.both + links.forward)))


class Lexicon:
    """Words and phrases, and what is known about them.

    >>> lexicon = Lexicon.open()
    >>> lexicon.senses("bright", "ADJ")[0].words
    ['bright']
    >>> lexicon.antonyms("bright")
    ['dull']
    """

    def __init__(self, store: ArrayFile, thesauri: "tuple[Thesaurus, ...]" = ()) -> None:
        self.store, self.thesauri = store, thesauri
        self.notices: list[str] = store.about["notices"]
        self._words = store.ragged("word")
        pieces = bytes(store.array("pieces")).decode("ascii").split("\n")
        ascii_part = {code: chr(code) for code in range(128)}
        self._decoding = {**ascii_part, **{128 + code: text for code, text in enumerate(pieces)}}
        # The frequency of every word, by its number, in steps of 1 / `keys.FREQUENCY_STEPS`.
        self.frequencies = store.array("frequency")
        self._frequency = self.frequencies.data
        self.pos_bits = store.array("pos").data
        self._senses, self._members = store.ragged("sense"), store.ragged("member")
        self._pointers = store.ragged("pointer")
        self._bounds = store.array("bounds").tolist()
        self.find_all = lru_cache(1 << 16)(self._find_all)
        # Cached: every finder of a check asks for the frequency of the same words.
        self._cached_frequency = lru_cache(1 << 15)(self._read_frequency)
        # Cached: every binary search starts with the same few thousand words.
        self._key = lru_cache(1 << 14)(self._read_key)
        self.members = lru_cache(1 << 15)(self._read_members)
        self.pointers = lru_cache(1 << 15)(self._read_pointers)
        self._gloss_block = lru_cache(64)(self._read_gloss_block)

    @staticmethod
    @lru_cache
    def open(path: Path | None = None) -> "Lexicon":
        """The lexicon in the package, or in another file; opened once."""
        return Lexicon(ArrayFile(path or DATA))

    def with_thesauri(self, *thesauri: "Thesaurus") -> "Lexicon":
        """The same lexicon with the user's thesauri merged into every answer."""
        return Lexicon(self.store, (*self.thesauri, *thesauri))

    def __len__(self) -> int:
        return len(self._words)

    def __contains__(self, word: str) -> bool:
        return self.entry(word) is not None

    def spelling(self, number: int) -> str:
        """The word with a number, as it is written."""
        return charmap_decode(self._words[number], "strict", self._decoding)[0]

    def _read_key(self, number: int) -> str:
        return keys.key(self.spelling(number))

    def _find_all(self, word: str) -> tuple[int, ...]:
        """The numbers of all spellings of a word, the nearest to the given one first."""
        key, low, high = keys.key(word[:_MAX_LENGTH]), 0, len(self._words)
        while low < high:
            middle = (low + high) // 2
            if self._key(middle) < key:
                low = middle + 1
            else:
                high = middle
        spellings = []
        while low < len(self._words) and self._key(low) == key:
            spelling = self.spelling(low)
            spellings.append((_distance(spelling, word), spelling, low))
            low += 1
        return tuple(number for distance, _, number in sorted(spellings) if distance < _TOO_FAR)

    def number(self, word: str) -> int | None:
        """The number of the nearest spelling of a word that has any sense or link."""
        spellings = self.find_all(word)
        with_senses = [number for number in spellings if self.pos_bits[number]]
        return with_senses[0] if with_senses else None

    def variants(self, word: str) -> list[str]:
        """Other spellings of a word: capitals, hyphens, spaces."""
        spelled = (self.spelling(number) for number in self.find_all(word))
        return [text for text in spelled if text != word]

    def entry(self, word: str) -> Entry | None:
        """Everything about a word or phrase; None if it is unknown."""
        number, listed = self.number(word), self.listed(word)
        if number is None and not listed:
            return None
        spelled = word if number is None else self.spelling(number)
        return Entry(
            spelled,
            self.frequency(spelled),
            self.parts_of_speech(word),
            tuple(self.senses(word)),
            tuple(listed),
            tuple(self.variants(spelled)),
            self,
        )

    def frequency(self, word: str) -> float:
        """The frequency of a word: log10 of occurrences per billion words, 0 if unknown.

        Common words have 4 to 7, rare ones less than 3. A phrase without an entry gets an estimate
        from its words (see `keys.phrase_frequency`).
        """
        return self._cached_frequency(word)

    def _read_frequency(self, word: str) -> float:
        lower = word.lower()
        written = (n for n in self.find_all(word) if self.spelling(n).lower() == lower)
        best = max((self._frequency[number] for number in written), default=0)
        if best:
            return best / keys.FREQUENCY_STEPS
        parts = re.findall(r"[\w']+", word[:_MAX_LENGTH])
        return (
            keys.phrase_frequency([self.frequency(part) for part in parts])
            if len(parts) > 1
            else 0.0
        )

    def frequency_of(self, number: int) -> float:
        """The frequency of the word with a number, as in `frequency`."""
        return float(self._frequency[number]) / keys.FREQUENCY_STEPS

    def parts_of_speech(self, word: str) -> dict[str, float]:
        """The parts of speech of a word with their shares, commonest first."""
        weights: dict[str, float] = {}
        for sense in self.senses(word):
            weights[sense.pos] = weights.get(sense.pos, 0.0) + sense.count + 0.5
        number = self.number(word)
        if not weights and number is not None:
            bits = self.pos_bits[number]
            weights = {_name(letter): 1.0 for letter in _POS if bits & keys.POS_BITS[letter]}
        for listed in self.listed(word):
            if listed.pos:
                weights.setdefault(listed.pos, 1.0)
        total = sum(weights.values())
        return {
            pos: weights[pos] / total for pos in sorted(weights, key=lambda name: -weights[name])
        }

    def senses(self, word: str, pos: str | None = None) -> list[Sense]:
        """The senses of a word in WordNet's order, of one part of speech or of all."""
        number = self.number(word)
        if number is None:
            return []
        spelling, numbers, senses = self.spelling(number), dict.fromkeys(_LETTER, 0), []
        for packed in self._senses[number]:
            synset, count = packed >> keys.COUNT_BITS, packed & (1 << keys.COUNT_BITS) - 1
            sense_pos = self.pos_of(synset)
            numbers[sense_pos] += 1
            if pos is None or sense_pos == pos:
                senses.append(Sense(self, spelling, sense_pos, numbers[sense_pos], synset, count))
        return senses

    def synsets_of(self, number: int, pos: str) -> list[int]:
        """The synsets of the word with a number, of one part of speech."""
        synsets = (packed >> keys.COUNT_BITS for packed in self._senses[number])
        return [synset for synset in synsets if self.pos_of(synset) == pos]

    def pos_of(self, synset: int) -> str:
        """The part of speech of a synset."""
        bounds = self._bounds
        index = (synset >= bounds[1]) + (synset >= bounds[2]) + (synset >= bounds[3])
        return _name(_POS[index])

    def _read_members(self, synset: int) -> tuple[int, ...]:
        """The numbers of a synset's words."""
        mask = (1 << keys.MEMBER_BITS) - 1
        return tuple(packed & mask for packed in self._members[synset])

    def _read_pointers(self, synset: int) -> tuple[Pointer, ...]:
        """The relations of a synset."""
        return tuple(map(_unpack, self._pointers[synset]))

    def targets(self, synset: int, relation: str) -> list[int]:
        """The synsets that a synset points to by a relation; faster than decoding all pointers."""
        smallest, step = _SMALLEST_POINTER[relation], 1 << 2 * keys.WORD_BITS + keys.SYNSET_BITS
        pointers = [
            packed for packed in self._pointers[synset] if smallest <= packed < smallest + step
        ]
        return [packed - smallest >> 2 * keys.WORD_BITS for packed in pointers]

    def gloss(self, synset: int) -> str:
        """Definition and examples of a synset."""
        block, place = divmod(synset, keys.GLOSSES_PER_BLOCK)
        return self._gloss_block(block)[place]

    @cached_property
    def _glosses(self) -> tuple[bytes, Ragged]:
        return bytes(self.store.array("gloss_dictionary")), self.store.ragged("gloss")

    def _read_gloss_block(self, block: int) -> list[str]:
        shared, blocks = self._glosses
        text = decompressobj(zdict=shared).decompress(blocks[block])
        return text.decode("ascii").split("\n")

    @cached_property
    def _moby(self) -> tuple[Array, Array, Ragged]:
        order = self.store.array("moby_order")
        place = np.full(len(self), -1, np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        return order, place, self.store.ragged("moby")

    def moby(self, number: int) -> MobyLinks:
        """The words that Moby links to a word."""
        order, place, rows = self._moby
        if place[number] < 0:
            return MobyLinks((), (), ())
        unpacked = keys.from_nibbles(rows[int(place[number])])
        both, forward, gaps = int(unpacked[0]), int(unpacked[1]), unpacked[2:] + 1
        groups = np.split(gaps, [both, both + forward])
        return MobyLinks(
            *(tuple(np.sort(order[np.cumsum(group) - 1]).tolist()) for group in groups)
        )

    def listed(self, word: str, pos: str | None = None) -> "list[Listed]":
        """What the user's thesauri list under a word."""
        entries = [entry for thesaurus in self.thesauri for entry in thesaurus.lookup(word)]
        return [entry for entry in entries if pos is None or entry.pos is None or entry.pos == pos]

    def relations_of(self, sense: Sense) -> list[Related]:
        """The words related to a sense, with the relation; synonyms first."""
        own_number = self.number(sense.word)
        own_position = (
            self.members(sense.synset).index(own_number) + 1 if own_number is not None else 0
        )
        pairs = [
            ("synonym", member) for member in self.members(sense.synset) if member != own_number
        ]
        for relation, synset, source, target in self.pointers(sense.synset):
            if source in (0, own_position):
                members = self.members(synset)
                pairs += [
                    (relation, member) for member in (members[target - 1 : target] or members)
                ]
        return [
            Related(self.spelling(member), name, sense.pos, sense.number) for name, member in pairs
        ]

    def related(self, word: str, pos: str | None = None) -> list[Related]:
        """Everything that WordNet relates to a word, with the relation and the sense."""
        return [related for sense in self.senses(word, pos) for related in self.relations_of(sense)]

    def synonyms(self, word: str, pos: str | None = None) -> list[str]:
        """Words that share a sense with it, or that the user's thesauri list, without repeats."""
        words = [word for sense in self.senses(word, pos) for word in sense.words]
        words += [listed.word for listed in self.listed(word, pos)]
        lower = word.lower()
        return [text for text in dict.fromkeys(words) if text.lower() != lower]

    def antonyms(self, word: str, pos: str | None = None) -> list[str]:
        """Its direct antonyms, without repeats."""
        words = [
            related.word for related in self.related(word, pos) if related.relation == "antonym"
        ]
        return list(dict.fromkeys(words))


def _name(letter: str) -> str:
    return keys.PARTS_OF_SPEECH[letter]


# The smallest packed pointer of each relation; those of one relation are a range of integers.
_SMALLEST_POINTER = {
    name: number << 2 * keys.WORD_BITS + keys.SYNSET_BITS
    for number, name in enumerate(keys.RELATION_NAMES)
}


def _unpack(packed: int) -> Pointer:
    mask, bits = (1 << keys.WORD_BITS) - 1, 2 * keys.WORD_BITS
    synset = packed >> bits & (1 << keys.SYNSET_BITS) - 1
    relation = keys.RELATION_NAMES[packed >> bits + keys.SYNSET_BITS]
    return Pointer(relation, synset, packed >> keys.WORD_BITS & mask, packed & mask)


# Distance of a spelling that is no spelling of the word at all.
_TOO_FAR = 9


def _distance(spelled: str, word: str) -> int:
    """The distance between a spelling and the query; a short word does not match an acronym."""
    if spelled == word:
        return 0
    if word.islower() and spelled[1:] != spelled[1:].lower() and len(word) <= _MAX_ACRONYM_LENGTH:
        return _TOO_FAR
    spelled_normalised, normalised = (
        spelled.lower().replace("-", " "),
        word.lower().replace("-", " "),
    )
    differs = spelled.lower() != word.lower()
    return 1 + differs + (spelled_normalised != normalised.replace("_", " ")) * 2
