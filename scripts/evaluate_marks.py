"""What `check` says of held-out marked sentences: python scripts/evaluate_marks.py.

Each sentence is a text of its own. Printed: how often a right word is among the first three
suggestions, how many other marks a learner's sentence gets, and how many a good one.
"""

import os
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

# Each process has a core of its own.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from motjuste.systems.default import Default
from motjuste.text import Improvement, apply_edits
from motjuste.training.learner_sentences import LearnerSentence, is_held_out, read_file

SHOWN = 3
# Sentences that a process gets at once.
CHUNK = 50


class Counts(NamedTuple):
    """What is counted in a sentence: one with an error, its marks; or a good one, its marks."""

    errors: int = 0
    marked: int = 0
    right: int = 0
    elsewhere: int = 0
    good: int = 0
    false_alarms: int = 0


def normal(text: str) -> str:
    """A sentence without differences of case and spacing."""
    return " ".join(text.lower().split()).replace(" ,", ",").replace(" .", ".")


def is_corrected(sentence: LearnerSentence, mark: Improvement) -> bool:
    """Whether one of the first suggestions makes the sentence right."""
    right = {normal(text) for text in sentence.corrected()}
    fixes = (apply_edits(sentence.text, one.edits) for one in mark.suggestions[:SHOWN])
    return any(normal(fixed) in right for fixed in fixes)


def main() -> None:
    """Print the figures of docs/models.md: for each file, then for groups of files."""
    labels = Path(__file__).parent.parent / "labels"
    files = {path: read_file(path) for path in sorted(labels.glob("marks*/*.tsv"))}
    files |= {path: list(filter(is_held_out, own)) for path, own in files.items() if in_marks(path)}
    sentences = [sentence for own in files.values() for sentence in own]
    with ProcessPoolExecutor() as pool:
        counts = dict(zip(sentences, pool.map(count, sentences, chunksize=CHUNK), strict=True))
    groups: dict[str, list[Counts]] = defaultdict(list)
    for path, own in files.items():
        groups[f"{path.parent.name}/{path.stem}"] += [counts[sentence] for sentence in own]
        name = path.stem.rstrip("-0123456789")
        kind = name if name == "by-word" or not in_marks(path) else "all others"
        groups[f"{path.parent.name}: {kind}"] += [counts[sentence] for sentence in own]
    for name, own_counts in sorted(groups.items()):
        print(f"{name}: {figures(own_counts)}")


def in_marks(path: Path) -> bool:
    """Whether a file is one of which only some sentences are held out."""
    return path.parent.name == "marks"


def count(sentence: LearnerSentence) -> Counts:
    """What `check` says of a sentence."""
    (marks,) = system().improve([sentence.text])
    if sentence.is_good:
        return Counts(good=1, false_alarms=len(marks))
    on_error = [m for m in marks if m.start < sentence.end and sentence.start < m.end]
    is_right = any(is_corrected(sentence, mark) for mark in on_error)
    return Counts(1, bool(on_error), is_right, len(marks) - len(on_error))


@lru_cache
def system() -> Default:
    """The default system, made once in each process."""
    return Default()


def figures(counts: Iterable[Counts]) -> str:
    """The figures of some sentences in words."""
    errors, marked, right, elsewhere, good, false_alarms = map(sum, zip(*counts, strict=True))
    return (
        f"{errors} learners' sentences: error marked {100 * marked / errors:.1f} %, "
        f"right word among three {100 * right / errors:.1f} %, "
        f"other marks a sentence {elsewhere / errors:.3f}; "
        f"{good} good sentences: marks a sentence {false_alarms / good:.3f}"
    )


if __name__ == "__main__":
    main()
