"""Patterns of rules: from the notation of the data files to elements that can be matched.

The notation is described for writers in docs/rules.md.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from motjuste.errors import BadInputError
from motjuste.rules.keys import SUFFIXES
from motjuste.rules.kinds import DATA
from motjuste.shipped import shipped_rows
from motjuste.text.segmentation import word_texts

What = Literal["word", "word or start", "word or end", "any", "gap", "not", "start", "end"]
Relation = Literal["verb-object", "adjective-noun", "adverb", "subject-verb"]

_SIGNS: dict[str, What] = {"_": "any", "...": "gap", "^": "start", "$": "end"}
# An element of which one alternative is the edge of a sentence.
_EDGES: dict[str, What] = {"^": "word or start", "$": "word or end"}
# The relation that `>` stands for, by the parts of speech of the two heads.
_RELATIONS: dict[tuple[str, str], Relation] = {
    ("v", "n"): "verb-object",
    ("a", "n"): "adjective-noun",
    ("r", "v"): "adverb",
    ("r", "a"): "adverb",
    ("r", "r"): "adverb",
    ("n", "v"): "subject-verb",
}
# Words of nearly every text: a pattern is looked up by one of these only if it has no other.
_COMMON = frozenset(
    "a an the of to in on at by for from with and or but not no be have do make take get give go "
    "that this these those there here it its they them their his her our your all any some very "
    "really extremely quite so too more most such what which who when where how than then as if "
    "about into out up down over one other will would can could should may might must".split()
)
# Patterns and elements whose parsed form is cached: more than the package has.
_CACHED_PATTERNS = 1 << 14
_BRACKET = re.compile(r"([\[\]])")


@dataclass(frozen=True, slots=True)
class Element:
    """One element of a pattern.

    `keys`: a word matches if it has one of these (see `motjuste.rules.keys`).
    `pos_code`: the part of speech of an element that matches by lemma.
    `behind`: whether a `not` looks at the word before it instead of after it.
    """

    what: What
    keys: frozenset[str] = frozenset()
    optional: bool = False
    pos_code: str = ""
    behind: bool = False

    @property
    def names_word(self) -> bool:
        """Whether the element stands for certain words and not for a class of words."""
        return self.what == "word" and not any(key.startswith(".") for key in self.keys)

    @property
    def names_lemma(self) -> bool:
        """Whether the element stands for any form of certain lemmas."""
        return self.names_word and bool(self.pos_code)


class PatternPart(NamedTuple):
    """Adjacent elements, and the index of the one (the anchor) that the search begins with."""

    elements: tuple[Element, ...]
    anchor: int


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern: one part, or two in a relation, and which of its elements are marked.

    The mark is a range of elements (end exclusive) of the left or of the right part.
    """

    left: PatternPart
    right: PatternPart | None
    relation: Relation | None
    marks_right: bool
    mark: tuple[int, int]

    @property
    def concrete(self) -> int:
        """The pattern's specificity: how many elements name words instead of classes of words."""
        parts = (self.left,) if self.right is None else (self.left, self.right)
        return sum(element.names_word for part in parts for element in part.elements)


def anchor_keys(pattern: str) -> tuple[str, ...]:
    """The keys by which a pattern is looked up: those of its rarest element, or of its right head.

    Patterns are parsed in full only when a text has one of these words.

    >>> anchor_keys("[very.r good.a] ... idea.n"), anchor_keys("do.v > mistake|error.n")
    (('good.a',), ('mistake.n', 'error.n'))
    """
    tokens = _tokens(_expand(pattern))
    if ">" in tokens:
        right = tokens[tokens.index(">") + 1 :]
        return element_keys(right[_relation_head(right, pattern)])
    return element_keys(tokens[_rarest(tokens, pattern)])


def _tokens(part: str) -> list[str]:
    return part.replace("[", " ").replace("]", " ").split()


def _rarest(tokens: list[str], pattern: str) -> int:
    """The index of the element that is probably rarest: its shortest word is the longest."""
    weights = [_weight(token) for token in tokens]
    best = max(weights, default=0)
    if not best:
        raise BadInputError(f"{pattern!r}: at least one element must name a word")
    return weights.index(best)


@lru_cache(_CACHED_PATTERNS)
def _weight(token: str) -> int:
    """The length of an element's shortest word; 0 if a match need not have the element."""
    if token in _SIGNS or token[0] in "!." or (token[-1] == "?" and token != "?"):
        return 0
    if not _EDGES.keys().isdisjoint(token.split("|")):
        return 0
    words = [key.partition(".")[0] for key in element_keys(token)]
    return 1 if any(word in _COMMON for word in words) else min(map(len, words))


def _relation_head(tokens: list[str], pattern: str) -> int:
    """The first element of one side of a relation that has a part of speech."""
    for place, token in enumerate(tokens):
        if token[0] != "!" and token not in _SIGNS and _pos_code(token):
            return place
    raise BadInputError(
        f"{pattern!r}: both sides of '>' need a word with its part of speech (do.v > mistake.n)"
    )


