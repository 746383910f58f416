"""Results of Mechanical Turk, as its requesters download them: a row for each assignment.

`Input.` columns say what was asked: `context` (or `text`, `sentence`), `target` and, if it stands
more than once, `offset`; `substitute`, or `substitute_1`, `substitute_2`, … `Answer.` columns hold
the labels: `label`, or `label_1`, `label_2`, … Rejected assignments do not count.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from motjuste.benchmarks.benchmark import FALSE, TRUE, UNSURE, Benchmark, Context, Item, Judgement
from motjuste.errors import BadInputError, bad_file
from motjuste.files import decode, fingerprint, parse_rows, read_bytes
from motjuste.text import Target

_TEXTS = ("Input.context", "Input.text", "Input.sentence")
_TARGETS = ("Input.target", "Input.word")
_OFFSETS = ("Input.offset", "Input.start")
_CANDIDATE = re.compile(r"Input\.(?:substitute|candidate)(?:_?(\d+))?\Z")
_LABEL = re.compile(r"Answer\.(?:label|answer|substitute|candidate)(?:_?(\d+))?(?:\.label)?\Z")
_REJECTED = "rejected"
_MEANINGS = {
    TRUE: ("true", "yes", "1", "on", "good", "acceptable"),
    FALSE: ("false", "no", "0", "bad", "unacceptable"),
    UNSURE: ("unsure", "unknown", "don't know", "dont know", "idk", "?"),
}
_LABELS = {word: label for label, words in _MEANINGS.items() for word in words}


def read(path: Path, part: str | None = None) -> Benchmark:
    """The labels of all assignments, by target and substitute."""
    content = read_bytes(path)
    labels: dict[Target, dict[str, list[str]]] = {}
    for line, row in parse_rows(decode(content, path), path):
        if row.get("AssignmentStatus", "").strip().lower() == _REJECTED:
            continue
        try:
            by_substitute = labels.setdefault(_target(row), {})
            for substitute, label in _labels(row):
                by_substitute.setdefault(substitute, []).append(label)
        except BadInputError as error:
            raise bad_file(path, f"line {line}: {error}") from None
    if not labels:
        raise bad_file(path, "has no assignments that count")
    items = tuple(_item(str(n), *pair) for n, pair in enumerate(labels.items(), start=1))
    contexts = {item.context_id: Context(item.target.text) for item in items}
    name = path.name.removesuffix(".gz").removesuffix(".csv")
    return Benchmark(name, "mturk", contexts, items, fingerprint=fingerprint(content))


def _target(row: Mapping[str, str]) -> Target:
    text, word = _cell(row, _TEXTS), _cell(row, _TARGETS)
    offset = next((row[name].strip() for name in _OFFSETS if row.get(name, "").strip()), "")
    start = int(offset) if offset.isdecimal() else text.find(word)
    if not offset and text.count(word) > 1:
        raise BadInputError(f"{word!r} stands more than once: add the column {_OFFSETS[0]}")
    if start < 0 or text[start : start + len(word)].lower() != word.lower():
        raise BadInputError(f"{word!r} does not stand at the offset {offset or 'found'}")
    return Target(text, start, start + len(word), row.get("Input.pos") or None)


def _cell(row: Mapping[str, str], names: tuple[str, ...]) -> str:
    found = next((row[name] for name in names if row.get(name)), "")
    if not found:
        raise BadInputError(f"has no {' or '.join(names)}")
    return found


def _labels(row: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The substitutes of an assignment with their labels; what was left blank has none."""
    answers = {match[1]: row[name] for name in row if (match := _LABEL.match(name))}
    for name, value in row.items():
        match = _CANDIDATE.match(name)
        answer = answers.get(match[1], "").strip() if match else ""
        if not value.strip() or not answer:
            continue
        label = _LABELS.get(answer.lower())
        if label is None:
            raise BadInputError(f"{answer!r} is no label; labels are true, false and unsure")
        yield value.strip(), label


def _item(name: str, target: Target, labels: Mapping[str, list[str]]) -> Item:
    judgements = tuple(Judgement(word, tuple(given)) for word, given in labels.items())
    return Item(name, name, target, judgements, {})
