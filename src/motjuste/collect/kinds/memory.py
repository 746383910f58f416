"""Substitutes from memory, the method of SemEval-2007 and CoInCo: which words come to mind?"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from motjuste.benchmarks import swords
from motjuste.benchmarks.benchmark import Benchmark, Context, Item, voted
from motjuste.benchmarks.convert import write_semeval
from motjuste.collect import lemmas, results, wording
from motjuste.collect.kind import Export, Figure, ReadableAnswers, StoredAnswers
from motjuste.collect.kinds.written import WrittenKind
from motjuste.collect.models import Assignment, ItemRow, SuggestionRow, Task
from motjuste.collect.responses import NAME, NIL, PHRASE, SUBSTITUTE, Response, live_responses
from motjuste.collect.service import Agreement, Answers, WrittenAnswer, worker_name
from motjuste.collect.settings import Config, StageConfig
from motjuste.collect.store import Store
from motjuste.errors import BadInputError, RefusedError
from motjuste.files import write_text
from motjuste.reports.agreement import substitute_agreement
from motjuste.reports.annotations import MULTIWORD, Annotation, Annotations
from motjuste.reports.overview import Inputs, Section, overview
from motjuste.text import Target

if TYPE_CHECKING:
    from motjuste.collect.project import Project

# Characters of the longest substitute or phrase that an annotator may write.
LONGEST = 100
# The source of annotators' substitutes in a pool of candidates.
SOURCE = "memory"


class Memory(WrittenKind):
    """Annotators write a few substitutes of their own for a target, or NIL, or NAME."""

    name = "memory"
    wording = wording.MEMORY
    keyboard = "Tab moves on, Enter submits."
    question = (
        "for substitutes of a word in its sentence that they could think of, whether it is part "
        "of a name, and whether it is part of a phrase"
    )
    stages = (StageConfig("write", 5),)
    settings_template = (
        "\n[memory]\nmost = 3                # substitutes for a target, at most\n"
        "responses = 2           # substitutes that an item must have got, or it is left out\n"
    )
    form = "words"
    agreement_figures = (Figure("pairwise", "Pairwise (p1 ∩ p2 / p1 ∪ p2)", "{:.1f} %"),)

    def most_words(self, config: Config) -> int:
        """The configured number: SemEval-2007 allowed up to three, CoInCo up to five."""
        return config.memory.most

    def readable(
        self, store: Store, session: Session, task: Task, answers: Answers
    ) -> ReadableAnswers:
        """Each substitute or phrase, as written, with its kind; NIL and NAME stand alone."""
        item = session.get_one(ItemRow, task.item_id)
        return [(text, kind) for kind, text in self._checked(store, item, answers)]

    def _checked(self, store: Store, item: ItemRow, answers: Answers) -> list[tuple[str, str]]:
        """The checked answer as pairs of kind and text: substitutes, or NIL or NAME."""
        if not isinstance(answers, WrittenAnswer):
            raise RefusedError("the answers are not substitutes of one's own", "invalid")
        words = [_checked_text(text) for text in answers.words if text.strip()]
        words = list(dict.fromkeys(words))
        most = store.config.memory.most
        if len(words) > most:
            raise RefusedError(f"write {most} substitutes at most", "invalid")
        target = item.text[item.start : item.end]
        if any(word.casefold() == target.casefold() for word in words):
            raise RefusedError(f"{target!r} is the word itself, not a substitute", "invalid")
        if answers.response not in ("", NIL, NAME):
            raise RefusedError(f"the response is neither {NIL} nor {NAME}", "invalid")
        if bool(words) == bool(answers.response):
            raise RefusedError(
                "write a substitute, or choose that there is none or that it is a name, not both",
                "invalid",
            )
        rows = [(SUBSTITUTE, word) for word in words] or [(answers.response, "")]
        phrase = _checked_text(answers.phrase) if answers.phrase.strip() else ""
        if phrase and " " not in phrase:
            raise RefusedError("a phrase has more than one word", "invalid")
        return [*rows, (PHRASE, phrase)] if phrase else rows

    def store_answers(
        self, store: Store, session: Session, assignment: Assignment, task: Task, answers: Answers
    ) -> StoredAnswers:
        """Store each substitute, NIL or NAME, and the phrase."""
        item = session.get_one(ItemRow, task.item_id)
        rows = self._checked(store, item, answers)
        # A phrase may read like a substitute: it has another place, so that both can stand.
        values = [
            {
                "assignment_id": assignment.id,
                "first": int(kind == PHRASE),
                "last": int(kind == PHRASE),
                "kind": kind,
                "substitute": text,
            }
            for kind, text in rows
        ]
        session.execute(insert(SuggestionRow), values)
        return StoredAnswers(1)

    def stored_answers(
        self, session: Session, assignments: Iterable[int]
    ) -> Mapping[int, ReadableAnswers]:
        """The stored answers, in the same form and order."""
        stored: dict[int, list[tuple[str, str]]] = {number: [] for number in assignments}
        written = select(SuggestionRow).where(SuggestionRow.assignment_id.in_(stored))
        for row in session.scalars(written.order_by(SuggestionRow.id)):
            stored[row.assignment_id].append((row.substitute, row.kind))
        return stored

    def agreement(self, store: Store) -> Agreement:
        """SemEval-2007's pairwise agreement between sets of substitutes (section 2.2)."""
        annotations = annotations_of(store, lemmas.table(store))
        people, items = annotations.annotators, annotations.items
        pairs = len(people) * (len(people) - 1) // 2
        pairwise = substitute_agreement(annotations)[0].pairwise if len(people) > 1 else None
        return Agreement(len(people), len(items), pairs, None, pairwise)

    def write_results(self, project: "Project", export: Export) -> list[Path]:
        """SemEval files in a folder; a pool for a project of kind swords; all responses."""
        export.allow_only(self.name, "labels", "pool")
        table = lemmas.table(project.store)
        if not export.proposed_lemmas:
            lemmas.check_all_confirmed(project.store)
        benchmark = benchmark_of(project.store, export.name, table)
        written = list(write_semeval(benchmark, export.out))
        if export.pool is not None:
            swords.write(benchmark, export.pool)
            written.append(export.pool)
        if export.labels is not None:
            annotations = annotations_of(project.store, table)
            rows = results.annotation_rows(annotations, workers=export.workers)
            write_text(export.labels, rows)
            written.append(export.labels)
        return written

    def result_sections(
        self, project: "Project", second: "Project | None", seed: int
    ) -> tuple[Section, ...]:
        """SemEval-2007's tables about the benchmark and about agreement."""
        table = lemmas.table(project.store)
        benchmark = benchmark_of(project.store, project.folder.name, table)
        annotations = annotations_of(project.store, table)
        return overview(Inputs([benchmark], annotations=annotations)).sections


