"""The user's own data: CSV or TSV with a header, JSON lines or a JSON list, with the same fields.

| field | what |
|---|---|
| `text` (or `sentence`) | the text; it may mark its target as `**word**` or `*word*` |
| `start`, `end` | the target's characters, end exclusive, if it is not marked |
| `target` | or the target's word, which must stand in the text just once, or at `offset` |
| `substitutes` | `glad:3; merry:2` or `glad; merry`; in JSON also {"glad": 3} or ["glad"] |
| `best`, `good`, `possible`, `wrong` | or graded substitutes, `glad, merry` in each column |
| `id`, `pos`, `lemma` | if known; without an id the row's number is the id |

Only a text with its target is needed. Further fields are kept as they are.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from motjuste.benchmarks.benchmark import FALSE, MAX_VOTES, TRUE, Benchmark, Item, Judgement, voted
from motjuste.benchmarks.rows import read_items
from motjuste.benchmarks.spans import Unmarked, occurrences, unmark
from motjuste.benchmarks.swords_ids import context_id
from motjuste.errors import BadInputError, bad_file, brief
from motjuste.files import numbered_lines, parse_json, parse_rows, whole_number
from motjuste.text import Target
from motjuste.text.segmentation import Span

_TEXT = ("text", "sentence")
# A grade as labels: how many of twenty readers would accept the word.
_READERS = 20
_ACCEPTING = {"best": 20, "good": 15, "possible": 7, "wrong": 0}
_KNOWN = frozenset(
    (*_TEXT, *_ACCEPTING, "start", "end", "offset", "target", "substitutes", "id", "pos", "lemma")
)
_POS_NAMES = {"noun": "NOUN", "verb": "VERB", "adjective": "ADJ", "adverb": "ADV", "phrase": None}
_MARKED = re.compile(r"(?<!\*)(\*\*?)(?![\s*])[^*]*[^\s*]\1(?!\*)")


def read(path: Path, part: str | None = None) -> Benchmark:
    """Read a CSV or JSON file, told apart by its first character."""
    return read_items("plain", path, part, _items)


def _json_rows(text: str, path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    whole = text.lstrip().startswith("[")
    for number, row in _json_list(text, path) if whole else _json_lines(text, path):
        if not isinstance(row, dict):
            what = "entry" if whole else "line"
            raise bad_file(path, f"{what} {number} is not a JSON object")
        yield number, row


def _json_list(text: str, path: Path) -> Iterator[tuple[int, Any]]:
    yield from enumerate(parse_json(text.encode(), path), start=1)


def _json_lines(text: str, path: Path) -> Iterator[tuple[int, Any]]:
    for number, line in numbered_lines(text):
        try:
            yield number, json.loads(line)
        except (ValueError, RecursionError):
            raise bad_file(path, f"line {number} is not JSON", "write one object a line") from None


def _items(text: str, path: Path) -> Iterator[Item]:
    rows = _rows(text, path)
    seen: dict[str, int] = {}
    for number, (line, row) in enumerate(rows, start=1):
        try:
            item = _item(str(number), {key: row[key] for key in row if not _empty(row[key])})
        except BadInputError as error:
            raise bad_file(path, f"line {line}: {error}") from None
        if item.id in seen:
            raise bad_file(
                path, f"line {line}: the id {brief(item.id)} is that of line {seen[item.id]}"
            )
        seen[item.id] = line
        yield item


def _rows(text: str, path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    if text.lstrip()[:1] in ("{", "["):
        return _json_rows(text, path)
    return _tab_rows(text, path) if "\t" in text.split("\n", 1)[0] else parse_rows(text, path)


def _tab_rows(text: str, path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Rows between tabs, where a quotation mark is a character like any other."""
    header: list[str] = []
    for number, line in numbered_lines(text):
        cells = line.split("\t")
        if header and len(cells) != len(header):
            raise bad_file(path, f"line {number} does not have the header's columns")
        if header:
            yield number, dict(zip(header, cells, strict=True))
        else:
            header = cells


