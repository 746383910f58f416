"""Comparison as in SemEval-2007: what annotators wrote against what a system wrote.

Strings are compared as they are, except for hyphens, the first apostrophe and `non-`. The original
program has errors on unusual input. With the setting `semeval:program` its decisions are followed,
except that a blank answer is no answer (the program scores it with the previous item's guesses).
With `semeval:strict` its other errors are corrected too: guesses are stripped, a repeated guess
counts once, a hyphenated mode and a response with `non-` can be matched, gold entries are read
whole and added up if equal, and only the mark `pn` itself is a proper noun, not any word with it.

A ranked list (`.lsr.json`) is compared as the program would compare the system file written from
it. SWORDS's own program compares lemmas instead; this is followed on SWORDS, and elsewhere by the
measures whose names begin with `lemmas.`.
"""

import re
from collections.abc import Callable, Hashable, Iterator
from typing import NamedTuple, TypeAlias

from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.benchmarks.semeval2007 import MANUAL, RANDOM
from motjuste.errors import BadInputError
from motjuste.metrics.lemmas import gold_lemmas, judged_lemmas
from motjuste.metrics.measure import Array, item_rows
from motjuste.metrics.pairing import Pairing

# The pattern by which the program reads a gold entry: of `much, really 8` it reads `really`.
_ENTRY = re.compile(r"(\w[\w'\s-]+) (\d+)", re.ASCII)
_NON = re.compile(r"^non[\s-]")


# Items that were chosen in one of these ways are a subset of their own.
SUBSETS = (MANUAL, RANDOM)

Entries: TypeAlias = list[tuple[str, int]]


class Responses(NamedTuple):
    """The annotators' responses to an item, normalised for comparison, with their counts."""

    credit: dict[str, int]
    total: int
    mode: str | None


def has_subsets(benchmark: Benchmark) -> bool:
    """Whether a benchmark says whose sentences were chosen by hand."""
    return any(item.extra.get("subset") in SUBSETS for item in benchmark.items)


class ScoredItem(NamedTuple):
    """An item that counts, and the guesses for it (none: not attempted)."""

    item: Item
    responses: Responses
    guesses: list[str]


def as_guess(text: str) -> str:
    """A guess as the scorer normalises it.

    >>> as_guess("don't"), as_guess("non-stop"), as_guess("well-lit")
    ('dont', 'nonstop', 'well lit')
    """
    if text.startswith("non"):
        text = _NON.sub("non", text)
    return text.replace("-", " ").replace("'", "", 1)


def as_guesses(texts: list[str], strict: bool) -> list[str]:
    """A system's guesses, normalised.

    For the program a blank among other guesses counts as a guess, by which `best` divides.
    """
    if not strict:
        return [as_guess(text) for text in texts] if any(map(str.strip, texts)) else []
    return list(dict.fromkeys(as_guess(text.strip()) for text in texts if text.strip()))


def responses(entries: Entries, strict: bool) -> Responses | None:
    """The gold of one item, or None if too few annotators answered for it to count."""
    counted = [
        (text, count)
        for text, count in entries
        if count > 0 and (text.strip() != "pn" if strict else "pn" not in text)
    ]
    if len(counted) < 2 and not any(count > 1 for _, count in counted):
        return None
    return _strict_responses(counted) if strict else _program_responses(counted)


def _strict_responses(entries: Entries) -> Responses:
    """Responses with the counts of those that are equal to the scorer added up."""
    counts: dict[str, int] = {}
    for text, count in entries:
        same = as_guess(text.strip())
        counts[same] = counts.get(same, 0) + count
    mode = _mode(sorted(counts.items(), key=lambda entry: -entry[1]))
    return Responses(counts, sum(counts.values()), mode)


def _program_responses(entries: Entries) -> Responses | None:
    """Responses as the program reads them: `non-` stays, though guesses lose it."""
    parsed = [entry for text, count in entries for entry in _parsed_entry(text, count)]
    if not parsed:
        return None
    counts = dict(parsed)
    # A hyphenated response is also credited with a space; if both occur, the later one counts.
    spaced = {text.replace("-", " "): count for text, count in counts.items()}
    return Responses({**counts, **spaced}, sum(counts.values()), _mode(parsed))


def _parsed_entry(text: str, count: int) -> Entries:
    """A gold entry as the program parses it; empty if it cannot."""
    if len(text) > 1 and text.isalpha() and text.isascii():
        return [(text, count)]
    match = _ENTRY.search(f"{text} {count}")
    return [(match[1].replace("'", "", 1), int(match[2]))] if match else []


