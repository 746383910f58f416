"""Reads any benchmark, by its name in the catalogue or by reader and path."""

import json
import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.benchmarks.catalogue import CATALOGUE, locate, similar
from motjuste.documents.document import decode_leniently
from motjuste.errors import BadInputError, bad_file, brief
from motjuste.files import read_bytes

# Modules of this package with a function `read(path, part)`.
READERS = ("swords", "semeval2007", "coinco", "twsi", "sws", "prolex", "tsar2022", "mturk", "plain")

# Bytes at the beginning of a file by which its format is guessed.
_HEAD_BYTES = 1_000_000
_SUFFIXES = frozenset({".json", ".jsonl", ".gz", ".xml", ".csv", ".tsv", ".txt", ".gold"})


def read_benchmark(spec: str) -> Benchmark:
    """Read a benchmark: a name of the catalogue, `READER:PATH`, or `READER:PATH#PART`.

    The path alone is enough where the file itself shows what it is.
    """
    if spec in CATALOGUE:
        entry, location = locate(spec)
        return replace(read_with(entry.reader, location, entry.part), name=spec)
    reader, colon, rest = spec.partition(":")
    if colon and reader in READERS:
        return read_with(reader, *_path_and_part(rest))
    path, part = _path_and_part(spec)
    if _exists(path):
        return read_with(guess_reader(path), path, part)
    raise _unknown(spec, reader if colon else None)


def read_with(reader: str, path: Path, part: str | None) -> Benchmark:
    """Read with the reader of that name, whose module is imported on demand."""
    benchmark: Benchmark = import_module(f"motjuste.benchmarks.{reader}").read(path, part)
    return benchmark


def _path_and_part(text: str) -> tuple[Path, str | None]:
    """The path and the part after its last #; a file whose name contains a # takes precedence."""
    path, sharp, part = text.rpartition("#")
    if not sharp or not path or _exists(Path(text)):
        return Path(text).expanduser(), None
    return Path(path).expanduser(), part or None


def _exists(path: Path) -> bool:
    """Whether there is such a file or folder; False for impossible names."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _unknown(spec: str, reader: str | None) -> BadInputError:
    if reader is not None and "/" not in reader:
        return BadInputError(
            f"unknown reader {brief(reader)} in {brief(spec)}{similar(reader, READERS)}; "
            f"readers are {', '.join(READERS)}"
        )
    if "/" in spec or Path(spec).suffix in _SUFFIXES:
        return bad_file(spec, "there is no such file or folder")
    return BadInputError(
        f"unknown benchmark {brief(spec)}{similar(spec, CATALOGUE)}; give a name that  motjuste "
        "benchmarks list  shows, or READER:PATH such as swords:some/file.json.gz"
    )


def guess_reader(path: Path) -> str:
    """The reader for a file or folder, guessed from its content."""
    reader = _guess_folder(path) if path.is_dir() else _guess_text(_head(path))
    if reader is None:
        raise bad_file(
            path,
            "does not show which benchmark it is",
            f"say it as READER:{path} with one of {', '.join(READERS)}",
        )
    return reader


def _guess_folder(folder: Path) -> str | None:
    if any(folder.rglob("*.turkresults")):
        return "twsi"
    files = sorted([*folder.rglob("*.xml"), *folder.rglob("*.xml.gz")])
    tables = [] if files else sorted(folder.rglob("*.csv"))
    guesses = {_guess_text(_head(file)) for file in files or tables}
    return guesses.pop() if len(guesses) == 1 else None


def _head(path: Path) -> str:
    return decode_leniently(read_bytes(path)[:_HEAD_BYTES])


def _guess_text(text: str) -> str | None:
    start = text.lstrip()
    if start.startswith("{"):
        return _guess_json(start)
    if start.startswith("["):
        return "plain" if re.match(r'\[\s*\{[^{}]*"(?:text|sentence)"\s*:', start) else None
    if start.startswith("<"):
        tags = {"<lexelt": "semeval2007", "<targetsentence": "coinco"}
        return next((reader for tag, reader in tags.items() if tag in text), None)
    return _guess_lines(start.split("\n", 1)[0].rstrip("\r"))


def _guess_json(text: str) -> str | None:
    """SWORDS and SWS by keys that only they have, early in the file; else JSON lines."""
    if '"sentence_split"' in text:
        return "sws"
    if re.match(r'\{\s*"contexts"\s*:|\{.*"(?:targets|substitute_labels)"\s*:', text, re.DOTALL):
        return "swords"
    try:
        row = json.loads(text.split("\n", 1)[0])
    except (ValueError, RecursionError):
        return None
    return "plain" if isinstance(row, dict) and {"text", "sentence"} & set(row) else None


def _guess_lines(first: str) -> str | None:
    """By the first line: SemEval's gold lines, a header, or columns of words."""
    if re.match(r"\S+\.\w \S+ ::", first):
        return "semeval2007"
    columns = [cell.strip(' "') for cell in first.split(",")]
    if "acc_subs" in columns:
        return "prolex"
    if {"HITId", "WorkerId"} <= set(columns):
        return "mturk"
    if {"text", "sentence"} & set(columns):
        return "plain"
    cells = first.split("\t")
    if len(cells) == 4 and cells[3] == "gold_candidate":
        return "twsi"
    return "tsar2022" if len(cells) > 1 and cells[1] and cells[1] in cells[0] else None
