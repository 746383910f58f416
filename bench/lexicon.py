"""How fast the lexicon and the text functions are: opening, lookup, segmentation, tagging.

Times are of the processor, one thread, so that a busy machine does not show.

python bench/lexicon.py [TEXT]        a text of a megabyte or so; without it, one is made up
"""

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from motjuste.analysis import locate, words_of
from motjuste.lexicon.array_file import ArrayFile
from motjuste.lexicon.candidates import candidates
from motjuste.lexicon.inflection import inflect
from motjuste.lexicon.lexicon import DATA, Lexicon
from motjuste.lexicon.tagging import Tagger
from motjuste.text import Target
from motjuste.text.segmentation import sentences, words

SENTENCE = (
    "I read an amazing paper today, and the boss watched me while I gave up on the rest of it."
)


def seconds(call: Callable[[], Any], times: int = 1) -> float:
    started = time.process_time()
    for _ in range(times):
        call()
    return (time.process_time() - started) / times


def show(what: str, value: float, unit: str) -> None:
    print(f"{what:52} {value:12,.2f} {unit}")


def made_up(lexicon: Lexicon) -> str:
    rng = random.Random(0)
    glosses = [lexicon.gloss(rng.randrange(117_000)) for _ in range(14_000)]
    return " ".join(gloss[:1].upper() + gloss[1:] + "." for gloss in glosses)


def bench_lexicon(lexicon: Lexicon) -> None:
    show("lexicon: size", DATA.stat().st_size / 1e6, "MB")
    show("lexicon: open", 1e3 * seconds(lambda: Lexicon(ArrayFile(DATA)), 20), "ms")
    rng = random.Random(1)
    sample = [lexicon.spelling(rng.randrange(len(lexicon))) for _ in range(2000)]
    common = "run make take house bright happy quick dull give set light dark".split()
    show(
        "entry: random word", 1e6 * seconds(lambda: [lexicon.entry(w) for w in sample]) / 2000, "µs"
    )
    total = seconds(lambda: [lexicon.entry(w) for w in common])
    show("entry: common word, first time", 1e6 * total / len(common), "µs")
    total = seconds(lambda: [[s.gloss for s in lexicon.senses(w)] for w in common])
    show("all glosses of a common word", 1e6 * total / len(common), "µs")
    targets = [("bright", "ADJ"), ("quit", "VERB"), ("house", "NOUN"), ("quickly", "ADV")]
    for name in ("first time", "again"):
        total = seconds(lambda: [candidates(lexicon, *target) for target in targets])
        show(f"candidates of a word, {name}", 1e3 * total / len(targets), "ms")


def bench_text(text: str) -> None:
    size = len(text) / 1e6
    show("words: speed", size / seconds(lambda: words(text)), "MB/s")
    show("sentences: speed", size / seconds(lambda: sentences(text)), "MB/s")
    split = [[token.text for token in words(text[a:b])] for a, b in sentences(text)]
    tagger = Tagger.open()
    show("tagger: open", 1e3 * seconds(lambda: Tagger.open.__wrapped__(None)), "ms")
    show("tagger: speed", sum(map(len, split)) / seconds(lambda: tagger.tag_all(split)), "words/s")
    show("read (all of it, with lemmas)", size / seconds(lambda: words_of(text)), "MB/s")
    start = SENTENCE.index("amazing")
    target = Target(SENTENCE, start, start + 7)
    locate(target)
    show("a target in its sentence", 1e6 * seconds(lambda: locate(target), 200), "µs")
    show("inflection", 1e6 * seconds(lambda: inflect("give up", "VBD"), 2000), "µs")


def main() -> None:
    lexicon = Lexicon.open()
    text = Path(sys.argv[1]).read_text("utf-8") if len(sys.argv) > 1 else made_up(lexicon)
    bench_lexicon(lexicon)
    bench_text(text[:1_000_000])


if __name__ == "__main__":
    main()
