"""Findings for programs: one JSON document, SARIF 2.1.0, or GitHub's workflow commands."""

import json
import os
import sys
import tempfile
from typing import TYPE_CHECKING, Any
from urllib.parse import quote_from_bytes

from motjuste import __version__
from motjuste.cli.findings import Report, Summary
from motjuste.cli.output import to_json, visible

if TYPE_CHECKING:
    from motjuste.check import DocumentProperties, Job
    from motjuste.documents.places import Places
    from motjuste.text import Improvement, Suggestion

# Bytes of a report that are kept in memory; longer ones go to a temporary file.
_IN_MEMORY = 1 << 20
_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


class _Document:
    """A JSON document that grows on disk and is printed only when it is whole."""

    def __init__(self, head: str) -> None:
        self._file = tempfile.SpooledTemporaryFile(  # noqa: SIM115, it lives as long as this
            max_size=_IN_MEMORY, mode="w+", encoding="utf-8", errors="backslashreplace", newline=""
        )
        self._file.write(head)
        self._comma = ""

    def element(self, value: Any) -> None:
        """Another element of the list that is open."""
        self._file.write(f"{self._comma}\n{to_json(value)}")
        self._comma = ","

    def head(self, text: str) -> None:
        """Text before the list."""
        self._file.write(text)

    def open(self, head: str) -> None:
        """Begin an element that has a list of its own."""
        self._file.write(f"{self._comma}\n{head}")
        self._comma = ""

    def shut(self, tail: str) -> None:
        """End such an element."""
        self._file.write(tail)
        self._comma = ","

    def print(self, tail: str) -> None:
        """End the document and print it."""
        self._file.write(f"{tail}\n")
        self._file.seek(0)
        while piece := self._file.read(1 << 16):
            sys.stdout.write(piece)

    def stop(self) -> None:
        """Discard the document."""
        self._file.close()


class JsonReport(Report):
    """`{"improvements": […]}` for one text, `{"files": [{"path", "improvements"}]}` for several."""

    def __init__(self, several: bool, top: int) -> None:
        self._several = several
        self._top = top
        self._open = False
        self._document = _Document('{"files": [' if several else "{")

    def begin(self, job: "Job", properties: "DocumentProperties") -> None:
        """Write the head of a file's findings."""
        about = json.dumps({"genre": properties.genre, "is_english": properties.is_english})[1:-1]
        path = f'"path": {json.dumps(str(job.path))}, ' if self._several else ""
        if self._several:
            self._document.open(f'{{{path}{about}, "improvements": [')
        else:
            self._document.head(f'{about}, "improvements": [')
        self._open = True

    def add(self, job: "Job", places: "Places", finding: "Improvement") -> None:
        """Write a finding."""
        offered = finding.suggestions[: self._top]
        self._document.element(
            {
                "start": finding.start,
                "end": finding.end,
                "text": finding.text,
                "kind": finding.kind,
                "sws_kind": finding.sws_kind,
                "confidence": finding.confidence,
                "substitutes": [
                    {"text": suggestion.text, "score": suggestion.score} for suggestion in offered
                ],
                "message": finding.message,
            }
        )

    def end(self, job: "Job") -> None:
        """Write the end of a file's findings."""
        if self._several:
            self._document.shut("]}")

    def close(self, summary: Summary) -> None:
        """Print the document."""
        if not self._several and not self._open:
            self._document.head('"improvements": [')
        self._document.print("]}")

    def stop(self) -> None:
        """Discard the document."""
        self._document.stop()


class SarifReport(Report):
    """SARIF 2.1.0, as code hosts and editors read it; every suggestion is a fix."""

    def __init__(self, top: int) -> None:
        self._top = top
        from motjuste.rules.kinds import kinds

        self._kinds = list(kinds())
        rules = [
            {
                "id": kind.name,
                "name": kind.title,
                "shortDescription": {"text": kind.explanation},
                "defaultConfiguration": {"level": "note"},
            }
            for kind in kinds().values()
        ]
        driver = {"name": "motjuste", "version": __version__, "rules": rules}
        self._document = _Document(
            f'{{"$schema": {json.dumps(_SCHEMA)}, "version": "2.1.0", "runs": [{{"tool": '
            f'{json.dumps({"driver": driver})}, "columnKind": "unicodeCodePoints", "results": ['
        )

    def add(self, job: "Job", places: "Places", finding: "Improvement") -> None:
        """Write a finding."""
        artifact = _artifact(job)
        region = {
            **_region(places, finding.start, finding.end),
            "snippet": {"text": finding.text},
        }
        result: dict[str, Any] = {
            "ruleId": finding.kind,
            "ruleIndex": self._kinds.index(finding.kind),
            "level": "note",
            "message": {"text": _with_offers(finding, self._top)},
            "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
        }
        fixes = [
            _fix(suggestion, places, artifact) for suggestion in finding.suggestions[: self._top]
        ]
        self._document.element({**result, "fixes": fixes} if fixes else result)

    def close(self, summary: Summary) -> None:
        """Print the document."""
        self._document.print("]}]}")

    def stop(self) -> None:
        """Discard the document."""
        self._document.stop()


def _artifact(job: "Job") -> dict[str, str]:
    path = job.path.as_posix() if job.document is None else "stdin"
    uri = quote_from_bytes(os.fsencode(path))
    return {"uri": f"file://{uri}"} if path.startswith("/") else {"uri": uri}


def _fix(suggestion: "Suggestion", places: "Places", artifact: dict[str, str]) -> dict[str, Any]:
    """A suggestion as SARIF's fix: a description, and what to replace in the file."""
    replacements = [
        {
            "deletedRegion": _region(places, edit.start, edit.end),
            "insertedContent": {"text": edit.text},
        }
        for edit in suggestion.edits
    ]
    description = f"Write “{suggestion.text}”" if suggestion.text else "Leave it out"
    return {
        "description": {"text": description},
        "artifactChanges": [{"artifactLocation": artifact, "replacements": replacements}],
    }


def _region(places: "Places", start: int, end: int) -> dict[str, int]:
    first, last = places.at(start), places.at(end)
    return {
        "startLine": first.line,
        "startColumn": first.column,
        "endLine": last.line,
        "endColumn": last.column,
    }


def _with_offers(finding: "Improvement", top: int) -> str:
    offered = ", ".join(suggestion.text for suggestion in finding.suggestions[:top])
    return f"{finding.message} Try: {offered}" if offered else finding.message


class GithubReport(Report):
    """Workflow commands, which GitHub shows as notes beside the lines."""

    def __init__(self, top: int) -> None:
        self._top = top

    def add(self, job: "Job", places: "Places", finding: "Improvement") -> None:
        """Print a finding."""
        first, last = places.at(finding.start), places.at(finding.end)
        properties = {
            "file": str(job.path),
            "line": first.line,
            "col": first.column,
            "endLine": last.line,
            # GitHub accepts columns only if the finding is on one line.
            **({"endColumn": last.column} if first.line == last.line else {}),
            "title": f"motjuste: {finding.kind}",
        }
        parameters = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
        print(f"::notice {parameters}::{_data(_with_offers(finding, self._top))}")

    def close(self, summary: Summary) -> None:
        """Print the summary on a line that is no command."""
        print(summary.line())


def _data(text: str) -> str:
    """Text in a workflow command, in which line ends are escaped and other controls shown."""
    lines = "\n".join(visible(line) for line in text.split("\n"))
    return lines.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: object) -> str:
    return _data(str(value)).replace(":", "%3A").replace(",", "%2C")
