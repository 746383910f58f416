"""The three verbs applied to any system: answers checked, inflected, and with edits in place.

Some systems give the form that fits the sentence, some a lemma, and some explain themselves; code
that shows an answer need not know which.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import isfinite
from typing import Protocol, TypeVar, runtime_checkable

from motjuste.analysis import Text, analysed, in_form, locate, placed
from motjuste.errors import BadInputError, MotjusteError, brief
from motjuste.systems.registry import make_system
from motjuste.systems.system import System, verbs
from motjuste.text import KINDS, Answer, Improvement, Suggestion, Target, Word
from motjuste.text.targets import MAX_TARGET_LENGTH, marked, replace_surrogates

# Candidates in one call of `rank`, at most.
MAX_CANDIDATES = 10_000
T = TypeVar("T")
Result = TypeVar("Result")


@runtime_checkable
class Explains(Protocol):
    """A system that can explain its answers."""

    def answer(self, target: Target, origins: bool = False) -> Answer:
        """The suggestions for a target, with the sense and the phrase that it was taken for.

        `origins` adds where each suggestion came from. Without suggestions, there is a reason.
        """


def suggest(system: System, targets: Sequence[Target], *, explained: bool = False) -> list[Answer]:
    """What a system suggests for each target; with reasons if requested and the system has them."""
    if "suggest" not in verbs(type(system)):
        raise system.not_offered("suggest")
    targets = analysed(targets)
    if isinstance(system, Explains):
        return [_explained(system, system, target, explained) for target in targets]
    answers = _call(system, system.suggest, targets)
    if len(answers) != len(targets):
        raise MotjusteError(
            f"system {system.name!r} gave {len(answers)} answers for {len(targets)} targets"
        )
    return [_suggested(system, *pair) for pair in zip(targets, answers, strict=True)]


def rank(system: System, target: Target, candidates: Sequence[str]) -> Answer:
    """The candidates, unchanged, in a system's order."""
    if "rank" not in verbs(type(system)):
        raise system.not_offered("rank")
    words = _candidates(candidates)
    (target,) = analysed([target])
    (ranked,) = _call(system, lambda one: system.rank([one], [words]), target)
    suggestions = tuple(placed(target, _checked(system, suggestion)) for suggestion in ranked)
    reason = None if suggestions else f"system {system.name!r} ranks none of the candidates"
    return Answer(target, locate(target), suggestions, reason=reason)


def improve(
    system: System, texts: Sequence[str], together: bool = False
) -> list[list[Improvement]]:
    """What a system would change in each text, in order, with substitutes in the form that fits.

    Texts that are taken `together` are one document.
    """
    if "improve" not in verbs(type(system)):
        raise system.not_offered("improve")
    ask = system.improve_document if together else system.improve
    texts = [Text.of(text) for text in texts]
    return fitted(system, texts, _call(system, ask, texts))


def fitted(
    system: System, texts: Sequence[str], answers: Sequence[Sequence[Improvement]]
) -> list[list[Improvement]]:
    """A system's improvements, checked, in order, with substitutes in the form that fits."""
    if len(answers) != len(texts):
        raise MotjusteError(
            f"system {system.name!r} gave {len(answers)} answers for {len(texts)} texts"
        )
    return [
        sorted((_improvement(system, text, mark) for mark in answer), key=lambda mark: mark.start)
        for text, answer in zip(texts, answers, strict=True)
    ]


def _improvement(system: System, text: str, mark: Improvement) -> Improvement:
    if not 0 <= mark.start < mark.end <= len(text) or mark.sws_kind not in KINDS:
        raise MotjusteError(
            f"system {system.name!r} marks {mark.kind} from {mark.start} to {mark.end} in a text "
            f"of {len(text)} characters"
        )
    target = Target(text, mark.start, mark.end)
    word = locate(target) if any(offer.lemma is None for offer in mark.suggestions) else None
    kept: dict[str, Suggestion] = {}
    for suggestion in mark.suggestions:
        fitted = _fitted(system, target, word, suggestion)
        # Edits that a system gives are kept, even if they only delete.
        if fitted.edits:
            kept.setdefault(fitted.text, fitted)
        # The marked text itself is no improvement, nor is text without visible characters.
        elif fitted.text != target.word and fitted.text.strip() and fitted.text.isprintable():
            kept.setdefault(fitted.text, placed(target, fitted))
    return replace(mark, suggestions=tuple(kept.values()), text=target.word)


