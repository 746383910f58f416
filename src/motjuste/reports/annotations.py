"""Files of annotations by annotator: one CSV format for all kinds of annotation.

Columns `item`, `annotator`, `substitute`, and as needed:

- `start`, `end`, `kind`: Smart Word Suggestions. `item` is the sentence, the span is in tokens,
  end exclusive, `kind` is refine-usage or diversify-expression.
- `kind` with the value `multiword`: SemEval-2007. The row names the phrase that the target is
  part of, instead of a substitute.
- `group`, `verdict`: judgements after the fact. `annotator` is the judge, `verdict` is good,
  reasonable or bad, `group` says who offered the substitute (such as sys and origA).

A row with an empty `substitute` (and no span) says that the annotator saw the item and had
nothing to say; an annotator without a row for an item did not see it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from motjuste.errors import BadInputError, bad_file
from motjuste.files import read_rows, whole_number
from motjuste.text import KINDS

Form = Literal["substitutes", "spans", "verdicts"]
Span: TypeAlias = tuple[int, int]

MULTIWORD = "multiword"
VERDICTS = ("good", "reasonable", "bad")
_REQUIRED = ("item", "annotator", "substitute")
_SPAN = ("start", "end")
_POSTHOC = ("group", "verdict")
_KNOWN = (*_REQUIRED, *_SPAN, "kind", *_POSTHOC)


class Annotation(NamedTuple):
    """The annotation of one item by one annotator: one row of the file."""

    item: str
    annotator: str
    substitute: str
    span: Span | None = None
    kind: str = ""
    group: str = ""
    verdict: str = ""


@dataclass(frozen=True)
class Annotations:
    """The rows of a file, which of the three forms it has, and who annotated."""

    form: Form
    rows: tuple[Annotation, ...]

    @property
    def annotators(self) -> list[str]:
        """All annotators, in alphabetical order."""
        return sorted({row.annotator for row in self.rows})

    @property
    def items(self) -> list[str]:
        """Every item that was annotated, in the order of the file."""
        return list(dict.fromkeys(row.item for row in self.rows))

    def seen(self) -> dict[str, dict[str, list[Annotation]]]:
        """The rows by item and by annotator."""
        by_item: dict[str, dict[str, list[Annotation]]] = {item: {} for item in self.items}
        for row in self.rows:
            by_item[row.item].setdefault(row.annotator, []).append(row)
        return by_item


def read_annotations(path: Path) -> Annotations:
    """Read a CSV file of annotations; an error names the line that is wrong."""
    rows: list[Annotation] = []
    lines: dict[Annotation, int] = {}
    form: Form = "substitutes"
    for line, fields in read_rows(path):
        form = _form(fields, path)
        try:
            row = _annotation(fields, form)
        except BadInputError as error:
            raise bad_file(path, f"line {line}: {error}") from None
        vote = row._replace(verdict="", kind=row.kind if row.kind == MULTIWORD else "")
        if vote in lines:
            raise bad_file(path, f"line {line} repeats line {lines[vote]}", "remove one of them")
        lines[vote] = line
        rows.append(row)
    if not rows:
        raise bad_file(path, "has no annotations", f"give a CSV file with {', '.join(_REQUIRED)}")
    return Annotations(form, tuple(rows))


def _form(columns: Iterable[str], path: Path) -> Form:
    """The form that the header announces."""
    names = list(columns)
    missing = [name for name in _REQUIRED if name not in names]
    for pair in (_SPAN, _POSTHOC):
        missing += [name for name in pair if name not in names and set(pair) & set(names)]
    if missing:
        raise bad_file(path, f"has no column {missing[0]!r}", "see the format of annotations")
    unknown = [name for name in names if name not in _KNOWN]
    if unknown:
        raise bad_file(
            path, f"has an unknown column {unknown[0]!r}", f"columns are {', '.join(_KNOWN)}"
        )
    if set(_SPAN) & set(names):
        return "spans"
    return "verdicts" if "verdict" in names else "substitutes"


def _annotation(fields: dict[str, str], form: Form) -> Annotation:
    values = {name: text.strip() for name, text in fields.items()}
    for name in ("item", "annotator"):
        if not values[name]:
            raise BadInputError(f"the {name} is empty")
    row = Annotation(
        values["item"],
        values["annotator"],
        values["substitute"],
        _span(values) if form == "spans" else None,
        _one_of(values.get("kind", ""), "kind", ("", *_kinds(form))),
        values.get("group", ""),
        values.get("verdict", ""),
    )
    if form == "spans" and bool(row.substitute) != bool(row.span):
        raise BadInputError("a substitute needs a span (start and end), and a span a substitute")
    if form == "verdicts":
        _one_of(row.verdict, "verdict", VERDICTS)
        if not (row.substitute and row.group):
            raise BadInputError("a verdict needs a substitute and a group")
    return row


def _kinds(form: Form) -> tuple[str, ...]:
    return {"substitutes": (MULTIWORD,), "spans": KINDS, "verdicts": ()}[form]


def _one_of(value: str, name: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        known = ", ".join(text for text in allowed if text) or "not used in this file"
        raise BadInputError(f"unknown {name} {value!r}; it is {known}")
    return value


def _span(values: dict[str, str]) -> Span | None:
    start, end = values["start"], values["end"]
    if not start and not end:
        return None
    span = whole_number(start, "the start"), whole_number(end, "the end")
    if span[0] >= span[1]:
        raise BadInputError(f"the span from {start!r} to {end!r} is not a span of tokens")
    return span
