"""What the encoder reads of a text: bounded, with exact places, the same for a whole sentence."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motjuste.encoder.encoder import REACH, tiles, window
from motjuste.text.segmentation import sentences, words


def by_words(text):
    """A tokeniser with one piece for every run of characters."""
    matches = list(re.finditer(r"\S+", text))
    return [len(match[0]) for match in matches], [match.span() for match in matches]


STORY = "One two three. Four five six seven. Eight nine ten. Eleven twelve. Thirteen."


def shown(text, start, end, size):
    offsets = window(text, start, end, by_words, size).offsets
    return [text[a:b] for a, b in offsets]


def test_a_sentence_comes_with_its_neighbours_as_far_as_they_fit():
    start = STORY.index("five")
    assert shown(STORY, start, start + 4, 4) == "Four five six seven.".split()
    assert shown(STORY, start, start + 4, 8) == "One two three. Four five six seven.".split()
    assert shown(STORY, start, start + 4, 100) == STORY.split()


def test_every_word_of_a_sentence_has_the_same_window():
    span = sentences(STORY)[1]
    tokens = words(STORY, span.start, span.end)
    windows = {window(STORY, token.start, token.end, by_words, 8) for token in tokens}
    assert len(windows) == 1


def test_in_a_sentence_that_does_not_fit_the_window_moves_with_the_word():
    text = " ".join(f"w{n}" for n in range(400))
    for place in (0, 63, 64, 150, 200, 399):
        start = text.index(f"w{place}")
        seen = shown(text, start, start + len(f"w{place}"), 126)
        assert f"w{place}" in seen
        assert len(seen) == 126


@given(st.text(alphabet="ab .!?\n", min_size=1, max_size=300), st.data())
def test_a_window_is_bounded_and_its_places_are_exact(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, min(len(text), start + 5)))
    piece_window = window(text, start, end, by_words, 20)
    assert len(piece_window.ids) == len(piece_window.offsets) <= 20
    assert all(len(text[a:b]) == size for size, (a, b) in zip(*piece_window, strict=True))
    assert list(piece_window.offsets) == sorted(piece_window.offsets)


def test_only_what_is_near_is_looked_at():
    text = "x" * 100_000 + " here " + "y" * 100_000
    seen: list[int] = []

    def counting(part):
        seen.append(len(part))
        return by_words(part)

    window(text, 100_001, 100_005, counting, 126)
    assert sum(seen) <= 2 * REACH + 10


@pytest.mark.parametrize("text", ["   a   ", "\n\na\n\n", "a"])
def test_white_space_around_a_target_is_no_trouble(text):
    start = text.index("a")
    assert shown(text, start, start + 1, 10) == ["a"]


def test_tiles_hold_whole_sentences_as_many_as_fit():
    tokens = [[STORY[a:b] for a, b in tile.offsets] for tile in tiles(STORY, by_words, 8)]
    assert tokens == [
        "One two three. Four five six seven.".split(),
        "Eight nine ten. Eleven twelve. Thirteen.".split(),
    ]


@given(st.text("ab. \n", max_size=60), st.integers(1, 9))
def test_tiles_hold_every_piece_once_and_none_is_too_long(text, size):
    windows = list(tiles(text, by_words, size))
    assert all(0 < len(tile.ids) <= size for tile in windows)
    assert [offset for tile in windows for offset in tile.offsets] == by_words(text)[1]