def _candidates(given: Sequence[str]) -> list[str]:
    if isinstance(given, str):
        raise BadInputError("the candidates are one text; give a list of them")
    words = list(dict.fromkeys(replace_surrogates(word).strip() for word in given if word.strip()))
    if not 0 < len(words) <= MAX_CANDIDATES:
        raise BadInputError(
            f"there are {len(words):,} candidates; give from 1 to {MAX_CANDIDATES:,}"
        )
    if max(map(len, words)) > MAX_TARGET_LENGTH:
        raise BadInputError(
            f"a candidate is longer than {MAX_TARGET_LENGTH} characters; give short phrases"
        )
    return words


def _call(system: System, verb: Callable[[T], Result], given: T) -> Result:
    """What a verb of a system returns; any error becomes one line that names the system."""
    try:
        return verb(given)
    except MotjusteError:
        raise
    except Exception as error:
        raise MotjusteError(
            f"system {system.name!r} failed: {type(error).__name__}: {error}"
        ) from error


def _suggested(system: System, target: Target, suggestions: Sequence[Suggestion]) -> Answer:
    return _completed(system, Answer(target, locate(target), tuple(suggestions)))


def _explained(system: System, explainer: Explains, target: Target, origins: bool) -> Answer:
    answer = _call(system, lambda one: explainer.answer(one, origins), target)
    return _completed(system, replace(answer, target=target))


def _completed(system: System, answer: Answer) -> Answer:
    """The answer with every suggestion in the form that fits and placed, or with a reason."""
    target, word = answer.target, answer.word
    suggestions = tuple(
        placed(target, _fitted(system, target, word, suggestion))
        for suggestion in answer.suggestions
    )
    reason = None if suggestions else answer.reason or _no_reason(system, target)
    return replace(answer, suggestions=suggestions, reason=reason)


def _no_reason(system: System, target: Target) -> str:
    return f"system {system.name!r} knows no substitute for {brief(target.word)} here"


def _fitted(
    system: System, target: Target, word: Word | None, suggestion: Suggestion
) -> Suggestion:
    """A text that comes with its lemma is the form that fits; one without is itself a lemma."""
    suggestion = _checked(system, suggestion)
    if suggestion.lemma is not None:
        return suggestion
    form = None if word is None else word.form
    return replace(suggestion, text=in_form(target, suggestion.text, form), lemma=suggestion.text)


def _checked(system: System, suggestion: Suggestion) -> Suggestion:
    score = float(suggestion.score)
    if not isfinite(score):
        raise MotjusteError(
            f"system {system.name!r} gave {brief(suggestion.text)} the score {score}"
        )
    # No minus zero.
    return replace(suggestion, score=score + 0.0)


def _system(system: str | System) -> System:
    """A system, or the one of that name."""
    return _named_system(system) if isinstance(system, str) else system


@lru_cache(maxsize=8)
def _named_system(name: str) -> System:
    """The system of that name; made once, since what it loads may be large."""
    return make_system(name)


def with_top(system: System, top: int | None) -> System:
    """The system set to give `top` substitutes, if it has that setting."""
    if top is None or "most" not in system.settings():
        return system
    return replace(system, most=top)  # type: ignore[type-var]


def _target(text: str | Target) -> Target:
    if isinstance(text, Target):
        return text
    if not isinstance(text, str):
        raise BadInputError(f"give a text with a mark, or a Target, not {type(text).__name__}")
    return marked(text)


def suggest_words(
    text: str | Target, system: str | System, top: int | None, min_score: float | None, lemmas: bool
) -> list[Suggestion]:
    """The implementation of `motjuste.suggest`."""
    configured = with_top(_system(system), top)
    (answer,) = suggest(configured, [_target(text)])
    best = answer.best(top, min_score)
    return list((best.in_lemmas() if lemmas else best).suggestions)


def rank_words(
    text: str | Target, candidates: Sequence[str], system: str | System
) -> list[Suggestion]:
    """The implementation of `motjuste.rank`."""
    return list(rank(_system(system), _target(text), candidates).suggestions)


def improve_text(text: str, system: str | System, sensitivity: float | None) -> list[Improvement]:
    """The implementation of `motjuste.improve`."""
    if not isinstance(text, str):
        raise BadInputError(f"give a text, not {type(text).__name__}")
    configured = _system(system)
    if sensitivity is not None:
        if "sensitivity" not in configured.settings():
            raise BadInputError(f"system {configured.name!r} has no sensitivity to set")
        configured = replace(configured, sensitivity=sensitivity)  # type: ignore[type-var]
    (marks,) = improve(configured, [replace_surrogates(text)])
    return marks
