"""Reading the items to judge: targets from a benchmark or a CSV file, sentences for SWS."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import insert, select

from motjuste.benchmarks import plain
from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.collect.cleaning import is_kept
from motjuste.collect.models import ItemRow
from motjuste.collect.pools import add_candidates, offers_of
from motjuste.collect.store import Store
from motjuste.collect.tokens import token_spans
from motjuste.errors import BadInputError, bad_file, brief
from motjuste.files import read_header, read_rows

# Content words, as in CoInCo; words of other parts of speech are left out.
CONTENT = frozenset({"NOUN", "VERB", "ADJ", "ADV"})
T = TypeVar("T")


@dataclass(frozen=True)
class Choice:
    """Which of a benchmark's targets to take."""

    one_per_context: bool = False
    content_words: bool = False
    sample: int | None = None
    seed: int = 0


def choose(benchmark: Benchmark, choice: Choice) -> list[Item]:
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
        items = drawn(items, choice.sample, rng)
    if not items:
        raise BadInputError(f"{benchmark.name} has no such targets")
    return items


def drawn(things: Sequence[T], number: int, rng: random.Random, called: str = "targets") -> list[T]:
    """Draw `number` of the things at random and keep their order; `called` names them in errors."""
    if number > len(things):
        raise BadInputError(f"there are {len(things)} {called}, not {number}")
    return [things[place] for place in sorted(rng.sample(range(len(things)), number))]


def _one_per_text(items: Sequence[Item], rng: random.Random) -> Iterator[Item]:
    by_text: dict[str, list[Item]] = {}
    for item in items:
        by_text.setdefault(item.target.text, []).append(item)
    for group in by_text.values():
        yield rng.choice(group)


def add_targets(
    store: Store,
    benchmark: Benchmark,
    items: Sequence[Item],
    source: str | None = None,
) -> int:
    """Store targets, all or none, with the data's own substitutes as candidates.

    The candidates get the source that is given, else those that the data names.
    """
    with store.db.writing() as session:
        if session.scalar(select(ItemRow.id).limit(1)):
            raise BadInputError("the project has its targets already")
        session.execute(insert(ItemRow), [_row(benchmark, item) for item in items])
        if store.kind.has_candidates:
            add_candidates(session, offers_of(benchmark, items, source))
    return len(items)


COLUMNS = (
    "id",
    "text",
    "sentence",
    "start",
    "end",
    "offset",
    "target",
    "substitutes",
    "pos",
    "lemma",
    "subset",
)


def read_targets(path: Path) -> Benchmark:
    """Targets from a CSV file with the columns that are known, and no others."""
    _check_columns(path, COLUMNS)
    return plain.read(path)


class Sentence(NamedTuple):
    """A sentence with its id; a test sentence also has what annotators should find in it."""

    id: str
    text: str
    expected: tuple[tuple[str, tuple[str, ...]], ...] = ()


def read_sentences(path: Path) -> list[Sentence]:
    """Sentences from a CSV file with the columns `sentence` and perhaps `id`, `keep`, `expected`.

    `keep` is a reviewer's yes or no (see `cleaning`). `expected` makes a sentence a test: phrases
    that must be marked, each perhaps with substitutes, as in `possible=likely|probable; help`.
    """
    _check_columns(path, ("id", "sentence", "text", "original", "look_at", "keep", "expected"))
    sentences: dict[str, Sentence] = {}
    for number, (line, row) in enumerate(read_rows(path), 1):
        name = row.get("id", "").strip() or str(number)
        text = " ".join((row.get("sentence") or row.get("text") or "").split())
        if not text:
            raise bad_file(path, f"line {line}: there is no sentence")
        if name in sentences:
            raise bad_file(path, f"line {line}: the id {name!r} occurs twice")
        if is_kept(path, line, row):
            sentences[name] = Sentence(name, text, _expected(path, line, text, row))
    if not sentences:
        raise bad_file(path, "line 1: has no sentences")
    return list(sentences.values())


def _expected(
    path: Path, line: int, text: str, row: dict[str, str]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The spans that annotators should mark in a test sentence."""
    wanted = []
    for part in filter(None, map(str.strip, row.get("expected", "").split(";"))):
        phrase, _, listed = part.partition("=")
        if phrase.strip() not in text:
            raise bad_file(path, f"line {line}: {brief(phrase.strip())} is not in the sentence")
        substitutes = tuple(filter(None, map(str.strip, listed.split("|"))))
        wanted.append((phrase.strip(), substitutes))
    return tuple(wanted)


def _check_columns(path: Path, known: tuple[str, ...]) -> None:
    header = read_header(path)
    twice = next((name for at, name in enumerate(header) if name in header[:at]), None)
    if twice is not None:
        raise bad_file(path, f"line 1: has the column {twice!r} twice")
    unknown = next((name for name in header if name not in known), None)
    if unknown is not None:
        raise bad_file(
            path, f"line 1: has an unknown column {unknown!r}", f"columns are {', '.join(known)}"
        )
    if not {"text", "sentence"} & set(header):
        raise bad_file(path, "line 1: has no column `sentence` or `text`")


def _row(benchmark: Benchmark, item: Item) -> dict[str, Any]:
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


def add_sentences(store: Store, sentences: Iterable[Sentence | tuple[str, str]]) -> int:
    """Store sentences with their ids, all or none, each with its words and their places."""
    rows = [_sentence(*sentence) for sentence in sentences]
    if not rows:
        raise BadInputError("there are no sentences")
    with store.db.writing() as session:
        if session.scalar(select(ItemRow.id).limit(1)):
            raise BadInputError("the project has its sentences already")
        session.execute(insert(ItemRow), rows)
    return len(rows)


def _sentence(
    name: str, text: str, expected: tuple[tuple[str, tuple[str, ...]], ...] = ()
) -> dict[str, Any]:
    spans = token_spans(text)
    test = {"expected": [[phrase, list(wanted)] for phrase, wanted in expected]}
    return {
        "source_id": name,
        "context_id": name,
        "text": text,
        "start": None,
        "end": None,
        "pos": None,
        "lemma": None,
        "extra": {
            "tokens": [text[start:end] for start, end in spans],
            "token_spans": spans,
            **(test if expected else {}),
        },
        "context_extra": {},
    }
