"""Where sentences end, and where they do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motjuste.text.segmentation import sentences

SPLITS = [
    (["It rained.", "We left."], " "),
    (["Dr. Smith and Mrs. Jones met Mr. O'Neil.", "They spoke."], " "),
    (["J. R. R. Tolkien wrote it.", "It sold well."], " "),
    (["It cost $3.50 in the U.S. and 2.75 in Europe.", "Prices rose."], " "),
    (["He works at Acme Inc. in Boston.", "She works at Foo Ltd."], " "),
    (["He moved to the U.S.", "He liked it."], " "),
    (["We met at 5 p.m.", "The train left."], " "),
    (["We met at 5 p.m. on Friday.", "Good."], " "),
    (["Bring fruit, e.g. apples, i.e. something sweet.", "Thanks!"], " "),
    (['"Why?" he asked.', '"Because," she said.'], " "),
    (['He said, "I am tired."', "Then he slept."], " "),
    (["“Stop!”", "Nobody moved."], " "),
    (["Wait... what?", "Never mind..."], " "),
    (["So it ended…", "Or did it?"], " "),
    (["Really?!", "Yes."], " "),
    (["See https://example.org/a.b?c=d. for more.", "Done."], " "),
    (["(See p. 5 and Fig. 3.)", "Then stop."], " "),
    (["A heading without a stop", "A paragraph."], "\n\n"),
    (["A line that\nis wrapped.", "Next."], "\n"),
    (["Things to buy:", "- milk", "- eggs"], "\n"),
    (["1. First we do this.", "2. Then we do that."], "\n"),
    (["No. 5 is alive.", "No.", "I will not."], " "),
    (["今日は晴れ。", "明日は雨！"], ""),
    (["Ünal came.", "Élodie left."], " "),
    (["My friend and I.", "It was fun."], " "),
]


@pytest.mark.parametrize(("expected", "between"), SPLITS)
def test_a_text_is_split_where_a_reader_would(expected, between):
    text = between.join(expected)
    assert [text[start:end] for start, end in sentences(text)] == expected


@pytest.mark.parametrize("text", ["", " ", "\n\n\t", "\x0c"])
def test_nothing_has_no_sentences(text):
    assert sentences(text) == []


@given(st.text(alphabet=st.characters() | st.sampled_from(" .!?\n\"'”Mr")))
def test_sentences_are_in_order_and_leave_out_only_white_space(text):
    at = 0
    for start, end in sentences(text):
        assert at <= start < end <= len(text)
        assert not text[at:start].strip()
        assert text[start:end] == text[start:end].strip()
        at = end
    assert not text[at:].strip()
