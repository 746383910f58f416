"""The journal of a run: every answer is written to disk at once, so that a killed run resumes."""

import json
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import IO, Any

from motjuste.errors import bad_file


class Journal:
    """A file of answers: a header line, then a JSON line for each item."""

    def __init__(self, path: Path, header: dict[str, Any], parse: Callable[[Any], Any]) -> None:
        self.path = path
        self.header = header
        self.answers: dict[str, Any] = {}
        self._parse = parse
        self._stream: IO[str] | None = None
        self._end = self._read() if path.exists() else 0

    def _read(self) -> int:
        """Read the answers that are there; returns where the last complete line ends."""
        end = 0
        with self.path.open("rb") as stream:
            for number, line in enumerate(stream):
                if not line.endswith(b"\n"):
                    break
                self._take(number, line)
                end += len(line)
        return end

    def _take(self, number: int, line: bytes) -> None:
        try:
            entry = json.loads(line)
            if number == 0:
                if entry != json.loads(json.dumps(self.header)):
                    raise bad_file(
                        self.path,
                        "belongs to a run with another system, settings or benchmark",
                        "delete it or choose another --out",
                    )
            else:
                self.answers[entry["id"]] = self._parse(entry["guesses"])
        except (ValueError, KeyError, TypeError):
            raise bad_file(self.path, f"line {number + 1} is damaged", "delete it") from None

    def __enter__(self) -> "Journal":
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._stream = self.path.open("r+" if self._end else "w", encoding="utf-8", newline="")
        except OSError as error:
            raise bad_file(self.path, f"cannot be written ({error.strerror})") from None
        self._stream.seek(self._end)
        self._stream.truncate()
        if not self._end:
            self._write(self.header)
        return self

    def __exit__(self, *_: object) -> None:
        self.flush()
        assert self._stream is not None
        self._stream.close()
        if not self.answers:
            # An empty journal would only block a run with other settings.
            self.path.unlink()

    def count(self, units: Iterable[str]) -> int:
        """How many of these units have an answer."""
        return len(set(units) & self.answers.keys())

    def add_all(self, units: Sequence[str], answers: Sequence[Any]) -> None:
        """Write answers to disk; failed units (`None`) are left out."""
        for unit, answer in zip(units, answers, strict=True):
            if answer is not None:
                self.answers[unit] = answer
                self._write({"id": unit, "guesses": answer})
        self.flush()

    def flush(self) -> None:
        """Force what was written to disk, so that it survives a crash."""
        assert self._stream is not None
        self._stream.flush()
        os.fsync(self._stream.fileno())

    def _write(self, entry: dict[str, Any]) -> None:
        assert self._stream is not None
        self._stream.write(json.dumps(entry) + "\n")
