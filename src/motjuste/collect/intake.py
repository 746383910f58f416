"""What is to be judged: targets from a benchmark or a CSV file, sentences for SWS."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert, select

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.benchmarks.benchmark import Item as BenchmarkItem
from motjuste.collect.models import Item
from motjuste.collect.pools import add_candidates, offers_of
from motjuste.collect.store import Store
from motjuste.errors import BadInputError
from motjuste.segmentation import words

# Content words, as CoInCo's; what else has a part of speech is left alone.
CONTENT = frozenset({"NOUN", "VERB", "ADJ", "ADV"})


@dataclass(frozen=True)
class Choice:
    """Which of a benchmark's targets to take."""

    one_per_context: bool = False
    content_words: bool = False
    sample: int | None = None
    seed: int = 0


def choose(benchmark: Benchmark, choice: Choice) -> list[BenchmarkItem]:
    """The targets to judge, in the benchmark's order; the same for the same seed.

    With one target per context (SWORDS, step 1), contexts with the same text are one context.
    """
    items = [
        item
        for item in benchmark.items
        if not choice.content_words
        or (item.target.pos in CONTENT and not item.extra.get("problematic"))
    ]
    rng = random.Random(choice.seed)
    if choice.one_per_context:
        items = list(_one_per_text(items, rng))
    if choice.sample is not None:
        if choice.sample > len(items):
            raise BadInputError(f"there are {len(items)} targets, not {choice.sample}")
        places = sorted(rng.sample(range(len(items)), choice.sample))
        items = [items[place] for place in places]
    if not items:
        raise BadInputError(f"{benchmark.name} has no such targets")
    return items


def _one_per_text(items: Sequence[BenchmarkItem], rng: random.Random) -> Iterator[BenchmarkItem]:
    by_text: dict[str, list[BenchmarkItem]] = {}
    for item in items:
        by_text.setdefault(item.target.text, []).append(item)
    for group in by_text.values():
        yield rng.choice(group)


def add_targets(store: Store, benchmark: Benchmark, items: Sequence[BenchmarkItem]) -> int:
    """Store targets, all or none, and as candidates what the data's own people offered."""
    with store.db.writing() as session:
        if session.scalar(select(Item.id).limit(1)):
            raise BadInputError("the project has its targets already")
        session.execute(insert(Item), [_row(benchmark, item) for item in items])
        if store.config.kind != "sws":
            add_candidates(session, offers_of(items, benchmark.format))
    return len(items)


def _row(benchmark: Benchmark, item: BenchmarkItem) -> dict[str, Any]:
    target, context = item.target, benchmark.contexts[item.context_id]
    return {
        "source_id": item.id,
        "context_id": item.context_id,
        "text": target.text,
        "start": target.start,
        "end": target.end,
        "pos": target.pos,
        "lemma": target.lemma,
        "extra": dict(item.extra),
        "context_extra": dict(context.extra),
    }


def add_sentences(store: Store, sentences: Iterable[tuple[str, str]]) -> int:
    """Store sentences with their ids, all or none, each with its words and their places."""
    rows = [_sentence(name, text) for name, text in sentences]
    if not rows:
        raise BadInputError("there are no sentences")
    with store.db.writing() as session:
        if session.scalar(select(Item.id).limit(1)):
            raise BadInputError("the project has its sentences already")
        session.execute(insert(Item), rows)
    return len(rows)


def _sentence(name: str, text: str) -> dict[str, Any]:
    tokens = words(text)
    return {
        "source_id": name,
        "context_id": name,
        "text": text,
        "start": None,
        "end": None,
        "pos": None,
        "lemma": None,
        "extra": {
            "tokens": [text[token.start : token.end] for token in tokens],
            "token_spans": [[token.start, token.end] for token in tokens],
        },
        "context_extra": {},
    }
