"""The default system on the lemmas held out from training: python scripts/evaluate_labels.py."""

from pathlib import Path

from motjuste.systems.default import Default
from motjuste.training.evaluation import evaluate
from motjuste.training.labels import parts, read_labels


def main() -> None:
    """Print the figures of docs/models.md."""
    held_out = parts(read_labels(Path(__file__).parent.parent / "labels" / "substitutes"))[1]
    figures = evaluate(Default(), held_out)
    print(
        f"{len(held_out)} targets:",
        ", ".join(f"{name} {value:.1f}" for name, value in figures.items()),
    )


if __name__ == "__main__":
    main()
