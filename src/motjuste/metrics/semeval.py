"""The SemEval-2007 way of comparing: what annotators wrote against what a system wrote.

Strings are compared as they are, but for hyphens, the first apostrophe and `non`. The original
program has faults on odd input. With the setting `semeval:program` its decisions are followed,
save that a blank answer is no answer (the program scores it with the previous item's guesses).
With `semeval:strict` its other faults go too: guesses are trimmed, a repeated guess counts once,
a hyphenated mode can be matched, and gold entries are read whole and added up where they agree.
"""

import re
from collections.abc import Callable, Hashable
from typing import NamedTuple

from motjuste.benchmarks.benchmark import Item
from motjuste.metrics.lemmas import gold_lemmas, judged_lemmas
from motjuste.metrics.measure import Array, columns
from motjuste.metrics.pairing import Pairing

# The program looks for this in a gold entry, so of `much, really 8` it reads `really`.
_ENTRY = re.compile(r"([A-Za-z0-9][A-Za-z0-9' -]+) (\d+)")
_NON = re.compile(r"\bnon[- ]")


Entries = list[tuple[str, int]]


class Responses(NamedTuple):
    """What the annotators of an item said, spelled as it is compared, with how often."""

    credit: dict[str, int]
    total: int
    mode: str | None


class Scored(NamedTuple):
    """An item that counts, and the guesses made for it (none: not attempted)."""

    item: Item
    responses: Responses
    guesses: list[str]


def spelled(text: str) -> str:
    """A string as the scorer compares it, hyphens kept.

    >>> spelled("don't"), spelled("non-stop"), spelled("well-lit")
    ('dont', 'nonstop', 'well-lit')
    """
    if "'" in text:
        text = text.replace("'", "", 1)
    return _NON.sub("non", text) if "non" in text else text


def unhyphenated(text: str) -> str:
    """A string as the scorer compares it, hyphens as spaces."""
    return spelled(text).replace("-", " ")


def responses(entries: Entries, strict: bool) -> Responses | None:
    """The gold of one item, or nothing if too few people answered for it to count."""
    named = [(text, count) for text, count in entries if count > 0 and "pn" not in text]
    if len(named) < 2 and not any(count > 1 for _, count in named):
        return None
    valid = named if strict else [entry for text, count in named for entry in _read(text, count)]
    if not valid:
        return None
    counts: dict[str, int] = {}
    for text, count in valid:
        if strict:
            counts[unhyphenated(text)] = counts.get(unhyphenated(text), 0) + count
        else:
            counts[spelled(text)] = count
    credit: dict[str, int] = {}
    for text, count in counts.items():
        credit[text] = credit[text.replace("-", " ")] = count
    return Responses(credit, sum(counts.values()), _mode(valid, strict))


def _read(text: str, count: int) -> Entries:
    """A gold entry as the program reads it; nothing if it cannot."""
    match = _ENTRY.search(f"{text} {count}")
    return [(match[1], int(match[2]))] if match else []


def _mode(valid: Entries, strict: bool) -> str | None:
    """The answer that most people gave, if no other was given as often."""
    if strict:
        valid = sorted(valid, key=lambda entry: -entry[1])
    first, most = valid[0]
    if any(count == most for _, count in valid[1:]):
        return None
    return unhyphenated(first) if strict else spelled(first)


def as_guesses(texts: list[str], strict: bool) -> list[str]:
    """A system's guesses as they are compared."""
    if strict:
        texts = list(dict.fromkeys(text.strip() for text in texts))
    return [unhyphenated(text) for text in texts if text.strip()]


def scored_items(pairing: Pairing, subset: str | None = None) -> list[Scored]:
    """The items that count, in the benchmark's order; `subset` is NMWT or NMWS if given."""
    return pairing.once(("semeval items", subset), lambda: _scored_items(pairing, subset))


def _scored_items(pairing: Pairing, subset: str | None) -> list[Scored]:
    strict = pairing.settings.semeval == "strict"
    rows = zip(units(pairing), _gold(pairing, subset), _texts(pairing), strict=True)
    return [
        Scored(item, gold, as_guesses(_single(texts) if subset == "NMWS" else texts, strict))
        for item, gold, texts in rows
        if gold is not None
    ]


def _single(texts: list[str]) -> list[str]:
    return [text for text in texts if " " not in text.strip()]


def _texts(pairing: Pairing) -> list[list[str]]:
    """A system's guesses for each unit, as they were given or as lemmas."""
    if pairing.run.form == "swords":
        return [answer for _, answer in judged_lemmas(pairing)]
    return [[guess.text for guess in pairing.guesses(item)] for item in units(pairing)]


def _gold(pairing: Pairing, subset: str | None) -> list[Responses | None]:
    """The gold of each unit, worked out once for a benchmark."""
    key = ("semeval gold", subset, pairing.run.form == "swords", pairing.settings)
    memo = pairing.benchmark.memo
    if key not in memo:
        memo[key] = [
            _responses(pairing, item, entries, subset)
            for item, entries in zip(units(pairing), _entries(pairing), strict=True)
        ]
    kept: list[Responses | None] = memo[key]
    return kept


def _responses(
    pairing: Pairing, item: Item, entries: Entries, subset: str | None
) -> Responses | None:
    if subset == "NMWT" and multiword(item) is not None:
        return None
    if subset == "NMWS":
        entries = [(text, count) for text, count in entries if " " not in text]
    return responses(entries, pairing.settings.semeval == "strict")


def _entries(pairing: Pairing) -> list[Entries]:
    """What the annotators of each unit said, as it stands or as lemmas by falling votes."""
    if pairing.run.form == "swords":
        return [
            sorted(gold.votes.items(), key=lambda entry: -entry[1])
            for gold in gold_lemmas(pairing.benchmark, pairing.settings.abstentions)
        ]
    return [
        [(judgement.text, judgement.votes) for judgement in item.judgements]
        for item in pairing.benchmark.items
    ]


def rows_of_items(
    pairing: Pairing,
    key: Hashable,
    subset: str | None,
    width: int,
    row: Callable[[Scored], tuple[float, ...]],
) -> Array:
    """Statistics with a row for every item of the pairing; an item that does not count is zeros.

    All measures of a pairing have the same rows, so that they can be resampled together.
    """

    def make() -> Array:
        rows = {scored.item.id: row(scored) for scored in scored_items(pairing, subset)}
        nothing = (0.0,) * width
        return columns((rows.get(item.id, nothing) for item in units(pairing)), width)

    return pairing.once(key, make)


def units(pairing: Pairing) -> list[Item]:
    """The items that have a row in the statistics of a pairing."""
    if pairing.run.form == "swords":
        return [gold.item for gold in gold_lemmas(pairing.benchmark, pairing.settings.abstentions)]
    return list(pairing.benchmark.items)


def multiword(item: Item) -> str | None:
    """The multiword that the target is part of, if at least two annotators said the same one.

    As in the original scorer: the first entry, if its count is above 1 and no later one ties.
    """
    entries: dict[str, int] = item.extra.get("multiwords", {})
    (first, most), *others = entries.items() or [("", 0)]
    return first if most > 1 and all(count != most for _, count in others) else None