@lru_cache(_CACHED_PATTERNS)
def element_keys(token: str) -> tuple[str, ...]:
    """The keys of an element with alternatives; a part of speech at the end applies to all.

    >>> element_keys("do|make.v"), element_keys("a|an"), element_keys(".n|.pron")
    (('do.v', 'make.v'), ('a', 'an'), ('.n', '.pron'))
    """
    alternatives = token.lower().split("|")
    word, suffix = _split(alternatives[-1])
    keys: list[str] = []
    for alternative in alternatives:
        if not alternative:
            raise BadInputError(f"{token!r}: an alternative is empty")
        if alternative[0] == "@":
            keys += _list(alternative[1:])
        elif suffix and word and not _split(alternative)[1]:
            keys.append(f"{alternative}.{suffix}")
        else:
            keys.append(alternative)
    return tuple(keys)


def _split(alternative: str) -> tuple[str, str]:
    """A word and its part of speech or form, if it names one."""
    word, dot, suffix = alternative.rpartition(".")
    return (word, suffix) if dot and suffix in SUFFIXES else (alternative, "")


def _pos_code(token: str) -> str:
    """The part of speech of an element, as WordNet has it where it does (`n`, `v`, `a`, `r`)."""
    suffix = next((suffix for key in element_keys(token) if (suffix := _split(key)[1])), "")
    return {"j": "a", "v": "v", "n": "n", "r": "r"}.get(suffix[:1], suffix) if suffix else ""


@lru_cache(1)
def _lists() -> dict[str, str]:
    rows = shipped_rows(DATA / "lists.tsv", 2)
    return {name: words.strip() for name, words in rows}


def _list(name: str) -> tuple[str, ...]:
    if name not in _lists():
        raise BadInputError(
            f"there is no word list @{name}; data/lists.tsv has {', '.join(_lists())}"
        )
    return element_keys(_lists()[name])


@lru_cache(_CACHED_PATTERNS)
def parse(pattern: str) -> Pattern:
    """The pattern that a string describes; `BadInputError` says what is wrong with it.

    >>> parse("do.v > mistake.n").relation, parse("[very] big.a").mark
    ('verb-object', (0, 1))
    """
    sides = pattern.split(">")
    if len(sides) > 2 or not all(side.strip() for side in sides):
        raise BadInputError(f"{pattern!r}: a relation has one word on each side of one '>'")
    if pattern.count("[") != pattern.count("]") or pattern.count("[") > 1:
        raise BadInputError(f"{pattern!r}: there may be one pair of brackets [ … ]")
    if len(sides) == 2:
        return _parse_relation(pattern, sides)
    elements, mark = _side(pattern, pattern)
    rarest = _rarest(_tokens(_expand(pattern)), pattern)
    return Pattern(PatternPart(elements, rarest), None, None, False, mark)


def _parse_relation(pattern: str, sides: Sequence[str]) -> Pattern:
    """The pattern with a relation between its two sides."""
    (left, left_mark), (right, right_mark) = (_side(side, pattern) for side in sides)
    marks_right = "[" in sides[1]
    heads = [_relation_head(_tokens(_expand(side)), pattern) for side in sides]
    codes = (left[heads[0]].pos_code, right[heads[1]].pos_code)
    if codes not in _RELATIONS:
        raise BadInputError(
            f"{pattern!r}: '>' joins v > n, a > n, r > v, r > a, r > r or n > v, not "
            f"{codes[0]} > {codes[1]}"
        )
    return Pattern(
        PatternPart(left, heads[0]),
        PatternPart(right, heads[1]),
        _RELATIONS[codes],
        marks_right,
        right_mark if marks_right else left_mark,
    )


def _expand(pattern: str) -> str:
    """Contractions as the two words that they are in a tagged text: `don't` is `do n't`."""
    if "'" not in pattern:
        return pattern
    return " ".join(
        " ".join(word_texts(token)) if re.fullmatch(r"[a-z]+(?:'[a-z]+|n't)", token) else token
        for token in _BRACKET.sub(r" \1 ", pattern.replace("’", "'")).split()
    )


def _side(side: str, pattern: str) -> tuple[tuple[Element, ...], tuple[int, int]]:
    """The elements of one side, and the range of them that is in brackets, or all that match."""
    elements: list[Element] = []
    first: int | None = None
    last: int | None = None
    for token in _BRACKET.sub(r" \1 ", _expand(side)).split():
        if token == "[":
            first = len(elements)
        elif token == "]":
            last = len(elements)
        else:
            elements.append(_element(token, leading=not any(map(_consumes, elements))))
    consuming = [place for place, element in enumerate(elements) if _consumes(element)]
    if not consuming or (first is not None and first == last):
        raise BadInputError(f"{pattern!r}: nothing in it stands for a word")
    if first is None or last is None:
        first, last = consuming[0], consuming[-1] + 1
    return tuple(elements), (first, last)


def _consumes(element: Element) -> bool:
    return element.what in ("word", *_EDGES.values(), "any", "gap")


def _element(token: str, leading: bool) -> Element:
    if token in _SIGNS:
        return Element(_SIGNS[token])
    if token[0] == "!" and len(token) > 1:
        return Element("not", frozenset(element_keys(token[1:])), behind=leading)
    optional = token[-1] == "?" and len(token) > 1
    name = token[:-1] if optional else token
    if name == "_":
        return Element("any", optional=optional)
    edges = [_EDGES[one] for one in name.split("|") if one in _EDGES]
    what: What = edges[0] if edges else "word"
    return Element(what, frozenset(element_keys(name)), optional, _pos_code(name))
