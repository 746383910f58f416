"""Results of Mechanical Turk, as its requesters download them: a row for each assignment.

`Input.` columns hold what was asked and `Answer.` columns what was answered. The tables of SWORDS
are read by the rules of its program, other tables in the same way under plainer names:

| what | in SWORDS's tables | in others |
|---|---|---|
| text | `Input.s` | `Input.context`, `Input.text` or `Input.sentence` |
| target | `Input.w`, after `Input.s_left` | `Input.target`, at `Input.offset` if it occurs twice |
| name of the target | `Input.target_id` | the same, or none |
| substitutes | `Input.wprime_0`, … | `Input.substitute_1`, … |
| their sources | `Input.source_0`, … (`same` and `rand` are controls) | the same, or none |
| labels | of `Answer.candidate0-good.on`, `-bad.on`, `-abstain.on` one `true` | `Answer.label_1` |

Rejected assignments, controls, unanswered substitutes and rows whose text does not show its target
do not count. A folder is read as one table, with its `.txt` files as lists of what else is left
out: a worker, a worker and a HIT, or a worker, a HIT and the number of a substitute on each line.
"""

import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from motjuste.benchmarks.benchmark import FALSE, TRUE, UNSURE, Benchmark, Context, Item, Judgement
from motjuste.errors import BadInputError, BadInputWarning, bad_file
from motjuste.files import decode, fingerprint, numbered_lines, parse_rows, read_bytes
from motjuste.text import Target

_TEXTS = ("Input.context", "Input.text", "Input.sentence", "Input.s")
_TARGETS = ("Input.target", "Input.word", "Input.w")
_OFFSETS = ("Input.offset", "Input.start")
_LEFT = "Input.s_left"
_RIGHT = "Input.s_right"
_SUBSTITUTE = re.compile(r"Input\.(?:substitute|candidate|wprime)_?(\d*)\Z")
_LABEL = re.compile(r"Answer\.(?:label|answer|substitute|candidate)_?(\d*)(?:\.label)?\Z")
_BUTTON = re.compile(r"Answer\.(?:label|answer|substitute|candidate)_?(\d*)-(\w+)\.on\Z")
_REJECTED = "rejected"
# Sources of the two controls in each task of SWORDS (appendix B.3).
_CONTROLS = ("same", "rand")
_MEANINGS = {
    TRUE: ("true", "yes", "1", "on", "good", "acceptable"),
    FALSE: ("false", "no", "0", "bad", "unacceptable"),
    UNSURE: ("unsure", "unknown", "don't know", "dont know", "idk", "abstain", "?"),
}
_LABELS = {word: label for label, words in _MEANINGS.items() for word in words}


class _Answer(NamedTuple):
    """A label for a substitute; `number` is the substitute's place in the task."""

    number: str
    substitute: str
    label: str
    source: str


@dataclass
class _Judged:
    """The labels of a target's substitutes from all assignments."""

    name: str
    labels: dict[str, list[str]] = field(default_factory=dict)
    sources: dict[str, dict[str, None]] = field(default_factory=dict)

    def add(self, answer: _Answer) -> None:
        self.labels.setdefault(answer.substitute, []).append(answer.label)
        if answer.source:
            self.sources.setdefault(answer.substitute, {})[answer.source] = None

    def judgements(self) -> Iterator[Judgement]:
        for word, labels in self.labels.items():
            sources = list(self.sources.get(word, ()))
            yield Judgement(word, tuple(labels), {"sources": sources} if sources else {})


def read(path: Path, part: str | None = None) -> Benchmark:
    """The labels of all assignments in a table, or in all tables of a folder, by target."""
    if part is not None:
        raise bad_file(path, f"has no part {part!r}", "results of Mechanical Turk are one set")
    tables = sorted(path.rglob("*.csv")) if path.is_dir() else [path]
    contents = {table: read_bytes(table) for table in tables}
    excluded = set(_excluded(sorted(path.rglob("*.txt")))) if path.is_dir() else set()
    judged: dict[Target, _Judged] = {}
    for table, content in contents.items():
        _read_table(table, content, excluded, judged)
    if not judged:
        raise bad_file(path, "has no assignments that count")
    items = tuple(_items(judged))
    contexts = {item.context_id: Context(item.target.text) for item in items}
    name = path.name.removesuffix(".gz").removesuffix(".csv")
    return Benchmark(name, "mturk", contexts, items, fingerprint=fingerprint(*contents.values()))


