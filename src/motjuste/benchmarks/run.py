"""A run: a system's answers to a benchmark, and SWORDS's `.lsr.json` files that keep it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isnan
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from motjuste.benchmarks.benchmark import NOTHING, Extra
from motjuste.benchmarks.files import parse_json, read_bytes, write_atomic
from motjuste.benchmarks.json_stream import paused_gc
from motjuste.errors import BadInputError, bad_file

Form = Literal["swords", "best", "oot", "mw", "sws", "tsar2022", "prolex"]


class Guess(NamedTuple):
    """A substitute that a system offers, and how sure it is."""

    text: str
    score: float


class MarkedSpan(NamedTuple):
    """A span of tokens, end exclusive, that a system would change, and what to, best first."""

    start: int
    end: int
    suggestions: tuple[str, ...]


class MarkedSentence(NamedTuple):
    """What a system would improve in a sentence of so many tokens."""

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
        return _run(parse_json(read_bytes(path), path, unique_keys=True), path)


def _run(document: Any, path: Path) -> SubstitutionRun:
    if not isinstance(document, dict) or not isinstance(document.get("substitutes"), dict):
        raise bad_file(path, "is not a run", "a run has an object 'substitutes' by target id")
    if "contexts" in document:
        raise bad_file(path, "is a benchmark, not a run", "give it with --benchmark")
    extra = document.get("extra") or NOTHING
    try:
        answers = {
            target: _guesses(pairs, target) for target, pairs in document["substitutes"].items()
        }
        return Run(
            system=extra.get("system") or path.name.removesuffix(".gz").removesuffix(".lsr.json"),
            form="swords",
            answers=answers,
            lemmatized=bool(document.get("substitutes_lemmatized", False)),
            settings=extra.get("settings") or NOTHING,
        )
    except (BadInputError, AttributeError) as error:
        raise bad_file(path, str(error)) from None


def _guesses(pairs: Any, target: str) -> tuple[Guess, ...]:
    """An answer, checked; only one that is wrong is looked at piece by piece."""
    if type(pairs) is not list:
        raise BadInputError(f"the answer to {target} is not a list of [substitute, score]")
    try:
        guesses = tuple([Guess(text, score) for text, score in pairs])
        if all(type(t) is str and type(s) is float and s == s for t, s in guesses):
            return guesses
    except (TypeError, ValueError):
        pass
    return tuple(_guess(pair, target) for pair in pairs)


def _guess(pair: Any, target: str) -> Guess:
    if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[0], str):
        raise BadInputError(f"the answer to {target} holds {pair!r}, not a [substitute, score]")
    text, score = pair
    if type(score) not in (int, float) or isnan(score):
        raise BadInputError(f"the answer to {target} gives {text!r} the score {score!r}")
    return Guess(text, float(score))


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
    """Write a run as a `.lsr.json` file (gzip if the name ends so)."""
    write_atomic(path, json.dumps(to_lsr(run), ensure_ascii=False).encode("utf-8"))
