"""What is wrong with a marked word, and what surely puts it right."""

from collections.abc import Iterable
from dataclasses import replace

from motjuste.improver.detector import LATEST, Unit
from motjuste.improver.usage import COLLOCATION
from motjuste.text import Suggestion

# A first suggestion of this score or more is good enough to be put there unasked.
SURE = 0.6

_LABELS = {
    COLLOCATION: "'{}' does not go with '{}'",
    "colloquial": "'{}' is colloquial",
    "wordy": "'{}' is wordy",
    "vague": "'{}' is vague",
    "common": "'{}' is used very often",
}
# What everybody says is worth a word only where it was not said just before.
_LESS_THAN_REPEATED = frozenset({"vague", "common"})


def message(unit: Unit) -> str | None:
    """The reason to mark a word or phrase, if there is one that can be named."""
    listed = unit.usage
    if unit.earlier and (listed is None or listed.label in _LESS_THAN_REPEATED):
        form, words = unit.earlier
        ago = "just" if words == 1 else f"{words} words"
        return f"'{form}' was said {ago} before"
    if listed is None:
        return None
    return _LABELS[listed.label].format(" ".join(unit.word.text.split()), listed.noun)


def remedied(unit: Unit, offers: Iterable[Suggestion]) -> list[Suggestion]:
    """The suggestions with those in front that the lists have for what is plainly wrong.

    Hands wrote them for this expression, whatever a network thinks of each.
    """
    listed = unit.usage
    if listed is None or listed.label not in LATEST:
        return list(offers)
    found = [_sure(each) if each.lemma in listed.instead else each for each in offers]
    return sorted(found, key=lambda each: -each.score)


def _sure(offer: Suggestion) -> Suggestion:
    return replace(offer, score=SURE + (1 - SURE) * offer.score)
