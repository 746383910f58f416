"""The suggestions for a document's marks, ordered so that a repetition does not just move.

Words that are marked several times should not all become the same other word, and none should
become a word that stands beside it already.
"""

from collections.abc import Sequence
from dataclasses import replace

from motjuste.lexicon.context import Word, lemma_of
from motjuste.lexicon.lexicon import Lexicon
from motjuste.segmentation import words
from motjuste.text import Substitute

# Nobody hears that a word as common as this is said twice (occurrences in a billion, log10).
UNHEARD = 5.9
# Of so many suggestions another may come first, if its score is so large a part of the first's.
_TURNS, _GOOD = 3, 0.6
# So many characters on each side, about a dozen words, in which a suggestion must not stand.
_BESIDE = 70


class Variety:
    """What came first for the marks of a document so far, by the word that was marked."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._given: dict[tuple[str, str], list[str]] = {}

    def ordered(
        self, text: str, word: Word, offers: Sequence[Substitute], turns: bool = True
    ) -> tuple[Substitute, ...]:
        """The suggestions for the next mark: best is what was neither said nor suggested before.

        `turns` says whether another than the best may take its turn.
        """
        around = _around(text, word)
        said = [each.lemma in around and self._is_heard(each) for each in offers]
        fresh = [each for each, known in zip(offers, said, strict=True) if not known]
        found = [*fresh, *(each for each, known in zip(offers, said, strict=True) if known)]
        if turns and fresh:
            given = self._given.setdefault((word.lemma, word.pos), [])
            chosen = self._turn(fresh, given)
            found.remove(chosen)
            found.insert(0, chosen)
            given.append(chosen.text.lower())
        return _falling(found)

    def _turn(self, offers: Sequence[Substitute], given: Sequence[str]) -> Substitute:
        """The suggestion whose turn it is: never given, or given the longest time ago."""
        if not self._is_heard(offers[0]):
            return offers[0]
        good = [each for each in offers[:_TURNS] if each.score >= _GOOD * offers[0].score]
        last = {text: place for place, text in enumerate(given)}
        return min(good, key=lambda each: last.get(each.text.lower(), -1))

    def _is_heard(self, offer: Substitute) -> bool:
        return self._lexicon.frequency(offer.lemma or offer.text) < UNHEARD


def _around(text: str, word: Word) -> set[str]:
    """The words that stand on both sides of a mark, as lemmas of its part of speech."""
    before, after = text[max(0, word.start - _BESIDE) : word.start], text[word.end :][:_BESIDE]
    return {lemma_of(each.text, word.pos) for side in (before, after) for each in words(side)}


def _falling(offers: Sequence[Substitute]) -> tuple[Substitute, ...]:
    """The same with scores that never rise: what was put behind another is worth no more."""
    least, found = float("inf"), []
    for each in offers:
        least = min(least, each.score)
        found.append(replace(each, score=least))
    return tuple(found)
