"""Places of open documents, in every encoding that editors count in, and findings that move."""

import pytest

pytest.importorskip("pygls")

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import (
    Position,
    PositionEncodingKind,
    Range,
    TextDocumentContentChangePartial,
    TextDocumentContentChangeWholeDocument,
)

from motjuste.lsp.documents import OpenDocument, follow
from motjuste.text import Edit, Improvement, Suggestion

UNITS = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
TEXTS = st.text(st.sampled_from("a é\u0301😀\u2028\x0b\n\r"), max_size=30)


def document(text, encoding="utf-16"):
    return OpenDocument("file:///a.md", "markdown", 1, text, PositionEncodingKind(encoding))


@given(TEXTS, st.sampled_from(sorted(UNITS)))
def test_every_offset_is_found_again_from_its_position(text, encoding):
    doc = document(text, encoding)
    for offset in range(len(text) + 1):
        # Between CR and LF there is no position: it is the end of the line.
        between = text[max(0, offset - 1) : offset + 1] == "\r\n"
        assert doc.offset(doc.position(offset)) == offset - between


@pytest.mark.parametrize(("encoding", "character"), [("utf-8", 5), ("utf-16", 3), ("utf-32", 2)])
def test_characters_count_as_the_editor_counts_them(encoding, character):
    doc = document("one\u2028\n😀 b\r\nc", encoding)
    assert doc.position(7) == Position(1, character)
    assert doc.offset(Position(1, character)) == 7
    assert doc.position(10) == Position(2, 0)
    assert doc.offset(Position(1, 99)) == 8
    assert doc.offset(Position(99, 0)) == len(doc.text)


@given(TEXTS, st.text(st.sampled_from("x\n😀"), max_size=3), st.data())
def test_a_change_replaces_exactly_its_range(text, new, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    doc = document(text)
    place = Range(doc.position(start), doc.position(end))
    first, last = doc.offset(place.start), doc.offset(place.end)
    after, edit = doc.changed(TextDocumentContentChangePartial(place, new))
    assert after.text == text[:first] + new + text[last:]
    assert edit == Edit(first, last, new)


def test_a_whole_new_text_replaces_everything():
    after, edit = document("old\n").changed(TextDocumentContentChangeWholeDocument("new"))
    assert (after.text, edit) == ("new", Edit(0, 4, "new"))


def finding(start, end, first=None):
    edits = (Edit(start, end, "x"),)
    if first is not None:
        edits = (Edit(first, first + 1, "an"), *edits)
    suggestion = Suggestion("x", 1.0, edits=edits)
    return Improvement(start, end, "refine-usage", (suggestion,), text="word")


def test_findings_move_with_the_text_and_those_that_are_touched_go():
    before, touched, after = finding(0, 4), finding(10, 14, first=8), finding(20, 24)
    moved = list(follow([before, touched, after], Edit(8, 9, "the")))
    assert moved == [before, finding(22, 26)]
    assert [finding_after.start for finding_after in follow([touched], Edit(0, 5, ""))] == [5]


@pytest.mark.parametrize(
    ("uri", "language", "form"),
    [
        ("file:///a.md", "whatever", "markdown"),
        ("file:///COMMIT_EDITMSG", "gitcommit", "text"),
        ("untitled:1", "plaintext", "text"),
        ("file:///a.py", "python", None),
        ("file:///a.tex", "latex", None),
    ],
)
def test_only_texts_are_read(uri, language, form):
    assert OpenDocument(uri, language, 1, "").form == form