def _mode(entries: Entries) -> str | None:
    """The first response, unless another one has the same count."""
    (first, highest), *others = entries
    return None if any(count == highest for _, count in others) else first


class Selection(NamedTuple):
    """Which items and substitutes are scored, and whether as lemmas.

    `subset` leaves out targets in multiwords (NMWT) or multiword substitutes (NMWS), or keeps the
    targets whose sentences were chosen by hand (MAN) or drawn at random (RAND).
    """

    subset: str | None = None
    lemmas: bool = False


def scored_items(pairing: Pairing, selection: Selection | None = None) -> list[ScoredItem]:
    """The items that count, in benchmark order."""
    chosen = selection or Selection()
    if pairing.benchmark.format == "swords" and pairing.run.form == "swords":
        chosen = chosen._replace(lemmas=True)
    return pairing.once(("semeval items", chosen), lambda: _scored_items(pairing, chosen))


def _scored_items(pairing: Pairing, selection: Selection) -> list[ScoredItem]:
    strict = pairing.settings.semeval == "strict"
    golds = _golds(pairing, selection)
    subset = selection.subset
    return [
        ScoredItem(item, golds[item.id], as_guesses(_allowed(texts, subset, strict), strict))
        for item, texts in _guesses(pairing, selection.lemmas)
        if item.id in golds
    ]


def _golds(pairing: Pairing, selection: Selection) -> dict[str, Responses]:
    """The gold of the items that count, computed once per benchmark."""
    key = ("semeval gold", pairing.settings, selection)
    memo, subset = pairing.benchmark.memo, selection.subset
    if subset in SUBSETS and not has_subsets(pairing.benchmark):
        raise BadInputError(
            f"{pairing.benchmark.name} does not say which targets are MAN and which RAND: put a "
            "file subsets.txt with lines such as `bright.a MAN` beside the sentences"
        )
    if key not in memo:
        strict = pairing.settings.semeval == "strict"
        golds = (
            (item.id, responses(_single(entries) if subset == "NMWS" else entries, strict))
            for item, entries in _entries(pairing, selection.lemmas)
            if _belongs(item, subset)
        )
        memo[key] = {name: gold for name, gold in golds if gold is not None}
    cached: dict[str, Responses] = memo[key]
    return cached


def _belongs(item: Item, subset: str | None) -> bool:
    """Whether an item is scored in a subset."""
    if subset == "NMWT":
        return multiword(item) is None
    return subset not in SUBSETS or item.extra.get("subset") == subset


def _single(entries: Entries) -> Entries:
    return [(text, count) for text, count in entries if " " not in text.strip()]


def _allowed(texts: list[str], subset: str | None, strict: bool) -> list[str]:
    if subset != "NMWS":
        return texts
    return [text for text in texts if not _is_multiword(text, strict)]


def _is_multiword(guess: str, strict: bool) -> bool:
    """Whether a guess has several words; for the program, hyphens separate words too."""
    return " " in (guess if strict else as_guess(guess)).strip()


def _entries(pairing: Pairing, lemmas: bool) -> Iterator[tuple[Item, Entries]]:
    """The annotators' responses to each item: as written, or as lemmas by falling votes."""
    if lemmas:
        for gold in gold_lemmas(pairing.benchmark, pairing.settings.abstentions):
            yield gold.item, sorted(gold.votes.items(), key=lambda entry: -entry[1])
    else:
        for item in pairing.benchmark.items:
            yield item, [(judgement.text, judgement.votes) for judgement in item.judgements]


def _guesses(pairing: Pairing, lemmas: bool) -> Iterator[tuple[Item, list[str]]]:
    """The system's guesses for each item: as written, or as lemmas."""
    if lemmas:
        for gold, answer in judged_lemmas(pairing):
            yield gold.item, answer
    else:
        for item in pairing.benchmark.items:
            yield item, [guess.text for guess in pairing.ranking(item)]


def rows_of_items(
    pairing: Pairing,
    key: Hashable,
    selection: Selection,
    width: int,
    row: Callable[[ScoredItem], tuple[float, ...]],
) -> Array:
    """Statistics of the items that count, computed once for this pairing."""

    def make() -> Array:
        rows = {scored.item.id: row(scored) for scored in scored_items(pairing, selection)}
        return item_rows(pairing, rows, width)

    return pairing.once(key, make)


def multiword(item: Item) -> str | None:
    """The multiword that contains the target, if at least two annotators named the same one.

    As in the original scorer: the first entry, if its count is above 1 and no later one is equal.
    """
    entries: dict[str, int] = item.extra.get("multiwords", {})
    (first, highest), *others = entries.items() or [("", 0)]
    return first if highest > 1 and all(count != highest for _, count in others) else None
