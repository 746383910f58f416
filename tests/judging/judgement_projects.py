"""Small judgement projects that tests build for themselves."""

import time
from collections.abc import Callable
from pathlib import Path

from motjuste.benchmarks.benchmark import Benchmark, Context, Item, voted
from motjuste.collect.config import StageConfig, template
from motjuste.collect.intake import add_sentences, add_targets
from motjuste.collect.project import Project
from motjuste.text import Target

BEFORE = "The two of them had not met for years. "
AFTER = " Nobody said anything for a while."
# A sentence with its target between asterisks, and candidates for it.
SENTENCES = (
    ("She gave him a *candid* answer.", "frank honest direct open blunt sincere sweet plain"),
    ("He *said* that he was tired.", "state declare utter voice mention tell pronounce remark"),
    ("It was a *strange* noise.", "odd peculiar weird unusual foreign funny curious alien"),
    ("They walked *quickly* to the door.", "fast rapidly swiftly soon hastily briskly speedily"),
    ("The *road* was empty.", "street way path route highway lane avenue track"),
    ("A *bright* light came on.", "brilliant clever shiny vivid intense smart luminous glowing"),
    ("They *built* a house there.", "construct make erect raise assemble form create establish"),
    ("The *child* looked at them.", "kid youngster infant minor baby toddler offspring youth"),
    ("It was a *difficult* question.", "hard tough tricky complex demanding thorny heavy awkward"),
    ("He *opened* the letter.", "unseal unfold start launch unlock unwrap begin undo"),
    ("She *often* came too late.", "frequently regularly commonly repeatedly usually much oft"),
    ("The *price* was too high.", "cost charge fee value rate toll expense figure"),
)
LEARNERS = (
    "With the help of the intimate cooperation of our group , we pointed out a new method .",
    "If you learn from others , it would be more possible to communicate with different people .",
)


def make_project(
    folder: Path,
    kind: str = "swords",
    *,
    targets: int = 2,
    stages: tuple[StageConfig, ...] = (),
    database: str = "",
    clock: Callable[[], float] = time.time,
    **changes: str,
) -> Project:
    """A project of a kind, open for work; `changes` are lines of its configuration."""
    text = template(kind, "Which words fit?", 0, database, stages)
    for key, value in changes.items():
        lines = [line for line in text.splitlines() if line.startswith(f"{key} = ")]
        assert lines, key
        text = text.replace(lines[0], f"{key} = {value}")
    project = Project.create(folder, text, clock=clock)
    if kind == "sws":
        add_sentences(project.store, [(str(n), text) for n, text in enumerate(LEARNERS[:targets])])
    else:
        made = targets_of(SENTENCES[:targets])
        add_targets(project.store, made, made.items)
    project.publish()
    return project


def targets_of(sentences: tuple[tuple[str, str], ...]) -> Benchmark:
    """A benchmark whose candidates nobody has judged yet."""
    contexts, items = {}, []
    for number, (marked, candidates) in enumerate(sentences):
        before, word, after = marked.split("*")
        text = BEFORE + before + word + after + AFTER
        start = len(BEFORE) + len(before)
        target = Target(text, start, start + len(word))
        judgements = tuple(voted(candidate, 1) for candidate in candidates.split())
        contexts[f"c{number}"] = Context(text)
        items.append(Item(f"t{number}", f"c{number}", target, judgements))
    return Benchmark("small", "plain", contexts, tuple(items))
