"""The whole recipe of the embedded default, step by step; finished steps are not repeated.

| step | makes, in the work folder |
|---|---|
| words | `vocabulary.npz`, `word_vectors.npy`, `axes.npz`, `static_vectors.npy` |
| encoders | `records/`; the encoder's three files in `final/`, `half0/`, `half1/` |
| priors, tables | `priors/`, `associations/`; `associations.bin` in the same folders |
| senses | `tagged.npz` and `senses.bin` in the same folders |
| labelled | `labelled.bin` in the same folders |
| lessons | `lessons.npz` in the folders of the halves |
| rankers | `ranker.bin` in `final/` |

`final/` is what is shipped. The models of the halves have not seen the targets of one half of the
lemmas; the rankers learn from the output of each for the half that it has not seen. Steps that do
not need each other can run in several processes.
"""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path

from motjuste.benchmarks import read_benchmark
from motjuste.benchmarks.benchmark import Benchmark
from motjuste.encoder import Encoder
from motjuste.lexicon.lexicon import Lexicon
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
from motjuste.training.encoders import FINAL, Encoders
from motjuste.training.folds import HALF_NAMES
from motjuste.training.labels import joined, parts, read_labels
from motjuste.training.lesson_files import Lessons, load_lessons, save_lessons
from motjuste.training.steps import Bar, run_steps
from motjuste.training.tables import Tables

ENCODER_FILES = ("encoder.onnx", "encoder.bin", "tokenizer.json")
FILES = (*ENCODER_FILES, "associations.bin", "senses.bin", "labelled.bin", "ranker.bin")
# Lists of synonyms from SemCor from which the encoder learns senses …
_SENSE_LISTS_ENCODER = 1500
# … contrasts between the senses of a word in the thesaurus, from which it learns them too …
_CONTRASTS_ENCODER = 5000
# … and the lists of synonyms from which the ranking of given words learns.
_SENSE_LISTS_RANKING = 3000


@dataclass(frozen=True)
class Inputs:
    """What training starts from.

    `checkpoint`: the folder of all-mpnet-base-v2; `glove`: vectors; `swords`: the benchmark with
    the crowd's judged targets; `labels`: the folder of this repository's labels; `semcor`: tagged
    sentences; `wordnet`: the folder with `index.noun` and others.
    """

    checkpoint: Path
    glove: Path
    swords: str
    labels: Path
    semcor: Path
    wordnet: Path


@dataclass(frozen=True)
class Recipe:
    """Makes all files of the default system in a folder, by way of a work folder.

    `jobs` is the number of processes for steps that do not need each other.
    """

    inputs: Inputs
    out: Path
    work: Path
    jobs: int = 1

    def read(self) -> None:
        """Read the labels and the benchmark, so that bad ones are refused before the work."""
        _ = self.swords, self.thesaurus, self.used

    def make(self, bar: Bar) -> dict[str, float]:
        """All steps; the figures on the held-out lemmas."""
        self.work.mkdir(parents=True, exist_ok=True)
        self._run("words", bar, partial(_find_words, self._bare))
        self._make_encoders(bar)
        tables = partial(_make_tables, self._bare)
        self._run("tables and senses", bar, tables, *self._for_each_model(_make_senses))
        self._run("labelled sentences", bar, *self._for_each_model(_make_labelled))
        halves = range(len(HALF_NAMES))
        self._run("lessons", bar, *(partial(_write_lessons, self._bare, half) for half in halves))
        self._run("rankers", bar, partial(_train_rankers, self._bare))
        self.out.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            shutil.copy(self.work / FINAL / name, self.out / name)
        with bar("held-out lemmas", len(self.held_out)) as advance:
            figures = evaluation.evaluate(Default(model=str(self.out)), self.held_out, advance)
        self._report(figures)
        return figures

    def cross_validate(self) -> dict[str, float]:
        """Figures on SWORDS's targets by halves of their lemmas, after `make`."""
        labels, crowd, ordered = self.read_lessons()
        return cross_validation.cross_validate(self.swords, labels, crowd, ordered, self.halves)

    @property
    def halves(self) -> list[Path]:
        """The models that have not seen one half of the lemmas."""
        return [self.work / name for name in HALF_NAMES]

    @property
    def _folders(self) -> list[Path]:
        return [self.work / FINAL, *self.halves]

    def _for_each_model(self, step: "Callable[[Recipe, Path, Bar], None]") -> "list[partial[None]]":
        return [partial(step, self._bare, folder) for folder in self._folders]

    @property
    def _bare(self) -> "Recipe":
        """The recipe without cached data, to be sent to another process."""
        return replace(self)

    def _run(self, name: str, bar: Bar, *steps: "partial[None]") -> None:
        run_steps(name, steps, self.jobs, bar)

    @cached_property
    def order(self) -> senses.WordNetOrder:
        """WordNet's order of senses."""
        return senses.WordNetOrder(self.inputs.wordnet, Lexicon.open())

    @cached_property
    def swords(self) -> Benchmark:
        """The crowd's judged targets."""
        return read_benchmark(self.inputs.swords)

    @cached_property
    def thesaurus(self) -> Benchmark:
        """The thesaurus by sense, of all lemmas."""
        return read_labels(self.inputs.labels / "thesaurus")

    @cached_property
    def _labels(self) -> tuple[Benchmark, Benchmark]:
        return parts(read_labels(self.inputs.labels / "substitutes"))

    @property
    def used(self) -> Benchmark:
        """The labelled targets that are trained on."""
        return self._labels[0]

    @property
    def held_out(self) -> Benchmark:
        """The labelled targets of lemmas that are held out from training."""
        return self._labels[1]

    def _make_encoders(self, bar: Bar) -> None:
        if all((folder / "READY").exists() for folder in self._folders):
            return
        every = range(self.jobs)
        self._run("records", bar, *(partial(_read_records, self._bare, first) for first in every))
        self._run("encoders", bar, *(partial(_tune, self._bare, name) for name in HALF_NAMES))
        self._run("mean encoder", bar, partial(_average, self._bare))

    def encoders(self) -> Encoders:
        """Tunes the encoders."""
        lists = senses.synonym_lists(self.inputs.semcor, self.order, _SENSE_LISTS_ENCODER)
        lists += contrasts(self.thesaurus, _CONTRASTS_ENCODER)
        return Encoders(self.work, self.inputs.checkpoint, self.used, self.swords, lists)

    def lessons_path(self, half: int) -> Path:
        """The file of lessons that the model of a half gives for targets that it has not seen."""
        return self.halves[half] / "lessons.npz"

    def read_lessons(self) -> Lessons:
        """The lessons of both halves."""
        paths = (self.lessons_path(half) for half in range(len(HALF_NAMES)))
        seen, crowd, ordered = zip(*map(load_lessons, paths), strict=True)
        return [*chain(*seen)], [*chain(*crowd)], [*chain(*ordered)]

    def make_lessons(self, half: int, bar: Bar) -> Lessons:
        """The rankers' lessons from the lemmas of one half."""
        with bar("labelled targets", len(self.used)) as advance:
            seen = rankers.lessons_of_items(self.used, half, self.halves[half], advance)
        with bar("the crowd's targets", len(self.swords)) as advance:
            crowd = rankers.lessons_of_items(self.swords, half, self.halves[half], advance)
        with bar("senses in order", _SENSE_LISTS_RANKING) as advance:
            lists = senses.synonym_lists(
                self.inputs.semcor, self.order, _SENSE_LISTS_RANKING, senses.is_for_lists
            )
            ordered = rankers.lessons_of_lists(lists, half, self.halves[half], advance)
        return seen, crowd, ordered

    def _report(self, figures: dict[str, float]) -> None:
        sizes = {name: (self.out / name).stat().st_size for name in FILES}
        content = {"held-out lemmas": figures, "bytes": sizes, "labels": len(self.used)}
        (self.out / "report.json").write_text(json.dumps(content, indent=2), "utf-8")


