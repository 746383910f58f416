"""The whole recipe of the embedded default, step by step; a step that is done is not done again.

| step | makes, in the work folder |
|---|---|
| words | `vocabulary.npz`, `word_vectors.npy`, `axes.npz`, `static_vectors.npy` |
| encoder | `final/`: `encoder.onnx`, `encoder.bin`, `tokenizer.json` |
| priors, tables | `priors/`, `associations/`; `associations.bin` in `final/`, `half0/`, `half1/` |
| senses | `tagged.npz`, and `senses.bin` in the same folders |
| labelled | `labelled.bin` in the same folders |
| rankers | `lessons.pickle`, and `ranker.bin` in `final/` |
"""

import json
import pickle
import shutil
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.encoder import Encoder
from motjuste.files import write_atomic
from motjuste.lexicon.lexicon import Lexicon
from motjuste.suggester import SenseVectors
from motjuste.systems.default import Default
from motjuste.training import (
    cross_validation,
    evaluation,
    labelled,
    rankers,
    senses,
    vocabulary,
    word_vectors,
)
from motjuste.training.encoders import Bar, Encoders
from motjuste.training.labels import joined, parts, stages
from motjuste.training.networks import Lesson
from motjuste.training.tables import Tables

ENCODER_FILES = ("encoder.onnx", "encoder.bin", "tokenizer.json")
FILES = (*ENCODER_FILES, "associations.bin", "senses.bin", "labelled.bin", "ranker.bin")
# What the rankers learn from: labelled targets, SWORDS's targets, lists of synonyms by sense.
Lessons = tuple[list[rankers.Seen], list[rankers.Seen], list[Lesson]]
# SemCor's sentences from which the ranking of given words learns senses.
_SENSE_LISTS = 3000


@dataclass(frozen=True)
class Inputs:
    """What training starts from.

    `checkpoint`: the folder of all-mpnet-base-v2; `encoder`: a folder with an encoder that is
    tuned already, or nothing; `glove`: vectors; `swords`: judged targets; `labels`: the labels of
    this repository; `semcor`: tagged sentences; `wordnet`: the folder with `index.noun` and others;
    `table`: an `associations.bin` to use instead of making one.
    """

    checkpoint: Path
    glove: Path
    swords: Benchmark
    labels: Benchmark
    semcor: Path
    wordnet: Path
    encoder: Path | None = None
    table: Path | None = None


