"""Suggestions for one word of a document, at any offset."""

from dataclasses import replace

from motjuste.check.checker import edited_in
from motjuste.documents import Format, passages
from motjuste.documents.passage import Passage, PassagePart, Raw, lines
from motjuste.errors import BadInputError, NoWordError
from motjuste.systems.answers import suggest
from motjuste.systems.system import System
from motjuste.text import Answer, Target
from motjuste.text.segmentation import Span
from motjuste.text.targets import at as target_at
from motjuste.text.targets import replace_surrogates


def suggest_at(
    system: System,
    text: str,
    start: int,
    end: int | None = None,
    form: Format = Format.text,
    explained: bool = False,
) -> Answer:
    """Suggestions for the word at an offset of a document, or for a span of it.

    The target of the answer, and the edits of its suggestions, are in the document.

    >>> from motjuste.systems.registry import make_system
    >>> answer = suggest_at(make_system("default"), "We took a **big** road.", 13, form="markdown")
    >>> answer.target.word, answer.target.start, answer.target.end
    ('big', 12, 15)
    """
    text = replace_surrogates(text)
    check_place(start, end, len(text))
    for passage in passages(text, form):
        answer = _answer(system, passage, start, end, explained)
        if answer is not None:
            return answer
    # In code, an address or a quotation: a user who points there wants suggestions nevertheless.
    line = Passage(Raw(text, [_line(text, start, end)]))
    answer = _answer(system, line, start, end, explained)
    if answer is None:
        raise NoWordError("there is no word", start, end)
    return answer


def check_place(start: int, end: int | None, size: int, units: str = "characters") -> None:
    """Refuse an offset or span that is outside a text of this size, counted in these units."""
    if not 0 <= start <= size or (end is not None and not start < end <= size):
        stretch = f"place {start}" if end is None else f"stretch from {start} to {end}"
        raise BadInputError(f"there is no {stretch} in a text of {size:,} {units}")


def _answer(
    system: System, passage: Passage, start: int, end: int | None, explained: bool
) -> Answer | None:
    """The answer, if the span is in this passage and may be changed there."""
    span = _in_passage(passage, start, end)
    if span is None:
        return None
    part = _part(passage, span.start)
    if span.end > part.start + len(part.text):
        return None
    target_end = None if end is None else span.end - part.start
    try:
        target = target_at(part.text, span.start - part.start, target_end)
    except NoWordError as error:
        # Report the error in the user's offsets, not in those of the passage.
        raise NoWordError(error.problem, start, end) from None
    source_span = passage.in_source(part.start + target.start, part.start + target.end)
    if source_span is None:
        return None
    (answer,) = suggest(system, [target], explained=explained)
    suggestions = tuple(edited_in(passage, part, suggestion) for suggestion in answer.suggestions)
    target = Target(passage.raw.source, source_span.start, source_span.end)
    return replace(answer, target=target, suggestions=suggestions)


def _in_passage(passage: Passage, start: int, end: int | None) -> Span | None:
    """A span of the document in a passage; a cursor right after a word still selects it."""
    first = passage.of_source(start)
    if end is not None:
        last = passage.of_source(end - 1)
        return None if first is None or last is None else Span(first, last + 1)
    if first is None and start:
        before = passage.of_source(start - 1)
        first = None if before is None else before + 1
    return None if first is None else Span(first, first)


def _part(passage: Passage, offset: int) -> PassagePart:
    return [part for part in passage.parts() if part.start <= offset][-1]


def _line(text: str, start: int, end: int | None) -> Span:
    """The span of the line or lines that contain a span."""
    last = start if end is None else end
    touched = [line for line in lines(text) if line.end >= start and line.start <= last]
    if not touched:
        return Span(len(text), len(text))
    return Span(touched[0].start, touched[-1].end)
