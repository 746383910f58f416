"""Rules of the tasks' own programs on odd input, each with its figure worked out."""

import warnings
from pathlib import Path

import pytest
from metric_builders import benchmark, item, pairing, ranked, run, votes

from motjuste.benchmarks import prolex, semeval2007, tsar2022
from motjuste.benchmarks.benchmark import FALSE, TRUE, Judgement, voted
from motjuste.benchmarks.candidate_pools import with_pools
from motjuste.benchmarks.run_files import read_run
from motjuste.errors import BadInputWarning
from motjuste.metrics import Pairing, Settings, default_measures, parse_measure

COUNTS = [voted("glad", 3), voted("well-off", 2), voted("most merry", 2), voted("merry", 1)]


def value(name: str, pair: Pairing) -> float:
    measure = parse_measure(name)
    return measure.value(measure.collect(pair))


def test_gap_nomwe_drops_multiwords_and_hyphens_from_gold_and_ranking() -> None:
    gold = benchmark(item("t", COUNTS), format="semeval2007")
    pair = pairing(gold, run({"t": ranked("well-off", "merry", "most merry", "sad", "glad")}))
    # Left are merry, sad, glad: (1/1 + 4/3) over the best, glad before merry: (3/1 + 4/2).
    assert value("GAP.nomwe", pair) == pytest.approx(100 * (1 + 4 / 3) / 5)


def test_gap_nomwe_leaves_out_items_that_have_only_multiwords() -> None:
    gold = benchmark(
        item("t", votes(glad=2)), item("u", [voted("most merry", 2)]), format="semeval2007"
    )
    pair = pairing(gold, run({"t": ranked("glad"), "u": ranked("glad")}))
    assert value("GAP.nomwe", pair) == 100.0


def test_gap_on_counts_without_negative_labels_says_what_it_is() -> None:
    gold = benchmark(item("t", COUNTS), format="semeval2007")
    pair = pairing(gold, run({"t": ranked("glad")}))
    with pytest.warns(BadInputWarning, match=r"plain average precision; .* report GAP.nomwe"):
        value("GAP", pair)
    names = [measure.name for measure in default_measures(gold, "swords")]
    assert "GAP.nomwe" in names
    assert "GAP" not in names


def test_gap_on_judged_substitutes_says_nothing() -> None:
    gold = benchmark(item("t", [Judgement("glad", (TRUE, FALSE)), Judgement("sad", (FALSE,))]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert value("GAP", pairing(gold, run({"t": ranked("glad", "sad")}))) == 100.0


def test_pools_without_multiwords_have_neither_spaces_nor_hyphens() -> None:
    (pooled,) = with_pools(benchmark(item("t", COUNTS)), multiwords=False).items
    assert pooled.pool == ("glad", "merry")


GOLD = "yard.n 1 :: garden 2;lot 1;garden  1;\n"


def test_a_gold_word_with_a_second_space_is_an_entry_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "gold.test").write_text(GOLD)
    (tmp_path / "x.best").write_text("yard.n 1 :: garden\n")
    gold = semeval2007.read(tmp_path / "gold.test")
    pair = Pairing(gold, read_run(tmp_path / "x.best", gold))
    # garden has 2 of the 4 responses: the program keeps `garden ` apart, in the total as well.
    assert value("best", pair) == 50.0
    assert gold.items[0].candidates == ("garden", "lot")


def test_a_ranked_list_is_scored_as_the_system_file_it_would_make(tmp_path: Path) -> None:
    gold = benchmark(item("t", votes(gardens=3, lot=1)), format="semeval2007")
    pair = pairing(gold, run({"t": ranked("garden", "lot")}))
    # As strings garden is not gardens, whose lemma it is.
    assert value("oot", pair) == 25.0
    assert value("lemmas.oot", pair) == 100.0


def test_empty_guesses_before_another_divide_bests_credit(tmp_path: Path) -> None:
    (tmp_path / "gold.test").write_text("yard.n 1 :: garden 3;lot 1;\n")
    (tmp_path / "x.best").write_text("yard.n 1 :: garden;;lot;\n")
    gold = semeval2007.read(tmp_path / "gold.test")
    answers = read_run(tmp_path / "x.best", gold)
    # Three guesses share the credit of 4/4; the empty one after the last semicolon is none.
    assert value("best", Pairing(gold, answers)) == 33.33
    assert value("best", Pairing(gold, answers, Settings(semeval="strict"))) == 50.0


@pytest.fixture
def tsar(tmp_path: Path) -> Path:
    path = tmp_path / "tsar.tsv"
    path.write_text(
        "He is a novice .\tnovice\tbeginner\tbeginner\tnewcomer\n"
        "She is a sage .\tsage\twise woman\n"
    )
    return path


def test_an_empty_first_cell_is_a_wrong_first_guess_in_tsar(tsar: Path, tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_text("He is a novice .\tnovice\t\tbeginner\n")
    gold = tsar2022.read(tsar)
    with pytest.warns(BadInputWarning, match="1 targets have no answer: TSAR-2022's measures leav"):
        pair = Pairing(gold, read_run(tmp_path / "x.tsv", gold))
    assert value("ACC@1", pair) == 0.0
    assert value("Potential@3", pair) == 100.0
    # The hit at rank 2 has precision 1/2, over k = 3.
    assert value("MAP@3", pair) == pytest.approx(100 / 6)


def test_of_repeated_rows_for_a_target_the_last_counts_in_tsar(tsar: Path, tmp_path: Path) -> None:
    rows = ["He is a novice .\tnovice\tmonk", "He is a novice .\tnovice\tbeginner"]
    (tmp_path / "x.tsv").write_text("\n".join([*rows, "She is a sage .\tsage\tcook"]) + "\n")
    gold = tsar2022.read(tsar)
    with pytest.warns(BadInputWarning, match="the last answer counts"):
        answers = read_run(tmp_path / "x.tsv", gold)
    assert value("ACC@1", Pairing(gold, answers)) == 50.0


def test_prolex_takes_the_first_of_two_marked_words(tmp_path: Path) -> None:
    path = tmp_path / "prolex.csv"
    path.write_text(
        "target word,Sentence,acc_subs,unacc_subs\n"
        "plain,A **plain** room and a **plain** bed.,['simple'],[]\n"
    )
    (only,) = prolex.read(path).items
    assert only.target.text == "A plain room and a plain bed."
    assert (only.target.start, only.target.end) == (2, 7)
