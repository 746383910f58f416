"""The current agreement of a project's annotators: pairwise, and Krippendorff's alpha."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from sqlalchemy import distinct, func, select

from motjuste.collect.models import AnswerRow, Assignment, ItemRow, SuggestionRow, Task
from motjuste.collect.service import Agreement, worker_name
from motjuste.collect.store import DONE, Store
from motjuste.reports.agreement import span_agreement
from motjuste.reports.annotations import Annotation, Annotations

Unit: TypeAlias = Sequence[str] | Mapping[str, int]


def krippendorff_alpha(units: Iterable[Unit]) -> float | None:
    """Krippendorff's alpha for nominal labels, with any number of them missing.

    A unit is its labels, or how often each of them was given.

    It is None if no unit has two labels, or if all labels are the same.

    >>> krippendorff_alpha([["yes", "yes"], ["no", "no"], ["yes", "no"]])
    0.4444444444444444
    """
    totals: Counter[str] = Counter()
    observed = 0.0
    for counts in map(Counter, units):
        n = sum(counts.values())
        if n < 2:
            continue
        totals.update(counts)
        observed += (n * n - sum(c * c for c in counts.values())) / (n - 1)
    n = sum(totals.values())
    expected = (n * n - sum(c * c for c in totals.values())) / (n - 1) if n > 1 else 0.0
    return 1.0 - observed / expected if expected else None


def pairwise_agreement(units: Iterable[Unit]) -> tuple[float | None, int]:
    """The percentage of equal labels among pairs for the same thing, and the number of pairs.

    As in SemEval-2007, where the set of labels that an annotator gave counts as one label.

    >>> pairwise_agreement([["yes", "yes", "no", "no"]])[1], pairwise_agreement([["yes", "no"]])
    (6, (0.0, 1))
    """
    same = pairs = 0
    for counts in map(Counter, units):
        n = sum(counts.values())
        pairs += n * (n - 1) // 2
        same += sum(c * (c - 1) // 2 for c in counts.values())
    return (100.0 * same / pairs if pairs else None), pairs


def label_agreement(store: Store) -> Agreement:
    """Agreement on the labels that count so far."""
    units: dict[int | None, dict[str, int]] = defaultdict(dict)
    with store.db.reading() as session:
        for candidate, label, times in session.execute(
            select(AnswerRow.candidate_id, AnswerRow.label, func.count(AnswerRow.id))
            .join(Assignment, Assignment.id == AnswerRow.assignment_id)
            .where(Assignment.live, AnswerRow.candidate_id.is_not(None))
            .group_by(AnswerRow.candidate_id, AnswerRow.label)
        ):
            units[candidate][label] = times
        annotators = session.scalar(
            select(func.count(distinct(Assignment.worker_id))).where(Assignment.live)
        )
    pairwise, pairs = pairwise_agreement(units.values())
    alpha = krippendorff_alpha(units.values())
    return Agreement(annotators or 0, len(units), pairs, alpha, pairwise)


def span_agreement_of(store: Store) -> Agreement:
    """Agreement on which words to change, and to what (Smart Word Suggestions, section 3.4)."""
    annotations = span_annotations(store)
    agreement = span_agreement(annotations)
    n = agreement.annotators
    return Agreement(
        n,
        agreement.sentences,
        n * (n - 1) // 2,
        None,
        None,
        detection=agreement.detection,
        suggestion=agreement.suggestion,
    )


def span_annotations(store: Store) -> Annotations:
    """The spans that each annotator would change, in the format of annotation files."""
    annotations: list[Annotation] = []
    with store.db.reading() as session:
        rows = session.execute(
            select(ItemRow.source_id, Assignment.worker_id, SuggestionRow)
            .select_from(Assignment)
            .join(Task, Task.id == Assignment.task_id)
            .join(ItemRow, ItemRow.id == Task.item_id)
            .outerjoin(SuggestionRow, SuggestionRow.assignment_id == Assignment.id)
            .where(Assignment.live, Assignment.state == DONE)
            .order_by(ItemRow.id, Assignment.worker_id, SuggestionRow.id)
        )
        for item, worker, suggestion in rows:
            name = worker_name(worker)
            if suggestion is None:
                annotations.append(Annotation(item, name, ""))
                continue
            span = (suggestion.first, suggestion.last)
            annotations.append(Annotation(item, name, suggestion.substitute, span, suggestion.kind))
    return Annotations("spans", tuple(annotations))
