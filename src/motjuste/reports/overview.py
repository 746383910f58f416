"""All analyses of benchmarks, section by section, and the inputs that missing ones need."""

import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from typing import Any

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.errors import BadInputError, BadInputWarning
from motjuste.reports import (
    agreement,
    filtering,
    frequencies,
    humans,
    modes,
    overlap,
    posthoc,
    recall_votes,
    sources,
    sws,
)
from motjuste.reports.annotations import MULTIWORD, Annotations
from motjuste.reports.recall_votes import Votes
from motjuste.reports.scores import is_judged
from motjuste.reports.statistics import parts_of_speech, source_names, statistics, together


@dataclass(frozen=True)
class Section:
    """A table: rows that are all of one dataclass, about one benchmark or about several."""

    name: str
    title: str
    rows: Sequence[Any]
    benchmark: str = ""
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        """The section as plain JSON values, figures unrounded."""
        about = {"section": self.name, "benchmark": self.benchmark or None, "title": self.title}
        return {**about, "note": self.note or None, "rows": [asdict(row) for row in self.rows]}


@dataclass(frozen=True)
class Overview:
    """The analyses that were made, and those that need more data, with what they need."""

    sections: tuple[Section, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True)
class Inputs:
    """The inputs of the analyses; all but the benchmarks may be absent.

    `second` holds more labels for targets of the benchmarks, `votes` says for a benchmark what
    CoInCo's annotators gave.
    """

    benchmarks: Sequence[Benchmark]
    second: Benchmark | None = None
    votes: Callable[[Benchmark], Votes] | None = None
    annotations: Annotations | None = None
    seed: int = 0
    zipf: frequencies.Zipf | None = field(default=None, repr=False)


def overview(inputs: Inputs) -> Overview:
    """All sections for which there is data; several splits also appear together, as `all`."""
    pooled = together(inputs.benchmarks)
    benchmarks = [*inputs.benchmarks, *([pooled] if pooled else [])]
    sections = list(_sizes(benchmarks))
    for benchmark in benchmarks:
        sections += _on_sources(benchmark, inputs)
        sections += _on_votes(benchmark, inputs)
        sections += _on_labels(benchmark, inputs)
        sections += _on_suggestions(benchmark)
        sections += _on_modes(benchmark)
    if inputs.second is not None and filtering.can_tell(inputs.second):
        sections.append(_filtering(inputs.second))
    if inputs.annotations is not None:
        sections += _on_annotations(inputs.annotations, inputs.benchmarks)
    shown = {section.name for section in sections}
    _report_unused(inputs, shown)
    return Overview(tuple(sections), tuple(_missing(inputs, shown)))


def _sizes(benchmarks: Sequence[Benchmark]) -> Iterable[Section]:
    rows = []
    for benchmark in benchmarks:
        named = source_names(benchmark) if is_judged(benchmark) else []
        rows += [statistics(benchmark, source=source) for source in (None, *named)]
    yield Section(
        "statistics",
        "Benchmark statistics (SWORDS, Table 2)",
        rows,
        note="Total, inconceivable, conceivable and acceptable are substitutes per target, over "
        "the targets that have any; abstentions, in percent of labels, count as negative.",
    )
    yield Section("pos", "Targets by part of speech", [parts_of_speech(b) for b in benchmarks])
    counted = [benchmark for benchmark in benchmarks if benchmark.format == "coinco"]
    if counted:
        yield Section(
            "vote_counts",
            "Votes per target, and counts above six annotators (SWORDS, footnote 3)",
            [recall_votes.vote_counts(benchmark) for benchmark in counted],
            note="Substitutes that differ in case alone count once, as in SWORDS.",
        )


