"""How well does `check` keep to the share of words that was asked for, and how fast is it?

Ratios, in one run: the share of words marked against the share asked for, in several kinds of
text; the time of a sentence against one pass of the encoder over it, and against Harper's time if
node and npm's harper.js are there (in the folder that HARPER names); the seconds that a book of
100,000 words takes. Run with `make bench`, or with your own texts: `python bench/check.py FILE…`.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from motjuste.check import Checker, Settings
from motjuste.documents.paths import format_of
from motjuste.systems.default import Default
from motjuste.training.learner_sentences import is_held_out, read_marks

ROOT = Path(__file__).parents[1]
TEXTS = ("learner.txt", "news.txt", "story.txt", "mail.txt")
ASKED = (0.03, 0.06, 0.12, 0.2, 0.3, 0.35)
BOOK_WORDS = 100_000
ROUNDS = 30
SENTENCE = (
    "In {year} the young engineer quickly wrote a long report about the strange noise that the "
    "old machine made whenever somebody opened the heavy door."
)
YEARS = count(1000)
# One sentence in so many is timed alone, and another one warms up.
SENTENCES_APART = 10
# Warms Harper with some sentences and prints the milliseconds of processor time that each of some
# others takes: it keeps what it has seen, so a second time would tell nothing.
HARPER = """
import { LocalLinter } from 'harper.js';
import { binary } from 'harper.js/binary';
import fs from 'fs';
const [warm, timed] = JSON.parse(fs.readFileSync(0));
const linter = new LocalLinter({ binary });
await linter.setup();
for (const text of warm) await linter.lint(text);
const before = process.cpuUsage();
for (const text of timed) await linter.lint(text);
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000 / timed.length);
"""


def texts(arguments: list[str]) -> dict[str, Path]:
    """The texts that are measured: those that are given, else short ones and the documentation."""
    paths = [Path(argument) for argument in arguments] or [
        *(ROOT / "examples" / name for name in TEXTS),
        ROOT / "README.md",
        ROOT / "docs" / "systems.md",
    ]
    return {path.name: path for path in paths if path.exists()}


def share(path: Path, requested: float) -> float:
    """The share of the words of a file that is marked."""
    checker = Checker(Default(sensitivity=requested), Settings())
    findings = checker.findings(path.read_text("utf-8", errors="replace"), format_of(path))
    marked = sum(len(finding.text.split()) for finding in findings)
    return marked / max(checker.words_read, 1)


def shares(arguments: list[str]) -> float:
    """Print the table; the largest distance from what was asked for, in points."""
    print(f"{'asked for':>24} " + " ".join(f"{100 * requested:5.0f} %" for requested in ASKED))
    worst = 0.0
    for name, path in texts(arguments).items():
        measured = [share(path, requested) for requested in ASKED]
        worst = max(worst, *(abs(a - b) for a, b in zip(ASKED, measured, strict=True)))
        print(f"{name[:24]:>24} " + " ".join(f"{100 * value:5.1f} %" for value in measured))
    return 100 * worst


def fastest(task: Callable[[], object]) -> float:
    """The least CPU time of a task, in milliseconds."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        task()
        best = min(best, 1000 * (time.process_time() - started))
    return best


def passes() -> tuple[float, float]:
    """The milliseconds of one pass over a sentence, and how many of them improving it takes."""
    system = Default()

    def sentence() -> str:
        return SENTENCE.format(year=next(YEARS))

    def read() -> None:
        text = sentence()
        system.encoder.read(text, 0, len(text))

    system.improve([sentence()])
    pass_milliseconds = fastest(read)
    return pass_milliseconds, fastest(lambda: system.improve([sentence()])) / pass_milliseconds


def sentences_to_time() -> tuple[list[str], list[str]]:
    """Sentences to warm up with, and as many others: learners' and good ones, of labels/marks."""
    texts = [mark.text for mark in read_marks(ROOT / "labels" / "marks") if not is_held_out(mark)]
    return texts[::SENTENCES_APART], texts[SENTENCES_APART // 2 :: SENTENCES_APART]


def against_harper() -> str:
    """The processor time of a sentence by itself, beside Harper's."""
    warm, timed = sentences_to_time()
    checker = Checker(Default(), Settings())
    for text in warm:
        list(checker.findings(text))
    started = time.process_time()
    for text in timed:
        list(checker.findings(text))
    own = 1000 * (time.process_time() - started) / len(timed)
    line = f"each of {len(timed)} sentences by itself: {own:.1f} ms"
    folder, node = os.environ.get("HARPER"), shutil.which("node")
    if not (folder and node and (Path(folder) / "node_modules" / "harper.js").exists()):
        return f"{line} (no node, or HARPER names no folder with npm's harper.js: not compared)"
    run = subprocess.run(
        [node, "--input-type=module", "-e", HARPER], cwd=folder, check=True, text=True,
        input=json.dumps([warm, timed]), stdout=subprocess.PIPE,
    )  # fmt: skip
    harper = float(run.stdout)
    return f"{line}, Harper {harper:.1f} ms, ratio {own / harper:.2f}"


def book(arguments: list[str]) -> str:
    """100,000 words: of the texts, again and again if they are short, no paragraph the same."""
    pieces: list[str] = []
    words = 0
    sources = [path.read_text("utf-8", errors="replace") for path in texts(arguments).values()]
    for turn in count():
        for source in sources:
            for paragraph in source.split("\n\n"):
                pieces.append(f"{paragraph}\nThis was part {turn}.")
                words += len(pieces[-1].split())
                if words >= BOOK_WORDS:
                    return "\n\n".join(pieces)
    raise AssertionError


def main() -> None:
    """Measure and print."""
    arguments = sys.argv[1:]
    worst = shares(arguments)
    print(f"farthest from what was asked for: {worst:.1f} points")
    pass_milliseconds, ratio = passes()
    print(f"a sentence of 25 words: {ratio:.2f} passes of {pass_milliseconds:.1f} ms")
    print(against_harper())
    text = book(arguments)
    checker = Checker(Default(glosses=0), Settings())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()
    finding_count = sum(1 for _ in checker.findings(text))
    taken = time.process_time() - started
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    per_pass = 1000 * taken / pass_milliseconds
    print(
        f"a book of {len(text.split()):,} words: {taken:.0f} s of one core ({per_pass:,.0f} passes "
        f"over a sentence), {finding_count:,} places, {grown:.0f} MB more"
    )
    print(f"by the command, on {os.cpu_count()} cores: {on_the_clock(text):.0f} s (at most 60)")


def on_the_clock(text: str) -> float:
    """Seconds from the start of `motjuste check` to its end."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        started = time.perf_counter()
        command = [sys.executable, "-m", "motjuste", "check", file.name, "--no-config"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - started


if __name__ == "__main__":
    main()
