"""Smart Word Suggestions: the spans that a system marks against those that annotators marked.

Spans must be exactly equal to match, and suggestions must be equal strings. Of two entries for the
same span the later one counts, on both sides; a target without suggestions does not count. Spans
count tokens: a run in which all sentences are tokenised differently from the benchmark is an error;
if some are, there is a warning. The rows of all these measures are the benchmark's sentences.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from motjuste.benchmarks.benchmark import Benchmark, Context, Item
from motjuste.errors import BadInputError
from motjuste.metrics.measure import Array, Measure, columns, f_score, ratio
from motjuste.metrics.pairing import Pairing
from motjuste.text import KINDS, UNIVERSAL_POS

# Optional end of a measure's name that restricts it to some of the annotated targets.
SUBSET = rf"(?:\.(?P<subset>{'|'.join([*KINDS, *sorted(UNIVERSAL_POS)])}))?"
PAPER = "Wang et al. 2023"


class GoldTarget(NamedTuple):
    """A target that annotators marked, and a system's suggestions for it (None: not detected).

    `votes` are the numbers of annotators who gave each suggestion.
    """

    votes: Mapping[str, int]
    suggestions: tuple[str, ...] | None

    @property
    def detected(self) -> bool:
        """Whether the system marked it too."""
        return self.suggestions is not None

    @property
    def correct(self) -> bool:
        """Whether the system's first suggestion is one of the annotators'."""
        first = (self.suggestions or ())[:1]
        return bool(first) and first[0] in self.votes

    @property
    def voting_index(self) -> int:
        """The sum of the votes for its suggestions."""
        return sum(self.votes.values())


class ScoredSentence(NamedTuple):
    """A sentence's length, the spans a system marked in it, and its gold targets.

    `tokens_marked` counts every span as the system gave it, `spans` only distinct ones.
    """

    tokens: int
    tokens_marked: int
    spans: int
    targets: list[GoldTarget]

    @property
    def detected(self) -> list[GoldTarget]:
        """The targets that the system marked too."""
        return [target for target in self.targets if target.detected]


_Votes = Mapping[tuple[int, int], Mapping[str, int]]


@dataclass(frozen=True)
class SentenceRows:
    """Statistics with one row per sentence, of all targets or of a subset."""

    row: Callable[[ScoredSentence], tuple[float, ...]]
    width: int
    subset: str | None = None

    def __call__(self, pairing: Pairing) -> Array:
        """The statistics of a pairing, computed once."""
        return pairing.once(self, lambda: columns(self._rows(pairing), self.width))

    def _rows(self, pairing: Pairing) -> Iterable[tuple[float, ...]]:
        return (self.row(sentence) for sentence in sentences(pairing, self.subset))


def sentences(pairing: Pairing, subset: str | None = None) -> list[ScoredSentence]:
    """Every sentence of the benchmark, with its targets (of one kind or part of speech)."""

    def make() -> list[ScoredSentence]:
        gold = _gold(pairing.benchmark, subset)
        return [
            _sentence(pairing, context_id, context, gold.get(context_id, {}))
            for context_id, context in pairing.benchmark.contexts.items()
        ]

    return pairing.once(("sws sentences", subset), make)


def _sentence(pairing: Pairing, context_id: str, context: Context, gold: _Votes) -> ScoredSentence:
    answer = pairing.marked(context_id)
    spans = answer.spans if answer else ()
    tokens = answer.tokens if answer else len(context.extra.get("tokens", context.text.split()))
    predicted = {(span.start, span.end): span.suggestions for span in spans}
    return ScoredSentence(
        tokens,
        sum(span.end - span.start for span in spans),
        len(predicted),
        [GoldTarget(votes, predicted.get(span)) for span, votes in gold.items()],
    )


def _gold(benchmark: Benchmark, subset: str | None) -> dict[str, _Votes]:
    """The votes for suggestions, by sentence and span."""
    gold: dict[str, dict[tuple[int, int], Mapping[str, int]]] = {}
    for item in benchmark.items:
        votes = {
            judgement.text: judgement.votes for judgement in item.judgements if judgement.votes
        }
        if votes and subset in (None, item.extra.get("kind"), item.target.pos):
            gold.setdefault(item.context_id, {})[_span(item, benchmark)] = votes
    if subset is not None and not gold:
        raise BadInputError(f"{benchmark.name} has no target marked as {subset}")
    return {**gold}


def _span(item: Item, benchmark: Benchmark) -> tuple[int, int]:
    try:
        start, end = item.extra["tokens"]
    except KeyError:
        raise BadInputError(
            f"{benchmark.name} does not say which tokens its targets are: the measures of Smart "
            "Word Suggestions need a benchmark of that kind"
        ) from None
    return start, end


def of_targets(subset: str | None) -> str:
    """The part of a description that names the subset of targets, if there is one."""
    return f" ({subset} targets)" if subset else ""


def rates(
    name: str, row: Callable[[ScoredSentence], tuple[float, ...]], precision: str, recall: str
) -> Callable[[re.Match[str]], Measure]:
    """Builder of `name`.P, .R, .F1 and .F0.5 from rows of hits, answers and gold."""
    both = f"{name}.P and {name}.R"
    figures = {
        "P": (ratio(0, 1), precision),
        "R": (ratio(0, 2), recall),
        "F1": (f_score(0, 1, 2), f"harmonic mean of {both}"),
        "F0.5": (f_score(0, 1, 2, 0.5), f"{both}, precision favoured"),
    }

    def build(match: re.Match[str]) -> Measure:
        subset = match.groupdict().get("subset")
        reduce, description = figures[match["figure"]]
        rows = SentenceRows(row, 3, subset)
        return Measure(match[0], description + of_targets(subset), rows, reduce)

    return build
