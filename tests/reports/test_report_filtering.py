from pathlib import Path

import pytest

from motjuste.benchmarks.swords import read
from motjuste.errors import BadInputError
from motjuste.reports.filtering import Filtering, can_tell, filtering


def test_what_three_labels_would_have_dropped_by_hand(judged):
    small = judged(
        {
            "big": {
                "kept": ("-+-++++---", ["a"]),  # acceptable? 5 of 10: no
                "good": ("+++++++---", ["a"]),  # acceptable, kept
                "lost": ("---+++++++", ["a"]),  # acceptable, would have been dropped
                "weak": ("---+------", ["a"]),
                "odd": ("-?-------+", ["a"]),
                "none": ("----------", ["a"]),
            }
        }
    )
    # Dropped: lost, weak, odd, none; three of the four get a positive label later, and one of
    # these three is acceptable, as is one of the two acceptable substitutes in all.
    assert filtering(small) == Filtering(
        3, 6, 4, 75.0, pytest.approx(200 / 3), pytest.approx(100 / 3), 50.0
    )
    assert filtering(small, first=2).dropped == 4
    assert filtering(small, first=1).dropped == 5


def test_it_cannot_be_told_where_labelling_stopped(judged):
    small = judged({"big": {"kept": ("+++-------", ["a"]), "gone": ("---", ["a"])}})
    assert not can_tell(small)
    with pytest.raises(BadInputError, match="cannot be told"):
        filtering(small)


def test_it_cannot_be_told_where_nothing_would_be_dropped(judged):
    assert not can_tell(judged({"big": {"kept": ("+---", ["a"])}}))


def test_the_development_split_was_filtered(data: Path):
    assert not can_tell(read(data / "swords" / "swords-v1.1_dev.json.gz"))
