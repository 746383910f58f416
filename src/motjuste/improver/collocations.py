"""Words in the wrong company: `strong rain`, `do a mistake`, and what is said instead.

The list is in `data/collocations.tsv`, written by hand: what teachers of English correct most.
"""

from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from motjuste.improver.usage import COLLOCATION, DATA, Usage
from motjuste.text import Word

# Between a noun and its companion stand so many words at most, and only such.
_BETWEEN = 6
_BEFORE_NOUN = frozenset({"DET", "ADJ", "ADV", "NUM", "NOUN"})
_SUBJECT = _BEFORE_NOUN | {"ADP", "PRON", "PROPN"}
_QUANTITIES = frozenset("bit deal kind lot number plenty sort".split())
# After a noun these tell that it is the subject of more; and after one that is made something.
_OF_SUBJECT = frozenset({"VERB", "AUX"})
_OF_MADE = _OF_SUBJECT | {"ADJ", "ADV"}
_TIMES = frozenset("again last next now then today tonight tomorrow yesterday".split())


class Companion(NamedTuple):
    """What is said of a word in the wrong company, and where the noun is."""

    listed: Usage
    noun: int


def wrong_collocations(words: Sequence[Word]) -> dict[int, Companion]:
    """The places of words that do not go with a noun, and what does."""
    found: dict[int, Companion] = {}
    for place, word in enumerate(words):
        if word.pos == "NOUN" and not _follows(words, place, ("NOUN",)):
            pairs = [(place, letter, other) for letter, other in _companions(words, place)]
        elif word.pos == "ADJ":
            pairs = [(noun, "a", place) for noun in _subjects(words, place)]
        else:
            continue
        for noun, letter, other in pairs:
            listed = _list().get((words[noun].lemma.lower(), letter, words[other].lemma))
            if listed:
                found[other] = Companion(listed, noun)
    return found


def _subjects(words: Sequence[Word], adjective: int) -> Iterator[int]:
    """The nouns of which an adjective is said: `the price of bread is expensive`."""
    place = adjective - 1
    while place >= 0 and words[place].pos == "ADV":
        place -= 1
    if place < 0 or words[place].lemma != "be":
        return
    for noun in range(place - 1, max(-1, place - 2 - _BETWEEN), -1):
        pos = words[noun].pos
        if pos == "NOUN" and (noun + 1 == place or words[noun + 1].pos == "ADP"):
            yield noun
        elif pos not in _SUBJECT:
            return


def _companions(words: Sequence[Word], noun: int) -> Iterator[tuple[str, int]]:
    """The adjectives right before a noun, and the verb whose object it is."""
    adjectives = True
    for place in range(noun - 1, max(-1, noun - 2 - _BETWEEN), -1):
        word = words[place]
        # The tagger takes `do` and `have` for auxiliaries now and then.
        if word.pos in ("VERB", "AUX"):
            if not _is_subject(words, word.lemma, noun):
                yield "v", place
            return
        if not (word.pos in _BEFORE_NOUN or word.form == "PRP$" or _is_quantity(words, place)):
            return
        adjectives = adjectives and word.pos in ("ADJ", "NOUN")
        if adjectives and word.pos == "ADJ":
            yield "a", place


def _is_quantity(words: Sequence[Word], place: int) -> bool:
    """Whether an `of` belongs to `a lot of`."""
    return words[place].lemma == "of" and words[max(0, place - 1)].lemma in _QUANTITIES


def _is_subject(words: Sequence[Word], verb: str, noun: int) -> bool:
    """Whether a noun after a verb is no object: `said the report was`, `make homework fun`."""
    return _follows(words, noun, _OF_MADE if verb == "make" else _OF_SUBJECT)


def _follows(words: Sequence[Word], noun: int, kinds: Container[str]) -> bool:
    after = words[noun + 1] if noun + 1 < len(words) else None
    return after is not None and after.pos in kinds and after.lemma not in _TIMES


@lru_cache(1)
def _list() -> dict[tuple[str, str, str], Usage]:
    return {
        (noun.lower(), letter, wrong): Usage((wrong,), letter, COLLOCATION, right, noun=noun)
        for noun, letter, right, some in _read()
        for wrong in some
    }


def _read() -> Iterator[tuple[str, str, tuple[str, ...], tuple[str, ...]]]:
    for line in (DATA / "collocations.tsv").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            noun, letter, right, wrong = line.split("\t")
            yield noun, letter, tuple(right.split("|")), tuple(wrong.split("|"))
