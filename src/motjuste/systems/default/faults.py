"""What is wrong with a marked word, said in one sentence: colloquial, wordy, said before."""

from motjuste.systems.default.improving import Unit
from motjuste.systems.default.usage import COLLOCATION

_LABELS = {
    COLLOCATION: "'{}' does not go with '{}'",
    "colloquial": "'{}' is colloquial",
    "wordy": "'{}' is wordy",
    "vague": "'{}' is vague",
    "common": "'{}' is used very often",
}
# What everybody says is worth a word only where it was not said just before.
_LESS_THAN_REPEATED = frozenset({"vague", "common"})


def fault(unit: Unit) -> str | None:
    """The reason to mark a word or phrase, if there is one that can be named."""
    listed = unit.usage
    if unit.earlier and (listed is None or listed.label in _LESS_THAN_REPEATED):
        form, words = unit.earlier
        ago = "just" if words == 1 else f"{words} words"
        return f"'{form}' was said {ago} before"
    if listed is None:
        return None
    return _LABELS[listed.label].format(" ".join(unit.word.text.split()), listed.noun)
