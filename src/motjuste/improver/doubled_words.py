"""Words written twice by mistake: `the the`, `is is`."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from motjuste.analysis import Text
from motjuste.improver.marks import Span, mark
from motjuste.text import Edit, Improvement, Suggestion, Word
from motjuste.text.segmentation import overlaps

# Words that good writers use twice in a row.
_DOUBLED_ON_PURPOSE = frozenset(
    "had that do so very no yes ha bye hey now there her long far many much more really well tut "
    "knock blah hear come go night never again please wait home win half little big on "
    "side one two".split()
)


def doubled_words(text: Text, masked: Sequence[Span]) -> Iterator[Improvement]:
    """Marks on the second of two equal words, with an edit that deletes it."""
    for first, second in pairwise(text.words):
        if not _is_doubled(first, second):
            continue
        gap = text[first.end : second.start]
        if overlaps((first.start, second.end), masked) or gap.strip() or "\n\n" in gap:
            continue
        deletion = Suggestion("", 1.0, "", edits=(Edit(first.end, second.end, ""),))
        yield mark(text, (second.start, second.end), "repeated", [deletion], "sure")


def _is_doubled(first: Word, second: Word) -> bool:
    word = second.text
    if first.text.lower() != word.lower() or not word.isalpha():
        return False
    # Different tags show two different words (`that that`); a capital, a name or a title.
    is_meant = first.pos != second.pos or word[0].isupper() or word.lower() in _DOUBLED_ON_PURPOSE
    return not is_meant
