"""The whole recipe of the embedded default, step by step; a step that is done is not done again.

| step | makes, in the work folder |
|---|---|
| words | `vocabulary.npz`, `word_vectors.npy`, `axes.npz`, `static_vectors.npy` |
| encoders | `records/`; the encoder's three files in `final/`, `half0/`, `half1/` |
| priors, tables | `priors/`, `associations/`; `associations.bin` in the same folders |
| senses | `tagged.npz` and `senses.bin` in the same folders |
| labelled | `labelled.bin` in the same folders |
| rankers | `lessons.pickle`, and `ranker.bin` in `final/` |

`final/` is what is shipped. The models of the halves have not seen the targets of one half of the
lemmas; the rankers learn from what each says of the half that it has not seen.
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
from motjuste.training.contrasts import contrasts
from motjuste.training.encoders import FINAL, HALF_NAMES, Bar, Encoders
from motjuste.training.labels import joined, parts
from motjuste.training.networks import Lesson
from motjuste.training.tables import Tables

ENCODER_FILES = ("encoder.onnx", "encoder.bin", "tokenizer.json")
FILES = (*ENCODER_FILES, "associations.bin", "senses.bin", "labelled.bin", "ranker.bin")
# What the rankers learn from: labelled targets, SWORDS's targets, lists of synonyms by sense.
Lessons = tuple[list[rankers.Seen], list[rankers.Seen], list[Lesson]]
# Lists of synonyms from SemCor from which the encoder learns senses …
_SENSE_LISTS_ENCODER = 1500
# … contrasts between the senses of a word in the thesaurus, from which it learns them too …
_CONTRASTS_ENCODER = 5000
# … and the lists of synonyms from which the ranking of given words learns.
_SENSE_LISTS_RANKING = 3000


@dataclass(frozen=True)
class Inputs:
    """What training starts from.

    `checkpoint`: the folder of all-mpnet-base-v2; `glove`: vectors; `swords`: judged targets;
    `labels`: the judged targets of this repository; `thesaurus`: its thesaurus by sense, of all
    lemmas; `semcor`: tagged sentences; `wordnet`: the folder with `index.noun` and others.
    """

    checkpoint: Path
    glove: Path
    swords: Benchmark
    labels: Benchmark
    thesaurus: Benchmark
    semcor: Path
    wordnet: Path


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
        self._make_encoders(bar)
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
        """The models that have not seen one half of the lemmas."""
        return [self.work / name for name in HALF_NAMES]

    @property
    def _folders(self) -> list[Path]:
        return [self.work / FINAL, *self.halves]

    @cached_property
    def _order(self) -> senses.WordNetOrder:
        return senses.WordNetOrder(self.inputs.wordnet, Lexicon.open())

    @cached_property
    def _used(self) -> Benchmark:
        return parts(self.inputs.labels)[0]

    @cached_property
    def _kept(self) -> Benchmark:
        return parts(self.inputs.labels)[1]

    def _find_words(self) -> None:
        path, lexicon = self.work / "vocabulary.npz", Lexicon.open()
        if not path.exists():
            vocabulary.build(lexicon).save(path)
        word_vectors.make(self.work, self.inputs.checkpoint, vocabulary.load(path), lexicon)

    def _make_encoders(self, bar: Bar) -> None:
        if not all((folder / "READY").exists() for folder in self._folders):
            self._encoders().make(bar)

    def _encoders(self) -> Encoders:
        lists = senses.synonym_lists(self.inputs.semcor, self._order, _SENSE_LISTS_ENCODER)
        lists += contrasts(self.inputs.thesaurus, _CONTRASTS_ENCODER)
        return Encoders(self.work, self.inputs.checkpoint, self._used, self.inputs.swords, lists)

    def _make_tables(self, bar: Bar) -> None:
        told = self.work / "packing.json"
        if told.exists():
            return
        judged = joined(self._used, self.inputs.swords)
        tables = Tables(self.work, self.inputs.glove, judged)
        tables.train_priors()
        with bar("associations", len(tables.heads)) as advance:
            told.write_text(json.dumps(tables.make(advance)), "utf-8")

    def _make_senses(self, bar: Bar) -> None:
        for folder in self._folders:
            self.make_senses(folder, bar)

    def make_senses(self, folder: Path, bar: Bar) -> None:
        """`senses.bin` of a model; for a half without the documents that the rankers learn from."""
        made, states, lexicon = folder / "senses.bin", folder / "tagged.npz", Lexicon.open()
        if made.exists():
            return
        if not states.exists():
            semcor, is_half = self.inputs.semcor, folder in self.halves
            rows = senses.half_sentences(semcor) if is_half else senses.all_sentences(semcor)
            with bar("tagged sentences", len(rows)) as advance:
                encoder = Encoder.open(folder)
                senses.save_states(states, rows, semcor, encoder, self._order, advance)
        tagged, vectors = senses.load_states(states)
        senses.write(senses.build(tagged, vectors, lexicon), lexicon, made)

    def _make_labelled(self, bar: Bar) -> None:
        for folder in self._folders:
            self.make_labelled(folder, bar)

    def make_labelled(self, folder: Path, bar: Bar) -> None:
        """`labelled.bin` of a model: the judged targets for training, and the thesaurus."""
        made, known = folder / "labelled.bin", joined(self._used, self.inputs.thesaurus)
        if not made.exists():
            with bar("labelled sentences", len(known)) as advance:
                space = SenseVectors.open(folder / "senses.bin")
                system = Default(model=str(folder))
                labelled.write(labelled.read_rows(system, space, known, advance), made)

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
        with bar("labelled targets", len(self._used)) as advance:
            seen = rankers.see_all(self._used, self.halves, advance)
        with bar("the crowd's targets", len(self.inputs.swords)) as advance:
            crowd = rankers.see_all(self.inputs.swords, self.halves, advance)
        with bar("senses in order", _SENSE_LISTS_RANKING) as advance:
            lists = senses.synonym_lists(
                self.inputs.semcor, self._order, _SENSE_LISTS_RANKING, senses.for_lists
            )
            ordered = rankers.see_lists(lists, self.halves, advance)
        return seen, crowd, ordered

    def _report(self, figures: dict[str, float]) -> None:
        sizes = {name: (self.out / name).stat().st_size for name in FILES}
        content = {"kept lemmas": figures, "bytes": sizes, "labels": len(self._used)}
        (self.out / "report.json").write_text(json.dumps(content, indent=2), "utf-8")
