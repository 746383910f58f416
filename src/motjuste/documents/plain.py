"""Plain text: paragraphs between blank lines."""

import re
from collections.abc import Iterator

from motjuste.documents.directives import Exemptions, in_line
from motjuste.documents.inline import mark_addresses, mark_emphasis
from motjuste.documents.passage import Line, Passage, Raw, lines
from motjuste.text.segmentation import Span

# How e-mail marks quoted text.
_QUOTED = re.compile(r"[ \t]*>")


def passages(text: str) -> Iterator[Passage]:
    """The paragraphs of a plain text, without quoted lines and what directives exempt."""
    exemptions = Exemptions()
    line_spans: list[Span] = []
    for line in lines(text):
        content = _content(text, line)
        directive = in_line(text[line.start : line.end])
        is_quoted = _QUOTED.match(text, line.start, line.end)
        if content is None or directive or is_quoted:
            yield from _paragraph(text, line_spans, exemptions)
            line_spans = []
            if directive:
                exemptions.obey(directive)
        else:
            line_spans.append(content)
    yield from _paragraph(text, line_spans, exemptions)


def _content(text: str, line: Line) -> Span | None:
    """A line without surrounding white space; None if it is blank."""
    content = text[line.start : line.end]
    stripped = content.lstrip()
    if not stripped:
        return None
    start = line.end - len(stripped)
    return Span(start, start + len(stripped.rstrip()))


def _paragraph(text: str, line_spans: list[Span], exemptions: Exemptions) -> Iterator[Passage]:
    if not line_spans or exemptions.skips():
        return
    raw = Raw(text, line_spans)
    mark_emphasis(raw)
    mark_addresses(raw)
    passage = Passage(raw, exemptions.words)
    if passage.changeable():
        yield passage
