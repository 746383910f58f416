"""A generator followed by a ranker: the dagger rows of SWORDS's tables."""

from collections.abc import Sequence
from typing import Any

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.errors import BadInputError
from motjuste.systems.system import SomeFailedError, System, verbs, with_settings
from motjuste.text import Suggestion, Target


class Reranked(System):
    """The suggestions of one system in the order of another."""

    def __init__(self, generator: System, ranker: System) -> None:
        for system, verb in ((generator, "suggest"), (ranker, "rank")):
            if verb not in verbs(type(system)):
                raise BadInputError(f"system {system.name!r} does not {verb}")
        self.generator = generator
        # SWORDS's program inflects candidates for ranking only if the generator gives lemmas.
        as_given = generator.suggests_forms and "inflect" in ranker.settings()
        self.ranker = with_settings(ranker, {"inflect": "false"}) if as_given else ranker
        self.name = f"{generator.name}+{ranker.name}"  # type: ignore[misc]

    def settings(self) -> dict[str, Any]:
        """The settings of both."""
        return {"generator": self.generator.settings(), "ranker": self.ranker.settings()}

    def recorded(self) -> dict[str, Any]:
        """The recorded settings of both."""
        return {"generator": self.generator.recorded(), "ranker": self.ranker.recorded()}

    def summary(self) -> str:
        """The summaries of both."""
        return "; ".join(filter(None, (self.generator.summary(), self.ranker.summary())))

    def preview(self, target: Target) -> str:
        """What the generator would send to a server."""
        return self.generator.preview(target)

    def prepare(self, benchmark: Benchmark) -> None:
        """Let both prepare."""
        self.generator.prepare(benchmark)
        self.ranker.prepare(benchmark)

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        """The generator's substitutes, ranked."""
        try:
            generated = self.generator.suggest(targets)
        except SomeFailedError as some:
            # Its answers are not ranked yet, so they must not pass for ours.
            raise some.first from None
        candidates = [list(_by_lemma(answer)) for answer in generated]
        ranked = self.ranker.rank(targets, candidates)
        return [_with_texts(*pair) for pair in zip(generated, ranked, strict=True)]


def _by_lemma(generated: list[Suggestion]) -> dict[str, Suggestion]:
    """Substitutes keyed by the string the ranker sees (lemma, else text).

    The first of two with the same key wins.
    """
    substitutes: dict[str, Suggestion] = {}
    for substitute in generated:
        substitutes.setdefault(substitute.lemma or substitute.text, substitute)
    return substitutes


def _with_texts(generated: list[Suggestion], ranked: list[Suggestion]) -> list[Suggestion]:
    """The ranker's order and scores, with the generator's text, lemma and gloss."""
    substitutes = _by_lemma(generated)
    pairs = [(substitutes[answer.text], answer.score) for answer in ranked]
    return [Suggestion(given.text, score, given.lemma, given.gloss) for given, score in pairs]
