"""The words that the networks of `doubt.bin` learn from, read by worker processes."""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from multiprocessing import get_context
from typing import NamedTuple, TypeVar

import numpy as np

from motjuste.analysis import Text
from motjuste.improver.confusions import Confusions, Lexeme
from motjuste.improver.correction_options import OptionFinder
from motjuste.improver.doubt_gate import is_common_content_word
from motjuste.improver.wrong_words import word_states
from motjuste.lexicon.lexicon import Lexicon
from motjuste.systems.default import Default
from motjuste.training.confusion_tables import Tables
from motjuste.training.corrections import Place, make_place
from motjuste.training.error_sentences import Example
from motjuste.training.knowledge import Array
from motjuste.training.learner_sentences import LearnerSentence

# Right words taken from a sentence that no learner wrote, at most.
_RIGHT_WORDS = 3
# One group of sentences in this many is not learnt from: thresholds are set on it.
_UNSEEN_PARTS = 10
# Folds in which the first network is trained for the second.
FOLDS = 3
# Examples, or words, that a worker process gets at once.
_CHUNK = 200

Advance = Callable[[int], None]
_Piece = TypeVar("_Piece")
_Result = TypeVar("_Result")


class SeenWord(NamedTuple):
    """A word, by its position in an example's sentence. `frequency` is that of its lemma."""

    example: int
    position: int
    is_wrong: bool
    frequency: float


class Doubted(NamedTuple):
    """A word that the second network is to learn from; the arguments of `make_place`."""

    sentence: LearnerSentence
    position: int
    doubt: float
    left_out: Mapping[Lexeme, int]
    weight: float


@dataclass(frozen=True)
class Groups:
    """Splits examples by their groups, by a hash."""

    examples: Sequence[Example]

    @cached_property
    def is_unseen(self) -> list[bool]:
        """Whether each example serves to set thresholds and is not learnt from."""
        return [_hash(example.group) % _UNSEEN_PARTS == 0 for example in self.examples]

    @cached_property
    def fold(self) -> list[int]:
        """The fold of each example."""
        return [_hash(example.group) // _UNSEEN_PARTS % FOLDS for example in self.examples]


def _hash(text: str) -> int:
    return int(sha256(text.encode()).hexdigest(), 16)


def chosen_words(lexicon: Lexicon, example: Example) -> dict[int, bool]:
    """The words of a sentence to learn from: whether each is wrong, by its index.

    Words inside a longer error are left out. Of a sentence that is not real, only some right words
    are taken, chosen by a hash.
    """
    sentence, text = example.sentence, Text.of(example.sentence.text)
    first = {words[0].start for words in text.word_sentences()}
    wrong, right = {}, []
    for index, word in enumerate(text.words):
        if not is_common_content_word(lexicon, word, word.start in first):
            continue
        if (word.start, word.end) == (sentence.start, sentence.end):
            wrong[index] = True
        elif word.end <= sentence.start or sentence.end <= word.start:
            right.append(index)
    if not example.is_real:
        right = sorted(right, key=lambda index: _hash(f"{index} {text}"))[:_RIGHT_WORDS]
    return wrong | dict.fromkeys(right, False)


def read_words(
    model: str, examples: Sequence[Example], advance: Advance
) -> tuple[list[SeenWord], Array]:
    """The words of examples, and their states as 16-bit numbers."""
    chunks = _in_parallel(_WordReader(model), list(enumerate(examples)), advance)
    words, states = zip(*chunks, strict=True)
    return [word for part in words for word in part], np.concatenate(states)


def read_places(
    model: str, tables: Tables, doubted: Sequence[Doubted], advance: Advance
) -> list[Place | None]:
    """A place for each doubted word; None if it has no options."""
    chunks = _in_parallel(_PlaceReader(model, tables), doubted, advance)
    return [place for part in chunks for place in part]


def _in_parallel(
    work: Callable[[Sequence[_Piece]], _Result], pieces: Sequence[_Piece], advance: Advance
) -> Iterator[_Result]:
    """The work on chunks of some pieces, in order, by as many processes as there are cores."""
    chunks = [pieces[low : low + _CHUNK] for low in range(0, len(pieces), _CHUNK)]
    # Each process has a core of its own; more threads would only hold each other up.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for chunk, result in zip(chunks, pool.map(work, chunks), strict=True):
            advance(len(chunk))
            yield result


@dataclass(frozen=True)
class _WordReader:
    """The work of a process that reads words."""

    model: str

    def __call__(self, examples: Sequence[tuple[int, Example]]) -> tuple[list[SeenWord], Array]:
        system = _system(self.model)
        seen, states = [], []
        for number, example in examples:
            text = Text.of(example.sentence.text)
            chosen = chosen_words(system.lexicon, example)
            read = word_states(system.encoder, text, [text.words[index] for index in chosen])
            for (index, is_wrong), state in zip(chosen.items(), read, strict=True):
                if state is not None:
                    frequency = system.lexicon.frequency(text.words[index].lemma)
                    seen.append(SeenWord(number, index, is_wrong, frequency))
                    states.append(state.astype(np.float16))
        size = system.encoder.state_size
        return seen, np.array(states, np.float16).reshape(-1, size)


@dataclass(frozen=True, eq=False)
class _PlaceReader:
    """The work of a process that finds options."""

    model: str
    tables: Tables

    def __call__(self, doubted: Sequence[Doubted]) -> list[Place | None]:
        finder = OptionFinder(_system(self.model).suggester, Confusions(*self.tables))
        return [make_place(finder, *one) for one in doubted]


@lru_cache
def _system(model: str) -> Default:
    return Default(model=model, phrases=False)


def corrections_by_group(
    examples: Sequence[Example], pairs: Sequence[Sequence[tuple[Lexeme, Lexeme]]]
) -> dict[str, dict[Lexeme, Counter[Lexeme]]]:
    """The corrections, as pairs of a wrong and a right word, that each group contributes."""
    groups: dict[str, dict[Lexeme, Counter[Lexeme]]] = {}
    for example, own in zip(examples, pairs, strict=True):
        for wrong, right in own if example.is_real else ():
            counts = groups.setdefault(example.group, {}).setdefault(wrong, Counter())
            counts[right] += 1
    return groups
