"""Every exception that Motjuste raises on purpose, and the exit code each one means."""

from collections.abc import Callable, Collection, Iterable
from enum import IntEnum
from pathlib import Path

# What to do about a damaged file of the package itself.
REINSTALL = "install the package again:  pip install --force-reinstall --no-deps motjuste"


class ExitCode(IntEnum):
    """What the command returns to the shell."""

    OK = 0
    FOUND = 1
    BAD_INPUT = 2
    MISSING = 3
    INTERRUPTED = 130


class MotjusteError(Exception):
    """The base of all: one line that says what is wrong and what to do about it."""

    exit_code = ExitCode.BAD_INPUT


class BadInputError(MotjusteError):
    """A file, an argument or a value that cannot be used."""


class RefusedError(BadInputError):
    """A refused request of an annotator or a crowd platform; `reason` is a code for programs."""

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


class ChangedAnswersError(RefusedError):
    """Answers that differ from the stored ones of a task; both are pairs of a word and a label."""

    def __init__(self, stored: list[tuple[str, str]], sent: list[tuple[str, str]]) -> None:
        super().__init__("this task is answered already, with other answers", "already")
        self.stored, self.sent = stored, sent


class NoWordError(BadInputError):
    """There is no word at an offset; `problem` is the message without the offset."""

    def __init__(self, problem: str, start: int, end: int | None = None) -> None:
        where = f"at {start}" if end is None else f"from {start} to {end}"
        super().__init__(f"{where} {problem}")
        self.problem, self.start, self.end = problem, start, end

    def counted(self, place: Callable[[int], int]) -> "NoWordError":
        """The same error with its offsets in another unit, such as UTF-16."""
        end = None if self.end is None else place(self.end)
        return NoWordError(self.problem, place(self.start), end)


class MissingResourceError(MotjusteError):
    """A data set or a model that is named but not on this machine."""

    exit_code = ExitCode.MISSING


class MissingModelError(MissingResourceError):
    """A model that cannot be fetched or read; `name` is how it was asked for."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"model {name!r} cannot be loaded: {reason}")
        self.name = name


class MissingExtraError(MotjusteError):
    """An optional dependency that is not installed."""

    exit_code = ExitCode.MISSING

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(
            f"{what} needs the extra '{extra}': install it with pip install 'motjuste[{extra}]'"
        )


class BadInputWarning(UserWarning):
    """Input that can be used, with something about it that the user should know."""


def brief(value: object, most: int = 60) -> str:
    """A value as a message shows it: whole, or cut off where it is long.

    >>> brief("glad"), brief("x" * 100, most=8)
    ("'glad'", "'xxxxxx…")
    """
    try:
        shown = repr(value)
    except ValueError:
        # Python does not spell out numbers of thousands of digits.
        shown = "a very long number"
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def did_you_mean(
    name: str, known: Iterable[str], otherwise: str, most: int = 1, cutoff: float = 0.6
) -> str:
    """A question that shows the known names closest to a wrong one; `otherwise` if none is close.

    `cutoff` is how similar they must be, from 0 to 1, as `difflib` counts.

    >>> did_you_mean("siez", ["size", "once"], "keys are size, once")
    'did you mean size?'
    """
    from difflib import get_close_matches

    close = get_close_matches(name, list(known), most, cutoff)
    return f"did you mean {' or '.join(close)}?" if close else otherwise


def unknown_key(key: str, known: Collection[str], table: str) -> str:
    """The problem with a key that a table of a configuration does not have.

    >>> unknown_key("siez", ["size", "once"], "tasks")
    "there is no key 'siez' in [tasks]; did you mean size?"
    """
    where = f" in [{table}]" if table else ""
    hint = did_you_mean(key, known, f"keys are {', '.join(known)}")
    return f"there is no key {brief(key)}{where}; {hint}"


def bad_file(path: str | Path, problem: str, remedy: str = "") -> BadInputError:
    """A `BadInputError` for a file, always in the same words.

    >>> bad_file("run.json", "is not JSON", "give a .lsr.json file")
    BadInputError('run.json: is not JSON; give a .lsr.json file')
    """
    return BadInputError(f"{path}: {problem}" + (f"; {remedy}" if remedy else ""))