def _checked_text(text: str) -> str:
    plain = " ".join(text.split())
    letters = any(character.isalpha() for character in plain)
    if len(plain) > LONGEST or not plain.isprintable() or not letters or ";" in plain:
        raise RefusedError("a substitute is a word or a short phrase, without ;", "invalid")
    return plain


def annotations_of(store: Store, table: lemmas.LemmaTable) -> Annotations:
    """All responses as lemmas, in the format of annotation files."""
    rows: dict[Annotation, None] = {}
    for response in live_responses(store):
        who = worker_name(response.worker)
        kind = MULTIWORD if response.kind == PHRASE else ""
        text = table.lemma(response) if response.text else ""
        rows[Annotation(response.item.source_id, who, text, kind=kind)] = None
    return Annotations("substitutes", tuple(rows))


def benchmark_of(store: Store, name: str, table: lemmas.LemmaTable) -> Benchmark:
    """The benchmark: the items that got enough substitutes, with counts of lemmas.

    As in SemEval-2007 (section 2.1), items with fewer than two responses that are neither NIL nor
    NAME are left out; the number can be set. Every substitute of every annotator is a response, as
    in the paper's sets H and in its scorer.
    """
    by_item: dict[int, list[Response]] = defaultdict(list)
    for response in live_responses(store):
        by_item[response.item.id].append(response)
    items = [
        _benchmark_item(responses, table)
        for responses in by_item.values()
        if sum(response.kind == SUBSTITUTE for response in responses)
        >= store.config.memory.responses
    ]
    if not items:
        raise BadInputError("no item has enough responses yet to be in a benchmark")
    rows = {responses[0].item.source_id: responses[0].item for responses in by_item.values()}
    contexts = {
        item.context_id: Context(rows[item.id].text, rows[item.id].context_extra) for item in items
    }
    return Benchmark(name, "memory", contexts, tuple(items))


def _benchmark_item(responses: list[Response], table: lemmas.LemmaTable) -> Item:
    """An item with how many annotators wrote each lemma, and how many named each multiword."""
    row = responses[0].item
    votes: dict[str, Counter[str]] = {SUBSTITUTE: Counter(), PHRASE: Counter()}
    answers = {(r.worker, r.kind, table.lemma(r)) for r in responses if r.kind in votes}
    for _, kind, lemma in answers:
        votes[kind][lemma] += 1
    ordered = sorted(votes[SUBSTITUTE].items(), key=lambda pair: (-pair[1], pair[0]))
    extra = dict(row.extra)
    if names := len({response.worker for response in responses if response.kind == NAME}):
        extra["names"] = names
    if votes[PHRASE]:
        phrases = sorted(votes[PHRASE].items(), key=lambda pair: (-pair[1], pair[0]))
        extra["multiwords"] = dict(phrases)
    target = Target(row.text, row.start or 0, row.end or 0, row.pos, row.lemma)
    judgements = tuple(voted(text, count, {"sources": [SOURCE]}) for text, count in ordered)
    return Item(row.source_id, row.context_id, target, judgements, extra)
