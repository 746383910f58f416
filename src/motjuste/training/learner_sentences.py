"""Learners' sentences of `labels/marks` as training data, and which of them are held out.

A line has a sentence with the error between asterisks, a kind, corrections and a reason; or a
correct sentence alone.
"""

from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from motjuste.errors import bad_file
from motjuste.files import numbered_lines, read_text

# One sentence in this many is held out from training, and no rule was written for it.
_PARTS = 4
# Columns of a line with an error.
_COLUMNS = 4
# The correction that stands for a deletion.
DELETED = "-"


class LearnerSentence(NamedTuple):
    """A sentence, the span of its error, the kind of error, and corrections.

    A correct sentence has an empty span at its beginning, no kind and no corrections.
    """

    text: str
    start: int
    end: int
    kind: str
    alternatives: tuple[str, ...]
    reason: str

    @property
    def is_good(self) -> bool:
        """Whether the sentence is correct."""
        return not self.kind

    def corrected(self) -> set[str]:
        """The sentence with each of the corrections."""
        texts = ("" if word == DELETED else word for word in self.alternatives)
        return {self.text[: self.start] + text + self.text[self.end :] for text in texts}


def read_marks(folder: Path) -> list[LearnerSentence]:
    """All sentences of the files of a folder, in order."""
    paths = sorted(folder.glob("*.tsv"))
    if not paths:
        raise bad_file(folder, "holds no .tsv files of marked sentences")
    return [sentence for path in paths for sentence in read_file(path)]


def read_file(path: Path) -> list[LearnerSentence]:
    """All sentences of a file, in order."""
    return [_sentence(path, number, line) for number, line in numbered_lines(read_text(path))]


def is_held_out(sentence: LearnerSentence) -> bool:
    """Whether a sentence is held out from training, by a hash of its text."""
    return int(sha256(sentence.text.lower().encode()).hexdigest(), 16) % _PARTS == 0


def _sentence(path: Path, number: int, line: str) -> LearnerSentence:
    columns = line.split("\t")
    columns += [""] * (_COLUMNS - len(columns))
    marked, kind, alternatives, reason = columns[:_COLUMNS]
    if marked.count("*") != (2 if kind else 0):
        raise bad_file(path, f"line {number} must mark one place with asterisks if it has a kind")
    if kind and not alternatives.strip():
        raise bad_file(path, f"line {number} does not say what to write instead")
    start = marked.find("*") if kind else 0
    end = marked.rfind("*") - 1 if kind else 0
    words = tuple(word.strip() for word in alternatives.split(",") if word.strip())
    return LearnerSentence(marked.replace("*", ""), start, end, kind, words, reason)
