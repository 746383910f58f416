"""The table in which a person accepts or rejects the confounders of ANVAN-LS."""

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from motjuste.errors import bad_file
from motjuste.files import read_rows, write_text
from motjuste.spaces.anvan import Anvan

COLUMNS = ("query", "phrase", "target", "substitutes", "confounder", "verdict")
VERDICTS = ("accept", "reject", "")


class Row(NamedTuple):
    """A confounder and the verdict on it."""

    query: str
    phrase: str
    target: str
    substitutes: str
    confounder: str
    verdict: str


def read_review(path: Path) -> list[Row]:
    """The rows of a review file; empty if there is none."""
    if not path.exists():
        return []
    rows = []
    for line, row in read_rows(path, delimiter="\t"):
        if set(row) != set(COLUMNS):
            raise bad_file(path, f"does not have the columns {', '.join(COLUMNS)}")
        verdict = row["verdict"].strip().lower()
        if verdict not in VERDICTS:
            raise bad_file(path, f"line {line}: {verdict!r} is neither accept nor reject")
        rows.append(Row(**{**row, "verdict": verdict}))
    return rows


def rejected(rows: Iterable[Row]) -> dict[str, frozenset[str]]:
    """The confounders that were rejected, by query."""
    by_query: dict[str, frozenset[str]] = {}
    for row in rows:
        if row.verdict == "reject":
            by_query[row.query] = by_query.get(row.query, frozenset()) | {row.confounder.lower()}
    return by_query


def write_review(phrases: Iterable[Anvan], previous: Iterable[Row], path: Path) -> int:
    """Write the current confounders and those rejected before; returns how many are unjudged."""
    old = {(row.query, row.confounder): row for row in previous}
    rows: list[Row] = []
    for phrase in phrases:
        for query in phrase.queries:
            substitutes = " ".join(judgement.text for judgement in query.substitutes)
            columns = (query.name, phrase.text, query.lemma, substitutes)
            current = [
                old.get((query.name, word), Row(*columns, word, "")) for word in query.confounders
            ]
            rows += current
    written = set(rows)
    rows += [row for row in old.values() if row.verdict == "reject" and row not in written]
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerows([COLUMNS, *rows])
    write_text(path, out.getvalue())
    return sum(not row.verdict for row in rows)