# The steps are functions of this module, so that they can be sent to another process.


def _find_words(recipe: Recipe, bar: Bar) -> None:
    path, lexicon = recipe.work / "vocabulary.npz", Lexicon.open()
    if not path.exists():
        vocabulary.build(lexicon).save(path)
    words = vocabulary.load(path)
    word_vectors.make(recipe.work, recipe.inputs.checkpoint, words, lexicon)


def _read_records(recipe: Recipe, first: int, bar: Bar) -> None:
    recipe.encoders().read_records(first, recipe.jobs)


def _tune(recipe: Recipe, name: str, bar: Bar) -> None:
    if not (recipe.work / name / "READY").exists():
        recipe.encoders().tune(name)


def _average(recipe: Recipe, bar: Bar) -> None:
    if not (recipe.work / FINAL / "READY").exists():
        recipe.encoders().average()


def _make_tables(recipe: Recipe, bar: Bar) -> None:
    """The tables of associations, and the errors of their compression in `packing.json`."""
    report = recipe.work / "packing.json"
    if report.exists():
        return
    judged = joined(recipe.used, recipe.swords)
    tables = Tables(recipe.work, recipe.inputs.glove, judged)
    tables.train_priors()
    with bar("associations", len(tables.heads)) as advance:
        report.write_text(json.dumps(tables.make(advance)), "utf-8")


def _make_senses(recipe: Recipe, folder: Path, bar: Bar) -> None:
    """`senses.bin` of a model; for a half without the documents that the rankers learn from."""
    made, states, lexicon = folder / "senses.bin", folder / "tagged.npz", Lexicon.open()
    if made.exists():
        return
    if not states.exists():
        semcor, is_half = recipe.inputs.semcor, folder in recipe.halves
        rows = senses.half_sentences(semcor) if is_half else senses.all_sentences(semcor)
        with bar("tagged sentences", len(rows)) as advance:
            encoder = Encoder.open(folder)
            senses.save_states(states, rows, semcor, encoder, recipe.order, advance)
    tagged, vectors = senses.load_states(states)
    senses.write(senses.build(tagged, vectors, lexicon), lexicon, made)


def _make_labelled(recipe: Recipe, folder: Path, bar: Bar) -> None:
    """`labelled.bin` of a model: the judged targets for training, and the thesaurus."""
    made, known = folder / "labelled.bin", joined(recipe.used, recipe.thesaurus)
    if not made.exists():
        labelled.make(str(folder), known, made, bar)


def _write_lessons(recipe: Recipe, half: int, bar: Bar) -> None:
    path = recipe.lessons_path(half)
    if not path.exists():
        save_lessons(path, recipe.make_lessons(half, bar))


def _train_rankers(recipe: Recipe, bar: Bar) -> None:
    path = recipe.work / FINAL / "ranker.bin"
    if not path.exists():
        rankers.write_rankers(rankers.train_rankers(*recipe.read_lessons()), path)
