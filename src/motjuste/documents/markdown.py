"""Markdown: its paragraphs, headings and table cells, line by line as CommonMark parses blocks.

Code, HTML blocks without prose, front matter, mathematics, definitions of links and quotations are
passed over. Beyond CommonMark: tables, footnotes and alerts as on GitHub, fenced divs.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from motjuste.documents.directives import Exemptions, in_comment
from motjuste.documents.inline import Inline
from motjuste.documents.passage import HIDDEN, Line, Passage, Raw, lines
from motjuste.text.segmentation import Span

_FRONT = re.compile(r"\ufeff?(---|\+\+\+)[ \t]*(?:\r\n|\r|\n)")
_HEADING = re.compile(r"#{1,6}(?=[ \t]|\Z)")
_FENCE = re.compile(r"(`{3,}(?=[^`]*\Z)|~{3,})")
_UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*\Z")
_RULE = re.compile(r"(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})\Z")
_MARKER = re.compile(r"(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|\Z)")
_DIV = re.compile(r":{3,}")
_MATH = re.compile(r"\$\$|\\\[|\\begin\{(\w+\*?)\}")
_DEFINITION = re.compile(r"\[(?!\^)(?:\\.|[^\[\]\\])+\]:[ \t]*(\S*)")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:[ \t]*|\[[ xX]\][ \t]+")
_ALERT = re.compile(r"\[!\w+\][^\n]*")
_DELIMITERS = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\Z")
_CELL = re.compile(r"(?:\\.|[^|\\]|\\\Z)+")

_BLOCK_ELEMENTS = (
    "address article aside base basefont blockquote body caption center col colgroup dd details "
    "dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 "
    "head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option "
    "p param search section summary table tbody td tfoot th thead title tr track ul"
).split()
_RAW_HTML = re.compile(r"<(pre|script|style|textarea)(?=[\s>]|\Z)", re.I)
_HTML_ENDS = (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">"))
_HTML_BLOCK = re.compile(rf"</?(?:{'|'.join(_BLOCK_ELEMENTS)})(?=[\s/>]|\Z)", re.I)
_HTML_TAG = re.compile(
    r"(?:<[A-Za-z][\w-]*(?:\s+[\w:.@-]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'=<>`]+))?)*\s*/?>"
    r"|</[A-Za-z][\w-]*\s*>)[ \t]*\Z"
)
# Deeper than this nobody writes anything.
_DEEPEST = 100
_TAG_LEFT = re.compile(r"<[A-Za-z/]")


@dataclass
class _Container:
    """A quotation, or an item of a list whose content is indented so far."""

    indent: int | None = None
    alert: bool = False


@dataclass
class _Until:
    """A block that lasts until a line with something in it, or to a fence of its own kind."""

    closer: str
    fence: bool = False

    def ends(self, rest: str) -> bool:
        """Whether a line ends the block."""
        if not self.fence:
            return self.closer.lower() in rest.lower()
        stripped = rest.strip()
        indent = len(rest) - len(rest.lstrip())
        return (
            indent < 4 and len(stripped) >= len(self.closer) and not stripped.strip(self.closer[0])
        )

    def ends_at_once(self, rest: str) -> bool:
        """Whether the line that begins the block ends it too."""
        if self.fence:
            return False
        opening = 2 if self.closer in ("$$", r"\]", "?>") else 1
        return self.closer.lower() in rest[opening:].lower()


class _Cursor:
    """A place in a line, and the column it is in, with tabs to every fourth."""

    def __init__(self, text: str, line: Line) -> None:
        self.text = text
        self.at = line.start
        self.end = line.end
        self._column = 0
        # Columns of a tab that were not used up.
        self._left = 0

    @property
    def rest(self) -> str:
        """What is left of the line."""
        return self.text[self.at : self.end]

    def indent(self, most: int = 8) -> int:
        """How many columns of white space come next; beyond `most` they are not counted."""
        column, at = self._column + self._left, self.at
        while at < self.end and self.text[at] in " \t" and column - self._column < most:
            column += 1 if self.text[at] == " " else 4 - column % 4
            at += 1
        return column - self._column

    def blank(self) -> bool:
        """Whether only white space is left."""
        return not self.rest.strip()

    def skip(self, columns: int) -> None:
        """Go over so many columns of white space, as far as there are."""
        while columns > 0:
            if not self._left:
                if self.at >= self.end or self.text[self.at] not in " \t":
                    return
                tab = self.text[self.at] == "\t"
                self._left = 4 - self._column % 4 if tab else 1
                self.at += 1
            step = min(columns, self._left)
            self._column, self._left, columns = (
                self._column + step,
                self._left - step,
                columns - step,
            )

    def take(self, characters: int) -> None:
        """Go over characters that are no white space."""
        self.at += characters
        self._column += characters

    def content(self) -> Span:
        """What is left, without the white space around it."""
        return _stripped(self.text, self.at, self.end)


def _stripped(text: str, start: int, end: int) -> Span:
    piece = text[start:end].lstrip()
    start = end - len(piece)
    return Span(start, start + len(piece.rstrip()))


def _title(text: str, start: int, end: int) -> Span:
    """A heading without the signs at its end."""
    title = text[start:end].rstrip("#")
    closed = not title or title[-1] in " \t"
    return _stripped(text, start, start + len(title) if closed else end)


def passages(text: str) -> Iterator[Passage]:
    """The prose of a Markdown text."""
    return _Blocks(text).passages()


class _Blocks:
    """The state of the parser between two lines."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.exemptions = Exemptions()
        self.containers: list[_Container] = []
        self.pieces: list[Span] = []
        self.until: _Until | None = None
        # Whether the pieces are HTML, which goes on to the next blank line.
        self.html = False
        # Which of them parts the head of a table from its body, if they are one.
        self.table = 0
        self.ready: list[Passage] = []

    def passages(self) -> Iterator[Passage]:
        """The passages, in order."""
        start = after_front_matter(self.text)
        for line in lines(self.text, start):
            self._line(line)
            yield from self.ready
            self.ready.clear()
        self._close()
        yield from self.ready

    def _line(self, line: Line) -> None:
        cursor = _Cursor(self.text, line)
        matched = self._match(cursor)
        inside = matched == len(self.containers)
        if inside and self.until is not None:
            if self.until.ends(cursor.rest):
                self.until = None
        elif inside and self.html and not cursor.blank():
            self.pieces.append(cursor.content())
        else:
            self._begin(cursor, matched)

    def _match(self, cursor: _Cursor) -> int:
        """Go over the signs of the containers that the line continues; how many they are."""
        for number, container in enumerate(self.containers):
            if container.indent is not None:
                if cursor.indent(container.indent) < container.indent and not cursor.blank():
                    return number
                cursor.skip(container.indent)
            else:
                if cursor.indent() > 3 or not cursor.rest.lstrip().startswith(">"):
                    return number
                _take_quote(cursor)
        return len(self.containers)

    def _begin(self, cursor: _Cursor, matched: int) -> None:
        """A line that is not inside a block of its own: what begins or goes on with it."""
        depth = self._open_containers(cursor, matched)
        if self.table and (cursor.indent() > 3 or depth < len(self.containers)):
            # No line goes on with a table unless it stands where the table does.
            self._leave(depth)
        if cursor.blank():
            self._leave(depth, blank=True)
        elif cursor.indent() > 3 and not self.pieces:
            # Code by its indentation.
            self._leave(depth)
        elif cursor.indent() > 3 or not self._leaf(cursor, depth):
            if not self.pieces or self.html:
                self._leave(depth)
            # A paragraph goes on even where the signs of its containers are left out.
            self.pieces.append(cursor.content())
            if not self.table and cursor.indent() < 4 and depth == len(self.containers):
                self.table = self._heads_table()

    def _heads_table(self) -> int:
        """The number of the last line, if it parts the head of a table from its body."""
        row = self.text[slice(*self.pieces[-1])]
        found = len(self.pieces) > 1 and "|" in row and _DELIMITERS.match(row)
        return len(self.pieces) - 1 if found else 0

    def _open_containers(self, cursor: _Cursor, matched: int) -> int:
        """Open the quotations and items that begin on this line; how many there are now."""
        depth = matched
        while depth < _DEEPEST and not cursor.blank() and cursor.indent() < 4:
            rest = cursor.rest.lstrip(" \t")
            if rest.startswith(">"):
                self._leave(depth)
                _take_quote(cursor)
                self.containers.append(_Container())
            elif self._is_item(rest, depth):
                self._leave(depth)
                self.containers.append(_Container(_take_marker(cursor)))
            else:
                break
            depth += 1
        return depth

    def _is_item(self, rest: str, depth: int) -> bool:
        marker = _MARKER.match(rest)
        if marker is None or _RULE.match(rest):
            return False
        if self.pieces and depth == len(self.containers):
            # Inside a paragraph, `1986. A great year` is no list.
            return bool(rest[marker.end() :].strip()) and marker[1] in (None, "1")
        return True

    def _leaf(self, cursor: _Cursor, depth: int) -> bool:
        """Whether the line is, or begins, something other than a paragraph."""
        start, end = cursor.content()
        rest = self.text[start:end]
        continues = bool(self.pieces) and depth == len(self.containers)
        if heading := _HEADING.match(rest):
            self._leave(depth)
            self._add([[_title(self.text, start + heading.end(), end)]])
        elif continues and _UNDERLINE.match(rest):
            self._close()
        elif _RULE.match(rest) or _DIV.match(rest):
            self._leave(depth)
        elif block := _block(rest):
            self._leave(depth)
            self._note_comment(rest, start)
            self.until = None if block.ends_at_once(rest) else block
        elif _HTML_BLOCK.match(rest) or (not self.pieces and _HTML_TAG.match(rest)):
            self._leave(depth)
            self.html = True
            self.pieces.append(Span(start, end))
        else:
            return False
        return True

    def _note_comment(self, rest: str, start: int) -> None:
        """Obey a comment that stands by itself."""
        if rest.startswith("<!--"):
            end = self.text.find("-->", start)
            directive = in_comment(self.text[start + 4 : end]) if 0 < end - start < 2_000 else None
            if directive:
                self.exemptions.obey(directive)

    def _leave(self, depth: int, blank: bool = False) -> None:
        """End the paragraph, and all containers that the line does not continue.

        A blank line ends quotations, not items: their next paragraph may come after it.
        """
        self._close()
        self.until = None
        if not blank:
            del self.containers[depth:]
        while len(self.containers) > depth and self.containers[-1].indent is None:
            self.containers.pop()

    def _close(self) -> None:
        pieces, html, table = self.pieces, self.html, self.table
        self.pieces, self.html, self.table = [], False, 0
        if not pieces:
            return
        quotes = [each for each in self.containers if each.indent is None]
        if quotes and _ALERT.match(self.text[slice(*pieces[0])]):
            quotes[-1].alert = True
        if table:
            self._add(_cells(self.text, pieces, table))
        else:
            self._add([pieces if html else _defined(self.text, pieces)], html)

    def _add(self, blocks: Iterable[list[Span]], html: bool = False) -> None:
        quoted = any(each.indent is None and not each.alert for each in self.containers)
        if not self.exemptions.skips() and not quoted:
            for pieces in blocks:
                self._add_one(pieces, html)

    def _add_one(self, pieces: list[Span], html: bool) -> None:
        raw = Raw(self.text, pieces)
        if label := _FOOTNOTE.match(raw.text) or _ALERT.match(raw.text):
            raw.mark(*label.span(), HIDDEN)
        Inline(raw, self.exemptions).mark()
        passage = Passage(raw, self.exemptions.words)
        if passage.changeable() and not (html and _TAG_LEFT.search(passage.text)):
            self.ready.append(passage)