@dataclass(frozen=True)
class Recipe:
    """Makes all files of the default system in a folder, by way of a work folder."""

    inputs: Inputs
    out: Path
    work: Path

    def make(self, bar: Bar) -> dict[str, float]:
        """All steps; the figures on the kept lemmas."""
        self.work.mkdir(parents=True, exist_ok=True)
        self._find_words()
        self._make_encoder(bar)
        self._make_tables(bar)
        self._make_senses(bar)
        self._make_labelled(bar)
        self._train_rankers(bar)
        self.out.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            shutil.copy(self.work / "final" / name, self.out / name)
        with bar("kept lemmas", len(self._kept)) as advance:
            figures = evaluation.evaluate(Default(model=str(self.out)), self._kept, advance)
        self._report(figures)
        return figures

    def cross_validate(self) -> dict[str, float]:
        """Figures on SWORDS's targets by halves of their lemmas, after `make`."""
        labels, crowd, ordered = self._read_lessons()
        return cross_validation.cross_validate(
            self.inputs.swords, labels, crowd, ordered, self.halves
        )

    @property
    def halves(self) -> list[Path]:
        """The models whose priors have not seen one half of the lemmas."""
        return [self.work / f"half{number}" for number in range(2)]

    @cached_property
    def _used(self) -> Benchmark:
        return parts(self.inputs.labels)[0]

    @cached_property
    def _tuning(self) -> Benchmark:
        return stages(self._used)[0]

    @cached_property
    def _ranking(self) -> Benchmark:
        """The labels that the rankers learn from: targets that the encoder has not seen."""
        return stages(self._used)[1]

    @cached_property
    def _kept(self) -> Benchmark:
        return parts(self.inputs.labels)[1]

    def _find_words(self) -> None:
        path, lexicon = self.work / "vocabulary.npz", Lexicon.open()
        if not path.exists():
            vocabulary.build(lexicon).save(path)
        word_vectors.make(self.work, self.inputs.checkpoint, vocabulary.load(path), lexicon)

    def _make_encoder(self, bar: Bar) -> None:
        given, final = self.inputs.encoder, self.work / "final"
        if given is None:
            Encoders(self.work, self.inputs.checkpoint, self._tuning).make(bar)
        for folder in (final, *self.halves):
            folder.mkdir(parents=True, exist_ok=True)
            for name in ENCODER_FILES:
                if not (folder / name).exists():
                    shutil.copy((given or final) / name, folder / name)

    def _make_tables(self, bar: Bar) -> None:
        told = self.work / "packing.json"
        if self.inputs.table is not None:
            for folder in (self.work / "final", *self.halves):
                shutil.copy(self.inputs.table, folder / "associations.bin")
            return
        if told.exists():
            return
        judged = joined(self._tuning, self.inputs.swords)
        tables = Tables(self.work, self.inputs.glove, judged)
        tables.train_priors()
        with bar("associations", len(tables.heads)) as advance:
            told.write_text(json.dumps(tables.make(advance)), "utf-8")

    def _make_senses(self, bar: Bar) -> None:
        made, lexicon = self.work / "final" / "senses.bin", Lexicon.open()
        if not made.exists():
            order = senses.WordNetOrder(self.inputs.wordnet, lexicon)
            states = self.work / "tagged.npz"
            if not states.exists():
                with bar("tagged sentences", senses.count_sentences(self.inputs.semcor)) as advance:
                    encoder = Encoder.open(self.work / "final")
                    senses.save_states(states, self.inputs.semcor, encoder, order, advance)
            senses.write(senses.build(*senses.load_states(states), lexicon), lexicon, made)
        self._share("senses.bin")

    def _make_labelled(self, bar: Bar) -> None:
        made = self.work / "final" / "labelled.bin"
        if not made.exists():
            with bar("labelled sentences", len(self._used)) as advance:
                system = Default(model=str(self.work / "final"))
                space = SenseVectors.open(self.work / "final" / "senses.bin")
                labelled.write(labelled.read_rows(system, space, self._used, advance), made)
        self._share("labelled.bin")

    def _train_rankers(self, bar: Bar) -> None:
        made = self.work / "final" / "ranker.bin"
        if made.exists():
            return
        if not self._lessons_path.exists():
            write_atomic(self._lessons_path, pickle.dumps(self._lessons(bar)))
        labels, crowd, ordered = self._read_lessons()
        networks = rankers.train_rankers(labels, crowd, ordered)
        rankers.write_rankers(networks, made)

    @property
    def _lessons_path(self) -> Path:
        return self.work / "lessons.pickle"

    def _read_lessons(self) -> Lessons:
        # The recipe's own file, in its own work folder; unpickling a foreign one could run code.
        lessons: Lessons = pickle.loads(self._lessons_path.read_bytes())
        return lessons

    def _lessons(self, bar: Bar) -> Lessons:
        with bar("labelled targets", len(self._ranking)) as advance:
            seen = rankers.see_all(self._ranking, self.halves, advance)
        with bar("the crowd's targets", len(self.inputs.swords)) as advance:
            crowd = rankers.see_all(self.inputs.swords, self.halves, advance)
        with bar("senses in order", _SENSE_LISTS) as advance:
            order = senses.WordNetOrder(self.inputs.wordnet, Lexicon.open())
            lists = senses.synonym_lists(self.inputs.semcor, order, _SENSE_LISTS)
            suggester = Default(model=str(self.work / "final")).suggester
            ordered = rankers.see_given(suggester, lists, advance)
        return seen, crowd, ordered

    def _share(self, name: str) -> None:
        for folder in self.halves:
            shutil.copy(self.work / "final" / name, folder / name)

    def _report(self, figures: dict[str, float]) -> None:
        sizes = {name: (self.out / name).stat().st_size for name in FILES}
        content = {"kept lemmas": figures, "bytes": sizes, "labels": len(self._used)}
        (self.out / "report.json").write_text(json.dumps(content, indent=2), "utf-8")
