"""Smart Word Suggestions (Wang et al. 2023): which words would you change, to what, and why?"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import case, distinct, func, insert, select
from sqlalchemy.orm import Session

from motjuste.benchmarks.benchmark import Benchmark, Context, Item, voted
from motjuste.collect import results, wording
from motjuste.collect.agreement import span_agreement_of, span_annotations
from motjuste.collect.kind import Export, Figure, ReadableAnswers, StoredAnswers
from motjuste.collect.kinds.written import WrittenKind
from motjuste.collect.models import Assignment, ItemRow, Mark, Stage, SuggestionRow, Task, Worker
from motjuste.collect.quality import mark
from motjuste.collect.service import Agreement, Answers, Marking
from motjuste.collect.settings import Config, StageConfig
from motjuste.collect.store import DONE, FLAG, TEST, Store
from motjuste.collect.tokens import token_spans
from motjuste.errors import RefusedError, brief
from motjuste.files import write_text
from motjuste.reports.overview import Inputs, Section, overview
from motjuste.text import KINDS as SUGGESTION_KINDS
from motjuste.text import Target

if TYPE_CHECKING:
    from motjuste.collect.project import Project

# Characters of the longest substitute that a form may send.
LONGEST_SUBSTITUTE = 200
# Substitutes that a form may send for one marked span.
MOST_SUBSTITUTES = 50
# Marked spans that a form may send.
MOST_MARKINGS = 200
# The rule by which too few refine-usage suggestions are flagged.
QUOTA = "quota"


class SmartWordSuggestions(WrittenKind):
    """Ten annotators mark words or phrases of a sentence and write substitutes for them."""

    name = "sws"
    wording = wording.SWS
    keyboard = (
        "← and → move, with Shift they choose a phrase, Enter marks it; Esc leads back to the "
        "sentence; Ctrl and Enter submit."
    )
    question = "which words or phrases of a sentence they would change, to what, and why"
    stages = (StageConfig("annotate", 10),)
    settings_template = (
        "\n[sws]\nleast = 3               # words to change in a sentence\n"
        "refine = 1.5            # refine-usage suggestions an annotator owes for a sentence\n"
        "passing = 0.8           # the share of test sentences that annotators must pass\n"
        "returned = 2            # a sentence that this many annotators return is left out\n"
        "agreeing = 2            # annotators who must have marked a target\n"
        "validation = 0.2        # the share of sentences in the validation split\n"
    )
    form = "spans"
    whole_sentences = True
    agreement_figures = (
        Figure("detection", "Detection", "{:.1f} %"),
        Figure("suggestion", "Suggestion", "{:.1f} %"),
    )

    def least_spans(self, config: Config) -> int:
        """The configured number, by default that of the paper's instructions."""
        return config.sws.least

    def returns_to_discard(self, config: Config) -> int:
        """A sentence with errors is discarded (appendix A.3), if several annotators say so."""
        return config.sws.returned

    def note_for(self, store: Store, session: Session, worker: int) -> str:
        """The number of refine-usage suggestions that a worker still owes (section 3.1)."""
        refine, tasks = _refine_counts(session).get(worker, (0, 0))
        owed = store.config.sws.refine
        if not owed:
            return ""
        return (
            f"So far you have given {refine} refine-usage suggestions in {tasks} sentences; we "
            f"need at least {owed:g} a sentence on average."
        )

    def review_workers(self, store: Store) -> None:
        """Flag annotators who gave too few refine-usage suggestions on average."""
        owed = store.config.sws.refine
        with store.db.writing() as session:
            flagged = set(session.scalars(select(Mark.worker_id).where(Mark.rule == QUOTA)))
            for number, (refine, tasks) in sorted(_refine_counts(session).items()):
                if refine < owed * tasks and number not in flagged:
                    why = f"{refine} refine-usage suggestions in {tasks} sentences"
                    mark(store, session, session.get_one(Worker, number), FLAG, QUOTA, why)

    def passes_test(self, item: ItemRow, answers: ReadableAnswers) -> bool:
        """Whether each expected phrase is marked, with one of its substitutes if any are named."""
        given: dict[str, set[str]] = {}
        for phrase, substitute in answers:
            given.setdefault(phrase.casefold(), set()).add(
                substitute.rpartition(" (")[0].casefold()
            )
        return all(
            phrase.casefold() in given
            and (not wanted or given[phrase.casefold()] & {text.casefold() for text in wanted})
            for phrase, wanted in item.extra["expected"]
        )

    def readable(
        self, store: Store, session: Session, task: Task, answers: Answers
    ) -> ReadableAnswers:
        """Each marked phrase with a substitute and its kind, in the order they were written in."""
        item = session.get_one(ItemRow, task.item_id)
        return [
            _shown(item, marking.start, marking.end, substitute, marking.kind)
            for marking in self._checked(store, item, answers)
            for substitute in marking.substitutes
        ]

    def _checked(self, store: Store, item: ItemRow, answers: Answers) -> list[Marking]:
        """Markings that make sense: enough of them, none twice."""
        if not isinstance(answers, Sequence) or len(answers) > MOST_MARKINGS:
            raise RefusedError("the answers are not a list of words to change", "invalid")
        tokens = len(item.extra.get("tokens", ()))
        markings = [_checked_marking(marking, tokens) for marking in answers]
        if len({(marking.start, marking.end) for marking in markings}) != len(markings):
            raise RefusedError("the same words are marked twice", "invalid")
        least = store.config.sws.least
        if len(markings) < least:
            raise RefusedError(f"mark at least {least} words or phrases to change", "invalid")
        return markings

    def store_answers(
        self, store: Store, session: Session, assignment: Assignment, task: Task, answers: Answers
    ) -> StoredAnswers:
        """Store each substitute of each marked phrase."""
        item = session.get_one(ItemRow, task.item_id)
        markings = self._checked(store, item, answers)
        rows = [
            {
                "assignment_id": assignment.id,
                "first": marking.start,
                "last": marking.end,
                "kind": marking.kind,
                "substitute": substitute,
            }
            for marking in markings
            for substitute in marking.substitutes
        ]
        if rows:
            session.execute(insert(SuggestionRow), rows)
        return StoredAnswers(len(markings))

    def stored_answers(
        self, session: Session, assignments: Iterable[int]
    ) -> Mapping[int, ReadableAnswers]:
        """The substitutes that are stored, with their phrases, in the order of writing."""
        stored: dict[int, list[tuple[str, str]]] = {number: [] for number in assignments}
        rows = session.execute(
            select(SuggestionRow, ItemRow)
            .join(Assignment, Assignment.id == SuggestionRow.assignment_id)
            .join(Task, Task.id == Assignment.task_id)
            .join(ItemRow, ItemRow.id == Task.item_id)
            .where(SuggestionRow.assignment_id.in_(stored))
            .order_by(SuggestionRow.id)
        )
        for row, item in rows:
            shown = _shown(item, row.first, row.last, row.substitute, row.kind)
            stored[row.assignment_id].append(shown)
        return stored

    def agreement(self, store: Store) -> Agreement:
        """The paper's pairwise agreement of detection and of suggestion (section 3.4)."""
        return span_agreement_of(store)

    def write_results(self, project: "Project", export: Export) -> list[Path]:
        """The files of both splits; annotations one by one."""
        export.allow_only(self.name, "labels")
        written = []
        for part, document in results.sws_documents(project.store).items():
            written.append(export.out / f"{part}.json")
            write_text(written[-1], json.dumps(document, ensure_ascii=False, indent=1))
        if export.labels is not None:
            annotations = span_annotations(project.store)
            rows = results.annotation_rows(annotations, workers=export.workers)
            write_text(export.labels, rows)
            written.append(export.labels)
        return written

    def result_sections(
        self, project: "Project", second: "Project | None", seed: int
    ) -> tuple[Section, ...]:
        """The paper's tables of both splits together."""
        annotations = span_annotations(project.store)
        inputs = Inputs([_benchmark(project)], annotations=annotations)
        return overview(inputs).sections


