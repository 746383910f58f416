"""Counts of the labels, as labels/README.md has them: python scripts/count_labels.py."""

from collections import Counter
from pathlib import Path

from motjuste.training.labels import lemma_of_item, parts, read_labels

GRADES = {20: "best", 15: "good", 7: "possible", 0: "wrong"}


def main() -> None:
    """Print targets, lemmas, parts of speech and judgements by grade."""
    labels = read_labels(Path(__file__).parent.parent / "labels" / "substitutes")
    grades = Counter(GRADES[judged.votes] for item in labels.items for judged in item.judgements)
    print(f"targets {len(labels):,}, kept from training {len(parts(labels)[1]):,}")
    print(f"lemmas {len({lemma_of_item(item) for item in labels.items}):,}")
    print("parts of speech", dict(Counter(item.target.pos or "phrase" for item in labels.items)))
    print("several words", sum(" " in item.target.word for item in labels.items))
    print("judgements", sum(grades.values()), dict(grades))


if __name__ == "__main__":
    main()
