"""Settings of `check`: from `.motjuste.toml` or `pyproject.toml`, searched upwards from a file.

Only the nearest file that configures Motjuste counts. Paths and patterns in it are relative to its
folder.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from motjuste.documents.document import read_document, write_document
from motjuste.documents.globs import any_matches
from motjuste.errors import BadInputError, bad_file, brief, unknown_key
from motjuste.files import parse_toml
from motjuste.rules.kinds import kinds, known_kinds
from motjuste.systems.system import (
    SENSITIVITY_WANTED,
    check_confidence,
    check_genre,
    check_sensitivity,
    is_sensitivity,
)

NAMES = (".motjuste.toml", "pyproject.toml")


@dataclass(frozen=True)
class Settings:
    """Settings for checking a file; None leaves the choice to the system.

    `kinds` are the kinds of marks to show (all if empty), `ignore_kinds` those not to show.
    """

    system: str | None = None
    sensitivity: float | None = None
    confidence: str | None = None
    genre: str | None = None
    kinds: tuple[str, ...] = ()
    ignore_kinds: tuple[str, ...] = ()
    ignore: frozenset[str] = frozenset()
    dictionary: Path | None = None

    def __post_init__(self) -> None:
        check_sensitivity(self.sensitivity)
        if self.confidence is not None:
            check_confidence(self.confidence)
        if self.genre is not None:
            check_genre(self.genre)

    @property
    def wanted_kinds(self) -> tuple[str, ...]:
        """The kinds of marks that are shown, in their usual order."""
        named = self.kinds or tuple(kinds())
        return tuple(name for name in named if name not in self.ignore_kinds)

    def over(self, **overrides: Any) -> "Settings":
        """These settings overridden by others; words to ignore are added up."""
        given = {name: value for name, value in overrides.items() if value is not None}
        if "ignore" in given:
            given["ignore"] = self.ignore | given["ignore"]
        return replace(self, **given)


@dataclass(frozen=True)
class Configuration:
    """A configuration file: settings for all files, and for those that match a pattern."""

    path: Path | None = None
    given: Mapping[str, Any] = field(default_factory=dict)
    exclude: tuple[str, ...] = ()
    files: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def settings(self, path: Path) -> Settings:
        """The settings for a file: the general ones, then those of each pattern that matches."""
        settings = Settings().over(**self.given)
        for pattern, given in self.files.items():
            if any_matches([pattern], self._relative(path)):
                settings = settings.over(**given)
        return settings

    def excludes(self, path: Path) -> bool:
        """Whether a file is not to be checked."""
        return any_matches(self.exclude, self._relative(path))

    def _relative(self, path: Path) -> str:
        folder = Path() if self.path is None else self.path.parent
        try:
            return path.resolve().relative_to(folder.resolve()).as_posix()
        except (ValueError, OSError, RuntimeError):
            return path.as_posix()


NOTHING = Configuration()


def find_configuration(path: Path) -> Configuration:
    """The configuration for a file (or for a folder, if it is one)."""
    start = Path(path).absolute()
    return _in_folder(start if start.is_dir() else start.parent)


@lru_cache(1 << 12)
def _in_folder(folder: Path) -> Configuration:
    for name in NAMES:
        path = folder / name
        if path.is_file():
            configuration = read_configuration(path, required=False)
            if configuration is not None:
                return configuration
    return NOTHING if folder.parent == folder else _in_folder(folder.parent)


def forget_configurations() -> None:
    """Clear the cache, so that configuration files are read again."""
    _in_folder.cache_clear()


def read_configuration(path: Path, required: bool = True) -> Configuration | None:
    """The configuration in a file; None for a pyproject.toml without a table for Motjuste."""
    document = parse_toml(read_document(path).text, path)
    place = ""
    if path.name != NAMES[0] and (path.name == NAMES[1] or "tool" in document):
        tool = document.get("tool")
        table = tool.get("motjuste") if isinstance(tool, dict) else None
        if table is None:
            if required:
                raise bad_file(path, "has no table [tool.motjuste]")
            return None
        document, place = table, "tool.motjuste"
    return _Reader(path).configuration(document, place)


def read_settings(table: Any, path: Path) -> dict[str, Any]:
    """Settings from another source than a file, checked; error messages call it `path`."""
    return _Reader(path).values(table, "")


class _Reader:
    """Reads and checks a configuration; errors name the file and the key."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def configuration(self, table: Any, place: str) -> Configuration:
        """The content of a whole file."""
        table = self._table(table, place)
        self._known(table, (*_VALUES, "exclude", "files"), place)
        files = {
            pattern: self.values(given, f"{place}.files.{pattern}".lstrip("."))
            for pattern, given in self._table(table.get("files", {}), "files").items()
        }
        exclude = self._texts("exclude", table.get("exclude", []))
        rest = {key: value for key, value in table.items() if key not in ("exclude", "files")}
        return Configuration(self.path, self.values(rest, place), exclude, files)

    def values(self, table: Any, place: str) -> dict[str, Any]:
        """The settings in a table, without exclusions and patterns."""
        table = self._table(table, place)
        self._known(table, _VALUES, place)
        return {key: getattr(self, f"_{key}")(value) for key, value in table.items()}

    def _table(self, value: Any, place: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self._wrong(place or "it", value, "a table")
        return value

    def _known(self, table: Mapping[str, Any], keys: tuple[str, ...], place: str) -> None:
        for key in table:
            if key not in keys:
                raise bad_file(self.path, unknown_key(key, keys, place))

    def _wrong(self, key: str, value: Any, expected: str) -> BadInputError:
        return bad_file(self.path, f"{key} is {brief(value)}, not {expected}")

    def _system(self, value: Any) -> str:
        if not isinstance(value, str) or not value:
            raise self._wrong("system", value, "the name of one")
        return value

    def _sensitivity(self, value: Any) -> float:
        if not is_sensitivity(value):
            raise bad_file(self.path, f"sensitivity is {brief(value)}", SENSITIVITY_WANTED)
        return float(value)

    def _confidence(self, value: Any) -> str:
        return self._checked(value, check_confidence)

    def _genre(self, value: Any) -> str:
        return self._checked(value, check_genre)

    def _checked(self, value: Any, check: Callable[[object], None]) -> str:
        try:
            check(value)
        except BadInputError as error:
            raise bad_file(self.path, str(error)) from None
        return str(value)

    def _kinds(self, value: Any, key: str = "kinds") -> tuple[str, ...]:
        try:
            return known_kinds([value] if isinstance(value, str) else self._texts(key, value))
        except BadInputError as error:
            raise bad_file(self.path, f"{key}: {error}") from None

    def _ignore_kinds(self, value: Any) -> tuple[str, ...]:
        return self._kinds(value, "ignore_kinds")

    def _ignore(self, value: Any) -> frozenset[str]:
        return frozenset(map(plain_word, self._texts("ignore", value)))

    def _dictionary(self, value: Any) -> Path:
        if not isinstance(value, str) or not value:
            raise self._wrong("dictionary", value, "the path of a list of words")
        return self.path.parent / Path(value).expanduser()

    def _texts(self, key: str, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self._wrong(key, value, "a list of texts")
        return tuple(value)


_VALUES = (
    "system", "sensitivity", "confidence", "genre", "kinds", "ignore_kinds", "ignore", "dictionary",
)  # fmt: skip


def plain_word(word: str) -> str:
    """A word or phrase normalised for comparison with ignored words: case, spaces, apostrophes.

    >>> plain_word(" A  lot ")
    'a lot'
    """
    return " ".join(word.split()).casefold().replace("’", "'")


def read_dictionary(path: Path) -> frozenset[str]:
    """The words of a personal dictionary: one per line; `#` begins a comment."""
    lines = (line.partition("#")[0] for line in read_document(path).text.splitlines())
    return frozenset(word for word in map(plain_word, lines) if word)


def add_to_dictionary(path: Path, word: str) -> None:
    """Add a word to a personal dictionary."""
    document = read_document(path)
    separator = "" if not document.text or document.text.endswith("\n") else "\n"
    write_document(path, document.encode(f"{document.text}{separator}{word}\n"))
