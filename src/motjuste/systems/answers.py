"""What a system says about a target, made ready to be written there or shown.

Some systems give the form that fits the sentence, some a lemma, and some can say why; whoever shows
an answer need not know which.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isfinite
from typing import Protocol, TypeVar, runtime_checkable

from motjuste.analysis import Text, analysed, in_form, locate
from motjuste.analysis.fitting import edits_for
from motjuste.errors import BadInputError, MotjusteError, brief
from motjuste.systems.registry import make_system
from motjuste.systems.system import System, verbs
from motjuste.text import KINDS, Edit, Improvement, Substitute, Target, Word
from motjuste.text.edits import merged
from motjuste.text.targets import LONGEST, marked, with_characters

MOST_CANDIDATES = 10_000
Parts = Sequence[tuple[str, float]]
T = TypeVar("T")
Said = TypeVar("Said")


class Explanation(Protocol):
    """Why a system answers as it does: the sense it took, or why it has no answer."""

    @property
    def word(self) -> Word:
        """What the target is in its sentence."""

    @property
    def sense(self) -> str | None:
        """The meaning that the target is taken to have."""

    @property
    def reason(self) -> str | None:
        """Why there is no substitute, where there is none."""

    @property
    def substitutes(self) -> Sequence[tuple[Substitute, str, Parts]]:
        """Each substitute, where it came from, and what moved its score by how much."""


@runtime_checkable
class Explains(Protocol):
    """A system that can say why."""

    def explain(self, target: Target) -> Explanation:
        """The system's answer to a target, and why it is that."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A substitute as it is written in the text, and why it is offered, if that is known."""

    substitute: Substitute
    replacement: Edit
    origin: str | None = None
    parts: Parts = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The offers for a target, best first; if there are none, the reason."""

    target: Target
    word: Word
    offers: tuple[Offer, ...]
    sense: str | None = None
    reason: str | None = None

    def best(self, top: int | None = None, min_score: float | None = None) -> "Answer":
        """The first so many offers that have at least that score."""
        if min_score is None or not self.offers:
            return replace(self, offers=self.offers[:top])
        scores = [offer.substitute.score for offer in self.offers]
        kept = tuple(offer for offer in self.offers if offer.substitute.score >= min_score)
        few = f"no substitute has a score of {min_score:g} or more; the best has {max(scores):.3g}"
        return replace(self, offers=kept[:top], reason=None if kept else few)

    def in_lemmas(self) -> "Answer":
        """The same offers by their lemmas, with which no article need agree."""
        start, end = self.target.start, self.target.end
        offers = []
        for offer in self.offers:
            lemma = offer.substitute.lemma or offer.substitute.text
            said = replace(offer.substitute, text=lemma)
            offers.append(replace(offer, substitute=said, replacement=Edit(start, end, lemma)))
        return replace(self, offers=tuple(offers))

    def new_article(self, offer: Offer) -> bool:
        """Whether `a` or `an` before the target must change for an offer."""
        before = self.target.text[offer.replacement.start : self.target.start]
        return not offer.replacement.text.startswith(before)


def suggest(system: System, targets: Sequence[Target], *, explained: bool = False) -> list[Answer]:
    """What a system suggests for each target; with the reasons, if it is one that explains."""
    if "suggest" not in verbs(type(system)):
        raise system.not_offered("suggest")
    targets = analysed(targets)
    if explained and isinstance(system, Explains):
        return [_explained(system, system, target) for target in targets]
    answers = _asked(system, system.suggest, targets)
    if len(answers) != len(targets):
        raise MotjusteError(
            f"system {system.name!r} gave {len(answers)} answers for {len(targets)} targets"
        )
    return [_suggested(system, *pair) for pair in zip(targets, answers, strict=True)]


def rank(system: System, target: Target, candidates: Sequence[str]) -> Answer:
    """The candidates as they are given, in a system's order."""
    if "rank" not in verbs(type(system)):
        raise system.not_offered("rank")
    words = _candidates(candidates)
    (target,) = analysed([target])
    (ranked,) = _asked(system, lambda one: system.rank([one], [words]), target)
    offers = tuple(
        Offer(_checked(system, each), merged(target.text, edits_for(target, each.text)))
        for each in ranked
    )
    reason = None if offers else f"system {system.name!r} ranks none of the candidates"
    return Answer(target, locate(target), offers, reason=reason)


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
    return fitted(system, texts, _asked(system, ask, texts))


