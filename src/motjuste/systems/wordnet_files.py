"""Any version of WordNet, read from the files of its own distribution (the folder `dict`).

SemEval-2007's baselines used WordNet 2.1; the package holds 3.0. Of each part of speech the index
(`index.noun`, or `noun.idx` as on Windows) and the synsets (`data.noun`, `noun.dat`) are read.
"""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from motjuste.errors import BadInputError, bad_file
from motjuste.files import read_text

_FILES = {"NOUN": "noun", "VERB": "verb", "ADJ": "adj", "ADV": "adv"}
# The pointer type of the related synsets whose words the baselines also use.
_NEAR_POINTER = {"NOUN": "@", "VERB": "@", "ADJ": "&"}
# Markers after an adjective for the positions in which it may stand, as in `afraid(p)`.
_POSITIONS = ("(a)", "(p)", "(ip)")
# Lines of the licence at the beginning of each file.
_LICENCE = "  "


class Synset(NamedTuple):
    """The words of a synset, and those of its hypernyms or, of an adjective, similar synsets."""

    words: tuple[str, ...]
    near_words: tuple[str, ...]


class _Record(NamedTuple):
    """A line of a data file: words, and the offsets of hypernyms or similar synsets."""

    words: tuple[str, ...]
    near: tuple[str, ...]


class WordNetFiles:
    """The synsets of every lemma, in the order in which WordNet lists its senses."""

    def __init__(self, folder: Path) -> None:
        self._records: dict[str, dict[str, _Record]] = {}
        self._offsets: dict[str, dict[str, list[str]]] = {}
        for pos, name in _FILES.items():
            index = _existing(folder, f"index.{name}", f"{name}.idx")
            data = _existing(folder, f"data.{name}", f"{name}.dat")
            self._offsets[pos] = dict(_index_lines(index))
            self._records[pos] = dict(_data_lines(data, _NEAR_POINTER.get(pos)))

    def senses(self, lemma: str, pos: str) -> list[Synset]:
        """The synsets of a lemma, the first sense first."""
        records = self._records.get(pos, {})
        offsets = self._offsets.get(pos, {}).get(_key(lemma), [])
        return [_synset(records[offset], records) for offset in offsets if offset in records]

    def __contains__(self, lemma: str) -> bool:
        """Whether any part of speech has the lemma, which may be a phrase."""
        return any(_key(lemma) in offsets for offsets in self._offsets.values())


@lru_cache(maxsize=2)
def open_wordnet(folder: str) -> WordNetFiles:
    """The WordNet in a folder, or in the folder `dict` inside it; read once."""
    path = Path(folder).expanduser()
    inner = path / "dict"
    if not path.is_dir():
        raise BadInputError(f"{folder}: there is no such folder; give WordNet's folder dict")
    return WordNetFiles(inner if inner.is_dir() else path)


def _existing(folder: Path, *names: str) -> Path:
    paths = [folder / name for name in names if (folder / name).is_file()]
    if not paths:
        raise bad_file(folder, f"has no {' or '.join(names)}", "give WordNet's folder dict")
    return paths[0]


def _key(lemma: str) -> str:
    return "_".join(lemma.lower().split())


def _lines(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The fields of each line after the licence, with the line's number."""
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        if line.strip() and not line.startswith(_LICENCE):
            yield number, line.partition("|")[0].split()


def _index_lines(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Lemmas and the offsets of their synsets: `lemma pos synsets pointers … senses tagged …`."""
    for number, fields in _lines(path):
        try:
            lemma, synsets, pointers = fields[0], int(fields[2]), int(fields[3])
            offsets = fields[4 + pointers + 2 :]
            if len(offsets) != synsets:
                raise ValueError
        except (ValueError, IndexError):
            raise bad_file(path, f"line {number} is not an entry of WordNet's index") from None
        yield lemma, offsets


def _data_lines(path: Path, pointer: str | None) -> Iterator[tuple[str, _Record]]:
    """Synsets by offset: `offset file type words(hex) word id … pointers symbol offset pos …`."""
    for number, fields in _lines(path):
        try:
            size = int(fields[3], 16)
            words = tuple(_word(field) for field in fields[4 : 4 + 2 * size : 2])
            start = 4 + 2 * size
            count = int(fields[start])
            pointers = fields[start + 1 : start + 1 + 4 * count]
            symbols, targets = pointers[::4], pointers[1::4]
            near = [at for symbol, at in zip(symbols, targets, strict=True) if symbol == pointer]
        except (ValueError, IndexError):
            raise bad_file(path, f"line {number} is not a synset of WordNet") from None
        yield fields[0], _Record(words, tuple(near))


def _word(field: str) -> str:
    for position in _POSITIONS:
        field = field.removesuffix(position)
    return field.replace("_", " ")


def _synset(record: _Record, records: dict[str, _Record]) -> Synset:
    near = [word for offset in record.near if offset in records for word in records[offset].words]
    return Synset(record.words, tuple(near))
