"""What does it save that the encoder does not read all sentences to doubt words, and lose?

On learners' sentences of labels/marks that nothing was trained on or written for, one by one and
joined to essays in which half of the sentences are good: the share of sentences that the encoder
reads, and how many words are marked, and on the error, without the gate and with it. Run with
`python bench/doubt_gate.py`.
"""

import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from motjuste.analysis import Text
from motjuste.encoder import Encoder, Reading
from motjuste.improver.evidence import EvidenceFinder
from motjuste.systems.default import Default
from motjuste.text.segmentation import Span
from motjuste.training.learner_sentences import LearnerSentence, is_held_out, read_marks

ROOT = Path(__file__).parents[1]
# Every how many of the held-out sentences are read.
EVERY = 8
ESSAY_SENTENCES = 40
ESSAYS = 8


class CountingEncoder:
    """Counts the texts that an encoder reads through."""

    def __init__(self) -> None:
        self.texts = 0
        self._read = Encoder.read_through

    def read_through(
        self, encoder: Encoder, text: str, sentences: Sequence[Span] | None = None
    ) -> Iterator[Reading]:
        """The encoder's passes."""
        self.texts += 1
        return self._read(encoder, text, sentences)


def documents(marks: Sequence[LearnerSentence]) -> dict[str, list[list[LearnerSentence]]]:
    """Sentences alone, and essays."""
    rng = random.Random(1)
    wrong = [mark for mark in marks if not mark.is_good]
    good = [mark for mark in marks if mark.is_good]
    half = ESSAY_SENTENCES // 2
    essays = [[*rng.sample(wrong, half), *rng.sample(good, half)] for _ in range(ESSAYS)]
    clean = [rng.sample(good, ESSAY_SENTENCES) for _ in range(ESSAYS)]
    return {
        "learners' sentences, one by one": [[mark] for mark in wrong],
        "good sentences, one by one": [[mark] for mark in good],
        "essays, half of their sentences wrong": essays,
        "essays without an error": clean,
    }


def marked(finder: EvidenceFinder, sentences: Sequence[LearnerSentence]) -> tuple[int, int]:
    """How many words of a document the networks mark, and how many of them are wrong."""
    answers = finder.find([mark.text for mark in sentences])
    pairs = [
        (sentence, mark)
        for sentence, marks in zip(sentences, answers, strict=True)
        for mark in marks
        if mark.kind == "word-choice"
    ]
    right = sum(mark.start < own.end and own.start < mark.end for own, mark in pairs)
    return len(pairs), right


def main() -> None:
    """Measure and print."""
    counting = CountingEncoder()
    Encoder.read_through = lambda *given: counting.read_through(*given)  # type: ignore[method-assign]
    gated = Default().improver.evidence
    marks = [mark for mark in read_marks(ROOT / "labels" / "marks") if is_held_out(mark)]
    marks = marks[::EVERY]
    for name, texts in documents(marks).items():
        sentences = sum(
            sum(1 for _ in Text(mark.text).word_sentences()) for text in texts for mark in text
        )
        print(f"{name}: {len(texts)} texts, {sentences} sentences")
        for is_gated in (False, True):
            counting.texts = 0
            # A new finder for each text: a finder remembers the sentences that it has read.
            counts = [marked(replace(gated, gated=is_gated), text) for text in texts]
            total, right = (sum(column) for column in zip(*counts, strict=True))
            label = "gate" if is_gated else "all "
            read = 100 * counting.texts / sentences
            print(f"  {label}: {read:.0f} % read, {total} words marked, {right} of them wrong")


if __name__ == "__main__":
    main()
