"""Post hoc judgement (SemEval-2007, 5.1): fresh eyes on systems' and annotators' substitutes."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.benchmarks.semeval2007 import name_responses
from motjuste.collect import results, wording
from motjuste.collect.kind import Export
from motjuste.collect.kinds.labels import LabelKind
from motjuste.collect.settings import StageConfig
from motjuste.files import write_text
from motjuste.reports.annotations import VERDICTS
from motjuste.reports.overview import Inputs, Section, overview

if TYPE_CHECKING:
    from motjuste.collect.project import Project

# Items qualify with more single-word substitutes than this (section 5.1) ...
FEWEST_SUBSTITUTES = 2
# ... and without a multiword that this many annotators named.
MULTIWORD_MAJORITY = 2


class PostHoc(LabelKind):
    """Three judges call each substitute good, reasonable or bad."""

    name = "posthoc"
    wording = wording.POSTHOC
    keyboard = "1 or g is good, 2 or r reasonable, 3 or b bad; ↑ and ↓ move; Enter submits."
    question = "whether a substitute is good, reasonable or bad in its sentence"
    stages = (StageConfig("judge", 3),)
    labels = VERDICTS
    benchmark_source = "origA"
    run_source = "sys"

    def suitable(self, benchmark: Benchmark) -> Benchmark:
        """The items that the paper drew from.

        They have more than two substitutes of one word, nobody called the target part of a name
        (NAME), and no two annotators named the same multiword.
        """
        items = tuple(
            item
            for item in benchmark.items
            if sum(" " not in judgement.text for judgement in item.judgements) > FEWEST_SUBSTITUTES
            and not name_responses(item)
            and max(item.extra.get("multiwords", {}).values(), default=0) < MULTIWORD_MAJORITY
        )
        return replace(benchmark, items=items, memo={})

    def write_results(self, project: "Project", export: Export) -> list[Path]:
        """All verdicts, as CSV."""
        export.allow_only(self.name)
        verdicts = results.verdicts(project.store)
        write_text(export.out, results.annotation_rows(verdicts, workers=export.workers))
        return [export.out]

    def result_sections(
        self, project: "Project", second: "Project | None", seed: int
    ) -> tuple[Section, ...]:
        """The paper's table of verdicts."""
        return overview(Inputs([], annotations=results.verdicts(project.store))).sections
