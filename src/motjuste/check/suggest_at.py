"""A system asked about one word of a document, wherever a writer points."""

from dataclasses import replace

from motjuste.check.checker import edited_in
from motjuste.documents import Format, passages
from motjuste.documents.passage import Part, Passage, Raw, lines
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
    """What could stand in place of the word at a place of a document, or of a span of it.

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
    # Code, an address, a quotation: whoever points there wants to know nevertheless.
    line = Passage(Raw(text, [_line(text, start, end)]))
    answer = _answer(system, line, start, end, explained)
    if answer is None:
        raise NoWordError("there is no word", start, end)
    return answer


def check_place(start: int, end: int | None, size: int, units: str = "characters") -> None:
    """Refuse a place, or a stretch, that is not in a text of that size, counted in those units."""
    if not 0 <= start <= size or (end is not None and not start < end <= size):
        stretch = f"place {start}" if end is None else f"stretch from {start} to {end}"
        raise BadInputError(f"there is no {stretch} in a text of {size:,} {units}")


def _answer(
    system: System, passage: Passage, start: int, end: int | None, explained: bool
) -> Answer | None:
    """The answer, if the place is in this passage and may be changed there."""
    span = _in_passage(passage, start, end)
    if span is None:
        return None
    part = _part(passage, span.start)
    if span.end > part.start + len(part.text):
        return None
    stop = None if end is None else span.end - part.start
    try:
        target = target_at(part.text, span.start - part.start, stop)
    except NoWordError as error:
        # The part of a passage is no place that anybody has asked about.
        raise NoWordError(error.said, start, end) from None
    place = passage.in_source(part.start + target.start, part.start + target.end)
    if place is None:
        return None
    (answer,) = suggest(system, [target], explained=explained)
    suggestions = tuple(edited_in(passage, part, each) for each in answer.suggestions)
    target = Target(passage.raw.source, place.start, place.end)
    return replace(answer, target=target, suggestions=suggestions)


def _in_passage(passage: Passage, start: int, end: int | None) -> Span | None:
    """A stretch of the document in a passage; a cursor right after a word is still at it."""
    first = passage.of_source(start)
    if end is not None:
        last = passage.of_source(end - 1)
        return None if first is None or last is None else Span(first, last + 1)
    if first is None and start:
        before = passage.of_source(start - 1)
        first = None if before is None else before + 1
    return None if first is None else Span(first, first)


def _part(passage: Passage, at: int) -> Part:
    return [part for part in passage.parts() if part.start <= at][-1]


def _line(text: str, start: int, end: int | None) -> Span:
    """The line or lines in which a stretch stands."""
    stop = start if end is None else end
    around = [line for line in lines(text) if line.end >= start and line.start <= stop]
    if not around:
        return Span(len(text), len(text))
    return Span(around[0].start, around[-1].end)
