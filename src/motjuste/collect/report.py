"""The report of a project: how it was made, its quality, figures, and a data statement."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from sqlalchemy import func, select

from motjuste.collect.data_statement import data_statement
from motjuste.collect.models import Assignment, Mark
from motjuste.collect.project import Project
from motjuste.collect.service import StageProgress
from motjuste.collect.store import DONE, Store
from motjuste.files import write_text
from motjuste.reports.figures import FORMATS, draw_sections, draw_workers
from motjuste.reports.grids import markdown
from motjuste.reports.overview import Section
from motjuste.reports.scores import percentage
from motjuste.reports.tables import cell


@dataclass(frozen=True)
class StageFigures:
    """A stage of the papers' protocol in figures: labels each, and who passed to the next."""

    stage: str
    candidates: int
    tasks: int
    labels: int
    labels_per_candidate: float | None
    passed: int | None
    passed_share: float | None


@dataclass(frozen=True)
class Drops:
    """The work dropped by a rule, and how much of it was restored."""

    rule: str
    about: str
    marks: int
    lifted: int


@dataclass(frozen=True)
class Crowd:
    """Who worked: how many, how much and how fast, and how many of them were dropped."""

    workers: int
    dropped: int
    tasks: int
    tasks_dropped: int
    median_tasks: float | None
    median_seconds: float | None
    control_accuracy: float | None


@dataclass(frozen=True)
class LabelAgreement:
    """How far annotators agree on the labels that count; pairwise in percent."""

    annotators: int
    units: int
    pairs: int
    pairwise: float | None
    krippendorff_alpha: float | None


@dataclass(frozen=True)
class Returned:
    """A sentence or target that annotators gave back, and whether it is left out for that."""

    text: str
    annotators: int
    left_out: bool


def sections(project: Project, second: Project | None = None, seed: int = 0) -> list[Section]:
    """All tables of a project, with rank-biased overlap if there is a second group."""
    return [*_on_work(project), *project.store.kind.result_sections(project, second, seed)]


def _on_work(project: Project) -> Iterator[Section]:
    yield Section(
        "stages",
        "The stages",
        [_stage_figures(stage) for stage in project.progress().stages],
        note="Labels that count; the share that passed is in percent.",
    )
    yield Section("crowd", "The people", [_crowd(project)])
    drops = _drops(project.store)
    if drops:
        yield Section("drops", "What was dropped, flagged and put back", drops)
    returned = _returned(project)
    if returned:
        yield Section("returned", "What annotators gave back", returned)
    if project.store.kind.has_candidates:
        yield Section("agreement", "Agreement on labels", [_label_agreement(project)])


def _returned(project: Project) -> list[Returned]:
    """What was given back, with the number of returns that count."""
    rows = project.returns()
    counts = Counter(row.text for row in rows if row.counts)
    left_out = {row.text for row in rows if row.left_out}
    texts = dict.fromkeys(row.text for row in rows)
    return [Returned(text, counts[text], text in left_out) for text in texts]


def _stage_figures(stage: StageProgress) -> StageFigures:
    return StageFigures(
        stage.name,
        stage.candidates,
        stage.tasks,
        stage.labels,
        stage.labels / stage.candidates if stage.candidates else None,
        stage.passed,
        percentage(stage.passed, stage.candidates) if stage.passed is not None else None,
    )


def _label_agreement(project: Project) -> LabelAgreement:
    agreement = project.agreement()
    return LabelAgreement(
        agreement.annotators,
        agreement.units,
        agreement.pairs,
        agreement.pairwise,
        agreement.alpha,
    )


def _crowd(project: Project) -> Crowd:
    rows = [row for row in project.workers() if row.tasks]
    seconds = [row.median_seconds for row in rows if row.median_seconds is not None]
    controls = sum(row.controls for row in rows)
    with project.store.db.reading() as session:
        out = session.scalar(
            select(func.count(Assignment.id)).where(
                Assignment.state == DONE, Assignment.live.is_(False)
            )
        )
    return Crowd(
        len(rows),
        sum(row.dropped for row in rows),
        sum(row.tasks for row in rows),
        out or 0,
        float(median(row.tasks for row in rows)) if rows else None,
        median(seconds) if seconds else None,
        percentage(sum(row.controls_right for row in rows), controls),
    )


def _drops(store: Store) -> list[Drops]:
    with store.db.reading() as session:
        rows = session.execute(
            select(
                Mark.rule,
                Mark.assignment_id.is_(None),
                func.count(Mark.id),
                func.count(Mark.lifted_at),
            )
            .group_by(Mark.rule, Mark.assignment_id.is_(None))
            .order_by(Mark.rule)
        ).all()
    return [
        Drops(rule, "workers" if whole else "tasks", marks, lifted)
        for rule, whole, marks, lifted in rows
    ]


def write_report(
    project: Project, folder: Path, sections: list[Section], figures: bool
) -> list[Path]:
    """Write report.md, its figures and, if there is none yet, a data statement to fill in."""
    drawn: list[Path] = []
    if figures:
        drawn = draw_sections(sections, folder)
        rows = [row for row in project.workers() if row.controls]
        if rows:
            points = [
                (row.median_seconds or 0.0, 100.0 * (row.accuracy or 0.0), row.dropped)
                for row in rows
            ]
            for suffix in FORMATS:
                drawn.append(folder / f"workers{suffix}")
                draw_workers(points, drawn[-1])
    report, statement = folder / "report.md", folder / "data-statement.md"
    write_text(report, report_text(project, sections, [p for p in drawn if p.suffix == ".png"]))
    written = [report, *drawn]
    if not statement.exists():
        write_text(statement, data_statement(project))
        written.append(statement)
    return written


def report_text(project: Project, sections: list[Section], pictures: list[Path]) -> str:
    """The report as Markdown."""
    lines = [f"# {project.config.title}", ""]
    for section in sections:
        about = f" ({section.benchmark})" if section.benchmark else ""
        lines += [f"## {section.title}{about}", ""]
        if section.rows:
            lines += [*_table(section), ""]
        if section.note:
            lines += [section.note, ""]
    lines += [f"![{picture.stem}]({picture.name})\n" for picture in pictures]
    return "\n".join(lines)


def _table(section: Section) -> list[str]:
    rows = [_flat(asdict(row)) for row in section.rows]
    header = [name.replace("_", " ") for name in rows[0]]
    return markdown(header, [[cell(value) for value in row.values()] for row in rows])


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in row.items():
        flat.update(value if isinstance(value, dict) else {name: value})
    return flat
