"""The base of the end-to-end systems: settings, and applying a model sentence by sentence."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.errors import BadInputError
from motjuste.systems.end_to_end.network import Network, Paradigm, load_network
from motjuste.systems.end_to_end.sentence import SentenceInPieces, split_sentences
from motjuste.systems.masked_lm.model import EXTRA
from motjuste.systems.system import System
from motjuste.text import Improvement


@dataclass
class EndToEnd(System):
    """A model that was trained to write a sentence better.

    `threshold`: a word is marked if its probability of staying is below this; a higher threshold
    marks more words.
    """

    needs: ClassVar[Mapping[str, str]] = {"torch": EXTRA, "transformers": EXTRA}
    paper: ClassVar[str] = "Wang et al. 2023"
    asks: ClassVar[tuple[str, ...]] = ("model",)
    unrecorded: ClassVar[frozenset[str]] = frozenset({"device", "batch"})
    paradigm: ClassVar[Paradigm]

    model: str = ""
    threshold: float = 0.5
    most: int = 5
    batch: int = 32
    device: str = "auto"
    _network: Network | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise BadInputError(f"threshold is {self.threshold}; it is a probability, from 0 to 1")
        if self.most < 1 or self.batch < 1:
            raise BadInputError("most and batch must be at least 1")

    @property
    def network(self) -> Network:
        """The model, loaded when it is first needed."""
        if self._network is None:
            what = f"system {self.name!r}"
            self._network = load_network(self.model, self.paradigm, what, self.device)
        return self._network

    @network.setter
    def network(self, network: Network) -> None:
        """A model that is in memory already."""
        self._network = network

    def prepare(self, benchmark: Benchmark) -> None:
        """Load the model now, so that its errors are not blamed on an item."""
        _ = self.network

    def improve(self, texts: Sequence[str]) -> list[list[Improvement]]:
        """What the model would change in each text, sentence by sentence."""
        sentences_of_texts = [list(split_sentences(text, self.network.pieces)) for text in texts]
        answers = iter(
            self.rewrite([sentence for sentences in sentences_of_texts for sentence in sentences])
        )
        return [
            [
                _moved(improvement, sentence.start)
                for sentence in sentences
                for improvement in next(answers)
            ]
            for sentences in sentences_of_texts
        ]

    @abstractmethod
    def rewrite(self, sentences: Sequence[SentenceInPieces]) -> list[list[Improvement]]:
        """What to change in each sentence, with places in the sentence."""


def _moved(improvement: Improvement, by: int) -> Improvement:
    return replace(improvement, start=improvement.start + by, end=improvement.end + by)
