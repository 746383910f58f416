"""Finds wrong collocations: words that do not go with their noun (`strong rain`, `do a mistake`).

Which words those are says `rules/data/detector/collocations.tsv`. The detector was trained with
the pairs that are found here, so these stay as they are; `rules/relations.py` finds more.
"""

from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from motjuste.lexicon.word_lists import closed_class
from motjuste.rules.detector_lists import UsageEntry, read_collocations
from motjuste.text import Word

# At most this many words may stand between a noun and its adjective or verb …
_MAX_GAP = 6
# … and only words with these tags between a noun and what comes before it …
_BEFORE_NOUN = frozenset({"DET", "ADJ", "ADV", "NUM", "NOUN"})
# … or between a subject and its predicative adjective.
_WITHIN_SUBJECT = _BEFORE_NOUN | {"ADP", "PRON", "PROPN"}
# Nouns whose `of` does not end the search: in `a lot of homework` the object is `homework`.
_QUANTITIES = closed_class("quantities")
# A word with one of these tags after a noun shows that the noun is the subject of a clause …
_AFTER_SUBJECT = frozenset({"VERB", "AUX"})
# … and after `make`, that the noun is made something: `make homework fun`.
_AFTER_OBJECT_OF_MAKE = _AFTER_SUBJECT | {"ADJ", "ADV"}
# Adverbs and nouns of time say nothing about the noun before them: `did a mistake yesterday`.
_TIMES = closed_class("times")


class WrongCollocation(NamedTuple):
    """The entry of a word that does not go with its noun, and the noun's position."""

    usage: UsageEntry
    noun: int


def wrong_collocations(words: Sequence[Word]) -> dict[int, WrongCollocation]:
    """The positions of words that do not go with a noun of their sentence, with their entries."""
    collocations: dict[int, WrongCollocation] = {}
    for noun, pos_code, other in _pairs(words):
        entry = _entries().get((words[noun].lemma.lower(), pos_code, words[other].lemma))
        if entry:
            collocations[other] = WrongCollocation(entry, noun)
    return collocations


def _pairs(words: Sequence[Word]) -> Iterator[tuple[int, str, int]]:
    """Each noun with each of its adjectives ("a") and its verb ("v"), by position."""
    for position, word in enumerate(words):
        if word.pos == "NOUN" and not _is_followed(words, position, ("NOUN",)):
            for pos_code, other in _adjectives_and_verb(words, position):
                yield position, pos_code, other
        elif word.pos == "ADJ":
            for noun in _subjects(words, position):
                yield noun, "a", position


def _subjects(words: Sequence[Word], adjective: int) -> Iterator[int]:
    """The nouns that a predicative adjective describes: `the price of bread is expensive`."""
    copula = adjective - 1
    while copula >= 0 and words[copula].pos == "ADV":
        copula -= 1
    if copula < 0 or words[copula].lemma != "be":
        return
    for position in range(copula - 1, max(-1, copula - 2 - _MAX_GAP), -1):
        pos = words[position].pos
        if pos == "NOUN" and (position + 1 == copula or words[position + 1].pos == "ADP"):
            yield position
        elif pos not in _WITHIN_SUBJECT:
            return


def _adjectives_and_verb(words: Sequence[Word], noun: int) -> Iterator[tuple[str, int]]:
    """The adjectives right before a noun ("a"), and the verb that it is the object of ("v")."""
    only_modifiers = True
    for position in range(noun - 1, max(-1, noun - 2 - _MAX_GAP), -1):
        word = words[position]
        # The tagger sometimes takes the main verbs `do` and `have` for auxiliaries.
        if word.pos in ("VERB", "AUX"):
            if _is_plain_object(words, word.lemma, noun):
                yield "v", position
            return
        if not (word.pos in _BEFORE_NOUN or word.form == "PRP$" or _is_quantity(words, position)):
            return
        only_modifiers = only_modifiers and word.pos in ("ADJ", "NOUN")
        if only_modifiers and word.pos == "ADJ":
            yield "a", position


def _is_quantity(words: Sequence[Word], position: int) -> bool:
    """Whether a word is the `of` of `a lot of`."""
    return words[position].lemma == "of" and words[max(0, position - 1)].lemma in _QUANTITIES


def _is_plain_object(words: Sequence[Word], verb: str, noun: int) -> bool:
    """Whether a noun after a verb is its object; not so in `said the report was`.

    Nor is it in `make homework fun`, where the verb has another meaning.
    """
    after = _AFTER_OBJECT_OF_MAKE if verb == "make" else _AFTER_SUBJECT
    return not _is_followed(words, noun, after)


def _is_followed(words: Sequence[Word], noun: int, tags: Container[str]) -> bool:
    following = words[noun + 1] if noun + 1 < len(words) else None
    return following is not None and following.pos in tags and following.lemma not in _TIMES


@lru_cache(1)
def _entries() -> dict[tuple[str, str, str], UsageEntry]:
    """The entries by noun, part of speech and wrong word."""
    return {
        (entry.noun.lower(), entry.pos_code, entry.words[0]): entry for entry in read_collocations()
    }
