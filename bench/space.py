"""How fast spaces are made, as ratios to what is asked of them or to another program.

python bench/space.py [--large]      --large: the matrix of 30,000 x 30,000, some minutes
"""

import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import Any

import numpy as np
import scipy.sparse
from scipy.sparse.linalg import svds

from motjuste.engine.corpus import corpus_files
from motjuste.lexicon.lexicon import Lexicon
from motjuste.spaces.counting import Settings, count
from motjuste.spaces.reduction import svd

TOKENS_A_MINUTE = 3_000_000


def seconds(call: Callable[[], Any]) -> float:
    """Time of the processor, so that a busy machine does not show."""
    started = time.process_time()
    call()
    return time.process_time() - started


def show(what: str, value: float, unit: str) -> None:
    print(f"{what:60} {value:10,.2f} {unit}", flush=True)


def write_corpus(path: Path, size: int) -> int:
    """A text of glosses; how many words it has."""
    lexicon, rng, words = Lexicon.open(), random.Random(0), 0
    with path.open("w", encoding="utf-8") as stream:
        while stream.tell() < size:
            gloss = lexicon.gloss(rng.randrange(117_000))
            words += len(gloss.split())
            stream.write(f"{gloss[:1].upper()}{gloss[1:]}.\n\n")
    return words


def bench_counting(folder: Path) -> None:
    words = write_corpus(folder / "corpus.txt", 4_000_000)
    ways = {
        "words": Settings("word"),
        "lemmas with parts of speech": Settings("lemma.pos"),
        "the same with bigrams": Settings("lemma.pos", bigrams=("an", "nn", "vo", "vs")),
    }
    for number, (name, settings) in enumerate(ways.items()):
        files, out = corpus_files([folder / "corpus.txt"]), folder / str(number)
        spent = seconds(lambda files=files, out=out, settings=settings: count(files, out, settings))
        speed = words / spent * 60
        show(f"counting {name}: tokens a minute and core", speed / 1e6, "million")
        show("  of the 3 million that are asked for", speed / TOKENS_A_MINUTE, "times")


def sparse_matrix(rows: int, cells: int) -> scipy.sparse.csr_array:
    """Words by words, where frequent ones meet most others, as in a corpus."""
    rng = np.random.default_rng(0)
    weights = 1.0 / np.arange(1, rows + 1)
    places = [rng.choice(rows, cells, p=weights / weights.sum()) for _ in range(2)]
    data = rng.random(cells, np.float32)
    return scipy.sparse.csr_array((data, tuple(places)), shape=(rows, rows))


def bench_reduction(rows: int, cells: int, dimensions: int) -> None:
    matrix = sparse_matrix(rows, cells)
    ours = seconds(lambda: svd(matrix, dimensions))
    show(f"reducing {rows:,} x {rows:,} ({matrix.nnz:,} cells) to {dimensions}", ours, "s")
    theirs = seconds(lambda: svds(matrix, dimensions))
    show("  of the time of scipy's svds (exact)", ours / theirs, "times")
    try:
        from sklearn.utils.extmath import randomized_svd
    except ImportError:
        print("  (scikit-learn is not here to compare with)")
        return
    theirs = seconds(lambda: randomized_svd(matrix, dimensions, n_iter=4, random_state=0))
    show("  of the time of scikit-learn's randomized_svd", ours / theirs, "times")


def bench_memory() -> None:
    """The largest memory so far, this process and its children."""
    most = max(getrusage(who).ru_maxrss for who in (RUSAGE_SELF, RUSAGE_CHILDREN))
    show("memory at most", most / 1e6, "GB")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        bench_counting(Path(folder))
    bench_memory()
    if "--large" in sys.argv:
        bench_reduction(30_000, 12_000_000, 300)
    else:
        bench_reduction(5_000, 1_000_000, 100)


if __name__ == "__main__":
    main()
