"""The forms of tasks: the template of each, its values, and the parser of its fields."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from motjuste.collect.service import Answers, Task, WrittenAnswer
from motjuste.serve.judging.answers import Given, read_marks
from motjuste.serve.judging.views import pieces_of


class AnswerForm(NamedTuple):
    """A template, the values that it needs beyond every task's, and the reader of its fields."""

    template: str
    view: Callable[[Task], dict[str, Any]]
    read: Callable[[Task, Given], Answers]


def _target_view(task: Task) -> dict[str, Any]:
    start, end = task.start or 0, task.end or 0
    return {"before": task.text[:start], "word": task.text[start:end], "after": task.text[end:]}


def _labels_view(task: Task) -> dict[str, Any]:
    return {**_target_view(task), "rows": task.rows}


def _spans_view(task: Task) -> dict[str, Any]:
    return {"pieces": pieces_of(task)}


def _read_labels(_: Task, given: Given) -> Answers:
    return given.rows


def _read_words(_: Task, given: Given) -> Answers:
    return WrittenAnswer(given.words, given.response, given.phrase)


# By the name of the form in a kind of project.
FORMS: Mapping[str, AnswerForm] = {
    "labels": AnswerForm("rows.html", _labels_view, _read_labels),
    "spans": AnswerForm("marks.html", _spans_view, read_marks),
    "words": AnswerForm("write.html", _target_view, _read_words),
}