def _take_quote(cursor: _Cursor) -> None:
    cursor.skip(cursor.indent())
    cursor.take(1)
    cursor.skip(1)


def _take_marker(cursor: _Cursor) -> int:
    """Go over the marker of an item; how far its content is indented."""
    before = cursor.indent()
    cursor.skip(before)
    marker = _MARKER.match(cursor.rest)
    assert marker is not None
    cursor.take(marker.end())
    # Five columns or more are one, and code after it.
    after = 1 if cursor.blank() or cursor.indent() > 4 else cursor.indent()
    cursor.skip(after)
    return before + marker.end() + after


def _block(rest: str) -> _Until | None:
    """The block that begins here and lasts to an end of its own."""
    if fence := _FENCE.match(rest):
        return _Until(fence[1], fence=True)
    if math := _MATH.match(rest):
        closer = rf"\end{{{math[1]}}}" if math[1] else {"$$": "$$", r"\[": r"\]"}[math[0]]
        # With something after it, it is a formula in a sentence.
        return _Until(closer) if math[1] or rest.rstrip().endswith((math[0], closer)) else None
    if raw := _RAW_HTML.match(rest):
        return _Until(f"</{raw[1].lower()}>")
    ends = (end for opening, end in _HTML_ENDS if rest.startswith(opening))
    end = next(ends, None)
    return _Until(end.lower()) if end and rest[:2] in ("<!", "<?") else None