def _on_sources(benchmark: Benchmark, inputs: Inputs) -> Iterable[Section]:
    if not is_judged(benchmark) or not source_names(benchmark):
        return
    yield Section(
        "sources",
        "Share of the conceivable and acceptable substitutes by source, % (SWORDS, 4.2)",
        sources.shares_by_source(benchmark),
        benchmark.name,
    )
    yield Section(
        "quality",
        "What each source's substitutes are worth, % (SWORDS, 4.1)",
        sources.quality_by_source(benchmark),
        benchmark.name,
    )
    yield Section(
        "best_at_size",
        "Mean score at the size of a source, % (SWORDS, 4.1)",
        [sources.best_at_size(benchmark, source) for source in source_names(benchmark)],
        benchmark.name,
        "For each target, as many of its best substitutes as the source has; means over the "
        "substitutes of a target, then over targets.",
    )
    yield Section(
        "distribution",
        "Substitutes by score in percent and by source (SWORDS, Figure 1)",
        sources.score_distribution(benchmark),
        benchmark.name,
    )
    if inputs.zipf is not None or find_spec("wordfreq"):
        yield _frequency_section(benchmark, inputs)


def _frequency_section(benchmark: Benchmark, inputs: Inputs) -> Section:
    return Section(
        "frequencies",
        "How common the conceivable substitutes are, % by Zipf frequency (SWORDS, 4.2)",
        frequencies.frequency_bands(benchmark, inputs.zipf),
        benchmark.name,
        "Uncommon: up to 3.5; common: above 4.5.",
    )


def _on_votes(benchmark: Benchmark, inputs: Inputs) -> Iterable[Section]:
    if inputs.votes is None or not is_judged(benchmark):
        return
    votes = inputs.votes(benchmark)
    if not any(item.id in votes for item in benchmark.items):
        raise BadInputError(f"CoInCo's votes are for none of the targets of {benchmark.name}")
    yield Section(
        "votes",
        "Words that come to mind and words that fit: CoInCo's votes and scores, % (SWORDS, 4.3)",
        [recall_votes.vote_agreement(benchmark, votes)],
        benchmark.name,
        "Votes are high above 1, scores above 50 %.",
    )
    yield Section(
        "recalled",
        "CoInCo's own substitutes per target (SWORDS, Table 2, starred; 4.2)",
        [recall_votes.recalled_statistics(benchmark, votes)],
        benchmark.name,
        "Over the targets that have any of the kind; the last two columns say how many times more "
        "the benchmark has.",
    )
    yield Section(
        "controversial",
        "Controversial examples (SWORDS, Table 3)",
        recall_votes.controversial(benchmark, votes),
        benchmark.name,
    )


def _on_labels(benchmark: Benchmark, inputs: Inputs) -> Iterable[Section]:
    if not is_judged(benchmark):
        return
    if filtering.can_tell(benchmark):
        yield _filtering(benchmark)
    if inputs.second is not None and _share_targets(benchmark, inputs.second):
        yield Section(
            "overlap",
            f"Rank-biased overlap with k annotators of {inputs.second.name} (SWORDS, Figure 4)",
            overlap.overlap_curve(benchmark, inputs.second, seed=inputs.seed),
            benchmark.name,
            f"p = 0.9, 100 simulations, ties broken at random, seed {inputs.seed}.",
        )


def _share_targets(benchmark: Benchmark, second: Benchmark) -> bool:
    return not {item.id for item in benchmark.items}.isdisjoint(item.id for item in second.items)


def _filtering(benchmark: Benchmark) -> Section:
    return Section(
        "filtering",
        "What the first three labels would have dropped, % (SWORDS, 4.4)",
        [filtering.filtering(benchmark)],
        benchmark.name,
    )


def _on_modes(benchmark: Benchmark) -> Iterable[Section]:
    if benchmark.format in ("semeval2007", "memory"):
        yield Section(
            "modes",
            "Items that are scored, and those with a mode, % (SemEval-2007, 2.1 and 2.2)",
            modes.items_with_modes(benchmark),
            benchmark.name,
            "Scored: two responses or more; named: an annotator took the target for part of a "
            "name. Published, of trial and test together: 73.93 % with a mode.",
        )


