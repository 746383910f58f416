"""The running texts in a block of a corpus.

A block is plain text, JSON lines, WikiExtractor's output, or part of an annotated corpus, in which
each sentence is a text.
"""

import html
import json
import re
from collections.abc import Iterator
from typing import Any

from motjuste.engine.annotated_corpora import running_text, tagged_sentences
from motjuste.engine.corpus import Block
from motjuste.errors import BadInputError, bad_file

_DOC = re.compile(r"</?doc\b[^\n]*>\s*\Z")


def texts(block: Block, field: str = "text") -> Iterator[str]:
    """The texts of a block; no sentence or n-gram spans two of them."""
    if block.format == "jsonl":
        yield from _json_texts(block, field)
    elif block.format == "wiki":
        yield from _wiki_lines(block.text())
    elif block.format == "text":
        yield block.text()
    elif block.format in ("bnc", "wacky"):
        yield from map(running_text, tagged_sentences(block))
    else:
        raise BadInputError(f"{block.path}: CoNLL-U is not running text; give plain text or JSONL")


def _wiki_lines(text: str) -> Iterator[str]:
    """The paragraphs of articles, one per line, without the articles' titles."""
    after_tag = False
    for line in text.split("\n"):
        if line.startswith(("<doc ", "</doc")) and _DOC.match(line):
            after_tag = not line.startswith("</")
        elif line.strip():
            if not after_tag:
                yield html.unescape(line)
            after_tag = False


def _json_texts(block: Block, field: str) -> Iterator[str]:
    """The texts of JSON objects, one per line."""
    for number, line in enumerate(block.text().split("\n"), start=block.line):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            raise bad_file(block.path, f"line {number} is not JSON") from None
        if not isinstance(row, dict) or not isinstance(row.get(field), str):
            raise bad_file(block.path, f"line {number} has no text under {field!r}")
        # JSON allows half a surrogate pair, which cannot be encoded.
        text = row[field].encode("utf-8", "replace").decode("utf-8")
        yield from _paragraphs(text, row) if _is_article(row) else (text,)


def _is_article(row: dict[str, Any]) -> bool:
    """Whether an object is an article of WikiExtractor, with one paragraph per line."""
    return isinstance(row.get("title"), str) and {"id", "url", "text"} <= row.keys()


def _paragraphs(text: str, row: dict[str, Any]) -> Iterator[str]:
    for line in text.split("\n"):
        if line.strip() and line.strip() != row["title"].strip():
            yield line
