"""How fast is scoring? Ratios to plainly reading the benchmark's JSON, all in one run.

The original SWORDS evaluator takes about 46 times the CPU time of reading the benchmark with
gzip and json, so that reading is the yardstick. Run with `make bench`.
"""

import argparse
import gzip
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from random import Random

# One thread, as the command itself has it; before NumPy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.benchmarks.run import Guess, Run, read_lsr, write_lsr
from motjuste.benchmarks.swords import read
from motjuste.benchmarks.swords_ids import context_id, substitute_id, target_id
from motjuste.lexicon.morphology import wordnet_lemmas
from motjuste.metrics import Resampling, score

ORIGINAL = 46.0
BOUNDS = {"motjuste score, start to exit": 10, "scoring, warm, with intervals": 40}
LABELS = ("TRUE", "FALSE", "FALSE", "FALSE", "UNSURE")


def vocabulary() -> list[str]:
    """As many different words as SWORDS has, one in six of them a phrase."""
    nouns = sorted(word.replace("_", " ") for word in wordnet_lemmas("n"))
    phrases = [noun for noun in nouns if " " in noun]
    words = [noun for noun in nouns if " " not in noun]
    rng = Random(0)
    return rng.sample(words, 15_000) + rng.sample(phrases, 3_000)


def make_benchmark(path: Path, targets: int, substitutes: int, rng: Random) -> None:
    """A benchmark of the given size in SWORDS format, from WordNet's words."""
    nouns = vocabulary()
    document: dict = {
        "contexts": {},
        "targets": {},
        "substitutes": {},
        "substitutes_lemmatized": True,
        "substitute_labels": {},
    }
    for number in range(targets):
        word = rng.choice(nouns)
        text = f"{number} " + " ".join(rng.choices(nouns, k=30)) + " "
        cid = context_id(text + word)
        tid = target_id(cid, word, len(text), "NOUN")
        document["contexts"][cid] = {"context": text + word}
        document["targets"][tid] = {
            "context_id": cid,
            "target": word,
            "offset": len(text),
            "pos": "NOUN",
        }
        for substitute in rng.sample(nouns, substitutes):
            sid = substitute_id(tid, substitute)
            document["substitutes"][sid] = {
                "target_id": tid,
                "substitute": substitute,
                "extra": {"sources": ["roget"]},
            }
            labels = rng.choices(LABELS, k=rng.choice((3, 3, 10)))
            document["substitute_labels"][sid] = labels
    with gzip.open(path, "wt", compresslevel=5) as stream:
        json.dump(document, stream)


def make_run(path: Path, benchmark: Path, guesses: int, rng: Random) -> None:
    """A run that guesses some judged and some other words, as real ones do."""
    nouns = vocabulary()
    answers = {}
    for item in read(benchmark).items:
        judged = list(item.candidates)
        drawn = rng.sample(judged, min(len(judged), guesses // 2))
        drawn += rng.sample(nouns, guesses - len(drawn))
        answers[item.id] = tuple(Guess(word, rng.random()) for word in drawn)
    write_lsr(Run("random", "swords", answers, lemmatized=True), path)


def cpu(action: Callable[[], object]) -> float:
    """The CPU time of an action in this process."""
    started = time.process_time()
    action()
    return time.process_time() - started


def command_cpu(arguments: list[str]) -> float:
    """The CPU time of a command from start to exit."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def plain_reading(path: Path) -> object:
    with gzip.open(path) as stream:
        return json.load(stream)


def bench_scoring(folder: Path) -> list[str]:
    rng = Random(1)
    path, run_path = folder / "benchmark.json.gz", folder / "random.lsr.json"
    make_benchmark(path, 762, 60, rng)
    make_run(run_path, path, 50, rng)
    command = [sys.executable, "-m", "motjuste", "score", str(run_path)]
    command += ["--benchmark", f"swords:{path}", "--json"]
    # In turns, so that what else the machine does falls on all alike; and nothing is kept in
    # memory meanwhile that would make the plain reading slower.
    turns = [
        {
            "reading the JSON (the yardstick)": cpu(lambda: plain_reading(path)),
            "loading the benchmark": cpu(lambda: read(path)),
            "motjuste score, start to exit": command_cpu(command),
        }
        for _ in range(7)
    ]
    best = {name: min(turn[name] for turn in turns) for name in turns[0]}
    benchmark, run = read(path), read_lsr(run_path)
    score(run, benchmark)
    warm = min(cpu(lambda: score(run, benchmark)) for _ in range(5))
    best["scoring, warm, with intervals"] = warm
    return [*show(best), *show_resampling(run, benchmark)]


def show(best: dict[str, float]) -> list[str]:
    """Print the figures; returns what breaks its bound."""
    yardstick = next(iter(best.values()))
    title = "762 targets, 60 judged, 50 guessed"
    print(f"{title:42}{'CPU s':>8}{'x reading':>11}  of the original")
    broken = []
    for name, seconds in best.items():
        share, bound = ORIGINAL * yardstick / seconds, BOUNDS.get(name)
        print(
            f"{name:42}{seconds:8.3f}{seconds / yardstick:11.2f}  1/{share:.1f}"
            + (f" (at most 1/{bound})" if bound else "")
        )
        if bound and share < bound:
            broken.append(f"{name}: 1/{share:.1f} of the original, not 1/{bound}")
    return broken


def show_resampling(run: Run, benchmark: Benchmark) -> list[str]:
    started = time.perf_counter()
    score(run, benchmark, resampling=Resampling(10_000))
    taken = time.perf_counter() - started
    print(f"{'10,000 resamples of all measures':42}{taken:8.3f} s on the clock (at most 5)")
    return [f"10,000 resamples took {taken:.1f} s, not 5"] if taken > 5 else []


def bench_growth(folder: Path) -> list[str]:
    """Cost grows with the items: 10,000 and 100,000 of them, with the memory it takes."""
    print(f"\n{'items':>9}{'read s':>9}{'score s':>9}{'peak MB':>9}   (10 judged, 10 guessed each)")
    broken = []
    for items in (10_000, 100_000):
        arguments = [sys.executable, __file__, "--grow", str(items), str(folder)]
        subprocess.run([*arguments, "make"], check=True)
        printed = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
        print(printed, end="")
        if float(printed.split()[-1].replace(",", "")) > 1000:
            broken.append(f"{items:,} items took more than 1 GB")
    return broken


def grow(items: int, folder: Path, make: bool) -> None:
    path, run_path = folder / f"{items}.json.gz", folder / f"{items}.lsr.json"
    if make:
        make_benchmark(path, items, 10, Random(2))
        return make_run(run_path, path, 10, Random(3))
    started = time.process_time()
    benchmark, run = read(path), read_lsr(run_path)
    loaded = time.process_time()
    score(run, benchmark)
    scored = time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
    print(f"{items:9,}{loaded - started:9.2f}{scored - loaded:9.2f}{peak:9,.0f}")
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--grow", nargs="+", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.grow:
        items, folder, *make = arguments.grow
        return grow(int(items), Path(folder), bool(make))
    with tempfile.TemporaryDirectory() as name:
        broken = [*bench_scoring(Path(name)), *bench_growth(Path(name))]
    if broken:
        sys.exit("\n".join(["", "Too slow or too large:", *broken]))
    return None


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
