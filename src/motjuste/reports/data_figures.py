"""The papers' figures about data, computed from the data on this machine.

Each function returns a row of values, or a function that does. It raises `MissingResourceError` if
the data is not on this machine.
"""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.benchmarks.catalogue import find_entry, installed
from motjuste.benchmarks.readers import read_benchmark
from motjuste.errors import MissingResourceError
from motjuste.reports import (
    agreement,
    filtering,
    frequencies,
    humans,
    paper_examples,
    posthoc,
    recall_votes,
    sources,
    sws,
)
from motjuste.reports.annotations import Annotations, read_annotations
from motjuste.reports.author_files import find_data, stored_answers
from motjuste.reports.modes import items_with_modes
from motjuste.reports.published import read_paper
from motjuste.reports.scores import mean, percentage
from motjuste.reports.statistics import parts_of_speech, statistics, together
from motjuste.systems.stored import read_answers

Values = Sequence[float | None]

SEMEVAL = ("semeval2007-trial", "semeval2007-test")
SWS = ("sws-validation", "sws-test")
# Groups of sources as `reports.sources` names them.
SOURCES = ("coinco only", "coinco ∩ roget", "roget only")


def read_installed(name: str) -> Benchmark:
    """A benchmark that is on this machine; an error says that it is needed."""
    path = installed(find_entry(name))
    if path is None:
        raise MissingResourceError(f"needs the benchmark {name}")
    return _read_at(name, path)


# By the path too, as the data folder may change.
@cache
def _read_at(name: str, _: Path) -> Benchmark:
    return read_benchmark(name)


def _pooled(*names: str) -> Benchmark:
    read = [read_installed(name) for name in names]
    return together(read) or read[0]


def _both_splits() -> Benchmark:
    return _pooled("swords-v1.1-dev", "swords-v1.1-test")


def sizes(*names: str) -> Callable[[], Values]:
    """Contexts, targets, substitutes and labels of benchmarks together, then their averages."""

    def ours() -> Values:
        row = statistics(_pooled(*names))
        counts = (row.contexts, row.targets, row.substitutes, row.labels)
        grades = (row.total, row.inconceivable, row.conceivable, row.acceptable)
        return (*counts, *grades)

    return ours


def semeval_words() -> Values:
    """SemEval's sizes, with the words of its lexical sample as targets."""
    pooled = _pooled(*SEMEVAL)
    words = {(item.target.lemma, item.target.pos) for item in pooled.items}
    row = statistics(pooled)
    return row.contexts, len(words), row.substitutes, row.labels, row.total


def targets_by_pos() -> Values:
    """SWORDS's nouns, verbs, adjectives and adverbs."""
    counts = parts_of_speech(_both_splits()).targets
    return [counts.get(pos, 0) for pos in ("NOUN", "VERB", "ADJ", "ADV")]


def abstentions() -> Values:
    """The share of SWORDS's labels that are abstentions."""
    return (statistics(_both_splits()).abstentions,)


def zero_scores() -> Values:
    """SWORDS's substitutes with a score of 0, by source."""
    zero = sources.score_distribution(_both_splits())[0].substitutes
    return [zero[name] for name in SOURCES]


def frequency_shares() -> Values:
    """How many conceivable substitutes are common and uncommon: recalled ones, listed ones."""
    rows = {row.sources: row for row in frequencies.frequency_bands(_both_splits())}
    recalled, listed = rows[SOURCES[0]], rows[SOURCES[2]]
    return recalled.common, recalled.uncommon, listed.common, listed.uncommon


def sizes_of_lists(word: str, part: str) -> Callable[[], Values]:
    """The sizes of the lists of an example."""
    return lambda: paper_examples.sizes_of_lists(read_installed("swords-v1.1-dev"), word, part)


def candidates_given(name: str, word: str, part: str) -> Callable[[], Values]:
    """How many different substitutes the authors' file of a system's answers has in an example."""

    def ours() -> Values:
        benchmark = read_installed("swords-v1.1-dev")
        path = stored_answers(read_paper("swords").ways[name], benchmark)
        if path is None:
            raise MissingResourceError("needs the authors' file of its answers in MOTJUSTE_DATA")
        item = paper_examples.find_item(benchmark, word, part)
        guesses = read_answers(path, benchmark).answers.get(item.id, ())
        return (len({guess.text.lower() for guess in guesses}),)

    return ours


def count_and_score(word: str, part: str, substitute: str) -> Callable[[], Values]:
    """CoInCo's count and SWORDS's score of a substitute in an example."""

    def ours() -> Values:
        benchmark, coinco = read_installed("swords-v1.1-dev"), read_installed("coinco")
        return paper_examples.count_and_score(benchmark, coinco, word, part, substitute)

    return ours


def starred(*names: str) -> Callable[[], Values]:
    """CoInCo's own substitutes per target, by SWORDS's scores."""

    def ours() -> Values:
        benchmark = _pooled(*names)
        votes = recall_votes.votes_from_benchmark(benchmark, read_installed("coinco"))
        row = recall_votes.recalled_statistics(benchmark, votes)
        return row.inconceivable, row.conceivable, row.acceptable

    return ours


def times_recalled() -> Values:
    """How many times CoInCo's conceivable and acceptable substitutes SWORDS has (Table 2)."""
    recalled = starred("swords-v1.0-dev", "swords-v1.0-test")()
    row = statistics(_both_splits())
    pairs = zip((row.conceivable, row.acceptable), recalled[1:], strict=True)
    return [ours / theirs if ours and theirs else None for ours, theirs in pairs]


def recalled_quality() -> Values:
    """What became of CoInCo's substitutes in SWORDS."""
    benchmark = _both_splits()
    (row,) = [
        quality for quality in sources.quality_by_source(benchmark) if quality.source == "coinco"
    ]
    best = sources.best_at_size(benchmark, "coinco")
    return row.unacceptable, row.inconceivable, best.mean_score_of_best, best.mean_score


