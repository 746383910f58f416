"""Expressions: the words and phrases of a text that may be marked, and their known properties.

Everything here is known before the encoder reads the text.
"""

from collections.abc import Sequence
from typing import NamedTuple

from motjuste.rules.detector_lists import COLLOCATION, UsageEntry
from motjuste.text import Word

# Words on each side within which a reader notices that a word is repeated.
REPETITION_WINDOW = 60
# The sensitivity at or above which an expression with a label of the usage list is marked before
# all others, whatever its score, because 200 training sentences are too few to learn these
# expressions.
MANDATORY_FROM = {COLLOCATION: 0.02, "informal": 0.06, "wordy": 0.1}
# For expressions that are never marked by their label alone (shares end at 1.0).
NEVER_MANDATORY = 2.0


class Repetition(NamedTuple):
    """How often a word was used shortly before; its form at the last use, and how long ago."""

    uses: int
    form: str
    words_ago: int


class Expression(NamedTuple):
    """A word or phrase of a text.

    `first` and `last`: its positions among the words of the text, end exclusive.
    `usage`: its entry in the usage list or the list of collocations.
    `set_phrase_size`: the number of words of the lexicon's phrase that it is part of, or 0.
    `concreteness`: how far a noun names something physical, from 0 to 1.
    """

    word: Word
    first: int
    last: int
    usage: UsageEntry | None = None
    repetition: Repetition | None = None
    set_phrase_size: int = 0
    concreteness: float = 0.0

    @property
    def size(self) -> int:
        """The number of its words."""
        return self.last - self.first

    @property
    def mandatory_from(self) -> float:
        """The sensitivity at or above which it is marked before others."""
        label = self.usage.label if self.usage else ""
        return MANDATORY_FROM.get(label, NEVER_MANDATORY)


def find_repetitions(words: Sequence[Word], noticeable: Sequence[bool]) -> list[Repetition | None]:
    """For each noticeable word, whether the same lemma was used shortly before.

    Punctuation does not count in `words_ago`, but does in the window.
    """
    earlier: dict[tuple[str, str], list[tuple[int, int]]] = {}
    repetitions: list[Repetition | None] = [None] * len(words)
    real_words = 0
    for position, word in enumerate(words):
        real_words += any(map(str.isalnum, word.text))
        if not noticeable[position]:
            continue
        key = word.lemma, word.pos
        uses = [use for use in earlier.get(key, []) if position - use[0] <= REPETITION_WINDOW]
        if uses:
            last_position, words_then = uses[-1]
            form = words[last_position].text
            repetitions[position] = Repetition(len(uses), form, real_words - words_then)
        earlier[key] = [*uses, (position, real_words)]
    return repetitions