def _excluded(files: Iterable[Path]) -> Iterator[tuple[str, ...]]:
    """The exclusions in lists: (worker,), (worker, HIT) or (worker, HIT, substitute's number)."""
    for file in files:
        for number, line in numbered_lines(decode(read_bytes(file), file)):
            words = tuple(line.split())
            if len(words) > 3:
                raise bad_file(
                    file, f"line {number} is not a worker, a HIT and a substitute's number"
                )
            yield words


def _read_table(
    table: Path, content: bytes, excluded: set[tuple[str, ...]], judged: dict[Target, _Judged]
) -> None:
    """Add the answers of a table to what was judged."""
    broken = 0
    for line, row in parse_rows(decode(content, table), table):
        row_id = (row.get("WorkerId", "").strip(), row.get("HITId", "").strip())
        if _is_rejected(row) or row_id[:1] in excluded or row_id in excluded:
            continue
        if _is_broken(row):
            broken += 1
            continue
        try:
            target = _target(row)
            answers = [answer for answer in _answers(row) if answer.source not in _CONTROLS]
        except BadInputError as error:
            raise bad_file(table, f"line {line}: {error}") from None
        name = row.get("Input.target_id", "").strip()
        for answer in answers:
            if (*row_id, answer.number) not in excluded:
                judged.setdefault(target, _Judged(name)).add(answer)
    if broken:
        warnings.warn(
            f"{table}: in {broken} rows the target is not at its place in the text: left out",
            BadInputWarning,
            stacklevel=3,
        )


def _is_rejected(row: Mapping[str, str]) -> bool:
    return row.get("AssignmentStatus", "").strip().lower() == _REJECTED


def _is_broken(row: Mapping[str, str]) -> bool:
    """Whether the parts of SWORDS's text do not make up the whole, as in its first table."""
    if _LEFT not in row:
        return False
    whole = row.get(_LEFT, "") + row.get("Input.w", "") + row.get(_RIGHT, "")
    return row.get("Input.s", "") != whole


def _target(row: Mapping[str, str]) -> Target:
    text, word = _cell(row, _TEXTS), _cell(row, _TARGETS)
    offset = next((row[name].strip() for name in _OFFSETS if row.get(name, "").strip()), "")
    if _LEFT in row:
        offset = str(len(row[_LEFT]))
    start = int(offset) if offset.isdecimal() else text.find(word)
    if not offset and text.count(word) > 1:
        raise BadInputError(f"{word!r} occurs more than once: add the column {_OFFSETS[0]}")
    if start < 0 or text[start : start + len(word)].lower() != word.lower():
        raise BadInputError(f"{word!r} is not at {offset or 'any place'} in the text")
    return Target(text, start, start + len(word), row.get("Input.pos") or None)


def _cell(row: Mapping[str, str], names: tuple[str, ...]) -> str:
    cell = next((row[name] for name in names if row.get(name)), "")
    if not cell:
        raise BadInputError(f"has no {' or '.join(names)}")
    return cell


def _answers(row: Mapping[str, str]) -> Iterator[_Answer]:
    """The substitutes of an assignment with their labels; those without an answer are left out."""
    labels = _labels(row)
    for name, value in row.items():
        match = _SUBSTITUTE.match(name)
        if not match or not value.strip() or match[1] not in labels:
            continue
        label = _LABELS.get(labels[match[1]].lower())
        if label is None:
            raise BadInputError(f"{labels[match[1]]!r} is not a label: use true, false or unsure")
        source = row.get(f"Input.source_{match[1]}", "").strip()
        yield _Answer(match[1], value.strip(), label, source)


def _labels(row: Mapping[str, str]) -> dict[str, str]:
    """The answers by the number of their substitute: a cell's text, or the button that is on."""
    labels: dict[str, str] = {}
    for name, value in row.items():
        cell, button = _LABEL.match(name), _BUTTON.match(name)
        if cell and value.strip():
            labels[cell[1]] = value.strip()
        elif button and value.strip().lower() == "true":
            if button[1] in labels:
                raise BadInputError(f"substitute {button[1]} has two answers")
            labels[button[1]] = button[2]
    return labels


def _items(judged: Mapping[Target, _Judged]) -> Iterator[Item]:
    for number, (target, answers) in enumerate(judged.items(), start=1):
        name = answers.name or str(number)
        yield Item(name, name, target, tuple(answers.judgements()), {})
