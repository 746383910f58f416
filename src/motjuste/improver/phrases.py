"""Phrases as targets: those of the usage list, and verbs with a particle that WordNet knows."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from motjuste.improver.usage import FIXED, Usage, phrases_from
from motjuste.lexicon.lexicon import Lexicon
from motjuste.text import Word

# After these a verb is another verb; a preposition would stay where it is.
_PARTICLES = frozenset(
    "about ahead along apart around aside away back down forth forward off out over through "
    "together up".split()
)
_VERBS = frozenset({"VERB", "AUX"})
_COMPOUND = frozenset({"NOUN", "ADJ"})
# How many words a phrase has, and which of them a word is: short phrases first.
_AROUND = [(size, first) for size in (2, 3) for first in range(size)]


class Phrase(NamedTuple):
    """Words of a text that are one target, from one place to another, end exclusive."""

    first: int
    last: int
    word: Word
    usage: Usage | None = None


def find_phrases(lexicon: Lexicon, words: Sequence[Word], text: str) -> list[Phrase]:
    """The phrases of a text in order, none over another."""
    found, place = [], 0
    while place < len(words):
        phrase = _listed(words, place, text) or _with_particle(lexicon, words, place, text)
        if phrase:
            found.append(phrase)
        place = phrase.last if phrase else place + 1
    return found


def compound_places(lexicon: Lexicon, words: Sequence[Word]) -> set[int]:
    """The places of words that are part of a name for one thing: `high school`."""
    found: set[int] = set()
    for place in range(len(words) - 1):
        one, two = words[place], words[place + 1]
        beside = one.pos in _COMPOUND and two.pos == "NOUN" and one.end + 1 == two.start
        if beside and _is_entry(lexicon, f"{one.text.lower()} {two.lemma}", "NOUN"):
            found |= {place, place + 1}
    return found


def set_phrases(lexicon: Lexicon, words: Sequence[Word], asked: Sequence[bool]) -> dict[int, int]:
    """The places of words that stand in a phrase of the lexicon, and how many words it has."""
    small = [word.text.lower() for word in words]
    is_sign = [not word[:1].isalpha() for word in small]
    found: dict[int, int] = {}
    for place in (place for place, may in enumerate(asked) if may):
        for size, first in _AROUND:
            start, end = place - first, place - first + size
            if start < 0 or end > len(words) or any(is_sign[start:end]):
                continue
            inside = small[start:end]
            inside[first] = words[place].lemma
            if _is_phrase(lexicon, " ".join(inside)):
                found[place] = size
    return found


@lru_cache(1 << 16)
def _is_phrase(lexicon: Lexicon, phrase: str) -> bool:
    number = lexicon.number(phrase)
    return number is not None and " " in lexicon.spelling(number)


def _listed(words: Sequence[Word], place: int, text: str) -> Phrase | None:
    word = words[place]
    starts = dict.fromkeys([word.text.lower(), word.lemma])
    for usage in (each for start in starts for each in phrases_from(start)):
        last = place + len(usage.words)
        if _matches(words, place, usage) and _unbroken(words[place:last], text):
            return Phrase(place, last, _merged(words[place:last], text, usage.letter), usage)
    return None


def _matches(words: Sequence[Word], place: int, usage: Usage) -> bool:
    inside = words[place : place + len(usage.words)]
    if len(inside) < len(usage.words):
        return False
    head = inside[0]
    # The tagger takes `get` before a participle for an auxiliary.
    if usage.letter != FIXED and (head.pos not in _VERBS or head.lemma != usage.words[0]):
        return False
    later = inside if usage.letter == FIXED else inside[1:]
    wanted = usage.words if usage.letter == FIXED else usage.words[1:]
    if any(word.text.lower() != text for word, text in zip(later, wanted, strict=True)):
        return False
    return not usage.number or _number_after(words, place + len(usage.words)) == usage.number


def _number_after(words: Sequence[Word], place: int) -> str:
    """The form of the noun that a phrase quantifies."""
    for word in words[place : place + 4]:
        if word.pos in ("NOUN", "PROPN"):
            return "NNS" if word.form.endswith("S") else "NN"
        if word.pos not in ("ADJ", "ADV", "DET"):
            break
    return "NN"


def _with_particle(lexicon: Lexicon, words: Sequence[Word], place: int, text: str) -> Phrase | None:
    inside = words[place : place + 2]
    if len(inside) < 2 or inside[0].pos != "VERB" or inside[1].text.lower() not in _PARTICLES:
        return None
    whole = f"{inside[0].lemma} {inside[1].text.lower()}"
    if not (_unbroken(inside, text) and _is_entry(lexicon, whole, "VERB")):
        return None
    return Phrase(place, place + 2, _merged(inside, text, "v"))


def _unbroken(inside: Sequence[Word], text: str) -> bool:
    """Whether nothing but white space parts the words, and none of them has a capital within."""
    gaps = (text[one.end : two.start] for one, two in pairwise(inside))
    return all(gap.isspace() for gap in gaps) and all(word.text.islower() for word in inside[1:])


def _merged(inside: Sequence[Word], text: str, letter: str) -> Word:
    """Several words as one: a verb is inflected on its first word, the rest never."""
    head, start, end = inside[0], inside[0].start, inside[-1].end
    rest = " ".join(word.text.lower() for word in inside[1:])
    if letter == FIXED:
        return Word(text[start:end], start, end, "ADV", "RB", f"{head.text.lower()} {rest}".strip())
    return Word(text[start:end], start, end, "VERB", head.form, f"{head.lemma} {rest}")


@lru_cache(1 << 15)
def _is_entry(lexicon: Lexicon, phrase: str, pos: str) -> bool:
    number = lexicon.number(phrase)
    if number is None or not _is_phrase(lexicon, phrase):
        return False
    return bool(lexicon.synsets_of(number, pos))