def fitted(
    system: System, texts: Sequence[str], answers: Sequence[Sequence[Improvement]]
) -> list[list[Improvement]]:
    """A system's improvements, checked, in order, with substitutes in the form that fits."""
    if len(answers) != len(texts):
        raise MotjusteError(
            f"system {system.name!r} gave {len(answers)} answers for {len(texts)} texts"
        )
    return [
        sorted((_improvement(system, text, each) for each in answer), key=lambda each: each.start)
        for text, answer in zip(texts, answers, strict=True)
    ]


def _improvement(system: System, text: str, said: Improvement) -> Improvement:
    if not 0 <= said.start < said.end <= len(text) or said.kind not in KINDS:
        raise MotjusteError(
            f"system {system.name!r} would {said.kind} from {said.start} to {said.end} in a text "
            f"of {len(text)} characters"
        )
    target = Target(text, said.start, said.end)
    word = locate(target) if any(each.lemma is None for each in said.substitutes) else None
    offers: dict[str, Substitute] = {}
    for each in said.substitutes:
        fitted = _fitted(system, target, word, each)
        # What is there already is no improvement, and what nobody can see is no word.
        if fitted.text != target.word and fitted.text.strip() and fitted.text.isprintable():
            offers.setdefault(fitted.text, fitted)
    return replace(said, substitutes=tuple(offers.values()))


def _candidates(given: Sequence[str]) -> list[str]:
    if isinstance(given, str):
        raise BadInputError("the candidates are one text; give a list of them")
    words = list(dict.fromkeys(with_characters(word).strip() for word in given if word.strip()))
    if not 0 < len(words) <= MOST_CANDIDATES:
        raise BadInputError(
            f"there are {len(words):,} candidates; give from 1 to {MOST_CANDIDATES:,}"
        )
    if max(map(len, words)) > LONGEST:
        raise BadInputError(f"a candidate is longer than {LONGEST} characters; give short phrases")
    return words


def _asked(system: System, ask: Callable[[T], Said], about: T) -> Said:
    """What a system says; whatever goes wrong in it becomes one line that names it."""
    try:
        return ask(about)
    except MotjusteError:
        raise
    except Exception as error:
        raise MotjusteError(
            f"system {system.name!r} failed: {type(error).__name__}: {error}"
        ) from error


def _suggested(system: System, target: Target, answer: Sequence[Substitute]) -> Answer:
    if not answer and isinstance(system, Explains):
        return _explained(system, system, target)
    word = locate(target)
    offers = tuple(_offer(system, target, word, each) for each in answer)
    return Answer(target, word, offers, reason=None if offers else _no_reason(system, target))


def _explained(system: System, explainer: Explains, target: Target) -> Answer:
    why = _asked(system, explainer.explain, target)
    offers = tuple(
        replace(_offer(system, target, why.word, each), origin=origin, parts=parts)
        for each, origin, parts in why.substitutes
    )
    reason = None if offers else why.reason or _no_reason(system, target)
    return Answer(target, why.word, offers, why.sense, reason)


def _no_reason(system: System, target: Target) -> str:
    return f"system {system.name!r} knows no substitute for {brief(target.word)} here"


def _offer(system: System, target: Target, word: Word, said: Substitute) -> Offer:
    said = _fitted(system, target, word, said)
    return Offer(said, merged(target.text, edits_for(target, said.text)))


def _fitted(system: System, target: Target, word: Word | None, said: Substitute) -> Substitute:
    """A text that comes with its lemma is the form that fits; one without is itself a lemma."""
    said = _checked(system, said)
    if said.lemma is not None:
        return said
    form = None if word is None else word.form
    return replace(said, text=in_form(target, said.text, form), lemma=said.text)


def _checked(system: System, said: Substitute) -> Substitute:
    score = float(said.score)
    if not isfinite(score):
        raise MotjusteError(f"system {system.name!r} gave {brief(said.text)} the score {score}")
    # Minus zero is a number that puzzles readers.
    return replace(said, score=score + 0.0)


@lru_cache(maxsize=8)
def _system(name: str) -> System:
    """The system of that name; made once, since what it loads may be large."""
    return make_system(name)


def asked_for(system: System, top: int | None) -> System:
    """The system, made to give as many substitutes as are wanted if it lets that be said."""
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
) -> list[Substitute]:
    """What `motjuste.suggest` promises."""
    asked = asked_for(_system(system) if isinstance(system, str) else system, top)
    (answer,) = suggest(asked, [_target(text)])
    best = answer.best(top, min_score)
    return [offer.substitute for offer in (best.in_lemmas() if lemmas else best).offers]


def rank_words(
    text: str | Target, candidates: Sequence[str], system: str | System
) -> list[Substitute]:
    """What `motjuste.rank` promises."""
    asked = _system(system) if isinstance(system, str) else system
    answer = rank(asked, _target(text), candidates)
    return [offer.substitute for offer in answer.offers]
