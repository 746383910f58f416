"""A generator followed by a ranker: the dagger rows of SWORDS's tables."""

from collections.abc import Sequence
from typing import Any

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.errors import BadInputError
from motjuste.systems.system import System, verbs
from motjuste.text import Substitute, Target


class Reranked(System):
    """What one system suggests, in the order in which another ranks it."""

    def __init__(self, generator: System, ranker: System) -> None:
        for system, verb in ((generator, "suggest"), (ranker, "rank")):
            if verb not in verbs(type(system)):
                raise BadInputError(f"system {system.name!r} does not {verb}")
        self.generator, self.ranker = generator, ranker
        self.name = f"{generator.name}+{ranker.name}"  # type: ignore[misc]

    def settings(self) -> dict[str, Any]:
        """The settings of both."""
        return {"generator": self.generator.settings(), "ranker": self.ranker.settings()}

    def prepare(self, benchmark: Benchmark) -> None:
        """Let both prepare."""
        self.generator.prepare(benchmark)
        self.ranker.prepare(benchmark)

    def suggest(self, targets: Sequence[Target]) -> list[list[Substitute]]:
        """The generator's substitutes, ranked."""
        generated = self.generator.suggest(targets)
        candidates = [list(_by_lemma(answer)) for answer in generated]
        ranked = self.ranker.rank(targets, candidates)
        return [_with_texts(*pair) for pair in zip(generated, ranked, strict=True)]


def _by_lemma(generated: list[Substitute]) -> dict[str, Substitute]:
    """The substitutes under what is ranked; of two with the same lemma the better one."""
    found: dict[str, Substitute] = {}
    for each in generated:
        found.setdefault(each.lemma or each.text, each)
    return found


def _with_texts(generated: list[Substitute], ranked: list[Substitute]) -> list[Substitute]:
    """The ranker's order and scores, with what the generator said of each substitute."""
    said = _by_lemma(generated)
    return [
        Substitute(said[each.text].text, each.score, said[each.text].lemma, said[each.text].gloss)
        for each in ranked
    ]
