"""Hand-written knowledge of English as rows of data, and the matcher that finds it in a text.

The rows are in `data/`, their format is described in docs/rules.md, and
`python -m motjuste.rules FILE.tsv` checks a file of them.
"""

from collections.abc import Collection, Sequence

from motjuste.rules.fixes import Fix
from motjuste.rules.kinds import RuleKind, kinds
from motjuste.rules.matcher import RuleMatch, RuleSet, default_rules
from motjuste.rules.rows import Rule, read_rows
from motjuste.text import CONFIDENCES, Confidence, Genre, Word

__all__ = [
    "CONFIDENCES", "Confidence", "Fix", "Rule", "RuleKind", "RuleMatch",
    "RuleSet", "default_rules", "kinds", "match", "read_rows",
]  # fmt: skip


def match(
    words: Sequence[Word],
    text: str,
    *,
    genre: Genre | None = None,
    only: Collection[str] | None = None,
    confidences: Collection[Confidence] = CONFIDENCES,
    masked: Sequence[tuple[int, int]] = (),
) -> list[RuleMatch]:
    """The places of a tagged text where the rules in the package match.

    >>> from motjuste.analysis import words_of
    >>> text = "The mistakes were done by others."
    >>> [(m.kind, m.fixes[0].apply(text)) for m in match(words_of(text), text)]
    [('collocation', 'The mistakes were made by others.')]
    """
    rules = default_rules()
    return rules.match(words, text, genre=genre, only=only, confidences=confidences, masked=masked)
