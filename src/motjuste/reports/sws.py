"""Tables 1 and 2 of the Smart Word Suggestions paper, and its targets by voting index."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from motjuste.benchmarks.benchmark import Benchmark, Context, Item
from motjuste.reports.scores import mean, percentage
from motjuste.text import KINDS

_POS = {"NOUN": "noun", "VERB": "verb", "ADJ": "adj.", "ADV": "adv."}
_ORDER = ("noun", "verb", "adj.", "adv.", "phrase", "others", "unknown")


@dataclass(frozen=True)
class SuggestionStatistics:
    """A row of Table 1, with the averages and percentages that section 3.3 gives beside it."""

    benchmark: str
    sentences: int
    targets: int
    suggestions: int
    labels: int
    tokens_per_sentence: float | None
    words_per_sentence: float | None
    multiword_targets: float | None
    multiword_suggestions: float | None
    refine_usage: float | None


@dataclass(frozen=True)
class KindsByPos:
    """A column of Table 2: the targets of a part of speech, and the share of each kind."""

    pos: str
    targets: int
    refine_usage: float | None
    diversify_expression: float | None
    published_targets: int | None = None
    published_refine_usage: float | None = None


# Table 1 and section 3.3 of the paper, about the validation and the test split together.
PUBLISHED_STATISTICS = SuggestionStatistics(
    "published, both splits",
    sentences=1000,
    targets=7027,
    suggestions=16031,
    labels=30293,
    tokens_per_sentence=None,
    words_per_sentence=27.8,
    multiword_targets=3.8,
    multiword_suggestions=3.3,
    refine_usage=63.0,
)

# Table 2 of the paper: targets and percentage of refine-usage by part of speech.
_PUBLISHED_KINDS: dict[str, tuple[int, float]] = {
    "noun": (2601, 57.8),
    "verb": (2186, 63.7),
    "adj.": (1263, 66.7),
    "adv.": (367, 64.9),
    "phrase": (267, 70.8),
    "others": (343, 76.7),
    "total": (7027, 63.0),
}


@dataclass(frozen=True)
class TargetsByVotes:
    """How many targets have a voting index."""

    voting_index: int
    targets: int


def has_kinds(benchmark: Benchmark) -> bool:
    """Whether the benchmark says why its targets are worth changing."""
    return any(_kind(item) for item in benchmark.items)


def suggestion_statistics(benchmark: Benchmark) -> SuggestionStatistics:
    """The row of any benchmark; a label is a vote for a suggestion, or a judgement of it."""
    texts = [judgement.text for item in benchmark.items for judgement in item.judgements]
    kinds = Counter(_kind(item) for item in benchmark.items if _kind(item))
    return SuggestionStatistics(
        benchmark.name,
        len(benchmark.contexts),
        len(benchmark.items),
        len(texts),
        sum(len(judgement.labels) for item in benchmark.items for judgement in item.judgements),
        tokens_per_sentence=mean([len(_tokens(c)) for c in benchmark.contexts.values()]),
        words_per_sentence=mean([_words(context) for context in benchmark.contexts.values()]),
        multiword_targets=percentage(sum(map(_is_phrase, benchmark.items)), len(benchmark.items)),
        multiword_suggestions=percentage(sum(" " in text.strip() for text in texts), len(texts)),
        refine_usage=percentage(kinds[KINDS[0]], sum(kinds.values())),
    )


def _kind(item: Item) -> str | None:
    kind = item.extra.get("kind")
    return kind if kind in KINDS else None


def _tokens(context: Context) -> Sequence[str]:
    """The tokens as the source has them, else what white space separates."""
    tokens: Sequence[str] = context.extra.get("tokens") or context.text.split()
    return tokens


def _words(context: Context) -> int:
    """How many tokens have a letter or a digit."""
    return sum(any(map(str.isalnum, token)) for token in _tokens(context))


def _is_phrase(item: Item) -> bool:
    """Whether the target is more than one token, or more than one word if tokens are unknown."""
    start, end = item.extra.get("tokens") or (0, len(item.target.word.split()))
    return bool(end - start > 1)


def pos_group(item: Item) -> str:
    """The column of Table 2 that a target belongs to."""
    if _is_phrase(item):
        return "phrase"
    pos = item.target.pos
    return "unknown" if pos in (None, "UNKNOWN") else _POS.get(str(pos), "others")


def kinds_by_pos(benchmark: Benchmark) -> list[KindsByPos]:
    """Table 2: targets by part of speech and kind, the groups that occur, then the total."""
    counts = Counter((pos_group(item), _kind(item)) for item in benchmark.items)
    present = [pos for pos in _ORDER if any(group == pos for group, _ in counts)]
    rows = [_by_pos(pos, Counter({kind: counts[pos, kind] for kind in KINDS})) for pos in present]
    return [*rows, _by_pos("total", Counter(_kind(item) for item in benchmark.items))]


def _by_pos(pos: str, kinds: Counter[str | None]) -> KindsByPos:
    of_a_kind = sum(kinds[kind] for kind in KINDS)
    refined, diversified = (percentage(kinds[kind], of_a_kind) for kind in KINDS)
    targets, share = _PUBLISHED_KINDS.get(pos, (None, None))
    return KindsByPos(pos, sum(kinds.values()), refined, diversified, targets, share)


def voting_index(item: Item) -> int:
    """How many votes a target's suggestions have together, as the SWS scorer weighs targets."""
    return sum(judgement.votes for judgement in item.judgements)


def targets_by_votes(benchmark: Benchmark) -> list[TargetsByVotes]:
    """The targets counted by voting index, from the lowest to the highest."""
    counts = Counter(voting_index(item) for item in benchmark.items)
    return [TargetsByVotes(index, counts[index]) for index in sorted(counts)]
