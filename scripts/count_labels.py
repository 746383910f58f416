"""Counts of the labels, as labels/README.md has them: python scripts/count_labels.py."""

from collections import Counter
from pathlib import Path

from motjuste.training.labels import lemma_of_item, parts, read_labels

GRADES = {20: "best", 15: "good", 7: "possible", 0: "wrong"}


LABELS = Path(__file__).parent.parent / "labels"


def main() -> None:
    """Print targets, lemmas, parts of speech and judgements by grade, for each folder."""
    for name in ("substitutes", "thesaurus"):
        labels = read_labels(LABELS / name)
        grades = Counter(GRADES[word.votes] for item in labels.items for word in item.judgements)
        lemmas = {lemma_of_item(item) for item in labels.items}
        print(f"{name}: targets {len(labels):,}, of held-out lemmas {len(parts(labels)[1]):,}")
        print(f"lemmas {len(lemmas):,}")
        parts_of_speech = Counter(item.target.pos or "phrase" for item in labels.items)
        print("parts of speech", dict(parts_of_speech))
        print("several words", sum(" " in item.target.word for item in labels.items))
        print("judgements", sum(grades.values()), dict(grades))


if __name__ == "__main__":
    main()
