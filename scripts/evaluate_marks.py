"""What `check` says of held-out marked sentences: python scripts/evaluate_marks.py.

Each sentence is a text of its own. Printed: how often a right word is among the first three
suggestions, how many other marks a learner's sentence gets, and how many a good one.
"""

from pathlib import Path

from motjuste.systems.default import Default
from motjuste.text import Improvement, apply_edits
from motjuste.training.learner_sentences import LearnerSentence, is_held_out, read_file

SHOWN = 3


def normal(text: str) -> str:
    """A sentence without differences of case and spacing."""
    return " ".join(text.lower().split()).replace(" ,", ",").replace(" .", ".")


def is_corrected(sentence: LearnerSentence, mark: Improvement) -> bool:
    """Whether one of the first suggestions makes the sentence right."""
    right = {normal(text) for text in sentence.corrected()}
    fixes = (apply_edits(sentence.text, one.edits) for one in mark.suggestions[:SHOWN])
    return any(normal(fixed) in right for fixed in fixes)


def main() -> None:
    """Print the figures of docs/models.md, file by file."""
    system, folder = Default(), Path(__file__).parent.parent / "labels" / "marks"
    for path in sorted(folder.glob("*.tsv")):
        print(f"{path.stem}: {_figures(system, [s for s in read_file(path) if is_held_out(s)])}")


def _figures(system: Default, sentences: list[LearnerSentence]) -> str:
    errors = right = elsewhere = good = false_alarms = 0
    for sentence in sentences:
        (marks,) = system.improve([sentence.text])
        if sentence.is_good:
            good += 1
            false_alarms += len(marks)
            continue
        on_error = [m for m in marks if m.start < sentence.end and sentence.start < m.end]
        errors += 1
        right += any(is_corrected(sentence, mark) for mark in on_error)
        elsewhere += len(marks) - len(on_error)
    return (
        f"{errors} learners' sentences: right word among three {100 * right / errors:.1f} %, "
        f"other marks a sentence {elsewhere / errors:.3f}; "
        f"{good} good sentences: marks a sentence {false_alarms / good:.3f}"
    )


if __name__ == "__main__":
    main()
