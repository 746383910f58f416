"""How does the annotation site bear many annotators at once? Ratios to few of them, in one run.

Simulated annotators do a whole project over HTTP, on SQLite and, where a URL is given, on
PostgreSQL with two servers. The targets and pools are SWORDS's. Run with
`MOTJUSTE_DATA=FOLDER python bench/collect.py [--postgres URL --postgres URL]`, a URL of an empty
database for each crowd.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

CROWDS = (24, 64)
BENCHMARK = "swords-v1.1-dev"


def collect(*arguments: str) -> str:
    command = [sys.executable, "-m", "motjuste", "collect", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def rehearse(folder: Path, annotators: int, targets: int, database: str) -> dict:
    collect(
        "init", str(folder), "--from", BENCHMARK, "--sample", str(targets), "--database", database
    )
    config = folder / "project.toml"
    config.write_text(config.read_text().replace("minutes = 30 ", "minutes = 0.5 "))
    collect("open", str(folder), "--yes")
    servers = "2" if database else "1"
    people = ("--annotators", str(annotators), "--at-once", "--servers", servers)
    return json.loads(collect("simulate", str(folder), *people, "--truth", BENCHMARK, "--json"))


def show(name: str, result: dict) -> None:
    submissions = result["submissions"] / result["seconds"]
    print(f"{name}: {submissions:.1f} submissions/s, {len(result['faults'])} faults")
    for request in result["requests"]:
        print(
            f"  {request['request']:4} {request['number']:6} requests, "
            f"{request['per_second']:6.1f}/s, median {request['median_ms']:6.0f} ms, "
            f"p99 {request['p99_ms']:6.0f} ms"
        )


def compare(name: str, targets: int, databases: list[str]) -> None:
    results = []
    with tempfile.TemporaryDirectory() as scratch:
        for annotators, database in zip(CROWDS, databases, strict=True):
            folder = Path(scratch) / str(annotators)
            results.append(rehearse(folder, annotators, targets, database))
            show(f"{name}, {annotators} annotators", results[-1])
    few, many = (result["submissions"] / result["seconds"] for result in results)
    more = CROWDS[1] / CROWDS[0]
    print(f"{name}: {many / few:.2f} times the throughput with {more:.1f} times as many")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--targets", type=int, default=12)
    parser.add_argument("--postgres", action="append", default=[], metavar="URL")
    given = parser.parse_args()
    compare("SQLite, one server", given.targets, [""] * len(CROWDS))
    if given.postgres:
        compare("PostgreSQL, two servers", given.targets, given.postgres)


if __name__ == "__main__":
    main()
