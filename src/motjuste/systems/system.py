"""The base class of systems: one or more of the verbs suggest, rank and improve, under a name.

A system is a dataclass whose fields are its settings. It takes many texts at once, so that it can
batch them as it likes; its answers must not depend on what else is in the batch. The functions at
the end read and check the settings that several systems share.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from motjuste.errors import BadInputError, brief, did_you_mean
from motjuste.text import DIALS, GENRES, Improvement, Suggestion, SwsKind, Target

if TYPE_CHECKING:
    from motjuste.benchmarks.benchmark import Benchmark

VERBS = ("suggest", "rank", "improve")
# The kind of a mark that rests on substitutes alone: they keep the meaning, and nothing says what
# is wrong with the word, so the mark asks for variety.
SUBSTITUTE_KIND: SwsKind = "diversify-expression"
# The value of `genre` that lets it be guessed.
GUESS = "guess"
# The smallest share of words to mark: none.
LEAST_SENSITIVITY = 0.0
# The largest share of words to mark: all.
MOST_SENSITIVITY = 1.0
SENSITIVITY_WANTED = (
    f"give the share of words to mark, from {LEAST_SENSITIVITY:g} (none) to {MOST_SENSITIVITY:g}"
)

S = TypeVar("S", bound="System")


class SomeFailedError(Exception):
    """Some items of a batch failed: `outcomes` has for each item its answer or its error."""

    def __init__(self, outcomes: Sequence[Any]) -> None:
        self.outcomes = tuple(outcomes)
        super().__init__(str(self.first))

    @property
    def first(self) -> Exception:
        """The first of the errors."""
        return next(outcome for outcome in self.outcomes if isinstance(outcome, Exception))


class System:
    """The base of all systems; a subclass offers the verbs that it defines."""

    name: ClassVar[str]
    paper: ClassVar[str] = ""
    description: ClassVar[str] = ""
    # Importable module -> extra that installs it.
    needs: ClassVar[Mapping[str, str]] = {}
    # Whether suggestions are forms as they would stand in the text, which need no inflection.
    suggests_forms: ClassVar[bool] = False
    # The minimum score of a substitute that probably fits; None if scores are not probabilities.
    likely_score: ClassVar[float | None] = None
    # Settings without a default, which the user must give.
    asks: ClassVar[tuple[str, ...]] = ()
    # Settings that do not affect answers: a run may resume with other values.
    unrecorded: ClassVar[frozenset[str]] = frozenset()
    # Settings that may be None, and what they are otherwise.
    optional: ClassVar[Mapping[str, type]] = {}
    # Settings for an occasion, by its name ("reader", "benchmark"). They are plain values, so that
    # a run file records what was used.
    profiles: ClassVar[Mapping[str, Mapping[str, Any]]] = {}

    def trained_on(self) -> frozenset[str]:
        """Names of benchmarks that the system was trained on, on which its scores are too good."""
        return frozenset()

    def prepare(self, benchmark: "Benchmark") -> None:
        """Called before a run: load what is needed, read what the benchmark itself provides.

        It must not change an answer that the system could already give without it.
        """

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        """For each target, substitutes, best first."""
        raise self.not_offered("suggest")

    def rank(
        self, targets: Sequence[Target], candidates: Sequence[Sequence[str]]
    ) -> list[list[Suggestion]]:
        """For each target, its candidates with scores, best first."""
        raise self.not_offered("rank")

    def improve(self, texts: Sequence[str]) -> list[list[Improvement]]:
        """For each text, the spans worth changing, in order."""
        raise self.not_offered("improve")

    def improve_document(self, texts: Sequence[str]) -> list[list[Improvement]]:
        """The same for consecutive texts of one document, which may be judged together.

        Unlike those of `improve`, answers may depend on the other texts; by default they do not.
        """
        return self.improve(texts)

    def settings(self) -> dict[str, Any]:
        """The settings by name."""
        if not is_dataclass(self):
            return {}
        return {field.name: getattr(self, field.name) for field in fields(self) if field.repr}

    def recorded(self) -> dict[str, Any]:
        """The settings that the run file records: those that affect answers."""
        settings = self.settings()
        return {name: settings[name] for name in settings if name not in self.unrecorded}

    def summary(self) -> str:
        """A line to show when a run ends, such as what it cost; empty where there is none."""
        return ""

    def preview(self, target: Target) -> str:
        """What the system would send to a server for a target; nothing is sent."""
        raise BadInputError(f"system {self.name!r} sends nothing to a server: leave out --dry-run")

    def unknown_target(self) -> BadInputError:
        """The error for a target whose answer the system cannot look up."""
        return BadInputError(f"system {self.name!r} knows only the targets of its benchmark")

    def not_offered(self, verb: str) -> BadInputError:
        """The error for a verb that the system does not define."""
        offered = ", ".join(verbs(type(self)))
        return BadInputError(f"system {self.name!r} does not {verb}; it can {offered}")


def verbs(system: type[System]) -> list[str]:
    """The verbs that a system offers."""
    return [verb for verb in VERBS if getattr(system, verb) is not getattr(System, verb)]


def best_first(suggestions: Iterable[Suggestion]) -> list[Suggestion]:
    """Suggestions by falling score; equal scores keep the order given."""
    return sorted(suggestions, key=lambda suggestion: -suggestion.score)


def missing_extras(system: type[System]) -> list[str]:
    """The extras that a system needs and that are not installed."""
    missing = [extra for module, extra in system.needs.items() if find_spec(module) is None]
    return list(dict.fromkeys(missing))


def with_settings(system: S, given: Mapping[str, str]) -> S:
    """The system with settings changed as the command line gives them: `name=value`.

    `profile=NAME` stands for all settings of that profile; settings beside it take precedence.
    """
    known = system.settings()
    given = dict(given)
    changes: dict[str, Any] = {}
    if system.profiles and "profile" in given:
        changes.update(profile_settings(type(system), given.pop("profile")))
    for name, text in given.items():
        if name not in known:
            offered = ", ".join(known) or "none"
            raise BadInputError(f"system {system.name!r} has no setting {name!r}; it has {offered}")
        changes[name] = _parse(name, text, known[name], type(system))
    return replace(system, **changes) if changes else system  # type: ignore[type-var]


def with_options(system: S, options: Iterable[str]) -> S:
    """The system with settings changed by options of the form `NAME=VALUE`."""
    pairs = (option.partition("=") for option in options)
    return with_settings(system, {name: value for name, _, value in pairs})


def profile_settings(system: type[System], profile: str) -> Mapping[str, Any]:
    """The settings that a profile stands for; a system without profiles has none to change."""
    if system.profiles and profile not in system.profiles:
        offered = ", ".join(system.profiles)
        raise BadInputError(f"system {system.name!r} has no profile {profile!r}; it has {offered}")
    return system.profiles.get(profile, {})


def _parse(name: str, text: str, example: Any, system: type[System]) -> Any:
    """A setting's text as a value of the same type as its default; `none` where that is None."""
    kind: type = type(example)
    if name in system.optional:
        if text.lower() == "none":
            return None
        kind = system.optional[name]
    elif example is None:
        kind = str
    try:
        if kind is bool:
            return {"true": True, "yes": True, "false": False, "no": False}[text.lower()]
        if kind is tuple:
            return tuple(part for part in text.split(",") if part)
        return kind(text)
    except (ValueError, KeyError):
        raise BadInputError(f"setting {name}: {text!r} is no {kind.__name__}") from None


