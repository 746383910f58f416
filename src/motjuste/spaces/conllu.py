"""Sentences with dependencies in CoNLL-U, as any parser for Universal Dependencies writes them."""

from collections.abc import Iterator
from typing import NamedTuple

from motjuste.errors import BadInputError

_COLUMNS = 10


class Parsed(NamedTuple):
    """A word of a parsed sentence; its head is the head's place in the sentence, -1 for none."""

    form: str
    lemma: str
    pos: str
    tag: str
    head: int
    relation: str


class ParsedSentence(NamedTuple):
    """A sentence: its words, and what the comments before it say (`sent_id`, `text`)."""

    words: tuple[Parsed, ...]
    comments: dict[str, str]
    line: int


def read_conllu(text: str, line: int = 1) -> Iterator[ParsedSentence]:
    """The sentences of a CoNLL-U text, whose first line has this number in its file."""
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
    # Ranges (1-2, a contraction) and empty nodes (1.1) are no words of the tree.
    words = [(number, row) for number, row in rows if row[0].isdecimal()]
    places = {row[0]: place for place, (_, row) in enumerate(words)}
    return ParsedSentence(
        tuple(_word(number, row, places) for number, row in words), comments, rows[0][0]
    )


def _word(number: int, row: list[str], places: dict[str, int]) -> Parsed:
    _, form, lemma, pos, tag, _, head, relation, *_ = row
    if head not in places and head not in ("0", "_"):
        raise BadInputError(f"line {number}: there is no word {head!r} for a head")
    lemma = form.lower() if lemma == "_" and form != "_" else lemma
    return Parsed(form, lemma, pos, tag, places.get(head, -1), relation)