def _on_suggestions(benchmark: Benchmark) -> Iterable[Section]:
    if not sws.has_kinds(benchmark):
        return
    yield Section(
        "suggestions",
        "Sentences, targets and suggestions; shares in % (SWS, Table 1 and 3.3)",
        [sws.suggestion_statistics(benchmark), sws.PUBLISHED_STATISTICS],
        benchmark.name,
        "Tokens are those of sentence_split, words those of them with a letter or digit; labels "
        "are votes for the suggestions that the file has. The paper does not say how it counts "
        "labels: it has 4.3 per target, where the validation split has 3.5 votes per target.",
    )
    yield Section(
        "kinds",
        "Targets by part of speech, and their kinds in % (SWS, Table 2)",
        sws.kinds_by_pos(benchmark),
        benchmark.name,
        "A target of several tokens is a phrase; one token has the part of speech that our tagger "
        "gives it (the paper does not name its own). Published: all 1,000 sentences.",
    )
    yield Section(
        "voting_index",
        "Targets by voting index (SWS, Figure 3)",
        sws.targets_by_votes(benchmark),
        benchmark.name,
    )


def _on_annotations(annotations: Annotations, benchmarks: Sequence[Benchmark]) -> Iterable[Section]:
    if annotations.form == "verdicts":
        title = "Verdicts on substitutes after the fact, % (SemEval-2007, Table 8)"
        yield Section("posthoc", title, posthoc.posthoc_table(annotations))
    elif annotations.form == "spans":
        title = "Pairwise agreement, % (SWS, 3.4)"
        yield Section("span_agreement", title, [agreement.span_agreement(annotations)])
        if len(annotations.annotators) > 2:
            title = "Each annotator against the others, % (SWS, Tables 3 and 4: Human)"
            lengths = _sentence_lengths(benchmarks)
            yield Section(
                "humans",
                title,
                humans.human_performance(annotations, lengths=lengths),
                note="The improvable ratio is shown if the benchmark of the sentences is given. "
                "The paper's 21.2 is that of the merged annotations.",
            )
    else:
        title = "Pairwise agreement, % (SemEval-2007, 2.2)"
        yield Section("agreement", title, agreement.substitute_agreement(annotations))
        if any(row.kind == MULTIWORD for row in annotations.rows):
            title = "Pairwise agreement on multiwords, % (SemEval-2007, 2.2)"
            yield Section("multiwords", title, [agreement.multiword_agreement(annotations)])


def _sentence_lengths(benchmarks: Sequence[Benchmark]) -> dict[str, int]:
    """The number of tokens of each sentence of the benchmarks that say so."""
    return {
        name: len(context.extra["tokens"])
        for benchmark in benchmarks
        for name, context in benchmark.contexts.items()
        if context.extra.get("tokens")
    }


def _report_unused(inputs: Inputs, shown: set[str]) -> None:
    """Warn of inputs that were not used."""
    judged = any(is_judged(benchmark) for benchmark in inputs.benchmarks)
    why = "no benchmark here has judgements of people"
    if inputs.votes is not None and "votes" not in shown:
        _warn(f"CoInCo's votes are not used: {why}")
    if inputs.second is not None and "overlap" not in shown:
        reason = "it has none of the targets of the other benchmarks" if judged else why
        _warn(f"{inputs.second.name} is not used as a second opinion: {reason}")


def _warn(message: str) -> None:
    warnings.warn(message, BadInputWarning, stacklevel=4)


def _missing(inputs: Inputs, shown: set[str]) -> Iterable[str]:
    """The analyses that cannot be made, each with the input that it needs."""
    judged = any(is_judged(benchmark) for benchmark in inputs.benchmarks)
    if "sources" in shown and "frequencies" not in shown:
        yield "Zipf frequencies (need pip install 'motjuste[stats]')"
    if judged and "votes" not in shown:
        yield "agreement with CoInCo's votes (needs --coinco)"
    if judged and "filtering" not in shown:
        yield (
            "what the first three labels drop (cannot be told where labelling stopped after them; "
            "needs a benchmark labelled in full, also as --second)"
        )
    if judged and "overlap" not in shown:
        yield "rank-biased overlap (needs --second with more labels for the same targets)"
    if inputs.annotations is None:
        yield "agreement of annotators and human performance (need --annotations)"
