"""SWORDS (Lee et al. 2021): would you use this substitute here?"""

from pathlib import Path
from typing import TYPE_CHECKING

from motjuste.benchmarks.benchmark import FALSE, TRUE, UNSURE
from motjuste.benchmarks.run import write_lsr
from motjuste.collect import results, wording
from motjuste.collect.kind import Export
from motjuste.collect.kinds.labels import LabelKind
from motjuste.collect.settings import StageConfig
from motjuste.errors import BadInputError
from motjuste.files import write_atomic, write_text
from motjuste.reports.overview import Inputs, Section, overview

if TYPE_CHECKING:
    from motjuste.collect.project import Project


class Swords(LabelKind):
    """Candidates are accepted, rejected or unknown, in two stages with controls."""

    name = "swords"
    wording = wording.SWORDS
    keyboard = (
        "1 or a accepts, 2 or r rejects, 3 or d says that you don't know; ↑ and ↓ move; "
        "Enter submits."
    )
    question = "whether they would actually consider using a candidate as the author of the text"
    stages = (StageConfig("reduce", 3), StageConfig("score", 7, 1))
    labels = (TRUE, FALSE, UNSURE)
    has_controls = True
    has_second_group = True

    def write_results(self, project: "Project", export: Export) -> list[Path]:
        """SWORDS JSON; labels one by one; the annotators as a run."""
        export.allow_only(self.name, "labels", "run")
        benchmark = results.to_benchmark(project.store, export.name)
        written = [export.out]
        write_atomic(export.out, results.swords_json(benchmark))
        if export.labels is not None:
            rows = results.label_rows(project.store, workers=export.workers)
            write_text(export.labels, results.csv_text(results.LABEL_COLUMNS, rows))
            written.append(export.labels)
        if export.run is not None:
            write_lsr(results.to_run(benchmark), export.run)
            written.append(export.run)
        return written

    def result_sections(
        self, project: "Project", second: "Project | None", seed: int
    ) -> tuple[Section, ...]:
        """SWORDS's tables, with rank-biased overlap if there is a second group of people."""
        if second is not None and not second.store.kind.has_second_group:
            raise BadInputError(f"{second.folder}: is of kind {second.kind}, not {self.name}")
        other = results.to_benchmark(second.store, second.folder.name) if second else None
        benchmark = results.to_benchmark(project.store, project.folder.name)
        return overview(Inputs([benchmark], second=other, seed=seed)).sections