def after_front_matter(text: str) -> int:
    """Where a text begins after the metadata between `---` or `+++`, if it has any."""
    opening = _FRONT.match(text)
    if opening is None:
        return 0
    sign = re.escape(opening[1])
    last = rf"(?:{sign}|\.\.\.)" if opening[1] == "---" else sign
    closing = re.compile(rf"(?:(?<=\n)|(?<=\r)){last}[ \t]*(?:\r\n|\r|\n|\Z)")
    found = closing.search(text, opening.end())
    return found.end() if found else 0


def _defined(text: str, pieces: list[Span]) -> list[Span]:
    """The lines of a paragraph after the definitions of links that it begins with."""
    at = 0
    while at < len(pieces) and (found := _DEFINITION.match(text, *pieces[at])):
        at += 1
        if not found[1]:
            # The address stands on the next line.
            at += 1
        if at < len(pieces) and text[pieces[at].start] in "\"'(" and found[1]:
            at += 1
    return pieces[at:]


def _cells(text: str, pieces: list[Span], table: int) -> Iterator[list[Span]]:
    """What stands before a table, and its cells."""
    yield pieces[: table - 1]
    for line in [pieces[table - 1], *pieces[table + 1 :]]:
        yield from ([_stripped(text, *cell.span())] for cell in _CELL.finditer(text, *line))
