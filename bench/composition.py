"""Whether composed vectors are worth anything: bigrams held out, to be told from their likes.

For each held-out bigram, such as `old man`, the composed vector must be nearer to the vector that
the corpus gives to it than to those of three others with the same noun (`young man`, ...). Whoever
looks at the noun alone gets one in four.

python bench/composition.py WORDS BIGRAMS      both reduced, the second --onto the first
"""

import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from zlib import crc32

import numpy as np

from motjuste.spaces.bigrams import split_label
from motjuste.spaces.composition import Composer
from motjuste.spaces.functions import Functions, learn
from motjuste.spaces.neighbours import cosines
from motjuste.spaces.phrases import FivePartPhrase
from motjuste.spaces.space import Space, write_dense

METHODS = ("add", "mult", "plf-paperno", "plf-gupta")


def phrase_of(kind: str, predicate: str, noun: str) -> FivePartPhrase:
    if kind in ("an", "nn"):
        return FivePartPhrase(a1=predicate, n1=noun)
    return (
        FivePartPhrase(v=predicate, n1=noun)
        if kind == "vs"
        else FivePartPhrase(v=predicate, n2=noun)
    )


def held_out(name: str) -> bool:
    return crc32(name.encode()) % 5 == 0


def train(words: Space, bigrams: Space, folder: Path) -> Functions:
    training_rows = [row for row, name in enumerate(bigrams.rows) if not held_out(name)]
    names = [bigrams.rows[row] for row in training_rows]
    part = write_dense(folder / "part", names, bigrams.matrix[training_rows])
    return learn(words, part, folder / "functions")


def questions(bigrams: Space) -> dict[str, list[list[str]]]:
    """By kind, held-out bigrams with three others of the same noun, the right one first."""
    by_noun = defaultdict(list)
    for name in bigrams.rows:
        kind, _, noun = split_label(name)
        by_noun[kind, noun].append(name)
    by_kind = defaultdict(list)
    for (kind, _), names in sorted(by_noun.items()):
        for name in filter(held_out, names):
            others = sorted((n for n in names if n != name), key=lambda n: crc32(n.encode()))
            if len(others) >= 3:
                by_kind[kind].append([name, *others[:3]])
    return by_kind


def right(composer: Composer, bigrams: Space, names: list[str]) -> float:
    vector = composer.compose(phrase_of(*split_label(names[0])))
    if vector is None:
        return 0.25
    scores = cosines(bigrams.vectors([bigrams.row(name) for name in names]), vector)
    best = scores == scores.max()
    return float(best[0]) / best.sum()


def main() -> None:
    words, bigrams = (Space(Path(argument)) for argument in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        functions = train(words, bigrams, Path(folder))
        for kind, kind_questions in questions(bigrams).items():
            for method in METHODS:
                composer = Composer(words, method, functions)
                marks = np.array([right(composer, bigrams, names) for names in kind_questions])
                error = 1.96 * marks.std() / np.sqrt(len(marks))
                print(
                    f"{kind} {method:12} {100 * marks.mean():6.1f} % ± {100 * error:4.1f} "
                    f"of {len(marks):,} (chance 25 %)",
                    flush=True,
                )


if __name__ == "__main__":
    main()
