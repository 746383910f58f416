"""From a match to edits: the replacement in its form, case and spacing, with its article."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from motjuste.lexicon.articles import article_edits
from motjuste.lexicon.inflection import inflect, match_case
from motjuste.text import Edit, Word, apply_edits

# A replacement that deletes the marked words.
DELETE = "-"
# The prefix of a replacement that is not inflected like the marked word.
AS_IS = "="
# `$1` in a replacement stands for the text of the pattern's first element, `$1.vbg` for its verb in
# a form.
_CAPTURE = re.compile(r"\$(\d)(?:\.(vb[dgnpz]?))?")
_SENTENCE_ENDS = frozenset(".!?…:")
# If words between a comma and one of these punctuation marks are deleted, the comma is deleted too.
_AFTER_COMMA = frozenset(",.!?…;:")
# Characters before a word that are read to decide whether it begins a sentence.
_LOOK_BACK = 20
# Characters on each side of a mark that its edits may depend on; a text may be a whole book.
_CONTEXT = 100
_OPENING = frozenset("\"'“‘«([*_-–—•#")


class Fix(NamedTuple):
    """One way to correct a match: the words to write there, and the exact edits, in order."""

    text: str
    edits: tuple[Edit, ...]

    def apply(self, text: str) -> str:
        """The text after the edits."""
        return apply_edits(text, self.edits)

    def moved(self, by: int) -> "Fix":
        """The same fix, shifted by a number of characters."""
        return Fix(self.text, tuple(edit.moved(by) for edit in self.edits))


class Capture(NamedTuple):
    """What an element of a pattern has matched: its text, and the lemma of its first word."""

    text: str
    lemma: str

    def in_form(self, form: str | None) -> str:
        """The text, or the lemma as a verb in a form; empty if the element matched nothing."""
        return inflect(self.lemma, form.upper()) if form and self.text else self.text


class ReplacedSpan(NamedTuple):
    """The span that a replacement replaces, and what decides the replacement's form.

    `head`: the marked word whose inflection the replacement takes, and in `pos_code` its part of
    speech.
    `subject`: the word before a verb, which `be` agrees with.
    `captures`: what the pattern's elements have matched.
    """

    start: int
    end: int
    head: Word | None
    pos_code: str
    subject: Word | None
    captures: Sequence[Capture]


def make_fixes(text: str, span: ReplacedSpan, replacement: str) -> tuple[Fix, ...]:
    """The fixes that the alternatives of a replacement give, without those that change nothing."""
    low = max(0, span.start - _CONTEXT)
    nearby = text[low : span.end + _CONTEXT]
    local = span._replace(start=span.start - low, end=span.end - low)
    fixes: dict[str, Fix] = {}
    for alternative in replacement.split("|"):
        fix = _fix(nearby, local, alternative)
        if nearby[local.start : local.end] != fix.text:
            fixes.setdefault(fix.text, fix.moved(low))
    return tuple(fixes.values())


def is_sentence_start(text: str, start: int) -> bool:
    """Whether a sentence, a line or a quotation begins at a place of a text.

    >>> [is_sentence_start("Go. Stay here.", start) for start in (0, 4, 9)]
    [True, True, False]
    """
    before = text[max(0, start - _LOOK_BACK) : start]
    stripped = before.rstrip().rstrip("".join(_OPENING)).rstrip()
    if not stripped or "\n\n" in before[len(stripped) :]:
        return True
    # After `3 p.m.` the sentence goes on in lower case.
    return stripped[-1] in _SENTENCE_ENDS and not text[start : start + 1].islower()


def _fix(text: str, span: ReplacedSpan, alternative: str) -> Fix:
    if alternative == DELETE:
        return _deletion(text, span.start, span.end)
    written = _written(text, span, alternative)
    # `I'm agree` has no space before what is replaced, `I agree` needs one.
    is_joined = text[: span.start][-1:].isalnum() and written[:1].isalnum()
    edit = Edit(span.start, span.end, f" {written}" if is_joined else written)
    return Fix(written, (*article_edits(text, span.start, written), edit))


def _written(text: str, span: ReplacedSpan, alternative: str) -> str:
    """An alternative with captures put in, in the form and case of what it replaces."""
    if alternative.startswith(AS_IS):
        formed = alternative[1:]
    elif span.head is None or alternative.startswith("$"):
        formed = alternative
    else:
        formed = _inflected(alternative, form_of(span.head, span.pos_code), span.subject)
    formed = _CAPTURE.sub(lambda capture: _captured(span.captures, capture), formed)
    formed = " ".join(formed.split())
    marked = text[span.start : span.end]
    if marked.split()[0] == "I" and not is_sentence_start(text, span.start):
        return formed
    return match_case(formed, marked)


def _inflected(alternative: str, form: str, subject: Word | None) -> str:
    """An alternative in a form; `be` agrees with its subject."""
    first, space, rest = alternative.partition(" ")
    if first != "be" or subject is None or form not in ("VBD", "VBP"):
        return inflect(alternative, form)
    if subject.text == "I":
        return ("was" if form == "VBD" else "am") + space + rest
    plural = subject.form in ("NNS", "NNPS") or subject.text.lower() in ("we", "you", "they")
    past = "were" if plural else "was"
    return (past if form == "VBD" else "are") + space + rest


def _captured(captures: Sequence[Capture], reference: re.Match[str]) -> str:
    number = int(reference[1])
    return captures[number - 1].in_form(reference[2]) if 0 < number <= len(captures) else ""


def form_of(word: Word, pos_code: str) -> str:
    """The Penn Treebank tag of a word that a pattern has matched as a part of speech.

    Participles are tagged as adjectives and nouns too; a pattern may ask for the verb.
    """
    form = word.form
    if pos_code == "v":
        if form.startswith("VB"):
            return form
        return "VBG" if word.text.lower().endswith("ing") else "VBN"
    wanted = {"n": ("NNS", "NNPS"), "a": ("JJR", "JJS"), "r": ("RBR", "RBS")}.get(pos_code, ())
    return form if form in wanted else ""


def _deletion(text: str, start: int, end: int) -> Fix:
    """The removal of words, with the space and the commas that would be left over."""
    before, after = text[:start].rstrip(), text[end:].lstrip()
    at_start = is_sentence_start(text, start)
    if after.startswith(",") and (at_start or before.endswith(",")):
        end = text.index(",", end) + 1
    if not at_start and before.endswith(",") and after[:1] in _AFTER_COMMA:
        start = len(before) - 1
    following = len(text) - len(text[end:].lstrip())
    if at_start:
        capital = text[following : following + 1].upper()
        return Fix("", (Edit(start, following + len(capital), capital),))
    if text[start - 1].isspace():
        start, end = (start, following) if following > end else (start - 1, end)
    return Fix("", (*article_edits(text, start, text[end:]), Edit(start, end, "")))
