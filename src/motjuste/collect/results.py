"""The results of a project: a benchmark, individual labels, a run of the annotators."""

import csv
import io
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from motjuste.benchmarks.benchmark import Benchmark, Context, Item, Judgement
from motjuste.benchmarks.run import Guess, Run, SubstitutionRun
from motjuste.benchmarks.swords import to_document
from motjuste.collect.agreement import span_annotations
from motjuste.collect.models import (
    AnswerRow,
    Assignment,
    CandidateRow,
    EntryRow,
    ItemRow,
    Stage,
    Task,
)
from motjuste.collect.service import worker_name
from motjuste.collect.store import COMPLETE, TEST, Store
from motjuste.collect.tasks import is_test
from motjuste.errors import BadInputError
from motjuste.reports.annotations import Annotation, Annotations
from motjuste.text import KINDS, Target

LABEL_COLUMNS = ("item", "target", "substitute", "stage", "worker", "label", "seconds", "counts")


# The columns of each form of annotations besides item, annotator and substitute.
_FURTHER_COLUMNS = {
    "substitutes": ["kind"],
    "spans": ["start", "end", "kind"],
    "verdicts": ["group", "verdict"],
}


class Collected(NamedTuple):
    """A label that counts, in the order in which labels came."""

    candidate: int
    worker: int
    label: str


def check_complete(store: Store) -> None:
    """Refuse an incomplete project, unless partial results are requested."""
    with store.db.reading() as session:
        states = session.scalars(select(Stage.state).where(Stage.state != TEST)).all()
    if not states or any(state != COMPLETE for state in states):
        raise BadInputError("not all answers are there yet; --partial takes what there is")


def collected(session: Session) -> list[Collected]:
    """The labels that count, stage after stage, in the order of their submission."""
    rows = session.execute(
        select(AnswerRow.candidate_id, AnswerRow.worker_id, AnswerRow.label)
        .join(Assignment, Assignment.id == AnswerRow.assignment_id)
        .join(Task, Task.id == Assignment.task_id)
        .join(Stage, Stage.id == Task.stage_id)
        .where(Assignment.live, AnswerRow.candidate_id.is_not(None))
        .order_by(Stage.number, Assignment.submitted_at, Assignment.id, AnswerRow.id)
    )
    return [Collected(candidate or 0, worker, label) for candidate, worker, label in rows]


def to_benchmark(store: Store, name: str) -> Benchmark:
    """The targets with the labels of each candidate; abstentions stay UNSURE."""
    with store.db.reading() as session:
        labels: dict[int, list[str]] = defaultdict(list)
        for response in collected(session):
            labels[response.candidate].append(response.label)
        judgements: dict[int, list[Judgement]] = defaultdict(list)
        for candidate in session.scalars(select(CandidateRow).order_by(CandidateRow.text)):
            if candidate.id in labels:
                given, extra = tuple(labels[candidate.id]), {"sources": list(candidate.sources)}
                judgements[candidate.item_id].append(Judgement(candidate.text, given, extra))
        items = session.scalars(select(ItemRow).order_by(ItemRow.id)).all()
        return Benchmark(
            name=name,
            format="swords",
            contexts={item.context_id: Context(item.text, item.context_extra) for item in items},
            items=tuple(_benchmark_item(item, judgements[item.id]) for item in items),
            extra={"title": store.config.title, "stages": _protocol(session)},
        )


def _protocol(session: Session) -> list[dict[str, Any]]:
    stages = session.scalars(select(Stage).order_by(Stage.number))
    return [
        {"name": stage.name, "labels": stage.wanted, "positives": stage.positives}
        for stage in stages
    ]


def _benchmark_item(item: ItemRow, judgements: list[Judgement]) -> Item:
    target = Target(item.text, item.start or 0, item.end or 0, item.pos, item.lemma)
    extra = {key: value for key, value in item.extra.items() if key != "pool"}
    return Item(item.source_id, item.context_id, target, tuple(judgements), extra)


def swords_json(benchmark: Benchmark) -> bytes:
    """The SWORDS file of a benchmark, its ids in order."""
    document, _ = to_document(benchmark)
    for section, entries in document.items():
        if isinstance(entries, dict) and section != "extra":
            document[section] = dict(sorted(entries.items()))
    return json.dumps(document).encode("ascii")


def to_run(benchmark: Benchmark, name: str = "HUMANS") -> SubstitutionRun:
    """The annotators as a system: what any of them accepted, by the share who did (SWORDS, 5.4)."""
    answers = {}
    for item in benchmark.items:
        shares = [
            (judgement.text, judgement.share("negative") or 0.0) for judgement in item.judgements
        ]
        ranked = sorted(
            (pair for pair in shares if pair[1] > 0), key=lambda pair: (-pair[1], pair[0])
        )
        answers[item.id] = tuple(Guess(text, share) for text, share in ranked)
    return Run(name, "swords", answers, lemmatized=True)


