import struct
import xml.etree.ElementTree as ET

import pytest

from motjuste import extras
from motjuste.errors import BadInputError, MissingExtraError
from motjuste.reports.figures import draw_overlap, draw_score_distribution, draw_voting_index
from motjuste.reports.overlap import OverlapPoint
from motjuste.reports.sources import ScoreCount
from motjuste.reports.sws import TargetsByVotes

SCORES = [ScoreCount(score, {"a only": 100 - score, "b only": 7}) for score in range(0, 101, 10)]
POINTS = [OverlapPoint(k, 0.5 + 0.02 * k, 0.01) for k in range(1, 6)]
VOTES = [TargetsByVotes(2, 40), TargetsByVotes(3, 12)]

FIGURES = pytest.mark.parametrize(
    ("draw", "rows", "words"),
    [
        (draw_score_distribution, SCORES, ["a only", "b only", "107 substitutes with score 0"]),
        (draw_overlap, POINTS, ["rank-biased overlap", "annotators (k)"]),
        (draw_voting_index, VOTES, ["voting index", "40", "12"]),
    ],
)


@FIGURES
def test_a_png_has_the_size_of_a_figure(tmp_path, draw, rows, words):
    pytest.importorskip("matplotlib")
    draw(rows, tmp_path / "figure.png")
    content = (tmp_path / "figure.png").read_bytes()
    assert content.startswith(b"\x89PNG")
    assert struct.unpack(">II", content[16:24]) == (1024, 640)


@FIGURES
def test_an_svg_says_in_words_what_it_shows(tmp_path, draw, rows, words):
    pytest.importorskip("matplotlib")
    draw(rows, tmp_path / "figure.svg")
    text = " ".join(ET.parse(tmp_path / "figure.svg").getroot().itertext())
    assert all(word in text for word in words)


@FIGURES
def test_the_same_data_gives_the_same_svg(tmp_path, draw, rows, words):
    pytest.importorskip("matplotlib")
    for name in ("one.svg", "two.svg"):
        draw(rows, tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


def test_a_score_of_zero_is_counted_but_not_drawn(tmp_path):
    pytest.importorskip("matplotlib")
    rows = [ScoreCount(0, {"a": 987_654}), ScoreCount(10, {"a": 3})]
    draw_score_distribution(rows, tmp_path / "figure.svg")
    text = " ".join(ET.parse(tmp_path / "figure.svg").getroot().itertext())
    assert "987,654" in text
    assert "800000" not in text


def test_another_kind_of_file_is_refused(tmp_path):
    with pytest.raises(BadInputError, match=r"end the name in \.png or \.svg"):
        draw_overlap(POINTS, tmp_path / "figure.gif")


def test_without_matplotlib_the_extra_is_named(tmp_path, monkeypatch):
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(extras, "import_module", missing)
    with pytest.raises(MissingExtraError, match=r"pip install 'motjuste\[plots\]'"):
        draw_overlap(POINTS, tmp_path / "figure.png")
