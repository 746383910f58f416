"""How fast distant supervision is: sentences a second and core, and the ratio to its parts.

python bench/distant.py [CORPUS...]      without a corpus: sentences of the lexicon's glosses

All in one process and by its processor time, the shortest of several passes, so that a busy machine
shows less. What a process learns of words in the first pass matters little in a large corpus.
"""

import gc
import random
import sys
import tempfile
import time
from collections.abc import Callable
from operator import itemgetter
from pathlib import Path
from typing import TypeVar

from motjuste.analysis.text import tag_sentences
from motjuste.distant.shards import Maker, Settings, shards_of
from motjuste.engine import BLOCK_SIZE, blocks, corpus_files
from motjuste.engine.texts import texts
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.synonymy import combined
from motjuste.text.segmentation import sentences, word_texts

# Sentences a second and core that are asked for.
ASKED = 5000
# Passes of which the fastest counts.
PASSES = 4
T = TypeVar("T")


def timed(call: Callable[[], T]) -> tuple[float, T]:
    started = time.process_time()
    result = call()
    return time.process_time() - started, result


def again(call: Callable[[], T]) -> tuple[float, T]:
    """The time of the fastest pass, when words are known already."""
    call()
    return min((timed(call) for _ in range(PASSES)), key=itemgetter(0))


def show(what: str, value: float, unit: str) -> None:
    print(f"{what:60} {value:12,.2f} {unit}", flush=True)


def write_corpus(path: Path, size: int) -> Path:
    lexicon, rng = Lexicon.open(), random.Random(0)
    with path.open("w", encoding="utf-8") as stream:
        while stream.tell() < size:
            gloss = lexicon.gloss(rng.randrange(117_000)).split(";")[0]
            stream.write(f"This is about {gloss}, and what follows from it.\n\n")
    return path


def part(texts_read: list[str]) -> list[list[str]]:
    spans = ((text, *span) for text in texts_read for span in sentences(text))
    return [word_texts(" ".join(text[start:end].split())) for text, start, end in spans]


def tag(parted: list[list[str]]) -> None:
    for first in range(0, len(parted), 500):
        tag_sentences(parted[first : first + 500])


def main(paths: list[Path]) -> None:
    # As in the command and its workers.
    gc.set_threshold(100_000, 50, 50)
    files = corpus_files(paths)
    show("corpus", sum(file.size for file in files) / 1e6, "MB")
    reading, texts_read = timed(
        lambda: [text for block in blocks(files, BLOCK_SIZE) for text in texts(block)]
    )
    parting, parted = again(lambda: part(texts_read))
    tagging, _ = again(lambda: tag(parted))
    count = sum(map(len, parted))
    show("words in a sentence", count / len(parted), "")
    for name, spent in (("reading", reading), ("parting", parting), ("tagging", tagging)):
        show(f"{name}: sentences a second", len(parted) / spent, "")
    for thesauri in (("wordnet", "moby"), ("wordnet",)):
        settings = Settings(thesauri=thesauri)
        maker = Maker(combined(settings.thesauri, settings.combine), settings)
        maker.prepare()

        def make(maker: Maker = maker) -> int:
            return sum(len(maker(shard)) for shard in shards_of(files))

        first, size = timed(make)
        spent, _ = again(make)
        for when, seconds in (("first time", first), ("again", spent)):
            what = f"{' and '.join(thesauri)}, {when}"
            show(f"{what}: sentences a second and core", len(parted) / seconds, "")
            show("  of the 5,000 that are asked for", len(parted) / seconds / ASKED, "times")
        show("  of the time of reading", spent / reading, "times")
        parts = reading + parting + tagging
        show("  of the time of reading, parting and tagging", spent / parts, "times")
        show("  written, packed", size / 1e6, "MB")


if __name__ == "__main__":
    if sys.argv[1:]:
        main(list(map(Path, sys.argv[1:])))
    else:
        with tempfile.TemporaryDirectory() as folder:
            main([write_corpus(Path(folder) / "corpus.txt", 2_000_000)])
