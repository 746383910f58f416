"""The whole recipe of the embedded default, step by step; a step that is done is not done again.

| step | makes, in the work folder |
|---|---|
| words | `vocabulary.npz`, `word_vectors.npy`, `axes.npz`, `static_vectors.npy` |
| encoders | `final/` and `fold0/` …: `encoder.onnx`, `encoder.bin`, `tokenizer.json` |
| priors, tables | `priors/`, `associations/`, and `associations.bin` in the same folders |
| rankers | `runs/`, and `ranker.bin` in the same folders |
"""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.lexicon.lexicon import Lexicon
from motjuste.metrics.scoring import Scores
from motjuste.training import rankers, vocabulary, word_vectors
from motjuste.training.encoders import Bar, Encoders
from motjuste.training.folds import FOLDS
from motjuste.training.tables import Tables

FILES = ("encoder.onnx", "encoder.bin", "tokenizer.json", "associations.bin", "ranker.bin")
MOST_BYTES = 60_000_000


@dataclass(frozen=True)
class Recipe:
    """What training starts from, and where it leaves what."""

    checkpoint: Path
    glove: Path
    benchmark: Benchmark
    out: Path
    work: Path

    @property
    def folders(self) -> list[Path]:
        """The models that have not seen a fold."""
        return [self.work / f"fold{number}" for number in range(FOLDS)]

    def cook(self, bar: Bar) -> dict[str, Scores]:
        """All steps; the cross-validated scores."""
        self.work.mkdir(parents=True, exist_ok=True)
        self._find_words()
        Encoders(self.work, self.checkpoint, self.benchmark).make(bar)
        errors = self._make_tables(bar)
        scores = self._train_rankers(bar)
        self.out.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            shutil.copy(self.work / "final" / name, self.out / name)
        self._report(scores, errors)
        return scores

    def _find_words(self) -> None:
        path, lexicon = self.work / "vocabulary.npz", Lexicon.open()
        if not path.exists():
            vocabulary.build(lexicon).save(path)
        word_vectors.make(self.work, self.checkpoint, vocabulary.load(path), lexicon)

    def _make_tables(self, bar: Bar) -> dict[str, float]:
        tables, told = Tables(self.work, self.glove, self.benchmark), self.work / "packing.json"
        if not told.exists():
            tables.train_priors()
            with bar("associations", len(tables.heads)) as advance:
                told.write_text(json.dumps(tables.make(advance)), "utf-8")
        errors: dict[str, float] = json.loads(told.read_text("utf-8"))
        return errors

    def _train_rankers(self, bar: Bar) -> dict[str, Scores]:
        with bar("reading", len(self.benchmark)) as advance:
            seen = rankers.see_all(self.benchmark, self.folders, advance)
        said = rankers.first_looks(seen)
        rankers.write_rankers(rankers.train_rankers(seen, said), self.work / "final" / "ranker.bin")
        with bar("cross-validation", len(self.benchmark)) as advance:
            return rankers.cross_validate(
                self.benchmark, self.folders, seen, said, self.work / "runs", advance
            )

    def _report(self, scores: dict[str, Scores], errors: dict[str, float]) -> None:
        sizes = {name: (self.out / name).stat().st_size for name in FILES}
        report = {
            "cross-validation": {name: found.to_json() for name, found in scores.items()},
            "packing": errors,
            "bytes": sizes,
        }
        (self.out / "report.json").write_text(json.dumps(report, indent=2), "utf-8")
        (self.out / "report.md").write_text(markdown(scores, errors, sizes), "utf-8")


def markdown(scores: dict[str, Scores], errors: dict[str, float], sizes: dict[str, int]) -> str:
    """The report for people: figures with their intervals, then what the files cost."""
    lines = ["| measure | " + " | ".join(scores) + " |", "|---" * (len(scores) + 1) + "|"]
    for measure in next(iter(scores.values())).scores:
        cells = (_cell(found, measure) for found in scores.values())
        lines.append(f"| {measure} | " + " | ".join(cells) + " |")
    lines += ["", *(f"- {what}: {value:.4f}" for what, value in errors.items())]
    lines += [f"- {name}: {size / 1e6:.1f} MB" for name, size in sizes.items()]
    lines.append(f"- all files: {sum(sizes.values()) / 1e6:.1f} of {MOST_BYTES / 1e6:.1f} MB")
    return "\n".join(lines) + "\n"


def _cell(found: Scores, measure: str) -> str:
    low, high = found.intervals.get(measure, (float("nan"),) * 2)
    return f"{found.scores[measure]:.1f} [{low:.1f}, {high:.1f}]"