def is_sensitivity(value: object) -> bool:
    """Whether a value is a share of words, from 0 to 1.

    >>> is_sensitivity(0), is_sensitivity(1.5), is_sensitivity(float("nan")), is_sensitivity(True)
    (True, False, False, False)
    """
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return LEAST_SENSITIVITY <= value <= MOST_SENSITIVITY


def check_count(name: str, count: int) -> None:
    """Refuse a number of substitutes, set under a name, that is less than one."""
    if count < 1:
        raise BadInputError(f"{name} is {count}; ask for at least 1 substitute")


def check_sensitivity(value: float | None) -> None:
    """Refuse anything but a share of words; None leaves the choice to the system."""
    if value is not None and not is_sensitivity(value):
        raise BadInputError(f"sensitivity is {brief(value)}; {SENSITIVITY_WANTED}")


def check_confidence(value: object) -> None:
    """Refuse anything but a setting of the writer's dial."""
    _check_choice("confidence", value, DIALS)


def check_genre(value: object) -> None:
    """Refuse anything but a genre."""
    _check_choice("genre", value, (GUESS, *GENRES))


def _check_choice(name: str, value: object, known: Sequence[str]) -> None:
    if value not in known:
        hint = did_you_mean(str(value), known, f"use {', '.join(known)}")
        raise BadInputError(f"{name} is {brief(value)}; {hint}")
