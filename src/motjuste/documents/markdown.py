"""Markdown: paragraphs, headings, table cells and HTML with prose, found by markdown-it.

Code, HTML blocks without prose, front matter, mathematics, link definitions and quotations are
skipped. Beyond CommonMark: tables, footnotes and alerts as on GitHub, mathematics, fenced divs.
markdown-it gives the lines and the content of each block; here each line of the content is located
in the file, so that every character has its exact position.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock, reference
from markdown_it.token import Token

from motjuste.documents.directives import Exemptions, in_comment
from motjuste.documents.inline import Inline
from motjuste.documents.passage import HIDDEN, Line, Passage, Raw, lines
from motjuste.text.segmentation import Span

_FRONT = re.compile(r"\ufeff?(---|\+\+\+)[ \t]*(?:\r\n|\r|\n)")
_DIV = re.compile(r":{3,}")
_MATH = re.compile(r"\$\$|\\\[|\\begin\{(\w+\*?)\}")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:[ \t]*|\[[ xX]\][ \t]+")
_ALERT = re.compile(r"\[!\w+\][^\n]*")
# HTML blocks that hold no prose: comments, declarations, instructions, scripts, listings.
_HTML_WITHOUT_PROSE = re.compile(r"<(?:[!?]|(?:pre|script|style|textarea)(?=[\s>]|\Z))", re.I)
_REMAINING_TAG = re.compile(r"<[A-Za-z/]")
# Characters in the longest comment that is parsed for a directive.
_MAX_COMMENT_LENGTH = 2_000
# Nested quotations and lists that are read; anything deeper is skipped.
_MAX_NESTING = 100
# Blocks that our own block rules may interrupt, as markdown-it's fences do.
_INTERRUPTS: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}


def passages(text: str) -> Iterator[Passage]:
    """The prose of a Markdown text."""
    return _Reader(text).passages()


def after_front_matter(text: str) -> int:
    """The offset after the metadata between `---` or `+++`; 0 if there is none."""
    opening = _FRONT.match(text)
    if opening is None:
        return 0
    delimiter = re.escape(opening[1])
    closing_delimiter = rf"(?:{delimiter}|\.\.\.)" if opening[1] == "---" else delimiter
    closing = re.compile(rf"(?:(?<=\n)|(?<=\r)){closing_delimiter}[ \t]*(?:\r\n|\r|\n|\Z)")
    match = closing.search(text, opening.end())
    return match.end() if match else 0


@lru_cache(1)
def _parser() -> MarkdownIt:
    """markdown-it for blocks only: inline markup is handled by `Inline`."""
    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    blocks = parser.block.ruler
    blocks.before("fence", "math", _math_block, _INTERRUPTS)
    blocks.before("fence", "div", _div_line, _INTERRUPTS)
    blocks.at("reference", _link_definition)
    return parser


def _content(state: StateBlock, line: int) -> str:
    """A line without the markers of its containers and leading white space."""
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _math_block(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    r"""Block rule: mathematics between `$$`, `\[` and `\]`, or `\begin` and `\end`."""
    content = _content(state, line)
    opening = None if state.is_code_block(line) else _MATH.match(content)
    if opening is None:
        return False
    pairs = {"$$": "$$", r"\[": r"\]"}
    closing = rf"\end{{{opening[1]}}}" if opening[1] else pairs[opening[0]]
    if not opening[1] and not content.rstrip().endswith((opening[0], closing)):
        # With text after it, it is a formula inside a sentence.
        return False
    if not silent:
        state.line = _line_after(state, line, end, closing, content[opening.end() :])
    return True


def _line_after(state: StateBlock, line: int, end: int, closing: str, rest: str) -> int:
    """The line after the one that closes a block, inside the same container."""
    while closing not in rest:
        line += 1
        if line >= end or (state.sCount[line] < state.blkIndent and not state.isEmpty(line)):
            return line
        rest = _content(state, line)
    return line + 1


def _div_line(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    """Block rule: a line that opens or closes a fenced div; its content is read as usual."""
    if state.is_code_block(line) or not _DIV.match(_content(state, line)):
        return False
    if not silent:
        state.line = line + 1
    return True


def _link_definition(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    """Block rule: a link definition, except for footnotes, whose text is read."""
    return not _content(state, line).startswith("[^") and reference(state, line, end, silent)


class _Reader:
    """Converts the tokens of a text that hold prose to passages."""

    def __init__(self, text: str) -> None:
        self.text = text
        start = after_front_matter(text)
        self._tokens = _parser().parse(text[start:])
        self._lines = list(lines(text, start))
        self._exemptions = Exemptions()
        # For each open quotation, whether it is an alert, whose text is the author's own.
        self._alerts: list[bool] = []

    def passages(self) -> Iterator[Passage]:
        """The passages, in order."""
        tokens = iter(self._tokens)
        for token in tokens:
            if token.type == "blockquote_open":
                self._alerts.append(False)
            elif token.type == "blockquote_close":
                self._alerts.pop()
            elif token.type == "html_block":
                yield from self._html(token)
            elif token.type == "table_open":
                yield from self._block(self._cells(tokens))
            elif token.type == "inline":
                if self._alerts and _ALERT.match(token.content):
                    self._alerts[-1] = True
                yield from self._block([self._pieces(token)])

    def _html(self, token: Token) -> Iterator[Passage]:
        content = token.content.lstrip()
        if not _HTML_WITHOUT_PROSE.match(content):
            yield from self._block([self._pieces(token)], html=True)
        elif content.startswith("<!--"):
            end = content.find("-->")
            directive = in_comment(content[4:end]) if 0 < end < _MAX_COMMENT_LENGTH else None
            if directive:
                self._exemptions.obey(directive)

    def _block(self, parts: Iterable[Sequence[Span]], html: bool = False) -> Iterator[Passage]:
        """The passages of a block, unless it is quoted or exempt."""
        skipped = self._exemptions.skips() or not all(self._alerts)
        for pieces in parts:
            passage = None if skipped or not pieces else self._passage(pieces)
            if passage and not (html and _REMAINING_TAG.search(passage.text)):
                yield passage

    def _passage(self, pieces: Sequence[Span]) -> Passage | None:
        raw = Raw(self.text, pieces)
        if label := _FOOTNOTE.match(raw.text) or _ALERT.match(raw.text):
            raw.mark(*label.span(), HIDDEN)
        Inline(raw, self._exemptions).mark()
        passage = Passage(raw, self._exemptions.words)
        return passage if passage.changeable() else None

    def _source(self, token: Token) -> list[Line]:
        """The lines of the file that a token covers."""
        first, last = token.map or (0, 0)
        return self._lines[first:last]

    def _pieces(self, token: Token) -> list[Span]:
        """The spans, in the file, of the lines of a paragraph, heading or HTML block."""
        contents = [line.strip() for line in token.content.rstrip("\n").split("\n")]
        source = self._source(token)
        if token.level and token.map and len(contents) == 1 and len(source) == 1:
            return [self._find(contents[0], source[0].start, source[0].end)]
        # Lines of nothing but unusual white space are missing in the content.
        for skipped_lines in range(len(source) - len(contents) + 1):
            pairs = list(zip(contents, source[skipped_lines:], strict=False))
            if all(self._line(line).endswith(content) for content, line in pairs):
                return [self._suffix(content, line) for content, line in pairs if content]
        return []

    def _line(self, line: Line) -> str:
        return self.text[line.start : line.end].replace("\0", "\ufffd").rstrip()

    def _suffix(self, content: str, line: Line) -> Span:
        end = line.start + len(self._line(line))
        return Span(end - len(content), end)

    def _find(self, content: str, start: int, end: int) -> Span:
        """The span of the content of one line: its last occurrence, as only markers follow it."""
        position = self.text[start:end].replace("\0", "\ufffd").rfind(content)
        return Span(start + position, start + position + len(content))

    def _cells(self, tokens: Iterator[Token]) -> Iterator[list[Span]]:
        """The cells of a table whose opening token was just read."""
        offset = end = 0
        for token in tokens:
            if token.type == "table_close":
                return
            if token.type == "tr_open":
                (line,) = self._source(token)
                offset, end = line.start, line.end
            elif token.type == "inline" and token.content:
                # A pipe inside a cell is escaped in the file.
                pattern = re.escape(token.content).replace(r"\|", r"\\?\|")
                if match := re.compile(pattern).search(self.text, offset, end):
                    yield [Span(*match.span())]
                    offset = match.end()
