"""The file in which a person accepts or rejects the confounders of ANVAN-LS."""

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
    """A confounder and what was said of it."""

    query: str
    phrase: str
    target: str
    substitutes: str
    confounder: str
    verdict: str


def read_review(path: Path) -> list[Row]:
    """The rows of a review, if there is one."""
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
    found: dict[str, frozenset[str]] = {}
    for row in rows:
        if row.verdict == "reject":
            found[row.query] = found.get(row.query, frozenset()) | {row.confounder.lower()}
    return found


def write_review(phrases: Iterable[Anvan], before: Iterable[Row], path: Path) -> int:
    """Write the confounders as they are now, and those rejected before; how many are unjudged."""
    old = {(row.query, row.confounder): row for row in before}
    rows: list[Row] = []
    for phrase in phrases:
        for query in phrase.queries:
            given = " ".join(each.text for each in query.substitutes)
            shown = (query.name, phrase.text, query.lemma, given)
            now = [old.get((query.name, word), Row(*shown, word, "")) for word in query.confounders]
            rows += now
    kept = set(rows)
    rows += [row for row in old.values() if row.verdict == "reject" and row not in kept]
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerows([COLUMNS, *rows])
    write_text(path, out.getvalue())
    return sum(not row.verdict for row in rows)
