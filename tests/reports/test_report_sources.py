import gzip
import json
from pathlib import Path

import pytest

from motjuste import extras
from motjuste.benchmarks.swords import read
from motjuste.errors import MissingExtraError
from motjuste.reports.frequencies import FrequencyBands, frequency_bands
from motjuste.reports.sources import (
    BestAtSize,
    ScoreCount,
    SourceQuality,
    SourceShare,
    best_at_size,
    quality_by_source,
    score_distribution,
    shares_by_source,
)


@pytest.fixture
def small(judged):
    # Scores: 100, 50, 0 and 100, 25, 0 percent.
    return judged(
        {
            "big": {
                "large": ("++++", ["a", "b"]),
                "great": ("++--", ["a"]),
                "fat": ("----", ["b"]),
            },
            "old": {"aged": ("++++", ["b"]), "late": ("+---", ["a"]), "stale": ("----", ["a"])},
        }
    )


def test_shares_are_of_all_conceivable_and_all_acceptable_substitutes(small):
    # Conceivable: great, late (a only), large (both), aged (b only); acceptable: large, aged.
    assert shares_by_source(small) == [
        SourceShare("a only", 3, 50.0, 0.0),
        SourceShare("a ∩ b", 1, 25.0, 50.0),
        SourceShare("b only", 2, 25.0, 50.0),
    ]


def test_a_source_is_worth_what_became_of_its_own_substitutes(small):
    # Of a's four (large, great, late, stale) one is acceptable and one inconceivable.
    assert quality_by_source(small)[0] == SourceQuality("a", 4, 25.0, 75.0, 75.0, 25.0)


def test_the_best_at_the_size_of_a_source_are_counted_per_target(small):
    # b has two for big (100 and 0, mean 50) and one for old (100): mean over targets 75;
    # the best two for big (100, 50, mean 75) and the best one for old (100): 87.5.
    assert best_at_size(small, "b") == BestAtSize("b", 3, 75.0, 87.5)


def test_a_score_between_tenths_counts_under_the_higher_one(small):
    rows = {row.score: row.substitutes for row in score_distribution(small)}
    assert list(rows) == list(range(0, 101, 10))
    assert rows[0] == {"a only": 1, "a ∩ b": 0, "b only": 1}
    assert rows[30] == {"a only": 1, "a ∩ b": 0, "b only": 0}
    assert rows[100] == {"a only": 0, "a ∩ b": 1, "b only": 1}
    assert sum(sum(counts.values()) for counts in rows.values()) == 6


def test_a_score_of_seven_in_ten_is_not_moved_up_by_float_noise(judged):
    rows = score_distribution(judged({"x": {"y": ("+++++++---", ["a"])}}))
    assert rows[7] == ScoreCount(70, {"a only": 1})


def test_bands_are_of_the_conceivable_substitutes(small):
    zipf = {"large": 5.0, "great": 4.5, "late": 3.5, "aged": 3.6}.__getitem__
    assert frequency_bands(small, zipf) == [
        FrequencyBands("a only", 2, 50.0, 50.0, 0.0),
        FrequencyBands("a ∩ b", 1, 0.0, 0.0, 100.0),
        FrequencyBands("b only", 1, 0.0, 100.0, 0.0),
    ]


def test_without_wordfreq_the_extra_is_named(small, monkeypatch):
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(extras, "import_module", missing)
    with pytest.raises(MissingExtraError, match=r"pip install 'motjuste\[stats\]'"):
        frequency_bands(small)


def test_wordfreq_knows_common_words_from_rare_ones(judged):
    pytest.importorskip("wordfreq")
    small = judged({"big": {"good": ("+", ["a"]), "veracious": ("+", ["a"])}})
    assert frequency_bands(small) == [FrequencyBands("a only", 2, 50.0, 0.0, 50.0)]


def test_zero_scores_of_the_development_split_by_source(data: Path):
    # The paper's footnote 5 counts both splits: 1691, 917 and 41817; here at most as many.
    path = data / "swords" / "swords-v1.1_dev.json.gz"
    zero = score_distribution(read(path))[0].substitutes
    given = json.loads(gzip.decompress(path.read_bytes()))["substitute_labels"].values()
    assert sum(zero.values()) == sum("TRUE" not in " ".join(labels) for labels in given)
    assert all(
        count <= both for count, both in zip(zero.values(), (1691, 917, 41_817), strict=True)
    )
