"""Sentences with dependencies in CoNLL-U, as parsers for Universal Dependencies write them."""

from collections.abc import Iterator
from typing import NamedTuple

from motjuste.errors import BadInputError

# Columns of a line of CoNLL-U.
_COLUMNS = 10


class Parsed(NamedTuple):
    """A word of a parsed sentence; `head` is the head's position in the sentence, -1 for none."""

    form: str
    lemma: str
    pos: str
    tag: str
    head: int
    relation: str


class ParsedSentence(NamedTuple):
    """A sentence: its words, and the comments before it (`sent_id`, `text`)."""

    words: tuple[Parsed, ...]
    comments: dict[str, str]
    line: int


def read_conllu(text: str, line: int = 1) -> Iterator[ParsedSentence]:
    """The sentences of a CoNLL-U text; `line` is the number of its first line in the file."""
    rows: list[tuple[int, list[str]]] = []
    comments: dict[str, str] = {}
    for number, content in enumerate(text.split("\n"), start=line):
        content = content.rstrip("\r")
        if content.startswith("#"):
            name, _, value = content[1:].partition("=")
            comments[name.strip()] = value.strip()
        elif content.strip():
            rows.append((number, content.split("\t")))
        elif rows:
            yield _sentence(rows, comments)
            rows, comments = [], {}
    if rows:
        yield _sentence(rows, comments)


def _sentence(rows: list[tuple[int, list[str]]], comments: dict[str, str]) -> ParsedSentence:
    for number, row in rows:
        if len(row) != _COLUMNS:
            raise BadInputError(f"line {number} has {len(row)} columns, CoNLL-U has {_COLUMNS}")
    # Ranges (1-2, a contraction) and empty nodes (1.1) are not words of the tree.
    words = [(number, row) for number, row in rows if row[0].isdecimal()]
    positions = {row[0]: position for position, (_, row) in enumerate(words)}
    return ParsedSentence(
        tuple(_word(number, row, positions) for number, row in words), comments, rows[0][0]
    )


def _word(number: int, row: list[str], positions: dict[str, int]) -> Parsed:
    _, form, lemma, pos, tag, _, head, relation, *_ = row
    if head not in positions and head not in ("0", "_"):
        raise BadInputError(f"line {number}: there is no word {head!r} for a head")
    lemma = form.lower() if lemma == "_" and form != "_" else lemma
    return Parsed(form, lemma, pos, tag, positions.get(head, -1), relation)
