"""The true labels of a simulation: the share of careful people who would accept a candidate."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from motjuste.benchmarks.benchmark import TRUE, Benchmark

# SWORDS, table 2: of 60.7 candidates of a target, 4.1 are acceptable …
_ACCEPTABLE = 4.1 / 60.7
# … and 21.4 conceivable.
_CONCEIVABLE = 21.4 / 60.7
# The parameters of a beta distribution. Section 4.4: of the candidates that none of three
# annotators accepts, a third would be accepted by some of ten.
_UNLIKELY = (0.3, 11.0)
Place = tuple[str, int]
# For the characters of a target, its kind and how many people gave which substitute.
Marks = Mapping[tuple[int, int], tuple[str, Mapping[str, int]]]


@dataclass(frozen=True)
class Truth:
    """Hidden scores: known ones, and for all other candidates scores drawn with a seed."""

    seed: int
    known: Mapping[tuple[Place, str], float]
    # The substitutes that people gave or accepted for a target, with their number.
    recalled: Mapping[Place, Mapping[str, int]] = field(default_factory=dict)
    # What people marked in a sentence (Smart Word Suggestions).
    marked: Mapping[str, Marks] = field(default_factory=dict)

    def score(self, text: str, start: int, candidate: str) -> float:
        """The share of careful annotators who would accept a candidate."""
        given = self.known.get(((text, start), candidate))
        return drawn(self.seed, text, start, candidate) if given is None else given


def drawn(seed: int, text: str, start: int, candidate: str) -> float:
    """A score as candidates have them in SWORDS: most hardly conceivable, few acceptable."""
    source = random.Random(f"{seed}|{text}|{start}|{candidate}")
    kind = source.random()
    if kind < _ACCEPTABLE:
        return source.uniform(0.5, 0.95)
    if kind < _CONCEIVABLE:
        return source.uniform(0.05, 0.5)
    return source.betavariate(*_UNLIKELY)


def truth_of(benchmark: Benchmark | None, seed: int) -> Truth:
    """The truth from a benchmark's labels; scores of unaccepted candidates are drawn."""
    known = {}
    recalled: dict[Place, dict[str, int]] = {}
    for item in benchmark.items if benchmark else ():
        for judgement in item.judgements:
            share = judgement.labels.count(TRUE) / max(1, len(judgement.labels))
            if share > 0:
                known[(item.target.text, item.target.start), judgement.text] = share
            if judgement.votes:
                place = item.target.text, item.target.start
                recalled.setdefault(place, {})[judgement.text] = judgement.votes
    return Truth(seed, known, recalled, _marked(benchmark) if benchmark else {})


def _marked(benchmark: Benchmark) -> dict[str, Marks]:
    """The marks in each sentence of a benchmark that has kinds of targets."""
    marked: dict[str, dict[tuple[int, int], tuple[str, Mapping[str, int]]]] = {}
    for item in benchmark.items:
        if "kind" in item.extra:
            target = item.target
            votes = {judgement.text: judgement.votes for judgement in item.judgements}
            span = target.start, target.end
            marked.setdefault(target.text, {})[span] = item.extra["kind"], votes
    return dict(marked)
