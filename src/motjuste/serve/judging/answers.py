"""An annotator's answers: read from a form, shown again if wrong, converted to labels."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from motjuste.collect.service import Marking, Task
from motjuste.errors import RefusedError, brief
from motjuste.serve.judging.forms import Form

# As the page writes it: no other spelling of a number, and none that is too long to be one.
_ROW = re.compile("[1-9][0-9]{0,3}")
# Empty rows that a form has for further marks.
_SPARE_ROWS = 7
# Marks that are read from a form.
_MOST_MARKS = 40
# Substitutes that an annotator can add in a form.
_MOST_WORDS = 20


@dataclass(frozen=True)
class GivenMark:
    """A row of the form for words to change, as it was filled in."""

    start: str = ""
    phrase: str = ""
    substitutes: str = ""
    kind: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether the row is empty."""
        return not (self.phrase or self.substitutes)


@dataclass(frozen=True)
class Given:
    """A filled-in form for a task, not yet checked."""

    rows: dict[int, str]
    marks: tuple[GivenMark, ...]
    comment: str
    key: str
    words: tuple[str, ...] = ()
    response: str = ""
    phrase: str = ""

    @classmethod
    def of(cls, form: Form) -> "Given":
        """The content of a form."""
        rows = {
            int(number): label
            for number, label in form.under("row-").items()
            if _ROW.fullmatch(number)
        }
        marks = tuple(
            GivenMark(
                *(form[f"{name}-{number}"] for name in ("start", "phrase", "substitutes", "kind"))
            )
            for number in range(_MOST_MARKS)
        )
        filled = tuple(mark for mark in marks if not mark.is_empty)
        words = tuple(form[f"word-{number}"] for number in range(1, _MOST_WORDS + 1))
        return cls(
            rows,
            filled,
            form["comment"],
            form["key"][:100],
            tuple(word for word in words if word),
            form["response"],
            form["phrase"],
        )

    @classmethod
    def nothing(cls, task: Task) -> "Given":
        """An empty form."""
        return cls({}, (), "", "").shown(task)

    def shown(self, task: Task) -> "Given":
        """The form as it is shown: with empty rows for more words to change or to add."""
        wanted = max(task.least, len(self.marks)) + _SPARE_ROWS
        return replace(
            self,
            marks=self.marks + (GivenMark(),) * (wanted - len(self.marks)),
            words=self.words + ("",) * (task.most - len(self.words)),
        )


def read_marks(task: Task, given: Given) -> list[Marking]:
    """The words to change; the project checks everything else."""
    return list(_markings(task, given.marks))


def _markings(task: Task, marks: tuple[GivenMark, ...]) -> Iterator[Marking]:
    used: set[tuple[int, int]] = set()
    for mark in marks:
        place = _place(task, mark, used)
        used.add(place)
        substitutes = tuple(text.strip() for text in mark.substitutes.split(";") if text.strip())
        yield Marking(*place, mark.kind, substitutes)


def _place(task: Task, mark: GivenMark, used: set[tuple[int, int]]) -> tuple[int, int]:
    """The tokens that a mark covers: at its place, else at the first unmarked occurrence."""
    starts = {token.start: index for index, token in enumerate(task.tokens)}
    ends = {token.end: index + 1 for index, token in enumerate(task.tokens)}
    for start in _occurrences(task.text, mark):
        first, last = starts.get(start), ends.get(start + len(mark.phrase))
        if first is not None and last is not None and (first, last) not in used:
            return first, last
    raise RefusedError(
        f"{brief(mark.phrase)} is not in the sentence as you wrote it, or is marked already",
        "invalid",
    )


def _occurrences(text: str, mark: GivenMark) -> Iterator[int]:
    """The occurrences of the words: at the chosen place, or all of them."""
    if not mark.phrase:
        return
    if mark.start.isdecimal():
        start = int(mark.start[:9])
        if text.startswith(mark.phrase, start):
            yield start
        return
    start = text.find(mark.phrase)
    while start >= 0:
        yield start
        start = text.find(mark.phrase, start + 1)
