"""A run: a system's answers to a benchmark; reads and writes SWORDS's `.lsr.json` files."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isnan
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from motjuste.benchmarks.benchmark import NOTHING, Extra
from motjuste.benchmarks.json_stream import paused_gc
from motjuste.errors import BadInputError, bad_file, brief
from motjuste.files import parse_json, read_bytes, write_text

_SUFFIXES = (".gz", ".lsr.json", ".json", ".best", ".oot", ".mw", ".tsv", ".csv", ".txt")

Form = Literal["swords", "best", "oot", "mw", "sws", "tsar2022", "prolex"]


class Guess(NamedTuple):
    """A substitute that a system gives, and its score."""

    text: str
    score: float


class MarkedSpan(NamedTuple):
    """A span of tokens, end exclusive, that a system would change, with suggestions, best first."""

    start: int
    end: int
    suggestions: tuple[str, ...]


class MarkedSentence(NamedTuple):
    """What a system would improve in a sentence, and the sentence's number of tokens."""

    tokens: int
    spans: tuple[MarkedSpan, ...]


Answer = TypeVar("Answer", bound="tuple[Guess, ...] | MarkedSentence")


@dataclass(frozen=True)
class Run(Generic[Answer]):
    """Answers by item id (for Smart Word Suggestions: by sentence id)."""

    system: str
    form: Form
    answers: Mapping[str, Answer]
    lemmatized: bool = False
    settings: Extra = field(default_factory=lambda: NOTHING)


SubstitutionRun = Run[tuple[Guess, ...]]
ImprovementRun = Run[MarkedSentence]


def read_lsr(path: Path) -> SubstitutionRun:
    """Read a `.lsr.json` file: for each target id a list of substitutes with scores."""
    with paused_gc():
        return from_lsr(parse_json(read_bytes(path), path, unique_keys=True), path)


def from_lsr(document: Any, path: Path) -> SubstitutionRun:
    """The run in the JSON document of a `.lsr.json` file; errors name the path."""
    if not isinstance(document, dict) or not isinstance(document.get("substitutes"), dict):
        raise bad_file(path, "is not a run", "a run has an object 'substitutes' by target id")
    if "contexts" in document:
        raise bad_file(path, "is a benchmark, not a run", "give it with --benchmark")
    try:
        system, settings = _about(document.get("extra") or {})
        answers = {
            target: _guesses(pairs, target) for target, pairs in document["substitutes"].items()
        }
        return Run(
            system=system or system_name(path),
            form="swords",
            answers=answers,
            lemmatized=bool(document.get("substitutes_lemmatized", False)),
            settings=settings,
        )
    except BadInputError as error:
        raise bad_file(path, str(error)) from None


def _about(extra: Any) -> tuple[str, Extra]:
    """The system's name, on one line, and its settings, if the file has them."""
    if not isinstance(extra, dict):
        raise BadInputError(f"'extra' is {brief(extra)}, not an object")
    system, settings = extra.get("system") or "", extra.get("settings") or NOTHING
    if not isinstance(system, str):
        raise BadInputError(f"the name of the system is {brief(system)}, not a text")
    if not isinstance(settings, Mapping):
        raise BadInputError(f"the settings are {brief(settings)}, not an object")
    return " ".join(system.split()), settings


def system_name(path: Path) -> str:
    """The name of the system, taken from the file's name."""
    name = path.name
    for suffix in _SUFFIXES:
        name = name.removesuffix(suffix)
    return " ".join(name.split())


def _guesses(pairs: Any, target: str) -> tuple[Guess, ...]:
    """An answer, validated; only an invalid one is examined piece by piece."""
    if type(pairs) is not list:
        raise BadInputError(f"the answer to {target} is not a list of [substitute, score]")
    try:
        guesses = tuple([Guess(text, score) for text, score in pairs])
        if all(
            type(text_) is str and type(score_) is float and score_ == score_
            for text_, score_ in guesses
        ):
            return guesses
    except (TypeError, ValueError):
        pass
    return tuple(_guess(pair, target) for pair in pairs)


def _guess(pair: Any, target: str) -> Guess:
    if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[0], str):
        raise BadInputError(
            f"the answer to {target} holds {brief(pair)}, not a [substitute, score]"
        )
    text, score = pair
    try:
        if type(score) in (int, float) and not isnan(score):
            return Guess(text, float(score))
    except OverflowError:
        pass
    raise BadInputError(f"the answer to {target} gives {brief(text)} the score {brief(score)}")


def to_lsr(run: SubstitutionRun) -> dict[str, Any]:
    """The JSON document of a `.lsr.json` file."""
    return {
        "substitutes_lemmatized": run.lemmatized,
        "substitutes": {
            target: [[guess.text, guess.score] for guess in guesses]
            for target, guesses in run.answers.items()
        },
        "extra": {"system": run.system, "settings": dict(run.settings)},
    }


def write_lsr(run: SubstitutionRun, path: Path) -> None:
    """Write a run as a `.lsr.json` file (compressed if the name ends in .gz)."""
    write_text(path, json.dumps(to_lsr(run), ensure_ascii=False))
