"""Recalled substitutes against accepted ones: CoInCo's votes beside SWORDS's scores (4.3)."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from motjuste.benchmarks.benchmark import Abstentions, Benchmark
from motjuste.benchmarks.run import SubstitutionRun
from motjuste.errors import BadInputError
from motjuste.lexicon import lemma
from motjuste.reports.scores import ScoredSubstitute, percentage, scored
from motjuste.text import Target

# A substitute has many votes if it has more than this number.
HIGH_VOTES = 1

Votes = Mapping[str, Mapping[str, int]]


class _VotedSubstitute(NamedTuple):
    """A substitute with its score in SWORDS and its votes in CoInCo."""

    entry: ScoredSubstitute
    votes: int

    @property
    def recalled(self) -> bool:
        return self.votes > HIGH_VOTES


@dataclass(frozen=True)
class VoteAgreement:
    """The agreement of votes and scores, in percent.

    Votes are high above 1, scores above 50 %. The first four figures are about the substitutes
    that anybody thought of; `votes_high_given_acceptable` is about all acceptable substitutes.
    """

    substitutes: int
    votes_high: float | None
    acceptable: float | None
    acceptable_given_votes_high: float | None
    votes_high_given_acceptable_and_recalled: float | None
    votes_high_given_acceptable: float | None


@dataclass(frozen=True)
class RecalledStatistics:
    """The starred cells of SWORDS's Table 2: what CoInCo's own substitutes are worth per target.

    Each average runs over the targets that have such a substitute at all, as the table's other
    averages do. The last two figures are the headline factors: the benchmark's own averages over
    those of CoInCo.
    """

    benchmark: str
    substitutes: int
    inconceivable: float | None
    conceivable: float | None
    acceptable: float | None
    times_more_conceivable: float | None
    times_more_acceptable: float | None


@dataclass(frozen=True)
class VoteCounts:
    """Footnote 3 of the SWORDS paper: votes per target, and counts above the annotators' number."""

    benchmark: str
    votes: int
    votes_per_target: float | None
    substitutes_per_target: float | None
    above_annotators: int
    highest: int


@dataclass(frozen=True)
class Controversial:
    """A substitute that is high under one kind of score only, as in Table 3."""

    item: str
    context: str
    substitute: str
    votes: int
    score: float


def votes_from_benchmark(benchmark: Benchmark, coinco: Benchmark) -> Votes:
    """CoInCo's votes for the targets of a benchmark that keeps their ids as `coinco_ids`.

    A context that occurs twice in CoInCo was annotated twice: of two counts the higher is taken.
    """
    by_id = {item.id: item for item in coinco.items}
    votes: dict[str, dict[str, int]] = {}
    for item in benchmark.items:
        for token in item.extra.get("coinco_ids", ()):
            if str(token) in by_id:
                known = votes.setdefault(item.id, {})
                for judgement in by_id[str(token)].judgements:
                    word = judgement.text.lower()
                    known[word] = max(known.get(word, 0), judgement.votes)
    if not votes:
        raise BadInputError(f"{coinco.name} has none of the targets of {benchmark.name}")
    return votes


def votes_from_run(run: SubstitutionRun) -> Votes:
    """Votes that were written down as the scores of a run (SWORDS's `coinco.lsr.json`)."""
    return {
        target: {guess.text.lower(): round(guess.score) for guess in guesses}
        for target, guesses in run.answers.items()
    }


def _beside(benchmark: Benchmark, votes: Votes, abstentions: Abstentions) -> list[_VotedSubstitute]:
    return [
        _VotedSubstitute(entry, votes[entry.item.id].get(entry.judgement.text.lower(), 0))
        for entry in scored(benchmark, abstentions)
        if entry.item.id in votes
    ]


def vote_agreement(
    benchmark: Benchmark, votes: Votes, abstentions: Abstentions = "negative"
) -> VoteAgreement:
    """How many recalled substitutes are acceptable, and how many acceptable ones were recalled."""
    everything = _beside(benchmark, votes, abstentions)
    recalled = [both for both in everything if both.votes]
    acceptable = sum(both.entry.acceptable for both in recalled)
    high = sum(both.recalled for both in recalled)
    high_and_acceptable = sum(both.recalled and both.entry.acceptable for both in recalled)
    return VoteAgreement(
        len(recalled),
        votes_high=percentage(high, len(recalled)),
        acceptable=percentage(acceptable, len(recalled)),
        acceptable_given_votes_high=percentage(high_and_acceptable, high),
        votes_high_given_acceptable_and_recalled=percentage(high_and_acceptable, acceptable),
        votes_high_given_acceptable=percentage(
            high_and_acceptable, sum(both.entry.acceptable for both in everything)
        ),
    )


