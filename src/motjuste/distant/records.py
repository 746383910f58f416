"""The records of distant supervision: a sentence with synonyms in it, and the original words.

They are stored as JSON lines (`.jsonl`, `.jsonl.gz`), or as Parquet with the same columns. Both are
written deterministically: equal records are equal bytes.
"""

import gzip
import io
import json
from collections.abc import Callable, Iterable, Iterator
from json.encoder import encode_basestring as quoted
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from motjuste.errors import BadInputError, bad_file
from motjuste.extras import need
from motjuste.files import readable, unpacked

Format = Literal["jsonl.gz", "jsonl", "parquet"]
FORMATS: tuple[Format, ...] = get_args(Format)


class Replaced(NamedTuple):
    """A target: the synonym's span in the text, the original words, and its part of speech."""

    start: int
    end: int
    original: str
    pos: str


class Record(NamedTuple):
    """A sentence with its targets (characters, end exclusive), and the original sentence."""

    id: str
    text: str
    source: str
    words: int
    targets: tuple[Replaced, ...]

    def as_dict(self) -> dict[str, Any]:
        """The record as a JSON object."""
        targets = [dict(zip(Replaced._fields, target, strict=True)) for target in self.targets]
        return {**dict(zip(self._fields, self, strict=True)), "targets": targets}


def pack(records: Iterable[Record], form: Format) -> bytes:
    """Records as the content of a file."""
    return _PACKERS[form](records)


def _jsonl(records: Iterable[Record]) -> bytes:
    return "".join(map(_line, records)).encode("utf-8")


def _line(record: Record) -> str:
    """A record as a line of JSON, formatted here because dictionaries take four times as long."""
    targets = ",".join(
        [
            f'{{"start":{start},"end":{end},"original":{quoted(original)},"pos":{quoted(pos)}}}'
            for start, end, original, pos in record.targets
        ]
    )
    return (
        f'{{"id":{quoted(record.id)},"text":{quoted(record.text)},'
        f'"source":{quoted(record.source)},"words":{record.words},"targets":[{targets}]}}\n'
    )


def _packed_jsonl(records: Iterable[Record]) -> bytes:
    return gzip.compress(_jsonl(records), compresslevel=4, mtime=0)


def _parquet(records: Iterable[Record]) -> bytes:
    arrow, parquet = parquet_modules()
    number, text = arrow.int32(), arrow.string()
    target = arrow.struct([("start", number), ("end", number), ("original", text), ("pos", text)])
    texts = [(name, text) for name in ("id", "text", "source")]
    schema = arrow.schema([*texts, ("words", number), ("targets", arrow.list_(target))])
    table = arrow.Table.from_pylist([record.as_dict() for record in records], schema=schema)
    buffer = io.BytesIO()
    parquet.write_table(table, buffer, compression="zstd")
    return buffer.getvalue()


def parquet_modules() -> tuple[Any, Any]:
    """The modules that read and write Parquet, or an error that says how to install them."""
    purpose = "writing and reading Parquet"
    return need("pyarrow", purpose, "parquet"), need("pyarrow.parquet", purpose, "parquet")


_PACKERS: dict[Format, Callable[[Iterable[Record]], bytes]] = {
    "jsonl.gz": _packed_jsonl,
    "jsonl": _jsonl,
    "parquet": _parquet,
}


def shards(path: Path) -> list[Path]:
    """The record files in a folder, in order; or the one file that is given."""
    if not path.exists():
        raise bad_file(path, "there is no such file or folder")
    if not path.is_dir():
        return [path]
    files = sorted(
        file for form in FORMATS for file in path.glob(f"part-*.{form}") if file.is_file()
    )
    if not files:
        raise bad_file(path, "holds no records of 'motjuste distant make'")
    return files


def read_records(path: Path) -> Iterator[Record]:
    """The records in a folder that `motjuste distant make` wrote, or in one of its files."""
    for shard in shards(path):
        yield from _read_parquet(shard) if shard.suffix == ".parquet" else _read_jsonl(shard)


def _read_jsonl(path: Path) -> Iterator[Record]:
    line_number = 0
    try:
        with readable(path), path.open("rb") as raw, unpacked(raw) as stream:
            for line in stream:
                line_number += 1
                yield _record(json.loads(line))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise bad_file(path, f"line {line_number} is not a record of distant supervision") from None


def _read_parquet(path: Path) -> Iterator[Record]:
    arrow, parquet = parquet_modules()
    try:
        with readable(path), parquet.ParquetFile(path) as file:
            for batch in file.iter_batches():
                yield from map(_record, batch.to_pylist())
    except (arrow.ArrowException, KeyError, TypeError, ValueError):
        raise bad_file(path, "is not a Parquet file of records of distant supervision") from None


def _record(row: dict[str, Any]) -> Record:
    text, targets, end = row["text"], [], 0
    for target_row in row["targets"]:
        target = Replaced(
            target_row["start"], target_row["end"], target_row["original"], target_row["pos"]
        )
        if not end <= target.start < target.end <= len(text):
            raise ValueError("a target is not inside its text, or not after the one before")
        targets.append(target)
        end = target.end
    return Record(row["id"], text, row["source"], row["words"], tuple(targets))


def known_format(name: str) -> Format:
    """The format with a name."""
    for form in FORMATS:
        if form == name:
            return form
    raise BadInputError(f"records are written as {', '.join(FORMATS)}, not {name!r}")
