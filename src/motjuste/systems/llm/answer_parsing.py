"""Parsing of language models' answers: lists with commas, and JSON, complete or not."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

# Characters stripped from both ends of a suggestion.
_AROUND = " \t*\"'“”‘’`"
# Characters in the longest suggestion; a longer one is prose.
_LONGEST = 100


def distinct(words: Iterable[str], *, without: str = "") -> list[str]:
    """The words in order without the target, each once, ignoring case.

    >>> distinct(["Car", "car", "", "auto", "bus"], without="Bus")
    ['Car', 'auto']
    """
    seen = {without.lower(), ""}
    words_once = []
    for word in words:
        if word.lower() not in seen and len(word) <= _LONGEST:
            seen.add(word.lower())
            words_once.append(word)
    return words_once


def read_list(text: str, *, cut: bool = False) -> list[str]:
    """The words of the first line, separated by commas; a truncated last one is left out.

    >>> read_list(" penetrate, break into,, *swarm*.")
    ['penetrate', 'break into', 'swarm']
    >>> read_list("A: raid, brea", cut=True)
    ['raid']
    """
    line = next((line for line in text.splitlines() if line.strip()), "")
    words = line.strip().removeprefix("A:").split(",")
    if cut and len(words) > 1:
        words.pop()
    stripped = (" ".join(word.split()).rstrip(".").strip(_AROUND) for word in words)
    return [word for word in stripped if word]


def read_suggestions(text: str) -> list[tuple[str, list[str]]]:
    """Each original word with its suggestions, from JSON that may be broken.

    >>> read_suggestions('Sure! {"big": ["large", "huge"], "good": "fine"}')
    [('big', ['large', 'huge']), ('good', ['fine'])]
    >>> read_suggestions('{"big": ["large", "hu')
    [('big', ['large'])]
    """
    pairs = list(_pairs(_document(text)))
    return pairs or list(_scan(text))


def _document(text: str) -> Any:
    """The JSON in an answer, without the text around it; None if it is not complete."""
    starts = [place for place in (text.find("{"), text.find("[")) if place >= 0]
    if not starts:
        return None
    end = max(text.rfind("}"), text.rfind("]")) + 1
    try:
        return json.loads(text[min(starts) : end], object_pairs_hook=list)
    except (ValueError, RecursionError):
        return None


def _pairs(document: Any) -> Iterator[tuple[str, list[str]]]:
    """Words and suggestions at any depth; objects are given as lists of pairs."""
    if not isinstance(document, list):
        return
    if not all(isinstance(entry, tuple) for entry in document):
        for entry in document:
            yield from _pairs(entry)
        return
    named = _named(document)
    for word, value in [named] if named else document:
        if texts := _texts(value):
            yield word, texts
        else:
            yield from _pairs(value)


def _named(fields: list[tuple[str, Any]]) -> tuple[str, list[str]] | None:
    """The value of a literal key "original word" in an object, and all other values."""
    names = [name.lower().replace("_", " ") for name, _ in fields]
    if "original word" not in names:
        return None
    _, word = fields.pop(names.index("original word"))
    return str(word), [text for _, value in fields for text in _texts(value)]


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, list) and all(isinstance(text, str) for text in value):
        return value
    return []


_STRING = r'"((?:[^"\\\n]|\\.)*)"'
_PAIR = re.compile(rf"{_STRING}\s*:\s*(?:\[([^\]\[{{}}]*)|{_STRING})")


def _scan(text: str) -> Iterator[tuple[str, list[str]]]:
    """Words and suggestions by regular expressions, for broken JSON, as in the paper."""
    straight = re.sub("[“”]", '"', text)
    for match in _PAIR.finditer(straight):
        word, listed, single = match.groups()
        texts = [single] if listed is None else re.findall(_STRING, listed)
        if texts:
            yield _unescaped(word), [_unescaped(escaped) for escaped in texts]


def _unescaped(text: str) -> str:
    try:
        return str(json.loads(f'"{text}"'))
    except ValueError:
        return text
