"""Does reading take time in proportion to the length of a text, whatever the text is?

Each text is read at half and at full length; twice the length should take about twice the time.
The slowest and the steepest are printed, and the exit code is 1 if a limit is passed. Times are of
the processor, one thread. Run with `make bench`.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from motjuste.analysis import locate
from motjuste.documents import passages
from motjuste.errors import BadInputError
from motjuste.lexicon.lexicon import Lexicon
from motjuste.systems.default import Default
from motjuste.text.nouns import Target
from motjuste.text.segmentation import sentences, words
from motjuste.text.targets import all_marked, at, find_word

# Characters of a text at full length.
LENGTH = 200_000
# Seconds that a text of this length may take, whatever it is.
MAX_SECONDS = 3.0
# Seconds that suggesting at one place of it may take: only its surroundings are read.
MAX_SUGGEST_SECONDS = 3.0
# Times that twice the length may take; quadratic work takes four.
MAX_GROWTH = 3.0
# Seconds below which growth is not judged, because noise is larger.
MIN_SECONDS = 0.2
# Seconds that all there is to know about a common word may take.
MAX_ENTRY_SECONDS = 0.001

WORD_PIECES = (
    "a|.|a.|a@|a@a.|'|-|a-|<a|&|A&|www.|http://|1.|1/|\x00|\n|e\u0301|👩‍👩‍👧|🇩🇪|ש|&a|n't|Mr."
).split("|")
SENTENCE_PIECES = 'a|.|. |."|a. A|\n|\n |)|.)|1. |Mr. |- \n|…|。'.split("|")
TARGET_PIECES = "*|* | *|*a |a*|*a* |<b>|\U0001f600|e\u0301".split("|")
CONTEXT_PIECES = "a|a |bad. |<b>|é|👍|\x00|ש ".split("|")
DOCUMENT_PIECES = (
    "word |x|![|` `` |<a |<!-- |> |- |*a **b |$a |\\( | |* |<a b='c' |](a 'b |a.|a\n|a\r\r|[|(|"
    "_a |&a|~~|\n- a|\n> a|# |    a\n|```\n"
).split("|")


class Case(NamedTuple):
    """A text, made longer by repeating a piece, and what reads it."""

    name: str
    read: Callable[[str], Any]
    piece: str
    limit: float = MAX_SECONDS
    end: str = ""

    def text(self, length: int) -> str:
        """The text at about this length."""
        return self.piece * (length // len(self.piece)) + self.end


def search(text: str) -> None:
    """Look for a target in every way that a user can ask for one."""
    for find in (
        all_marked,
        lambda text: at(text, len(text) // 2),
        lambda text: find_word(text, "a b"),
        lambda text: find_word(text, "a", len(text) - 100),
    ):
        with suppress(BadInputError):
            find(text)


def read_document(form: str) -> Callable[[str], None]:
    """Read every part of every passage."""

    def read(text: str) -> None:
        for passage in passages(text, form):
            for _ in passage.parts():
                pass

    return read


def cases() -> Iterator[Case]:
    """Every kind of reading with the texts that are hard for it."""
    system = Default()

    def locate_middle(text: str) -> None:
        locate(Target(text, len(text) // 2, len(text) // 2 + 1))

    def suggest(text: str) -> None:
        start = text.index("good")
        system.suggest([Target(text, start, start + 4)])

    yield from (Case("words", words, piece) for piece in WORD_PIECES)
    yield from (Case("sentences", sentences, piece) for piece in SENTENCE_PIECES)
    yield from (Case("targets", search, piece) for piece in TARGET_PIECES)
    yield from (Case("context", locate_middle, piece) for piece in CONTEXT_PIECES)
    for piece in ("x", "word ", "a. "):
        yield Case("suggest", suggest, piece, MAX_SUGGEST_SECONDS, " good day")
    for form in ("text", "markdown"):
        for piece in DOCUMENT_PIECES:
            yield Case(form, read_document(form), piece, end="x")
    yield Case("markdown", read_document("markdown"), "]", end="[" * LENGTH)


def seconds(call: Callable[[str], Any], text: str) -> float:
    started = time.process_time()
    call(text)
    return time.process_time() - started


def judge(case: Case) -> tuple[float, float, bool]:
    """Seconds at full length, growth from half of it, and whether both are within limits."""
    case.read(case.text(1000))
    half, full = (seconds(case.read, case.text(length)) for length in (LENGTH // 2, LENGTH))
    growth = full / max(half, 1e-9)
    return full, growth, full <= case.limit and (full < MIN_SECONDS or growth <= MAX_GROWTH)


def entry_seconds() -> float:
    """Seconds for all there is to know about a common word, the first time."""
    lexicon = Lexicon.open()
    lexicon.entry("bright")
    common = "dull happy run house walk quick make great think fast slow take give".split()
    started = time.process_time()
    for word in common:
        lexicon.entry(word)
    return (time.process_time() - started) / len(common)


def main() -> int:
    good, worst = True, {}
    for case in cases():
        full, growth, within = judge(case)
        worst[case.name] = max(worst.get(case.name, (0.0, "")), (full, case.piece))
        if not within:
            good = False
            print(f"over the limit: {case.name} of {case.piece!r}: {full:.2f} s, x{growth:.1f}")
    for name, (full, piece) in worst.items():
        print(f"{name:10} slowest text {full:6.2f} s  ({piece!r})")
    entry = entry_seconds()
    print(f"entry of a common word    {1000 * entry:6.2f} ms  (at most {1000 * MAX_ENTRY_SECONDS})")
    return 0 if good and entry <= MAX_ENTRY_SECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