def recalled_statistics(
    benchmark: Benchmark, votes: Votes, abstentions: Abstentions = "negative"
) -> RecalledStatistics:
    """The substitutes that CoInCo's annotators gave, by their scores (Table 2, stars).

    A target's CoInCo substitutes are those of all CoInCo items that it stands for, matched by
    their text. On version 1.0 of the development split this gives the published 2.2, 5.2 and 2.5.
    """
    everything = [both.entry for both in _beside(benchmark, votes, abstentions)]
    recalled = [both.entry for both in _beside(benchmark, votes, abstentions) if both.votes]
    conceivable = per_target(entry.item.id for entry in recalled if entry.conceivable)
    acceptable = per_target(entry.item.id for entry in recalled if entry.acceptable)
    return RecalledStatistics(
        benchmark.name,
        len(recalled),
        per_target(entry.item.id for entry in recalled if not entry.conceivable),
        conceivable,
        acceptable,
        _times(per_target(e.item.id for e in everything if e.conceivable), conceivable),
        _times(per_target(e.item.id for e in everything if e.acceptable), acceptable),
    )


def _times(larger: float | None, smaller: float | None) -> float | None:
    return larger / smaller if larger and smaller else None


def per_target(targets: Iterable[Hashable]) -> float | None:
    """The mean number of entries per target, over the targets that have any.

    >>> per_target(["a", "a", "b"])
    1.5
    """
    entries = list(targets)
    return len(entries) / len(set(entries)) if entries else None


def vote_counts(benchmark: Benchmark, annotators: int = 6) -> VoteCounts:
    """The votes per target and substitute, and how many exceed the number of annotators."""
    counts = [judgement.votes for item in benchmark.items for judgement in item.judgements]
    words = {(i.id, judgement.text.lower()) for i in benchmark.items for judgement in i.judgements}
    items = len(benchmark.items)
    return VoteCounts(
        benchmark.name,
        sum(counts),
        votes_per_target=sum(counts) / items if items else None,
        substitutes_per_target=len(words) / items if items else None,
        above_annotators=sum(count > annotators for count in counts),
        highest=max(counts, default=0),
    )


def controversial(
    benchmark: Benchmark, votes: Votes, most: int = 3, abstentions: Abstentions = "negative"
) -> list[Controversial]:
    """The substitutes on which votes and scores differ most: `most` of either kind.

    First those that many thought of and few would use, then those that many would use and
    hardly anybody thought of. The target itself is left out.
    """
    everything = [b for b in _beside(benchmark, votes, abstentions) if not _is_target(b.entry)]
    recalled = [both for both in everything if both.recalled and not both.entry.acceptable]
    fitting = [both for both in everything if both.entry.acceptable and not both.recalled]

    def first(
        kind: list[_VotedSubstitute], by: Callable[[_VotedSubstitute], tuple[float, float]]
    ) -> list[_VotedSubstitute]:
        return sorted(kind, key=by)[:most]

    chosen = first(recalled, lambda both: (-both.votes, both.entry.score))
    chosen += first(fitting, lambda both: (-both.entry.score, both.votes))
    return [_example(both) for both in chosen]


def _is_target(entry: ScoredSubstitute) -> bool:
    target = entry.item.target
    return lemma(entry.judgement.text, target.pos) == lemma(target.word, target.pos)


def _example(both: _VotedSubstitute) -> Controversial:
    item = both.entry.item
    score = 100.0 * both.entry.score
    return Controversial(
        item.id, in_short(item.target), both.entry.judgement.text, both.votes, score
    )


def in_short(target: Target, words: int = 7) -> str:
    """The target, marked, with a few words on either side.

    >>> in_short(Target("I read an amazing paper today.", 10, 17), words=2)
    '… read an *amazing* paper today.'
    """
    before, after = target.text[: target.start], target.text[target.end :]
    left, right = before.split(), after.split()
    gap_left = " " if before[-1:].isspace() else ""
    gap_right = " " if after[:1].isspace() else ""
    # A word that is joined to the target (“I’ll) is one more, not one of the words beside it.
    more_left, more_right = words + (not gap_left), words + (not gap_right)
    start = "… " if len(left) > more_left else ""
    end = " …" if len(right) > more_right else ""
    shown = " ".join(left[-more_left:]) + gap_left + f"*{target.word}*" + gap_right
    return start + shown + " ".join(right[:more_right]) + end
