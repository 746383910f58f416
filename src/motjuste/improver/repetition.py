"""Words that are written twice by a slip: `the the`, `is is`."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from motjuste.analysis import Text
from motjuste.improver.marks import Span, mark
from motjuste.text import Edit, Improvement, Suggestion

# Words that good writers put twice, one after the other.
_TWICE = frozenset(
    "had that do so very no yes ha bye hey now there her long far many much more really well tut "
    "knock blah hear come go night never again please wait home win half little big on "
    "side one two".split()
)


def doubled_words(text: Text, masked: Sequence[Span]) -> Iterator[Improvement]:
    """The second of two equal words, which can be left out."""
    words = text.words
    for first, second in pairwise(words):
        word = second.text
        if first.text.lower() != word.lower() or not word.isalpha() or word.lower() in _TWICE:
            continue
        # A verb and its noun, a name twice, a title: two readings of one form.
        if first.pos != second.pos or second.text[0].isupper():
            continue
        gap = text[first.end : second.start]
        inside = any(start < second.end and first.start < end for start, end in masked)
        if inside or gap.strip() or "\n\n" in gap:
            continue
        fix = Suggestion("", 1.0, "", edits=(Edit(first.end, second.end, ""),))
        yield mark(text, (second.start, second.end), "repeated", [fix], "sure")
