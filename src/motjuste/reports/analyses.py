"""Figures of the papers that are no system's score: sizes, shares and agreements of the data.

Each has the published values and a function that works ours out from what is on this machine. What
is missing is raised as `MissingResourceError`, and said in the page.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.benchmarks.catalogue import find_entry, installed
from motjuste.benchmarks.readers import read_benchmark
from motjuste.errors import MissingResourceError
from motjuste.reports import agreement, filtering, posthoc, recall_votes, sources, sws
from motjuste.reports.annotations import Annotations, read_annotations
from motjuste.reports.author_files import find_data
from motjuste.reports.modes import items_with_modes
from motjuste.reports.statistics import statistics, together

Values = Sequence[float | None]


@dataclass(frozen=True)
class Analysis:
    """A row of figures: published, and how ours are made."""

    table: str
    row: str
    columns: tuple[str, ...]
    published: tuple[float | None, ...]
    ours: Callable[[], Values]
    # The counting rule, and why ours may differ.
    why: str = ""


@cache
def _read(name: str) -> Benchmark:
    if installed(find_entry(name)) is None:
        raise MissingResourceError(f"needs the benchmark {name}")
    return read_benchmark(name)


def _both_splits() -> Benchmark:
    pooled = together([_read("swords-v1.1-dev"), _read("swords-v1.1-test")])
    assert pooled is not None
    return pooled


def _sizes(name: str) -> Callable[[], Values]:
    def ours() -> Values:
        row = statistics(_both_splits() if name == "swords" else _read(name))
        counts = (row.contexts, row.targets, row.substitutes, row.labels)
        grades = (row.total, row.inconceivable, row.conceivable, row.acceptable)
        return (*counts, *grades)

    return ours


def _starred(name: str) -> Callable[[], Values]:
    def ours() -> Values:
        benchmark = _read(name)
        votes = recall_votes.votes_from_benchmark(benchmark, _read("coinco"))
        row = recall_votes.recalled_statistics(benchmark, votes)
        return row.inconceivable, row.conceivable, row.acceptable

    return ours


def _factors() -> Values:
    pooled = together([_read("swords-v1.0-dev"), _read("swords-v1.0-test")])
    assert pooled is not None
    votes = recall_votes.votes_from_benchmark(pooled, _read("coinco"))
    row = recall_votes.recalled_statistics(pooled, votes)
    return row.times_more_conceivable, row.times_more_acceptable


def _quality() -> Values:
    benchmark = _both_splits()
    (row,) = [
        quality for quality in sources.quality_by_source(benchmark) if quality.source == "coinco"
    ]
    best = sources.best_at_size(benchmark, "coinco")
    return row.unacceptable, row.inconceivable, best.mean_score_of_best, best.mean_score


def _shares() -> Values:
    rows = {row.sources: row for row in sources.shares_by_source(_both_splits())}
    ordered = [rows[name] for name in ("coinco only", "coinco ∩ roget", "roget only")]
    return (*(row.of_conceivable for row in ordered), *(row.of_acceptable for row in ordered))


def _votes() -> Values:
    benchmark = _both_splits()
    votes = recall_votes.votes_from_benchmark(benchmark, _read("coinco"))
    row = recall_votes.vote_agreement(benchmark, votes)
    high = row.votes_high_given_acceptable
    return row.votes_high, row.acceptable, row.acceptable_given_votes_high, high


def _dropped() -> Values:
    row = filtering.filtering(_read("swords-v1.1-test-subset-reannotated"))
    return row.positive_later, row.unacceptable_in_the_end


def _footnote() -> Values:
    row = recall_votes.vote_counts(_read("coinco"))
    return row.votes_per_target, row.above_annotators, row.highest


def _semeval_sizes(*names: str) -> Callable[[], Values]:
    def ours() -> Values:
        read = [_read(name) for name in names]
        row = items_with_modes(together(read) or read[0])[0]
        return row.items, row.scored, row.with_mode

    return ours


def _annotated(what: str, *patterns: str) -> Annotations:
    """The annotators' own rows, from a file below the data folders."""
    path = next(find_data(patterns), None)
    if path is None:
        raise MissingResourceError(f"needs {what} as {patterns[0]} in MOTJUSTE_DATA")
    return read_annotations(path)


def _semeval_agreement() -> Values:
    answers = _annotated("the annotators' own answers", "semeval2007*annotations*.csv")
    row, multiwords = (
        agreement.substitute_agreement(answers)[0],
        agreement.multiword_agreement(answers),
    )
    return row.pairwise, row.pairwise_with_mode, multiwords.detection, multiwords.identification


def _posthoc(group: str) -> Callable[[], Values]:
    def ours() -> Values:
        verdicts = _annotated("the judges' verdicts", "semeval2007*verdicts*.csv")
        rows = {row.group: row for row in posthoc.posthoc_table(verdicts)}
        if group not in rows:
            raise MissingResourceError(f"needs verdicts on the group {group!r}")
        return rows[group].good, rows[group].reasonable, rows[group].bad

    return ours


def _sws_agreement() -> Values:
    marks = _annotated("the annotators' own marks", "sws*annotations*.csv")
    row = agreement.span_agreement(marks)
    return row.detection, row.suggestion


def _sws_sizes() -> Values:
    pooled = together([_read("sws-validation"), _read("sws-test")])
    assert pooled is not None
    row = sws.suggestion_statistics(pooled)
    counts = (row.sentences, row.targets, row.suggestions, row.labels, row.words_per_sentence)
    return (*counts, row.multiword_targets, row.multiword_suggestions, row.refine_usage)


def _needs(what: str) -> Callable[[], Values]:
    def ours() -> Values:
        raise MissingResourceError(f"needs {what}")

    return ours


