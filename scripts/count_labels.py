"""Counts of the labels, as labels/README.md has them: python scripts/count_labels.py."""

from collections import Counter
from pathlib import Path

from motjuste.training.confusion_tables import read_collocates, read_confusion_lists
from motjuste.training.labels import lemma_of_item, parts, read_labels
from motjuste.training.learner_sentences import is_held_out, read_marks

GRADES = {20: "best", 15: "good", 7: "possible", 0: "wrong"}


LABELS = Path(__file__).parent.parent / "labels"


def main() -> None:
    """Print what there is of each kind of labels."""
    for name in ("substitutes", "thesaurus"):
        count_substitutes(name)
    for name in ("marks", "marks-unseen"):
        count_marks(name)
    listed = read_confusion_lists(LABELS / "confusions")
    print(f"confusions: words {len(listed):,}, meant {sum(map(len, listed.values())):,}")
    collocates = read_collocates(LABELS / "partners")
    words = sum(len(part) for parts in collocates.values() for part in parts)
    print(f"partners: nouns {len(collocates):,}, words {words:,}")


def count_substitutes(name: str) -> None:
    """Print targets, lemmas, parts of speech and judgements by grade of a folder."""
    labels = read_labels(LABELS / name)
    grades = Counter(GRADES[word.votes] for item in labels.items for word in item.judgements)
    lemmas = {lemma_of_item(item) for item in labels.items}
    print(f"{name}: targets {len(labels):,}, of held-out lemmas {len(parts(labels)[1]):,}")
    print(f"lemmas {len(lemmas):,}")
    parts_of_speech = Counter(item.target.pos or "phrase" for item in labels.items)
    print("parts of speech", dict(parts_of_speech))
    print("several words", sum(" " in item.target.word for item in labels.items))
    print("judgements", sum(grades.values()), dict(grades))


def count_marks(name: str) -> None:
    """Print sentences with and without an error, kinds, and how many are held out, of a folder."""
    marks = read_marks(LABELS / name)
    good = sum(sentence.is_good for sentence in marks)
    kinds = Counter(sentence.kind for sentence in marks if not sentence.is_good)
    print(f"{name}: with an error {len(marks) - good:,}, good {good:,}")
    print("kinds", dict(kinds.most_common()))
    print(f"held out {sum(map(is_held_out, marks)):,}")


if __name__ == "__main__":
    main()
