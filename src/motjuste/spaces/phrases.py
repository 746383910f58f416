"""Phrases of five places, adjective noun verb adjective noun, any of which may be empty."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache

from motjuste.analysis import read
from motjuste.errors import BadInputError
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.lexicon.tagging import Tag
from motjuste.spaces.analysis import unit_of
from motjuste.spaces.bigrams import Bigram, by_pattern, letter
from motjuste.text import Target, Word

# The places by the names that measures know: MAP.A1, MAP.V and so on.
POSITIONS = ("A1", "N1", "V", "A2", "N2")
# Which parts of speech a word may have in each place; nouns modify nouns too.
PARTS = {"A1": "an", "N1": "n", "V": "v", "A2": "an", "N2": "n"}
_NEAR = 1000


@dataclass(frozen=True)
class Phrase:
    """A subject with its modifier, a verb, an object with its modifier, as rows of a space.

    >>> Phrase.parse("pointed.a ear.n catch.v sharp.a sound.n").n2
    'sound.n'
    >>> Phrase.parse("catch.v sound.n")
    Phrase(a1=None, n1=None, v='catch.v', a2=None, n2='sound.n')
    """

    a1: str | None = None
    n1: str | None = None
    v: str | None = None
    a2: str | None = None
    n2: str | None = None

    @staticmethod
    def parse(text: str) -> "Phrase":
        """A phrase of words with their parts of speech; what is before the verb is its subject."""
        words = text.split()
        verbs = [place for place, word in enumerate(words) if word.endswith(".v")]
        at = verbs[0] if verbs else len(words)
        parts = (words[:at], words[at + 1 :])
        if not words or len(verbs) > 1 or any(len(part) > 2 for part in parts):
            raise BadInputError(
                f"{text!r} is no phrase; give words such as pointed.a ear.n catch.v sharp.a sound.n"
            )
        (a1, n1), (a2, n2) = ([None, None, *part][-2:] for part in parts)
        return Phrase(a1, n1, words[at] if verbs else None, a2, n2)

    def at(self, position: str) -> str | None:
        """The word in a place."""
        found: str | None = getattr(self, position.lower())
        return found

    def put(self, position: str, word: str) -> "Phrase":
        """The phrase with another word in a place."""
        return replace(self, **{position.lower(): word})

    @property
    def words(self) -> list[str]:
        """The words that there are, in their order."""
        found = (getattr(self, each.name) for each in fields(self))
        return [word for word in found if word is not None]


_read = lru_cache(64)(read)


def phrase_around(target: Target) -> tuple[Phrase, str]:
    """The phrase in which a target stands, by patterns in its sentence, and its place there.

    >>> phrase_around(Target("The old dog chased a red car.", 22, 25))[0].words
    ['old.a', 'dog.n', 'chase.v', 'red.a', 'car.n']
    """
    low = max(0, target.start - _NEAR)
    words = _read(target.text[low : target.end + _NEAR])
    start = target.start - low
    place = next((n for n, word in enumerate(words) if word.end > start), None)
    if place is None or words[place].start > start:
        return _alone(target, "n")
    own = words[place]._replace(
        pos=target.pos or words[place].pos, lemma=target.lemma or words[place].lemma
    )
    words = [*words[:place], own, *words[place + 1 :]]
    letters = "".join(letter(Tag(word.pos, word.form), word.lemma) for word in words)
    bigrams = list(by_pattern(letters))
    return _assemble(words, bigrams, place)


def _alone(target: Target, part: str) -> tuple[Phrase, str]:
    position = {"v": "V", "a": "A1"}.get(part, "N1")
    name = unit_of(target.word, target.lemma or target.word, "", "lemma")
    return Phrase().put(position, f"{name}.{part}"), position


def _assemble(words: Sequence[Word], bigrams: list[Bigram], place: int) -> tuple[Phrase, str]:
    """The clause that a word belongs to: its noun, that noun's verb, and what else hangs there."""
    modified = {b.predicate: b.noun for b in bigrams if b.kind in ("an", "nn")}
    noun = modified.get(place, place)
    verb = next((b.predicate for b in bigrams if b.kind in ("vo", "vs") and b.noun == noun), None)
    if words[place].pos == "VERB":
        verb = place
    places: dict[str, int] = {}
    if verb is not None:
        places["V"] = verb
        for position, kind in (("N1", "vs"), ("N2", "vo")):
            nouns = [b.noun for b in bigrams if b.kind == kind and b.predicate == verb]
            places.update({position: nouns[0]} if nouns else {})
    elif noun != place or words[place].pos in ("NOUN", "PROPN"):
        places["N1"] = noun
    for head, position in (("N1", "A1"), ("N2", "A2")):
        modifiers = [m for m, n in modified.items() if n == places.get(head)]
        if modifiers:
            places[position] = place if place in modifiers else modifiers[-1]
    return _named(words, places, place)


def _named(words: Sequence[Word], places: dict[str, int], place: int) -> tuple[Phrase, str]:
    if place not in places.values():
        part = WORDNET_POS.get(words[place].pos, "n")
        places[{"v": "V", "a": "A1"}.get(part, "N1")] = place
    phrase = Phrase()
    for position, at in places.items():
        word = words[at]
        phrase = phrase.put(position, unit_of(word.text, word.lemma, word.pos, "lemma.pos"))
    return phrase, next(position for position, at in places.items() if at == place)