_SIZES = ("contexts", "targets", "substitutes", "labels", "per target")
_GRADES = (*_SIZES, "inconceivable", "conceivable", "acceptable")
_STARS = ("inconceivable", "conceivable", "acceptable")

ANALYSES: dict[str, tuple[Analysis, ...]] = {
    "swords": (
        Analysis(
            "Table 2", "CoInCo", _SIZES, (2474, 15629, 112742, 167446, 7.2), _sizes("coinco"),
            "spellings that differ in case alone count once",
        ),
        Analysis(
            "Table 2", "SWORDS", _GRADES, (1132, 1132, 68683, 375855, 60.7, 39.3, 21.4, 4.1),
            _sizes("swords"), "averages over the targets that have any",
        ),
        Analysis(
            "Table 2", "CoInCo (dev)", _SIZES, (1577, 10179, 67814, 98950, 6.7),
            _sizes("coinco-dev"),
        ),
        Analysis(
            "Table 2", "CoInCo (dev), starred", _STARS, (2.2, 5.2, 2.5),
            _starred("swords-v1.0-dev"),
            "CoInCo's own substitutes of all its items for a target, on version 1.0",
        ),
        Analysis(
            "Table 2", "SWORDS (dev)", _GRADES, (370, 370, 22978, 121938, 62.1, 41.6, 20.5, 4.2),
            _sizes("swords-v1.1-dev"), "averages over the targets that have any",
        ),
        Analysis(
            "Table 2", "CoInCo (test)", _SIZES, (897, 5450, 44928, 68496, 8.2),
            _sizes("coinco-test"),
        ),
        Analysis(
            "Table 2", "CoInCo (test), starred", _STARS, (2.9, 5.7, 2.4),
            _starred("swords-v1.0-test"), "as for dev",
        ),
        Analysis(
            "Table 2", "SWORDS (test)", _GRADES, (762, 762, 45705, 253917, 60.0, 38.1, 21.9, 4.0),
            _sizes("swords-v1.1-test"),
        ),
        Analysis("Abstract", "times CoInCo's", ("conceivable", "acceptable"), (4.1, 1.8), _factors),
        Analysis(
            "Footnote 3", "CoInCo", ("labels per target", "counts above six", "highest count"),
            (10.71, 375, 21), _footnote,
        ),
        Analysis(
            "Section 4.1", "CoInCo's substitutes in SWORDS",
            ("unacceptable", "inconceivable", "mean score of the best", "mean score"),
            (75.7, 28.1, 50.7, 34.4), _quality, "means per target, then over targets",
        ),
        Analysis(
            "Section 4.2", "shares of the sources",
            ("CoInCo only", "both", "thesaurus only", "CoInCo only", "both", "thesaurus only"),
            (13.1, 14.4, 72.5, 21.5, 36.0, 42.5), _shares,
            "conceivable, then acceptable; sources as version 1.1 names them (on dev version 1.0 "
            "names CoInCo for 4,685 substitutes more, which gives 12.8, 37.5 and 49.6)",
        ),
        Analysis(
            "Section 4.3", "CoInCo's counts and SWORDS's scores",
            ("count above 1", "score above 50", "acceptable if count high",
             "count high if acceptable"),
            (25.3, 24.5, 47.2, 29.3), _votes, "counts matched by text, the higher of repeats",
        ),
        Analysis(
            "Section 4.4", "dropped by three labels", ("positive later", "unacceptable"),
            (33.7, 99.2),
            _dropped, "the second group's labels, of which the first three stand for the filter",
        ),
    ),
    "semeval2007": (
        Analysis(
            "Section 2.1", "trial", ("items", "scored", "% with a mode"), (300, 298, None),
            _semeval_sizes("semeval2007-trial"),
            "the scorer leaves out five trial items of the published file, not two",
        ),
        Analysis(
            "Section 2.1", "test", ("items", "scored", "% with a mode"), (1710, 1696, None),
            _semeval_sizes("semeval2007-test"),
        ),
        Analysis(
            "Section 2.2", "trial and test", ("items", "scored", "% with a mode"),
            (2010, 1994, 73.93), _semeval_sizes("semeval2007-trial", "semeval2007-test"),
            "the paper does not say of which items its share is",
        ),
        Analysis(
            "Section 2.2", "agreement", ("pairwise", "with the mode", "multiword", "its form"),
            (27.75, 50.67, 92.30, 44.13), _semeval_agreement,
        ),
        Analysis(
            "Table 8", "systems", ("good", "reasonable", "bad"), (9.07, 19.08, 71.85),
            _posthoc("sys"),
        ),
        Analysis(
            "Table 8", "annotators", ("good", "reasonable", "bad"), (37.36, 41.01, 21.63),
            _posthoc("origA"),
        ),
    ),
    "sws": (
        Analysis(
            "Table 1", "SWS",
            ("sentences", "targets", "suggestions", "labels", "words per sentence",
             "% multiword targets", "% multiword suggestions", "% refine-usage"),
            (1000, 7027, 16031, 30293, 27.8, 3.8, 3.3, 63.0), _sws_sizes,
            "labels are votes for what the files hold; words are tokens with a letter or digit",
        ),
        Analysis(
            "Section 3.4", "agreement", ("detection", "suggestion"), (23.2, 35.4), _sws_agreement,
        ),
    ),
    "anvan-ls": (
        Analysis(
            "Section 2", "ANVAN-LS", ("phrases", "targets"), (165, 732),
            _needs("'motjuste space anvan' on CoInCo; its statistics are in docs/spaces.md"),
        ),
    ),
}  # fmt: skip
