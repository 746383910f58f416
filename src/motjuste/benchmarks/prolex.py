"""ProLex (Zhang et al. 2024): substitutes for learners' sentences, and which are proficient.

A CSV file whose lists are written as in Python; the sentence marks its target as `**word**`.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from motjuste.benchmarks.benchmark import FALSE, TRUE, Benchmark, Item, Judgement
from motjuste.benchmarks.rows import read_items
from motjuste.benchmarks.spans import Unmarked, occurrences, unmark
from motjuste.errors import BadInputError, bad_file
from motjuste.files import parse_rows
from motjuste.text import Target
from motjuste.text.segmentation import Span

TARGET = "target word"
SENTENCE = "Sentence"
_LISTS = ("acc_subs", "unacc_subs", "prof_acc_subs", "prof_unacc_subs")
_LEVELS = ("t_words_cefr", "prof_acc_cefr", "prof_unacc_cefr")


def read(path: Path, part: str | None = None) -> Benchmark:
    """Read a CSV file of ProLex. Items are numbered by row."""
    return read_items("prolex", path, part, _items)


def _items(text: str, path: Path) -> Iterator[Item]:
    for number, (line, row) in enumerate(parse_rows(text, path), start=1):
        missing = [name for name in (TARGET, SENTENCE, *_LISTS[:2]) if name not in row]
        if missing:
            raise bad_file(path, f"has no column {missing[0]!r}", "see ProLex's CSV format")
        try:
            yield _item(str(number), row)
        except BadInputError as error:
            raise bad_file(path, f"line {line}: {error}") from None


def _item(name: str, row: dict[str, str]) -> Item:
    text, span = find_target(row[SENTENCE], row[TARGET])
    extra: dict[str, Any] = {TARGET: row[TARGET]}
    extra.update({column: _strings(row.get(column, "")) for column in _LISTS})
    extra.update({column: _literal(row.get(column, "")) for column in _LEVELS})
    extra["proficient"] = extra["prof_acc_subs"]
    judgements = [Judgement(word, (TRUE,)) for word in extra["acc_subs"]]
    judgements += [Judgement(word, (FALSE,)) for word in extra["unacc_subs"]]
    return Item(name, name, Target(text, *span), tuple(judgements), extra)


def find_target(sentence: str, word: str) -> Unmarked:
    """The sentence without marks, and the span of its target, which is marked or found by its word.

    Some sentences mark the word twice; the first occurrence is the target.

    >>> find_target("a **plain** room, a **plain** bed", "plain")
    Unmarked(text='a plain room, a plain bed', span=Span(start=2, end=7))
    """
    if "**" in sentence:
        text, span = unmark(sentence, "**", "**")
        return Unmarked(text.replace("**", ""), span)
    spans = occurrences(sentence, word.strip())
    if not spans:
        raise BadInputError(f"the target {word!r} is not in the sentence, nor is one marked")
    return Unmarked(sentence, Span(*spans[0]))


def _literal(cell: str) -> Any:
    if not cell.strip():
        return None
    try:
        return ast.literal_eval(cell.strip())
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        raise BadInputError(f"{cell!r} is not a list as Python writes it") from None


def _strings(cell: str) -> list[str]:
    value = _literal(cell) or []
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise BadInputError(f"{cell!r} is not a list of words")
    return [word for word in value if word.strip()]
