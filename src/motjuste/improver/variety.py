"""The suggestions for a document's marks, ordered so that a repetition does not just move.

Words that are marked several times should not all become the same other word, and none should
become a word that stands beside it already.
"""

from collections.abc import Sequence
from dataclasses import replace

from motjuste.lexicon.lemmas import lemma_of
from motjuste.lexicon.lexicon import Lexicon
from motjuste.text import Suggestion, Word
from motjuste.text.segmentation import words

# Nobody hears that a word as common as this is said twice (occurrences in a billion, log10).
UNHEARD = 5.9
# Of so many suggestions each takes its turn, if its score is so large a part of the first's.
_TURNS, _GOOD = 3, 0.2
# In how many characters a repetition is heard, some sixty words; and where it jars, some twelve.
HEARD, JARRING = 360, 70
# Two forms of a word begin with so many letters that are the same.
_STEM = 4


class Variety:
    """What came first for the marks of a document so far, by the word that was marked.

    Suggestions that stand within so many characters `beside` a mark come last there.
    """

    def __init__(self, lexicon: Lexicon, beside: int) -> None:
        self._lexicon, self._beside = lexicon, beside
        self._given: dict[tuple[str, str], dict[str, int]] = {}
        self._text, self._passed = "", 0

    def enter(self, text: str) -> None:
        """Go on to the next text of the document."""
        self._passed += len(self._text)
        self._text = text

    def ordered(
        self, word: Word, offers: Sequence[Suggestion], turns: bool = True
    ) -> tuple[Suggestion, ...]:
        """The suggestions for the next mark: first what was neither said nor suggested nearby.

        `turns` says whether another than the best may take its turn.
        """
        said = self._said(word, offers)
        fresh = [each for each in offers if each not in said]
        if turns and fresh:
            chosen = self._turn(word, fresh)
            fresh = [chosen, *(each for each in fresh if each is not chosen)]
        return _falling([*fresh, *said])

    def _turn(self, word: Word, offers: Sequence[Suggestion]) -> Suggestion:
        """The suggestion whose turn it is: not given nearby, or else the longest time ago."""
        if not self._is_heard(offers[0]):
            return offers[0]
        given = self._given.setdefault((word.lemma, word.pos), {})
        here = self._passed + word.start
        good = [each for each in offers[:_TURNS] if each.score >= _GOOD * offers[0].score]
        near = {text: place for text, place in given.items() if here - place <= HEARD}
        chosen = min(good, key=lambda each: near.get(each.text.lower(), -1))
        given[chosen.text.lower()] = here
        return chosen

    def _said(self, word: Word, offers: Sequence[Suggestion]) -> list[Suggestion]:
        """The suggestions that stand beside a mark already, and are heard there."""
        text, span = self._text, self._beside
        before = text[max(0, word.start - span) : word.start].lower()
        after = text[word.end : word.end + span].lower()
        # Most stand there in no form: that is quickly seen.
        likely = [
            each
            for each in offers
            if (stem := (each.lemma or each.text)[:_STEM].lower()) in before or stem in after
        ]
        if not likely:
            return []
        around = {lemma_of(each.text, word.pos) for side in (before, after) for each in words(side)}
        return [each for each in likely if each.lemma in around and self._is_heard(each)]

    def _is_heard(self, offer: Suggestion) -> bool:
        return self._lexicon.frequency(offer.lemma or offer.text) < UNHEARD


def _falling(offers: Sequence[Suggestion]) -> tuple[Suggestion, ...]:
    """The same with scores that never rise: what was put behind another is worth no more."""
    least, found = float("inf"), []
    for each in offers:
        least = min(least, each.score)
        found.append(replace(each, score=least))
    return tuple(found)
