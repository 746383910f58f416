"""Case studies: answers of runs to some targets, beside the gold (SWS, Figure 5).

Without a choice of targets, those are shown on which the runs differ: some are right and some not.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.benchmarks.run import Run
from motjuste.errors import BadInputError
from motjuste.metrics.pairing import Pairing
from motjuste.reports.grids import escaped

# Words of a run or of the gold that a case shows.
SHOWN_WORDS = 5
NOT_DETECTED = "not detected"
NO_ANSWER = "no answer"


@dataclass(frozen=True)
class CaseAnswer:
    """The answer of a run to a target: its first words, and the reason if there are none."""

    system: str
    words: tuple[str, ...]
    nothing: str = ""


@dataclass(frozen=True)
class Case:
    """A target, its gold substitutes, best first, and the answer of each run."""

    item: Item
    gold: tuple[tuple[str, int], ...]
    answers: tuple[CaseAnswer, ...]

    def is_right(self, answer: CaseAnswer) -> bool:
        """Whether the first word of an answer is one that people gave."""
        return bool(answer.words) and answer.words[0] in dict(self.gold)

    @property
    def divides(self) -> bool:
        """Whether some runs are right and others not."""
        return len({self.is_right(answer) for answer in self.answers}) > 1


def case_studies(
    benchmark: Benchmark, runs: Sequence[Run[Any]], items: Collection[str] = (), most: int = 5
) -> list[Case]:
    """The cases of the named items, or else the first ones on which the runs differ."""
    pairings = [Pairing(benchmark, run) for run in runs]
    known = {item.id: item for item in benchmark.items}
    unknown = next((name for name in items if name not in known), None)
    if unknown is not None:
        raise BadInputError(f"{benchmark.name} has no target {unknown!r}")
    chosen = [known[name] for name in items] or list(benchmark.items)
    cases = [_case(item, pairings) for item in chosen]
    if items:
        return cases
    differing = [case for case in cases if case.divides]
    return (differing or cases)[:most]


def _case(item: Item, pairings: Sequence[Pairing]) -> Case:
    ordered = sorted(item.judgements, key=lambda judgement: -judgement.votes)
    gold = tuple((judged.text, judged.votes) for judged in ordered if judged.votes)
    return Case(item, gold, tuple(_answer(item, pairing) for pairing in pairings))


def _answer(item: Item, pairing: Pairing) -> CaseAnswer:
    name = pairing.run.system
    if pairing.run.form == "sws":
        marked = pairing.marked(item.context_id)
        start, end = item.extra["tokens"]
        spans = [] if marked is None else marked.spans
        words = [span.suggestions for span in spans if (span.start, span.end) == (start, end)]
        return (
            CaseAnswer(name, words[0], NO_ANSWER) if words else CaseAnswer(name, (), NOT_DETECTED)
        )
    guesses = tuple(guess.text for guess in pairing.ranking(item) if guess.text.strip())
    return CaseAnswer(name, guesses, NO_ANSWER)


def page(benchmark: Benchmark, cases: Sequence[Case]) -> str:
    """The cases as a Markdown page; a word that people gave too is bold."""
    parts = [
        f"# Cases from {escaped(benchmark.name)}",
        "The target is bold in its sentence; what people said has the number of people behind it. "
        f"Of each answer the first {SHOWN_WORDS} words are shown, bold where people gave them too.",
    ]
    for case in cases:
        target = case.item.target
        before, after = target.text[: target.start], target.text[target.end :]
        parts.append(f"## {escaped(case.item.id)}")
        parts.append(f"{_line(before)}**{escaped(target.word)}**{_line(after)}")
        answers = [f"- {escaped(answer.system)}: {_words(answer, case)}" for answer in case.answers]
        parts.append("\n".join([f"- people: {_gold(case)}", *answers]))
    return "\n\n".join(parts) + "\n"


def _line(text: str) -> str:
    """A piece of a sentence on one line; white space at its ends becomes one space."""
    return escaped("".join(" " if character.isspace() else character for character in text))


def _gold(case: Case) -> str:
    shown = case.gold[:SHOWN_WORDS]
    return ", ".join(f"{escaped(text)} {votes}" for text, votes in shown) or NO_ANSWER


def _words(answer: CaseAnswer, case: Case) -> str:
    gold = dict(case.gold)
    first = answer.words[:SHOWN_WORDS]
    shown = [f"**{escaped(word)}**" if word in gold else escaped(word) for word in first]
    return ", ".join(shown) or answer.nothing