def source_shares() -> Values:
    """The sources' shares of conceivable, then of acceptable substitutes."""
    rows = {row.sources: row for row in sources.shares_by_source(_both_splits())}
    ordered = [rows[name] for name in SOURCES]
    return (*(row.of_conceivable for row in ordered), *(row.of_acceptable for row in ordered))


def vote_figures() -> Values:
    """CoInCo's counts beside SWORDS's scores."""
    benchmark = _both_splits()
    votes = recall_votes.votes_from_benchmark(benchmark, read_installed("coinco"))
    row = recall_votes.vote_agreement(benchmark, votes)
    high = row.votes_high_given_acceptable
    return row.votes_high, row.acceptable, row.acceptable_given_votes_high, high


def dropped_by_filter() -> Values:
    """The shares of the second group's substitutes that three labels would have dropped."""
    row = filtering.filtering(read_installed("swords-v1.1-test-subset-reannotated"))
    return row.positive_later, row.unacceptable_in_the_end


def footnote_3() -> Values:
    """CoInCo's labels per target, counts above six annotators, and its highest count."""
    row = recall_votes.vote_counts(read_installed("coinco"))
    return row.votes_per_target, row.above_annotators, row.highest


def semeval_sizes(*names: str) -> Callable[[], Values]:
    """Items, items that are scored, and the share of these that have a mode."""

    def ours() -> Values:
        row = items_with_modes(_pooled(*names))[0]
        return row.items, row.scored, row.with_mode

    return ours


def _annotated(what: str, *patterns: str) -> Annotations:
    """The annotators' own rows, from a file below the data folders."""
    path = next(find_data(patterns), None)
    if path is None:
        raise MissingResourceError(f"needs {what} as {patterns[0]} in MOTJUSTE_DATA")
    return read_annotations(path)


def semeval_agreement() -> Values:
    """Agreement of SemEval's annotators."""
    answers = _annotated("the annotators' own answers", "semeval2007*annotations*.csv")
    row, multiwords = (
        agreement.substitute_agreement(answers)[0],
        agreement.multiword_agreement(answers),
    )
    return row.pairwise, row.pairwise_with_mode, multiwords.detection, multiwords.identification


def semeval_agreement_without_one() -> Values:
    """Agreement without the annotator who gave the most substitutes per item."""
    answers = _annotated("the annotators' own answers", "semeval2007*annotations*.csv")
    _, *rows = agreement.substitute_agreement(answers)
    if not rows:
        raise MissingResourceError("needs several annotators")
    row = max(rows, key=lambda left_out: left_out.substitutes or 0.0)
    return row.pairwise, row.pairwise_with_mode


def posthoc_shares(group: str) -> Callable[[], Values]:
    """The verdicts on a group's substitutes."""

    def ours() -> Values:
        verdicts = _annotated("the judges' verdicts", "semeval2007*verdicts*.csv")
        rows = {row.group: row for row in posthoc.posthoc_table(verdicts)}
        if group not in rows:
            raise MissingResourceError(f"needs verdicts on the group {group!r}")
        return rows[group].good, rows[group].reasonable, rows[group].bad

    return ours


def sws_agreement() -> Values:
    """Agreement of SWS's annotators."""
    marks = _annotated("the annotators' own marks", "sws*annotations*.csv")
    row = agreement.span_agreement(marks)
    return row.detection, row.suggestion


def sws_humans() -> Values:
    """Each of SWS's annotators against the others, the mean over all (Table 3)."""
    marks = _annotated("the annotators' own marks", "sws*annotations*.csv")
    return tuple(humans.human_performance(marks)[-1].scores.values())


def merged_ratio(name: str) -> Callable[[], Values]:
    """The improvable ratio of the annotations: marked tokens, and targets, in 100 tokens."""

    def ours() -> Values:
        benchmark = read_installed(name)
        tokens = sum(len(context.extra["tokens"]) for context in benchmark.contexts.values())
        marked = sum(last - first for first, last in (i.extra["tokens"] for i in benchmark.items))
        return percentage(marked, tokens), percentage(len(benchmark.items), tokens)

    return ours


def sws_sizes() -> Values:
    """SWS's row of its Table 1, and the averages in its section 3.3."""
    row = sws.suggestion_statistics(_pooled(*SWS))
    counts = (row.sentences, row.targets, row.suggestions, row.labels, row.words_per_sentence)
    return (*counts, row.multiword_targets, row.multiword_suggestions, row.refine_usage)


def sws_by_pos(pos: str) -> Callable[[], Values]:
    """SWS's targets of a part of speech, and the shares of the two kinds."""

    def ours() -> Values:
        rows = {row.pos: row for row in sws.kinds_by_pos(_pooled(*SWS))}
        if pos not in rows:
            return 0, None, None
        return rows[pos].targets, rows[pos].refine_usage, rows[pos].diversify_expression

    return ours


def suggestions_per_target() -> Values:
    """SWS's mean number of suggestions."""
    return (mean([float(len(item.judgements)) for item in _pooled(*SWS).items]),)


def anvan_sizes(benchmark: Benchmark) -> Values:
    """ANVAN-LS's phrases and targets, and the targets per phrase."""
    phrases, targets = len(benchmark.contexts), len(benchmark.items)
    if not targets:
        raise MissingResourceError("needs ANVAN-LS; docs/spaces.md has the sizes of ours")
    return phrases, targets, targets / phrases


def missing(what: str) -> Callable[[], Values]:
    """A function that raises an error, for a figure that needs data we do not have."""

    def ours() -> Values:
        raise MissingResourceError(f"needs {what}")

    return ours
