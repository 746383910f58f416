"""Phrases of adjective, noun, verb, adjective and noun, of which any may be absent."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache

from motjuste.analysis import words_of
from motjuste.errors import BadInputError
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.lexicon.tagging import Tag
from motjuste.spaces.analysis import unit_of
from motjuste.spaces.bigrams import Bigram, by_pattern, letter
from motjuste.text import Target, Word

# The positions by the names that measures use: MAP.A1, MAP.V, …
POSITIONS = ("A1", "N1", "V", "A2", "N2")
# The parts of speech a word may have in each position; nouns also modify nouns.
PARTS = {"A1": "an", "N1": "n", "V": "v", "A2": "an", "N2": "n"}
# Characters on each side of a target that are tagged.
_REACH = 1000


@dataclass(frozen=True)
class FivePartPhrase:
    """A subject with its modifier, a verb, an object with its modifier, as rows of a space.

    >>> FivePartPhrase.parse("pointed.a ear.n catch.v sharp.a sound.n").n2
    'sound.n'
    >>> FivePartPhrase.parse("catch.v sound.n")
    FivePartPhrase(a1=None, n1=None, v='catch.v', a2=None, n2='sound.n')
    """

    a1: str | None = None
    n1: str | None = None
    v: str | None = None
    a2: str | None = None
    n2: str | None = None

    @staticmethod
    def parse(text: str) -> "FivePartPhrase":
        """A phrase from words with parts of speech; words before the verb are its subject."""
        words = text.split()
        verbs = [index for index, word in enumerate(words) if word.endswith(".v")]
        verb = verbs[0] if verbs else len(words)
        parts = (words[:verb], words[verb + 1 :])
        if not words or len(verbs) > 1 or any(len(part) > 2 for part in parts):
            raise BadInputError(
                f"{text!r} is not a phrase; give words such as "
                "pointed.a ear.n catch.v sharp.a sound.n"
            )
        (a1, n1), (a2, n2) = ([None, None, *part][-2:] for part in parts)
        return FivePartPhrase(a1, n1, words[verb] if verbs else None, a2, n2)

    def at(self, position: str) -> str | None:
        """The word in a position."""
        word: str | None = getattr(self, position.lower())
        return word

    def put(self, position: str, word: str) -> "FivePartPhrase":
        """The phrase with another word in a position."""
        return replace(self, **{position.lower(): word})

    @property
    def words(self) -> list[str]:
        """The words that are present, in order."""
        names = (getattr(self, position.name) for position in fields(self))
        return [word for word in names if word is not None]


_read = lru_cache(64)(words_of)


def phrase_around(target: Target) -> tuple[FivePartPhrase, str]:
    """The phrase that contains a target, by patterns in its sentence, and the target's position.

    >>> phrase_around(Target("The old dog chased a red car.", 22, 25))[0].words
    ['old.a', 'dog.n', 'chase.v', 'red.a', 'car.n']
    """
    low = max(0, target.start - _REACH)
    words = _read(target.text[low : target.end + _REACH])
    start = target.start - low
    index = next((position for position, word in enumerate(words) if word.end > start), None)
    if index is None or words[index].start > start:
        return _phrase_of_one(target, "n")
    target_word = words[index]._replace(
        pos=target.pos or words[index].pos, lemma=target.lemma or words[index].lemma
    )
    words = [*words[:index], target_word, *words[index + 1 :]]
    letters = "".join(letter(Tag(word.pos, word.form), word.lemma) for word in words)
    bigrams = list(by_pattern(letters))
    return _assemble(words, bigrams, index)


def _phrase_of_one(target: Target, part: str) -> tuple[FivePartPhrase, str]:
    position = {"v": "V", "a": "A1"}.get(part, "N1")
    name = unit_of(target.word, target.lemma or target.word, "", "lemma")
    return FivePartPhrase().put(position, f"{name}.{part}"), position


def _assemble(
    words: Sequence[Word], bigrams: list[Bigram], index: int
) -> tuple[FivePartPhrase, str]:
    """The clause of a word: its noun, that noun's verb, and their other arguments."""
    modified = {bigram.predicate: bigram.noun for bigram in bigrams if bigram.kind in ("an", "nn")}
    noun = modified.get(index, index)
    verbs = [b.predicate for b in bigrams if b.kind in ("vo", "vs") and b.noun == noun]
    verb = index if words[index].pos == "VERB" else next(iter(verbs), None)
    positions: dict[str, int] = {}
    if verb is not None:
        positions = _with_arguments(verb, bigrams)
    elif noun != index or words[index].pos in ("NOUN", "PROPN"):
        positions["N1"] = noun
    for head, position in (("N1", "A1"), ("N2", "A2")):
        modifiers = [
            modifier
            for modifier, modified_noun in modified.items()
            if modified_noun == positions.get(head)
        ]
        if modifiers:
            positions[position] = index if index in modifiers else modifiers[-1]
    return _named(words, positions, index)


def _with_arguments(verb: int, bigrams: list[Bigram]) -> dict[str, int]:
    """A verb with its first subject and its first object, by position."""
    positions = {"V": verb}
    for position, kind in (("N1", "vs"), ("N2", "vo")):
        nouns = [b.noun for b in bigrams if b.kind == kind and b.predicate == verb]
        if nouns:
            positions[position] = nouns[0]
    return positions


def _named(
    words: Sequence[Word], positions: dict[str, int], index: int
) -> tuple[FivePartPhrase, str]:
    if index not in positions.values():
        part = WORDNET_POS.get(words[index].pos, "n")
        positions[{"v": "V", "a": "A1"}.get(part, "N1")] = index
    phrase = FivePartPhrase()
    for position, word_index in positions.items():
        word = words[word_index]
        phrase = phrase.put(position, unit_of(word.text, word.lemma, word.pos, "lemma.pos"))
    return phrase, next(
        position for position, word_index in positions.items() if word_index == index
    )
