"""Keys under which the lexicon stores words, and the packing of its numbers.

The script that writes the lexicon file and the code that reads it share this module.
"""

import unicodedata
from math import log10
from typing import Any

import numpy as np
from numpy.typing import NDArray

PARTS_OF_SPEECH = {"n": "NOUN", "v": "VERB", "a": "ADJ", "r": "ADV"}
# Bits of a word's parts of speech.
POS_BITS = {"n": 1, "v": 2, "a": 4, "r": 8}
# Bit that is set if the parts of speech were guessed, not taken from WordNet.
GUESSED = 16

# WordNet's pointer symbols; a relation is stored as its index in this table.
RELATIONS = {
    "!": "antonym",
    "@": "hypernym",
    "@i": "instance-hypernym",
    "~": "hyponym",
    "~i": "instance-hyponym",
    "&": "similar",
    "^": "also-see",
    "$": "verb-group",
    "*": "entailment",
    ">": "cause",
    "+": "derivation",
    "\\": "pertainym",
    "<": "participle-of",
    "=": "attribute",
    "#m": "member-of",
    "#s": "substance-of",
    "#p": "part-of",
    "%m": "has-member",
    "%s": "has-substance",
    "%p": "has-part",
    ";c": "topic",
    ";r": "region",
    ";u": "usage",
    "-c": "topic-member",
    "-r": "region-member",
    "-u": "usage-member",
}
RELATION_NAMES = tuple(RELATIONS.values())

# Records are packed into integers. A sense: synset, count in SemCor. A pointer: relation, synset,
# the numbers of the two words it links (0: all words of the synset). A member: word, position.
# Bits of a sense's count in SemCor, …
COUNT_BITS = 14
# … of the number of a word within its synset, …
WORD_BITS = 5
# … of the number of a synset, …
SYNSET_BITS = 17
# … and of the number of a word in the lexicon.
MEMBER_BITS = 20
# Frequencies (log10 of occurrences per billion words) are stored in steps of 1/32.
FREQUENCY_STEPS = 32
# Glosses that are compressed together.
GLOSSES_PER_BLOCK = 32
# WordNet's syntactic markers of adjectives: none, attributive, predicative, after the noun.
MARKERS = ("", "a", "p", "ip")


def key(word: str) -> str:
    """The key that all spellings of a word share: no case, hyphens, spaces or accents.

    >>> key("Fire-Fighter"), key("fire fighter"), key("café")
    ('firefighter', 'firefighter', 'cafe')
    """
    if not word.isascii():
        decomposed = unicodedata.normalize("NFKD", word.replace("’", "'"))
        word = "".join(char for char in decomposed if not unicodedata.combining(char))
    return word.lower().replace(" ", "").replace("-", "").replace("_", "")


def phrase_frequency(frequencies: list[float]) -> float:
    """An estimate of a phrase's frequency: that of its rarest word, less for each further word.

    The harmonic sum is an upper bound. Each further word divides it by 20 (1.3 in log10), which is
    about what the counts of dictionary phrases show.
    """
    if not frequencies or not all(frequencies):
        return 0.0
    bound = -log10(sum(10**-value for value in frequencies))
    return max(0.0, bound - 1.3 * (len(frequencies) - 1))


def to_nibbles(numbers: list[int]) -> bytes:
    """Numbers packed into half bytes, three bits of a number in each, lowest first.

    Most gaps in a list of related words are small: a byte for each would take twice the space.
    """
    nibbles = []
    for number in numbers:
        while number > 7:
            nibbles.append(number & 7 | 8)
            number >>= 3
        nibbles.append(number)
    nibbles += [8] * (len(nibbles) % 2)
    return bytes(low | high << 4 for low, high in zip(nibbles[::2], nibbles[1::2], strict=True))


def from_nibbles(data: Any) -> NDArray[np.int64]:
    """The numbers that `to_nibbles` packed.

    >>> from_nibbles(to_nibbles([5, 7, 8, 70000, 0])).tolist()
    [5, 7, 8, 70000, 0]
    """
    raw = np.frombuffer(data, np.uint8)
    nibbles = np.empty(2 * len(raw), np.int64)
    nibbles[::2], nibbles[1::2] = raw & 15, raw >> 4
    ends = np.flatnonzero(nibbles < 8)
    starts = np.concatenate([[0], ends[:-1] + 1])
    numbers: NDArray[np.int64] = nibbles[starts] & 7
    extra, nibble = ends - starts, 0
    while len(longer := np.flatnonzero(extra > nibble)):
        nibble += 1
        numbers[longer] |= (nibbles[starts[longer] + nibble] & 7) << 3 * nibble
    return numbers
