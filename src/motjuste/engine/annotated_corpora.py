"""Corpora that bring their own sentences, tags and lemmas: the BNC's XML, and ukWaC and its kin.

BNC-XML marks words as `<w c5="NN1" hw="dog" pos="SUBST">dogs </w>` inside `<s>`. The WaCky corpora
have a word a line between `<s>` and `</s>`: form, tag and lemma with tabs between them (ukWaC), or
form, lemma, tag, number, head and relation (PukWaC, whose dependencies are not read).
"""

import html
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from motjuste.engine.corpus import Block
from motjuste.errors import bad_file


class TaggedWord(NamedTuple):
    """A word as its corpus has it: form, lemma, tag, and whether a space follows it."""

    form: str
    lemma: str
    # Universal part of speech.
    pos: str
    # Penn's tag, where it tells what the part of speech does not: VBN and PRP$.
    penn: str
    space: bool


_BNC_POS = {
    "SUBST": "NOUN",
    "VERB": "VERB",
    "ADJ": "ADJ",
    "ADV": "ADV",
    "PREP": "ADP",
    "ART": "DET",
    "CONJ": "CCONJ",
    "PRON": "PRON",
    "INTERJ": "INTJ",
    "STOP": "PUNCT",
}
# Tags of C5 that say more than the BNC's coarse class; the longest beginning counts.
_C5_POS = {"NP0": "PROPN", "VM0": "AUX", "VB": "AUX", "CRD": "NUM", "DPS": "PRON", "DT": "DET"}
_PENN_POS = {
    "NP": "PROPN",
    "NN": "NOUN",
    "MD": "AUX",
    "VB": "AUX",
    "VH": "VERB",
    "VV": "VERB",
    "VD": "VERB",
    "JJ": "ADJ",
    "RB": "ADV",
    "WRB": "ADV",
    "IN": "ADP",
    "TO": "PART",
    "DT": "DET",
    "PDT": "DET",
    "WDT": "DET",
    "CD": "NUM",
    "CC": "CCONJ",
    "PP": "PRON",
    "WP": "PRON",
    "UH": "INTJ",
}
_PARTICIPLES = ("VVN", "VBN", "VHN", "VDN")
_POSSESSIVES = ("DPS", "PP$", "PRP$")

_SENTENCE = re.compile(r"<s\b[^>]*>(.*?)</s>", re.DOTALL)
_BNC_WORD = re.compile(r"<(w|c)\b([^>]*)>(.*?)</\1>", re.DOTALL)
_ATTRIBUTE = re.compile(r"(\w+)=\"([^\"]*)\"")
_TAG = re.compile(r"<[^>]*>")
# What is written without a space before it, and what without one after it.
_NO_SPACE_BEFORE = re.compile(r"[.,;:!?%)\]}”]+\Z|'(?:s|m|d|ll|re|ve)?\Z|n't\Z", re.IGNORECASE)
_NO_SPACE_AFTER = frozenset("([{“$£€")


def tagged_sentences(block: Block) -> Iterator[list[TaggedWord]]:
    """The sentences of a block of an annotated corpus."""
    read = _bnc_words if block.format == "bnc" else _wacky_words
    text = block.text()
    for sentence in _SENTENCE.finditer(text):
        line = block.line + text.count("\n", 0, sentence.start(1))
        if words := list(read(sentence[1], block.path, line)):
            yield with_auxiliaries(words)


def with_auxiliaries(words: Sequence[TaggedWord]) -> list[TaggedWord]:
    """The words with `have` before a participle as an auxiliary, which the corpora call a verb."""
    checked = []
    before_participle = False
    for word in reversed(words):
        is_auxiliary = word.lemma == "have" and word.pos == "VERB" and before_participle
        checked.append(word._replace(pos="AUX") if is_auxiliary else word)
        if word.pos != "ADV":
            before_participle = word.penn == "VBN"
    return checked[::-1]


def running_text(words: Sequence[TaggedWord]) -> str:
    """A sentence as it was written, or nearly so.

    >>> running_text([TaggedWord("I", "i", "X", "", False), TaggedWord(".", ".", "X", "", False)])
    'I.'
    """
    return "".join(word.form + " " * word.space for word in words).strip()


def _bnc_words(sentence: str, path: str, line: int) -> Iterator[TaggedWord]:
    for kind, attributes, inside in _BNC_WORD.findall(sentence):
        about = dict(_ATTRIBUTE.findall(attributes))
        written = html.unescape(_TAG.sub("", inside))
        form, c5 = written.strip(), about.get("c5", "")
        if form:
            pos = "PUNCT" if kind == "c" else _bnc_pos(c5, about.get("pos", ""))
            lemma = html.unescape(about.get("hw", "")) or form.lower()
            yield TaggedWord(form, lemma, pos, _penn(c5), written[-1].isspace())


def _bnc_pos(c5: str, coarse: str) -> str:
    # An ambiguous tag, such as NN1-VVB, is its first part, as in the coarse class.
    beginnings = (c5[:length] for length in (3, 2))
    fine = next((_C5_POS[start] for start in beginnings if start in _C5_POS), None)
    return fine or _BNC_POS.get(coarse, "X")


def _penn(tag: str) -> str:
    if tag.startswith(_PARTICIPLES):
        return "VBN"
    return "PRP$" if tag.startswith(_POSSESSIVES) else ""


def _wacky_words(sentence: str, path: str, line: int) -> Iterator[TaggedWord]:
    rows = []
    for number, content in enumerate(sentence.split("\n"), start=line):
        if not content.strip() or content.startswith("<"):
            continue
        match content.rstrip("\r").split("\t"):
            case [form, tag, lemma] | [form, lemma, tag, _, _, _]:
                rows.append((html.unescape(form), tag, html.unescape(lemma)))
            case cells:
                problem = f"line {number} has {len(cells)} columns, a word has 3 (or 6)"
                raise bad_file(path, problem, "ukWaC has form, tag and lemma")
    forms = [form for form, _, _ in rows]
    for (form, tag, lemma), following in zip(rows, [*forms[1:], ""], strict=True):
        own = form.lower() if lemma == "<unknown>" else lemma
        yield TaggedWord(form, own, _penn_pos(tag), _penn(tag), _is_spaced(form, following))


def _penn_pos(tag: str) -> str:
    beginnings = (tag[:length] for length in (3, 2))
    other = "X" if tag[:1].isalpha() and tag != "SENT" else "PUNCT"
    return next((_PENN_POS[start] for start in beginnings if start in _PENN_POS), other)


def _is_spaced(form: str, following: str) -> bool:
    """Whether a space stands between two words, which a corpus of words does not say."""
    return form not in _NO_SPACE_AFTER and not _NO_SPACE_BEFORE.match(following)