def label_rows(store: Store, *, workers: bool = True) -> list[list[str]]:
    """All labels one by one, dropped ones too; without `workers` nothing links a person's labels.

    `counts` says whether a label is among those of the result.
    """
    with store.db.reading() as session:
        rows = session.execute(
            select(ItemRow, EntryRow.text, Stage.name, Assignment, AnswerRow.label)
            .select_from(AnswerRow)
            .join(Assignment, Assignment.id == AnswerRow.assignment_id)
            .join(EntryRow, EntryRow.id == AnswerRow.entry_id)
            .join(Task, Task.id == Assignment.task_id)
            .join(ItemRow, ItemRow.id == Task.item_id)
            .join(Stage, Stage.id == Task.stage_id)
            .where(AnswerRow.candidate_id.is_not(None))
            .order_by(
                ItemRow.id, EntryRow.text, Stage.number, Assignment.submitted_at, Assignment.id
            )
        ).all()
    return [
        [
            item.source_id,
            item.text[item.start : item.end],
            text,
            stage,
            worker_name(worker.worker_id) if workers else "",
            label,
            f"{worker.seconds:.1f}" if workers and worker.seconds is not None else "",
            "yes" if worker.live else "no",
        ]
        for item, text, stage, worker, label in rows
    ]


def csv_text(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Rows as CSV."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()


def verdicts(store: Store) -> Annotations:
    """The judges' verdicts; a substitute has a row for each group that offered it."""
    rows = []
    with store.db.reading() as session:
        candidates = {
            candidate.id: candidate for candidate in session.scalars(select(CandidateRow))
        }
        names = dict(session.execute(select(ItemRow.id, ItemRow.source_id)).all())
        for response in collected(session):
            candidate = candidates[response.candidate]
            item, who = names[candidate.item_id], worker_name(response.worker)
            rows += [
                Annotation(item, who, candidate.text, group=group, verdict=response.label)
                for group in candidate.sources
            ]
    return Annotations("verdicts", tuple(sorted(rows)))


def annotation_rows(annotations: Annotations, *, workers: bool = True) -> str:
    """Annotations as the CSV file that `benchmarks stats --annotations` reads.

    Without workers, annotators are numbered anew in each item: agreement can still be computed, but
    nobody can be followed from item to item.
    """
    numbers: dict[str, dict[str, str]] = defaultdict(dict)
    rows = []
    for row in annotations.rows:
        seen = numbers[row.item]
        alias = seen.setdefault(row.annotator, f"a{len(seen) + 1}")
        who = row.annotator if workers else alias
        if annotations.form == "verdicts":
            rows.append([row.item, who, row.substitute, row.group, row.verdict])
        elif annotations.form == "substitutes":
            rows.append([row.item, who, row.substitute, row.kind])
        else:
            start, end = map(str, row.span) if row.span else ("", "")
            rows.append([row.item, who, row.substitute, start, end, row.kind])
    header = ["item", "annotator", "substitute"]
    header += _FURTHER_COLUMNS[annotations.form]
    return csv_text(header, rows)


def merge_sentence(
    rows: Iterable[Annotation], agreeing: int
) -> list[tuple[tuple[int, int], dict[str, int], str]]:
    """One sentence's annotations, merged: spans that enough annotators marked, votes, kind.

    A suggestion's votes are the annotators who gave it; the kind is what most annotators of the
    span say, refine-usage in a tie.
    """
    marked: dict[tuple[int, int], dict[str, str]] = defaultdict(dict)
    votes: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for row in rows:
        if row.span is not None:
            marked[row.span][row.annotator] = row.kind
            votes[row.span][row.substitute] += 1
    merged = []
    for span in sorted(marked):
        if len(marked[span]) >= agreeing:
            kinds = Counter(marked[span].values())
            kind = max(KINDS, key=lambda name: (kinds[name], name == KINDS[0]))
            ordered = sorted(votes[span].items(), key=lambda pair: (-pair[1], pair[0]))
            merged.append((span, dict(ordered), str(kind)))
    return merged


def sws_documents(store: Store) -> Mapping[str, dict[str, Any]]:
    """The files of a Smart Word Suggestions benchmark: validation and test, split by the seed."""
    annotations = span_annotations(store).seen()
    with store.db.reading() as session:
        rows = session.scalars(select(ItemRow).order_by(ItemRow.id)).all()
        discarded = set(session.scalars(select(Task.item_id).where(Task.wanted == 0)))
        items = [item for item in rows if not is_test(item) and item.id not in discarded]
    entries = {
        item.source_id: _sws_entry(store, item, annotations.get(item.source_id, {}))
        for item in items
    }
    names = sorted(entries)
    random.Random(store.config.seed).shuffle(names)
    cut = round(store.config.sws.validation * len(names))
    parts = {"validation": set(names[:cut]), "test": set(names[cut:])}
    return {
        part: {name: entries[name] for name in entries if name in chosen}
        for part, chosen in parts.items()
        if chosen
    }


def _sws_entry(store: Store, item: ItemRow, by_annotator: Mapping[str, list[Annotation]]) -> Any:
    rows = [row for annotator_rows in by_annotator.values() for row in annotator_rows]
    return {
        "sentence": item.text,
        "sentence_split": item.extra["tokens"],
        "substitutes": [
            [list(span), votes, KINDS.index(kind) + 1]
            for span, votes, kind in merge_sentence(rows, store.config.sws.agreeing)
        ],
    }
