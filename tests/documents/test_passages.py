"""What of a document is read, what may be changed, and that every place is exact."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motjuste.documents import passages
from motjuste.documents.passage import MAX_PART_LENGTH
from motjuste.documents.places import Places
from motjuste.errors import BadInputWarning

CODE = "`big`"


def read(text, form="markdown"):
    return [passage.text for passage in passages(text, form)]


def changeable(text, form="markdown"):
    """The words that may be changed, as they stand in the file."""
    words = []
    for passage in passages(text, form):
        for match in re.finditer(r"[^\W_]+", passage.text):
            place = passage.in_source(*match.span())
            if place:
                assert text[place.start : place.end] == match[0]
                words.append(match[0])
    return words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("one `two` three", "one three"),
        ("one ``two ` three`` four", "one four"),
        ("one ` two", "one two"),
        ("[one](http://two.org/three) four", "one four"),
        ('[one](two "three") four', "one four"),
        ("[one](<two three> 'four') five", "one five"),
        ("[one](two(three)four) five", "one five"),
        ("[one][two] three", "one three"),
        ("[one] two", "two"),
        ("[one][] two", "two"),
        ("![one](two.png) three", "three"),
        ("![one ![two](x) three](y) four", "four"),
        ("[![one](two.png)](three) four", "four"),
        ("<https://one.org> two <three@four.org>", "two"),
        ("see https://one.org/two_three, four", "see four"),
        ("see www.one.org and two@three.org now", "see and now"),
        ("one <b class='two'>three</b> four", "one three four"),
        ("one <code>two</code> three <kbd>four</kbd>", "one three"),
        ("one <!-- two --> three", "one three"),
        ("one <!-- two", "one two"),
        ("$one$ two costs $3 and $4", "two costs 3 and 4"),
        (r"\(one\) two \[three\] four", "two four"),
        ("$$one$$ two", "two"),
        ("a {{ one }} b {% two %} c", "a b c"),
        ("one[^two] three", "one three"),
        ("[[one|two]] three", "three"),
        ("as @one2020 says", "as says"),
        ("one &amp; two &nbsp;three", "one two three"),
        (":one: two 10:30:15", "two 10 30 15"),
        (r"one\_two \*three\*", "one two three"),
        ("- [x] one\n- [ ] two", "one two"),
        ("[^one]: two", "two"),
        ("[one]: http://two.org\n  'three'\n\nfour", "four"),
        ("[one]:\nhttp://two.org\nthree", "three"),
        ("> one\n\ntwo", "two"),
        ("> [!NOTE]\n> one two", "one two"),
        ("::: one\ntwo\n:::", "two"),
        ("$$\none\n\ntwo\n$$\nthree", "three"),
        ("\\begin{align}\none\n\\end{align}\ntwo", "two"),
        ("```\none\n```\ntwo", "two"),
        ("~~~one\n```\ntwo\n~~~\nthree", "three"),
        ("```\none", ""),
        ("    one\n\ntwo", "two"),
        ("one\n    two", "one two"),
        ("- one\n\n      two\n\n  three", "one three"),
        ("1. one\n\n   ```\n   two\n   ```\n\n   three", "one three"),
        ("<!--\none\n\ntwo\n-->\nthree", "three"),
        ("<script>\none\n\n</script>\ntwo", "two"),
        ("<pre>one\n\ntwo</pre>\n\nthree", "three"),
        ("<p align='one'>two <em>three</em></p>", "two three"),
        ("<img\n  alt='one'\n  src='two'>\n\nthree", "three"),
        ("<div title='one\n\ntwo", "two"),
        ("| one | two |\n|---|---|\n| three \\| four | `five` |", "one two three four"),
        ("# one #\n\ntwo\n===\n\n---\n\nthree #", "one two three"),
        ("---\ntitle: one\n---\ntwo", "two"),
        ("+++\ntitle = 'one'\n+++\ntwo", "two"),
        ("---\r\ntitle: one\r\n---\r\ntwo", "two"),
        ("---\none", "one"),
    ],
)
def test_only_the_prose_of_markdown_may_be_changed(text, words):
    assert changeable(text) == words.split()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a **big** dog", "a big dog"),
        ("a _big_ *old* ***dog***", "a big old dog"),
        ("snake_case_name and 2*3", "snake_case_name and 2*3"),
        ("see [the page](http://x.org) `now`", "see the page now"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("- one\n  two", "one\ntwo"),
    ],
)
def test_a_passage_is_what_a_reader_sees(text, shown):
    assert read(text) == [shown]


def test_plain_text_has_paragraphs_without_quoted_lines():
    text = "one\n two\n\n\n> three\n* four\r\n\r\nfive `six` see www.seven.org"
    assert read(text, "text") == ["one\ntwo", "* four", "five `six` see www.seven.org"]
    assert changeable(text, "text") == "one two four five six see".split()


def test_a_phrase_may_go_over_a_line_but_not_over_markup():
    def place(text, phrase):
        (passage,) = passages(text, "markdown")
        start = passage.text.index(phrase)
        return passage.in_source(start, start + len(phrase))

    assert place("Never give\nup now.", "give\nup") == (6, 13)
    assert place("Never give\r\n  up now.", "give\nup") == (6, 16)
    assert place("> [!TIP]\n> Never give\n> up now.", "give\nup") is None
    assert place("Never **give** up now.", "give up") is None
    assert place("Never give `up` now.", "give up") is None
    assert place("Never give up now.", "give up") == (6, 13)


@pytest.mark.parametrize("form", ["text", "markdown"])
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{ignore}\none\n\ntwo", "two"),
        ("{ignore}\n\none\n\ntwo", "two"),
        ("one\n\n{ignore-start}\ntwo\n\nthree\n\n{ignore-end}\nfour", "one four"),
        ("{ignore-start}\none\n\ntwo", ""),
        ("{ignore-end}\none", "one"),
    ],
)
def test_directives_exempt_paragraphs(form, text, words):
    comment = "<!-- motjuste: {} -->" if form == "markdown" else "motjuste: {}"
    text = re.sub(r"\{(.*?)\}", lambda match: comment.format(match[1]), text)
    assert changeable(text, form) == words.split()


def test_directives_inside_a_paragraph():
    line = "one <!-- motjuste: ignore --> two\nthree"
    assert changeable(line) == ["three"]
    stretch = "one <!-- motjuste: ignore-start --> two\nthree <!-- motjuste: ignore-end --> four"
    assert changeable(stretch) == ["one", "four"]


def test_directives_in_code_are_code():
    assert changeable("```\n<!-- motjuste: ignore-start -->\n```\none") == ["one"]
    assert changeable("`<!-- motjuste: ignore-start -->` one") == ["one"]


def test_a_table_is_exempt_as_a_whole():
    table = "| one | two |\n|---|---|\n| three | four |"
    assert changeable(f"<!-- motjuste: ignore -->\n{table}\n\nfive") == ["five"]


@pytest.mark.parametrize("comment", ["motjuste: ignore {}", "# motjuste: ignore {}"])
def test_directives_exempt_words_from_there_on(comment):
    text = "one\n\n" + comment.format("Nice, a  lot") + "\n\ntwo"
    assert [passage.exempt for passage in passages(text)] == [frozenset(), {"nice", "a lot"}]


def test_what_looks_like_a_directive_and_is_none_is_a_warning():
    with pytest.warns(BadInputWarning, match="'motjuste: ignroe' is not a directive"):
        assert changeable("<!-- motjuste: ignroe -->\none") == ["one"]


def test_lines_and_columns_count_characters_and_every_kind_of_line_end():
    places = Places("aé\r\nb\rc\n\n𝄞d")
    positions = [places.at(offset) for offset in (0, 1, 4, 6, 8, 9, 10, 11)]
    assert positions == [(1, 1), (1, 2), (2, 1), (3, 1), (4, 1), (5, 1), (5, 2), (5, 3)]
    assert [places.line(number) for number in (1, 2, 3, 4, 5)] == ["aé", "b", "c", "", "𝄞d"]


SIGNS = (
    "word big *em* **b** `code` `` ` `` [l](u) ![i](u) <b> </b> <!-- c --> $m$ \\* \\ http://a.b "
    "c@d.e - 1. > # ## ``` ~~~ --- === | |-|-| $$ [x]: [^1]: ::: \t \r \r\n \n \n\n é שלום \u202e "
    "𝄞 \x0b \x85 \u2028 [ ] ( ) < > _ * ~~ {{ }} & &amp; : @a <div> <pre> </pre> --- +++"
)
PIECES = st.sampled_from([*SIGNS.split(" "), " ", "    ", "\n\n", "\n"])


@pytest.mark.parametrize("form", ["text", "markdown"])
@given(text=st.lists(PIECES, max_size=40).map("".join))
def test_every_character_stands_in_the_file_where_it_is_reported_to(form, text):
    last = 0
    for passage in passages(text, form):
        for at, char in enumerate(passage.text):
            place = passage.in_source(at, at + 1)
            if place is not None:
                assert text[place.start : place.end] == char
                assert place.start >= last
                last = place.end


@given(st.lists(PIECES, max_size=60).map("".join), st.integers(1, 30))
def test_the_parts_of_a_passage_are_the_whole_of_it(text, most):
    for passage in passages(text):
        parts = list(passage.parts(most))
        assert "".join(part.text for part in parts) == passage.text
        assert all(len(part.text) <= most for part in parts)
        assert [part.start for part in parts] == [
            sum(len(before.text) for before in parts[:n]) for n in range(len(parts))
        ]


def test_a_long_passage_is_parted_between_sentences():
    sentence = "This is a sentence of some words. "
    (passage,) = passages(sentence * 1_000)
    parts = [part.text for part in passage.parts()]
    assert len(parts) > 5
    assert all(part.startswith("This") and len(part) <= MAX_PART_LENGTH for part in parts)


HOSTILE = {
    "one line": "word " * 20_000,
    "one word": "x" * 100_000,
    "brackets": "[" * 20_000 + "]" * 20_000,
    "images": "![" * 10_000 + "](x)" * 10_000,
    "backticks": " ".join("`" * n for n in range(1, 400)),
    "ticks": "` `` " * 10_000,
    "tags": "<a " * 20_000,
    "comments": "<!-- " * 10_000,
    "quotes": "> " * 20_000 + "x",
    "items": "- " * 20_000 + "x",
    "stars": "*a **b " * 10_000,
    "dollars": "$a " * 20_000,
    "escapes": "\\( " * 20_000,
    "spaces": "#" + " " * 50_000 + "x",
    "blank": " " * 50_000 + "\n",
    "pipes": "|" * 30_000 + "\n|-|-|",
    "rules": "* " * 20_000 + "x",
    "attributes": "<a b='c' " * 6_000,
    "titles": "](a 'b " * 8_000,
    "mail": "a." * 20_000 + "@",
    "lines": "a\n" * 20_000,
    "carriage returns": "a\r\r" * 10_000,
    "front matter": "---\n" + "a\n" * 20_000,
    "nested": "\n".join(" " * n + "- a" for n in range(300)),
}


@pytest.mark.parametrize("form", ["text", "markdown"])
@pytest.mark.parametrize("name", HOSTILE)
def test_the_parts_of_hostile_texts_are_the_whole_of_their_passages(name, form):
    for passage in passages(HOSTILE[name], form):
        assert sum(len(part.text) for part in passage.parts()) == len(passage.text)
