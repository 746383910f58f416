"""The default system: the suggester, which finds words, and the improver, which finds places."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

from motjuste.analysis import analysed
from motjuste.encoder import Encoder
from motjuste.errors import BadInputError, BadInputWarning
from motjuste.lexicon.lexicon import Lexicon
from motjuste.suggester import (
    CROWD,
    EDITOR,
    Associations,
    Labelled,
    Rankers,
    SensesAndLabels,
    SenseVectors,
    Suggester,
    check_judges,
    check_style,
    min_frequency,
)
from motjuste.systems.system import (
    GUESS,
    System,
    check_confidence,
    check_count,
    check_genre,
    check_sensitivity,
)
from motjuste.text import Answer, Improvement, Suggestion, Target

if TYPE_CHECKING:
    from motjuste.benchmarks.benchmark import Benchmark
    from motjuste.improver import Improver
    from motjuste.text import Dial, Genre

# Substitutes that a reader is shown.
READER_SUBSTITUTES = 10
# Substitutes listed for a benchmark, whose measures score long lists; also the most candidates that
# are re-ranked.
BENCHMARK_SUBSTITUTES = 100
# Suggestions of a marked word that are re-ranked for a benchmark; none for a reader, to save time.
RERANKED_MARKS = 10
# The minimum score (a probability) of a substitute that is shown to a reader by default.
LIKELY_SCORE = 0.1
# The share of words marked for a benchmark: the one with the best e2e.F0.5 in five folds of the
# validation sentences of Smart Word Suggestions (`motjuste train improver`). Annotators mark 21 %.
BENCHMARK_SENSITIVITY = 0.18
# Benchmarks whose judgements the embedded model was trained on.
TRAINED_ON = ("swords-v1.1-dev", "sws-validation")


@dataclass(frozen=True)
class Default(System):
    """Substitutes that fit the sentence, best first, and the words of a text worth improving.

    `most`: the number of substitutes for a target.
    `rerank`: the number of candidates that are re-ranked for each substitute that is given; 0 turns
        re-ranking off.
    `judges`: whose judgement the scores predict: an editor's (editor) or that of a crowd (crowd),
        which most benchmarks record.
    `phrases`: whether a marked word stands for the phrase that it is part of.
    `glosses`: the number of substitutes that come with a definition.
    `max_rarity`: how rare a substitute may be (any, familiar, common, or a minimum frequency).
    `style`: the style of the substitutes: any, plainer, formal or shorter.
    `confidence`: how sure marks must be: sure, balanced or thorough.
    `genre`: the genre of texts: formal, neutral, casual or fiction; guess detects it.
    `kinds`: the kinds of marks that `improve` gives; all if empty.
    `sensitivity`: the share of words that `improve` marks; None marks what there is evidence for.
    `rules`: whether matches of rules take up part of that share, before the detector's marks.
    `adapt`: whether the rest of a document influences which of its words make up that share.
    `rerank_marks`: the number of suggestions for a marked word that are re-ranked.
    `thesauri`: paths of the user's own thesauri.
    `model`: the folder of another model than the embedded one.
    `threads`: threads of the encoder; they do not affect answers.
    """

    name: ClassVar[str] = "default"
    description: ClassVar[str] = "the embedded model: lexicon, one encoder pass, a second look"
    unrecorded: ClassVar[frozenset[str]] = frozenset({"threads"})
    likely_score: ClassVar[float | None] = LIKELY_SCORE
    optional: ClassVar[Mapping[str, type]] = {"sensitivity": float}
    profiles: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "reader": {
            "most": READER_SUBSTITUTES,
            "judges": EDITOR,
            "phrases": True,
            "rerank_marks": 0,
            "sensitivity": None,
            "rules": True,
        },
        # Targets of a benchmark are exact spans, and the detector was trained on its marks; rules
        # are for writers.
        "benchmark": {
            "most": BENCHMARK_SUBSTITUTES,
            "judges": CROWD,
            "phrases": False,
            "rerank_marks": RERANKED_MARKS,
            "sensitivity": BENCHMARK_SENSITIVITY,
            "rules": False,
        },
    }

    most: int = READER_SUBSTITUTES
    rerank: float = 2.25
    judges: str = EDITOR
    phrases: bool = True
    glosses: int = 10
    max_rarity: str = "any"
    style: str = "any"
    confidence: str = "balanced"
    genre: str = "guess"
    kinds: tuple[str, ...] = ()
    sensitivity: float | None = None
    rules: bool = True
    adapt: bool = True
    rerank_marks: int = 0
    thesauri: tuple[str, ...] = ()
    model: str = ""
    threads: int = 1

    def __post_init__(self) -> None:
        check_count("most", self.most)
        if self.glosses < 0:
            raise BadInputError(f"glosses is {self.glosses}; give 0 for none, or more")
        if not self.rerank >= 0:
            raise BadInputError(f"rerank is {self.rerank}; give 0 for one pass only, or more")
        if self.rerank_marks < 0:
            raise BadInputError(
                f"rerank_marks is {self.rerank_marks}; give 0 for no re-ranking, or more"
            )
        check_sensitivity(self.sensitivity)
        check_style(self.style)
        check_judges(self.judges)
        check_confidence(self.confidence)
        check_genre(self.genre)
        min_frequency(self.max_rarity)
        if self.kinds:
            from motjuste.rules.kinds import known_kinds

            known_kinds(self.kinds)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The lexicon, with the user's thesauri in it."""
        if not self.thesauri:
            return Lexicon.open()
        from motjuste.lexicon.thesauri import read_thesaurus

        return Lexicon.open().with_thesauri(*(read_thesaurus(Path(path)) for path in self.thesauri))

    @cached_property
    def encoder(self) -> Encoder:
        """The contextual model."""
        return Encoder.open(self._folder, self.threads)

    @cached_property
    def table(self) -> Associations:
        """The candidates of headwords."""
        return Associations.open(self._folder and self._folder / "associations.bin")

    @cached_property
    def rankers(self) -> Rankers:
        """The networks that score candidates."""
        return Rankers.open(self._folder and self._folder / "ranker.bin", self.judges)

    @cached_property
    def senses_and_labels(self) -> SensesAndLabels:
        """The features of candidates from senses and labelled sentences."""
        folder = self._folder
        return SensesAndLabels(
            self.lexicon,
            SenseVectors.open(folder and folder / "senses.bin"),
            Labelled.open(folder and folder / "labelled.bin"),
        )

    @cached_property
    def suggester(self) -> Suggester:
        """The suggester, which finds words."""
        return Suggester(
            self.lexicon,
            self.table,
            self.encoder,
            self.rankers,
            self.senses_and_labels,
            max_suggestions=self.most,
            reranked_count=self._reranked_count,
            phrases=self.phrases,
            glosses=self.glosses,
            min_frequency=min_frequency(self.max_rarity),
            style=self.style,
        )

    @cached_property
    def improver(self) -> "Improver":
        """The improver, which finds places."""
        from motjuste.improver import Detector, Doubt, EvidenceFinder, Improver
        from motjuste.rules.kinds import kinds, known_kinds

        evidence = EvidenceFinder(
            self.suggester,
            Doubt.open(self._folder),
            dial=cast("Dial", self.confidence),
            genre=None if self.genre == GUESS else cast("Genre", self.genre),
            kinds=frozenset(known_kinds(self.kinds) if self.kinds else kinds()),
        )
        return Improver(
            self.suggester,
            Detector.open(self._folder),
            evidence,
            sensitivity=self.sensitivity,
            rules=self.rules,
            adapt=self.adapt,
            rerank_marks=self.rerank_marks,
        )

    @property
    def _reranked_count(self) -> int:
        """The number of candidates that are re-ranked.

        It is at least that for ten substitutes, so that the first ones do not depend on `most`.
        """
        wanted = round(self.rerank * max(READER_SUBSTITUTES, self.most))
        return min(BENCHMARK_SUBSTITUTES, wanted)

    @property
    def _folder(self) -> Path | None:
        return Path(self.model) if self.model else None

    def trained_on(self) -> frozenset[str]:
        """The benchmarks that the embedded model was trained on; unknown for another model."""
        return frozenset() if self.model else frozenset(TRAINED_ON)

    def prepare(self, benchmark: "Benchmark") -> None:
        """Warn if the model was trained on the benchmark."""
        if benchmark.name in self.trained_on():
            warnings.warn(
                f"the default system was trained on {benchmark.name}: what it scores there is no "
                "estimate (docs/models.md has cross-validated figures)",
                BadInputWarning,
                stacklevel=2,
            )

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        """Up to `most` substitutes each, inflected to fit; none for names and function words."""
        return [list(self.answer(target).suggestions) for target in analysed(targets)]

    def rank(
        self, targets: Sequence[Target], candidates: Sequence[Sequence[str]]
    ) -> list[list[Suggestion]]:
        """The candidates of each target, unchanged, in order of how well they fit."""
        pairs = zip(analysed(targets), candidates, strict=True)
        return [self.suggester.rank(target, sorted(set(words))) for target, words in pairs]

    def answer(self, target: Target, origins: bool = False) -> Answer:
        """The substitutes for a target with its sense and phrase, or the reason for having none.

        `origins` adds where each substitute came from and what changed its score.
        """
        (analysed_target,) = analysed([target])
        return self.suggester.answer(analysed_target, origins)

    def improve(self, texts: Sequence[str]) -> list[list[Improvement]]:
        """The marks of each text by itself, with up to five suggestions each."""
        return [self.improver.improve([text])[0] for text in texts]

    def improve_document(self, texts: Sequence[str]) -> list[list[Improvement]]:
        """The same for the texts of one document: `sensitivity` is a share of all their words."""
        return self.improver.improve(texts)
