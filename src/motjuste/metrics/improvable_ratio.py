"""Smart Word Suggestions, improvable ratio: the share of tokens that a system would change.

Spans count as the system gave them: one that is given twice counts twice, as in the original
program. In a sentence that the system left out, no token is marked.
"""

import re

from motjuste.metrics.measure import Family, Measure, ratio
from motjuste.metrics.sws import PAPER, ScoredSentence, SentenceRows


def _row(sentence: ScoredSentence) -> tuple[float, ...]:
    return sentence.tokens_marked, sentence.tokens


def _build(match: re.Match[str]) -> Measure:
    return Measure(match[0], "share of tokens in marked spans", SentenceRows(_row, 2), ratio(0, 1))


FAMILIES = (
    Family(
        "ImpR",
        "Improvable ratio: the share of tokens that a system would change.",
        f"{PAPER}, section 6.1",
        ("ImpR",),
        _build,
    ),
)