def _empty(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _item(number: str, row: Mapping[str, Any]) -> Item:
    text, span = _target(row)
    pos = _string(row, "pos")
    pos = _POS_NAMES.get(pos, pos) if pos else None
    target = Target(text, *span, pos=pos, lemma=_string(row, "lemma"))
    extra = {key: value for key, value in row.items() if key not in _KNOWN}
    judgements = (*_judgements(row.get("substitutes", ())), *_graded(row))
    return Item(str(row.get("id", number)), context_id(text), target, judgements, extra)


def _string(row: Mapping[str, Any], field: str) -> str | None:
    value = row.get(field)
    if value is not None and not isinstance(value, str):
        raise BadInputError(f"the {field} {value!r} is not a text")
    return value


def _target(row: Mapping[str, Any]) -> Unmarked:
    """The text and its target: by offsets, by marks, or by the word."""
    field = next((name for name in _TEXT if name in row), None)
    text = _string(row, field) if field else None
    if text is None:
        raise BadInputError("there is no text; name its column `text` or `sentence`")
    if "start" in row or "end" in row:
        return Unmarked(text, Span(_number(row, "start"), _number(row, "end")))
    if "offset" in row:
        return _at_offset(text, _number(row, "offset"), _string(row, "target"))
    marks = list(_MARKED.finditer(text))
    if len(marks) > 1:
        raise BadInputError(
            f"{len(marks)} targets are marked: write a row for each, or give `start` and `end`"
        )
    for marked in marks:
        cut = unmark(text[marked.start() :], marked[1], marked[1])
        before, place = text[: marked.start()], cut.span
        start, end = (marked.start() + at for at in place)
        return Unmarked(before + cut.text, Span(start, end))
    return _by_word(text, _string(row, "target"))


def _at_offset(text: str, start: int, word: str | None) -> Unmarked:
    """The target's word at its offset, ignoring case; if no word is given, up to the next space."""
    target_word = word or (text[start:].split() or [""])[0]
    if not target_word or text[start : start + len(target_word)].lower() != target_word.lower():
        raise BadInputError(f"the target {word!r} does not stand at the offset {start} of the text")
    return Unmarked(text, Span(start, start + len(target_word)))


def _by_word(text: str, word: str | None) -> Unmarked:
    if word is None:
        raise BadInputError(
            "no target is given: mark it as **word**, or add `start` and `end`, or `target`"
        )
    spans = occurrences(text, word.strip())
    if len(spans) != 1:
        times = f"{len(spans)} times" if spans else "nowhere"
        raise BadInputError(
            f"the target {word!r} stands {times} in the text: mark it as **word**, or give `start` "
            "and `end`"
        )
    return Unmarked(text, spans[0])


def _number(row: Mapping[str, Any], field: str) -> int:
    value = row.get(field)
    if type(value) is int:
        return value
    if isinstance(value, str):
        return whole_number(value, f"`{field}`")
    raise BadInputError(
        f"`{field}` is {brief(value)}, not a whole number; give both `start` and `end`"
    )


def _judgements(value: Any) -> Iterator[Judgement]:
    """Substitutes with their votes: as one text, as a list (a vote each), or as an object."""
    if isinstance(value, str):
        yield from (_judgement(*_entry(entry)) for entry in value.split(";") if entry.strip())
    elif isinstance(value, dict):
        yield from (_judgement(text, votes) for text, votes in value.items())
    elif isinstance(value, (list, tuple)):
        yield from (_judgement(text, 1) for text in value)
    else:
        raise BadInputError(f"the substitutes {value!r} are not a text, a list or an object")


def _graded(row: Mapping[str, Any]) -> Iterator[Judgement]:
    """The words of the columns `best`, `good`, `possible` and `wrong`."""
    for grade, accepting in _ACCEPTING.items():
        labels = (TRUE,) * accepting + (FALSE,) * (_READERS - accepting)
        for word in (_string(row, grade) or "").split(","):
            if word.strip():
                yield Judgement(word.strip(), labels)


def _entry(entry: str) -> tuple[str, int]:
    """A substitute and its votes; one vote if none are given.

    >>> _entry(" glad:3"), _entry("merry"), _entry("ratio 2:1 :4")
    (('glad', 3), ('merry', 1), ('ratio 2:1', 4))
    """
    text, colon, votes = entry.strip().rpartition(":")
    if colon and votes.strip().isdigit() and text.strip():
        return text.strip(), whole_number(votes, f"the votes for {brief(text)}", MAX_VOTES)
    return entry.strip(), 1


def _judgement(text: Any, votes: Any) -> Judgement:
    if not isinstance(text, str) or not text.strip():
        raise BadInputError(f"the substitute {text!r} is not a text")
    if type(votes) is not int:
        raise BadInputError(f"the votes {brief(votes)} for {brief(text)} are not a whole number")
    return voted(text.strip(), votes)