def _refine_counts(session: Session) -> dict[int, tuple[int, int]]:
    """For each worker their refine-usage suggestions, and the sentences that they have done."""
    refine = func.sum(case((SuggestionRow.kind == SUGGESTION_KINDS[0], 1), else_=0))
    rows = session.execute(
        select(Assignment.worker_id, refine, func.count(distinct(Assignment.id)))
        .outerjoin(SuggestionRow, SuggestionRow.assignment_id == Assignment.id)
        .join(Task, Task.id == Assignment.task_id)
        .join(Stage, Stage.id == Task.stage_id)
        .where(Assignment.state == DONE, Stage.state != TEST)
        .group_by(Assignment.worker_id)
    )
    return {worker: (int(number or 0), tasks) for worker, number, tasks in rows}


def _shown(item: ItemRow, first: int, last: int, substitute: str, kind: str) -> tuple[str, str]:
    phrase = " ".join(item.extra.get("tokens", [])[first:last])
    return phrase, f"{substitute} ({kind})"


def _checked_marking(marking: Marking, tokens: int) -> Marking:
    places = (marking.start, marking.end)
    if any(type(place) is not int for place in places) or not (
        0 <= marking.start < marking.end <= tokens
    ):
        raise RefusedError(f"{brief(places)} are not words of the sentence", "invalid")
    if marking.kind not in SUGGESTION_KINDS:
        refine, diversify = SUGGESTION_KINDS
        raise RefusedError(f"{brief(marking.kind)} is neither {refine} nor {diversify}", "invalid")
    if any(not isinstance(text, str) for text in marking.substitutes):
        raise RefusedError("a substitute is not text", "invalid")
    texts = tuple(dict.fromkeys(" ".join(text.split()) for text in marking.substitutes))
    if not 0 < len(texts) <= MOST_SUBSTITUTES or not all(
        0 < len(text) <= LONGEST_SUBSTITUTE and text.isprintable() for text in texts
    ):
        raise RefusedError("each place needs one or more substitutes, each a short text", "invalid")
    return Marking(marking.start, marking.end, marking.kind, texts)


def _benchmark(project: "Project") -> Benchmark:
    """The sentences with the targets that enough annotators marked, both splits together."""
    contexts: dict[str, Context] = {}
    items: list[Item] = []
    for document in results.sws_documents(project.store).values():
        for name, entry in document.items():
            contexts[name] = Context(entry["sentence"], {"tokens": entry["sentence_split"]})
            items += _benchmark_items(name, entry)
    return Benchmark(project.folder.name, "sws", contexts, tuple(items), lemmatized=False)


def _benchmark_items(name: str, entry: dict[str, Any]) -> Iterator[Item]:
    spans = token_spans(entry["sentence"])
    for (first, last), votes, kind in entry["substitutes"]:
        target = Target(entry["sentence"], spans[first][0], spans[last - 1][1])
        judgements = tuple(voted(text, count) for text, count in votes.items())
        extra = {"tokens": [first, last], "kind": SUGGESTION_KINDS[kind - 1]}
        yield Item(f"{name}:{first}-{last}", name, target, judgements, extra)
