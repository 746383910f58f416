"""Blocks of Markdown: what is prose by CommonMark's rules, as the parser alone sees it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from motjuste.documents import passages

WITNESS = MarkdownIt("commonmark").enable(["table"])
WORD = re.compile(r"w\d+")

SPACES = ["", "", " ", "  ", "   ", "    ", "      ", "\t"]
PREFIXES = [*SPACES, "> ", ">", "- ", "  - ", "1. ", "7) ", "* "]
BODIES = [
    "",
    "W W",
    "W",
    "# W W",
    "## W #",
    "W\n===",
    "W\n---",
    "```",
    "``` W",
    "~~~~",
    "***",
    "- - -",
    "*W* **W** _W_ W*W",
    "`W` W ``W ` W``",
    "`W",
    "[W](W) W",
    "![W](x.png) W",
    '[W](<a b> "W") W',
    "<W@x.org> W",
    "\\*W\\* \\`W",
    "<b>W</b> W <i class='W'>",
    "| W | W |\n|---|:-:|\n| W | W |",
    "<!-- W -->",
    "<!-- W",
    "-->",
    "<?W",
    "W?>",
    "1",
    "-",
]


@st.composite
def texts(draw):
    """Lines that are put together of what makes blocks, with a number to every word."""
    made = []
    for _ in range(draw(st.integers(1, 8))):
        prefix = "".join(draw(st.lists(st.sampled_from(PREFIXES), max_size=2)))
        body = draw(st.sampled_from(BODIES))
        made.append("\n".join(prefix + line for line in body.split("\n")))
    numbers = iter(range(10_000))
    return re.sub("W", lambda _: f"w{next(numbers)}", "\n".join(made))


def ours(text):
    """The words that may be changed."""
    words = set()
    for passage in passages(text, "markdown"):
        raw = passage.raw
        for match in WORD.finditer(raw.text):
            if not any(raw.marks[slice(*match.span())]):
                words.add(match[0])
    return words


def _running(tokens):
    """Running text, without addresses that are links of themselves."""
    address = False
    for token in tokens:
        address = token.markup == "autolink" if token.type == "link_open" else address
        address = address and token.type != "link_close"
        if token.type == "text" and not address:
            yield token.content


def theirs(text):
    """The words of running text outside quotations."""
    words, quoted = set(), 0
    for token in WITNESS.parse(text):
        quoted += {"blockquote_open": 1, "blockquote_close": -1}.get(token.type, 0)
        if token.type == "inline" and not quoted:
            words |= set(WORD.findall(" ".join(_running(token.children))))
    return words


@given(texts())
def test_the_prose_of_markdown_is_what_the_parser_takes_for_it(text):
    assert ours(text) == theirs(text)


@pytest.mark.parametrize(
    "text",
    [
        # Found at random: a quotation that is indented too far goes on with the item.
        "   - w0 w1\n    > w2 w3",
        "- w0\n      > w1",
        "1. w0\n2. w1\n\n       w2\n\n   w3",
        "> w0\nw1\n\nw2",
        "w0\n# w1 #\nw2\n===",
        "\u2028\nw0 w1",
        "- | w0 | w1 |\n  |----|----|\n  | w2 | w3 | w4 |",
    ],
)
def test_blocks_that_were_once_read_wrongly(text):
    assert ours(text) == theirs(text)
