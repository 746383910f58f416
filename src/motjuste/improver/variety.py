"""The order of suggestions over a whole document, so that a repetition does not merely move.

A word that is marked several times should not be replaced by the same word each time, and no word
by one that already stands beside it.
"""

from collections.abc import Sequence
from dataclasses import replace

from motjuste.lexicon.inflection import lemma_of
from motjuste.lexicon.lexicon import Lexicon
from motjuste.text import Suggestion, Word
from motjuste.text.segmentation import words

# From this frequency on (log10 of occurrences in a billion words) readers do not notice that a word
# is repeated.
UNNOTICED_FREQUENCY = 5.9
# Rotate among the top 3 suggestions …
_ROTATED = 3
# … whose score is at least 20 % of the best one's.
_MIN_SHARE_OF_BEST = 0.2
# Characters within which a repeated suggestion is noticed: about 60 words.
NOTICED_WITHIN = 360
# Characters beside a mark within which a repeated word jars: about 12 words.
JARS_WITHIN = 70
# Letters at the beginning that two forms of a word have in common: a cheap test before lemmas are
# compared.
_STEM = 4


class Variety:
    """Which suggestions came first for the marks of a document so far, by the marked word.

    Suggestions that already stand within `beside` characters of a mark come last there.
    """

    def __init__(self, lexicon: Lexicon, beside: int) -> None:
        self._lexicon, self._beside = lexicon, beside
        # For each marked lemma: the suggestions that came first, with the place of the last time.
        self._given: dict[tuple[str, str], dict[str, int]] = {}
        self._text = ""
        # Characters of the document before the current text.
        self._offset = 0

    def enter(self, text: str) -> None:
        """Go on to the next text of the document."""
        self._offset += len(self._text)
        self._text = text

    def ordered(
        self, word: Word, suggestions: Sequence[Suggestion], rotate: bool = True
    ) -> tuple[Suggestion, ...]:
        """The suggestions for the next mark; those that stand beside it come last.

        With `rotate` another good suggestion comes first if the best one did so nearby.
        """
        beside = self._standing_beside(word, suggestions)
        fresh = [suggestion for suggestion in suggestions if suggestion not in beside]
        if rotate and fresh:
            first = self._next_in_turn(word, fresh)
            fresh = [first, *(suggestion for suggestion in fresh if suggestion is not first)]
        return _with_falling_scores([*fresh, *beside])

    def _next_in_turn(self, word: Word, suggestions: Sequence[Suggestion]) -> Suggestion:
        """The best suggestion that was not given nearby, or the one given longest ago."""
        best = suggestions[0]
        if not self._is_noticed(best):
            return best
        given = self._given.setdefault((word.lemma, word.pos), {})
        here = self._offset + word.start
        good = [
            suggestion
            for suggestion in suggestions[:_ROTATED]
            if suggestion.score >= _MIN_SHARE_OF_BEST * best.score
        ]
        nearby = {text: place for text, place in given.items() if here - place <= NOTICED_WITHIN}
        chosen = min(good, key=lambda suggestion: nearby.get(suggestion.text.lower(), -1))
        given[chosen.text.lower()] = here
        return chosen

    def _standing_beside(self, word: Word, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        """The suggestions that already stand beside a mark and are noticed there."""
        before = self._text[max(0, word.start - self._beside) : word.start].lower()
        after = self._text[word.end : word.end + self._beside].lower()
        likely = [
            suggestion
            for suggestion in suggestions
            if (stem := (suggestion.lemma or suggestion.text)[:_STEM].lower()) in before
            or stem in after
        ]
        if not likely:
            return []
        lemmas = {
            lemma_of(token.text, word.pos) for side in (before, after) for token in words(side)
        }
        return [
            suggestion
            for suggestion in likely
            if suggestion.lemma in lemmas and self._is_noticed(suggestion)
        ]

    def _is_noticed(self, suggestion: Suggestion) -> bool:
        frequency = self._lexicon.frequency(suggestion.lemma or suggestion.text)
        return frequency < UNNOTICED_FREQUENCY


def _with_falling_scores(suggestions: Sequence[Suggestion]) -> tuple[Suggestion, ...]:
    """The same suggestions, none with a higher score than the one before it."""
    lowest, falling = float("inf"), []
    for suggestion in suggestions:
        lowest = min(lowest, suggestion.score)
        falling.append(replace(suggestion, score=lowest))
    return tuple(falling)
