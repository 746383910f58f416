"""What measures make of runs that are incomplete, repetitive or meant for something else."""

import pytest
from metric_builders import (
    benchmark,
    item,
    marked,
    pairing,
    ranked,
    run,
    score,
    sws_benchmark,
    votes,
)

from motjuste.benchmarks.benchmark import UNSURE, Judgement
from motjuste.errors import BadInputError, BadInputWarning
from motjuste.metrics import Pairing, Settings, compare, default_measures, families, parse_measure

RU, DE = "refine-usage", "diversify-expression"
STRICT = Settings(semeval="strict")

TWO_SENTENCES = sws_benchmark(
    {
        "s1": (10, [(0, 1, {"good": 2, "fine": 1}, RU, "ADJ"), (3, 5, {"go on": 2}, DE, "VERB")]),
        "s2": (6, [(1, 2, {"help": 3}, RU, "NOUN")]),
    }
)


def test_a_missing_sentence_has_nothing_marked_and_all_its_tokens() -> None:
    system = run({"s1": marked(10, (0, 1, ["good"]))}, "sws")
    assert score("det.R", TWO_SENTENCES, system) == pytest.approx(100 / 3)
    assert score("ImpR", TWO_SENTENCES, system) == pytest.approx(100 * 1 / (10 + 6))


def test_what_is_missing_or_strange_in_a_run_of_sentences_is_called_sentences() -> None:
    with pytest.warns(BadInputWarning, match="1 sentences have no answer"):
        Pairing(TWO_SENTENCES, run({"s1": marked(10)}, "sws"))
    with pytest.warns(BadInputWarning, match="1 answers are for sentences that are not"):
        Pairing(TWO_SENTENCES, run({"s1": marked(10), "s2": marked(6), "s3": marked(4)}, "sws"))


def test_the_later_of_two_marks_on_a_span_counts_but_both_are_marked_words() -> None:
    system = run({"s1": marked(10, (0, 1, ["good"]), (0, 1, ["bad"]))}, "sws")
    assert score("det.P", TWO_SENTENCES, system) == 100
    assert score("sug.Acc", TWO_SENTENCES, system) == 0
    assert score("ImpR", TWO_SENTENCES, system) == pytest.approx(100 * 2 / 16)


def test_the_later_of_two_targets_on_a_span_counts_but_each_for_its_kind() -> None:
    gold = sws_benchmark({"s": (5, [(0, 1, {"a": 1}, RU, None), (0, 1, {"b": 2}, DE, None)])})
    system = run({"s": marked(5, (0, 1, ["a"]))}, "sws")
    assert score("det.R", gold, system) == 100
    assert score("sug.Acc", gold, system) == 0
    assert score("sug.Acc.refine-usage", gold, system) == 100
    assert score("sug.Acc.diversify-expression", gold, system) == 0


def test_a_target_without_suggestions_is_none() -> None:
    gold = sws_benchmark({"s": (5, [(0, 1, {}, RU, None), (1, 2, {"b": 2}, DE, None)])})
    system = run({"s": marked(5, (0, 1, ["a"]))}, "sws")
    assert score("det.P", gold, system) == 0


def test_an_empty_list_of_suggestions_is_a_detection_and_nothing_more() -> None:
    system = run({"s1": marked(10, (0, 1, []))}, "sws")
    values = {
        name: score(name, TWO_SENTENCES, system)
        for name in ("det.P", "sug.Acc", "sug.P", "sug.R", "sug.F1", "e2e.P", "NDCG", "NDCG@1")
    }
    assert values.pop("det.P") == 100
    assert set(values.values()) == {0}


def test_a_run_with_other_tokens_than_the_benchmark_is_an_error() -> None:
    system = run({"s1": marked(11, (0, 1, ["good"])), "s2": marked(7)}, "sws")
    with pytest.raises(BadInputError, match=r"2 of 2 sentences .* \(sentence s1: 11, not 10\)"):
        Pairing(TWO_SENTENCES, system)


def test_a_run_with_other_tokens_in_some_sentences_is_scored_with_a_warning() -> None:
    system = run({"s1": marked(10, (0, 1, ["good"])), "s2": marked(7)}, "sws")
    with pytest.warns(BadInputWarning, match=r"1 of 2 sentences .* \(sentence s2: 7, not 6\)"):
        Pairing(TWO_SENTENCES, system)


def test_recall_by_voting_index() -> None:
    system = run({"s1": marked(10, (0, 1, ["x"]))}, "sws")
    # Votes 3 (found), 2 and 3 (not found).
    assert score("det.R.votes=3", TWO_SENTENCES, system) == pytest.approx(50)
    assert score("det.R.votes=2", TWO_SENTENCES, system) == 0
    assert score("det.R.votes=3.refine-usage", TWO_SENTENCES, system) == pytest.approx(50)
    assert score("det.R.votes=3.ADJ", TWO_SENTENCES, system) == 100


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("det.R.ADV", "no target marked as ADV"),
        ("det.R.votes=9", "no target with a voting index of 9"),
        ("P@1", "marks spans in sentences"),
        ("ACC@1", "marks spans in sentences"),
        ("mw.detection.P", "marks spans in sentences"),
    ],
)
def test_what_an_sws_run_cannot_be_asked_is_an_error(name: str, message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        score(name, TWO_SENTENCES, run({"s1": marked(10)}, "sws"))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("det.P", "does not say which tokens"),
        ("MAP.V", "no target at position 'V'"),
        ("prof.hard.F@10", "does not say which substitutes are proficient"),
        ("mw.detection.P", "does not say which targets are part of a multiword"),
    ],
)
def test_what_a_run_of_substitutes_cannot_be_asked_is_an_error(name: str, message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        score(name, benchmark(item("t", votes(zib=2))), run({"t": ranked("zib")}))


def test_a_run_of_substitutes_cannot_be_scored_for_spans() -> None:
    item_id = TWO_SENTENCES.items[0].id
    with pytest.raises(BadInputError, match="need marked spans"):
        score("ImpR", TWO_SENTENCES, run({item_id: ranked("zib")}))


@pytest.mark.parametrize(
    "name", ["det.P.NOUN", "ACC@2", "MAP@0", "det.R.votes=0", "nothing", "WA.", "det.R.votes=2.RU"]
)
def test_a_name_that_is_no_measure_is_an_error(name: str) -> None:
    with pytest.raises(BadInputError, match="unknown measure"):
        parse_measure(name)


def test_every_family_reads_its_own_examples_and_no_other_does() -> None:
    for family in families():
        for name in family.examples:
            readers = [family for family in families() if family.parse(name)]
            assert readers == [family]
            assert str(parse_measure(name)) == name


def test_an_item_without_gold_has_a_row_in_every_measure() -> None:
    gold = benchmark(
        item("t1", [Judgement("zib", (UNSURE,))]),
        item("t2", votes(zib=2, zob=1), extra={"position": "V", "proficient": ["zib"]}),
    )
    pair = pairing(gold, run({"t2": ranked("zib")}))
    names = ["GAP.count", "P@1", "best", "MAP", "MAP.V", "ACC@1", "hard.F@10", "prof.soft.P@10"]
    for measure in map(parse_measure, names):
        assert measure.collect(pair).shape[0] == 2
        assert not measure.collect(pair)[0].any()


def test_default_measures_go_by_form_and_benchmark() -> None:
    plain = benchmark(item("t", votes(zib=1)))
    placed = benchmark(item("t", votes(zib=1), extra={"position": "A1"}))
    levelled = benchmark(item("t", votes(zib=1), extra={"proficient": []}), format="prolex")
    tsar = benchmark(item("t", votes(zib=1)), format="tsar2022")

    def names(*arguments: object) -> list[str]:
        return [str(measure) for measure in default_measures(*arguments)]  # type: ignore[arg-type]

    swords = names(plain, "swords")
    assert "strict.acceptable.F@10" in swords
    assert "MAP" not in swords
    assert names(placed, "swords") == ["MAP", "MAP.A1", *swords]
    assert names(tsar, "swords") == [*names(tsar, "tsar2022"), *swords]
    assert names(levelled, "swords") == [*names(levelled, "prolex"), *swords]
    assert "prof.soft.F@10" in names(levelled, "prolex")
    assert "prof.soft.F@10" not in names(plain, "prolex")
    assert {"det.F0.5", "sug.Acc", "e2e.F0.5", "WA", "ImpR", "NDCG", "NDCG@4"} <= set(
        names(TWO_SENTENCES, "sws")
    )


@pytest.mark.parametrize(
    ("guesses", "program", "strict"),
    [
        # The program takes "non-" from guesses alone, so that such gold is never matched.
        (["non-stop"], 0, 50),
        (["nonstop"], 0, 50),
        # A hyphenated response is credited under either spelling.
        (["well lit", "well-lit"], 25, 25),
        ([" well lit"], 0, 25),
        (["don't"], 25, 25),
    ],
)
def test_semeval_spellings(guesses: list[str], program: float, strict: float) -> None:
    votes_for = {"non-stop": 2, "well-lit": 1, "dont": 1}
    gold = benchmark(item("i", votes(**votes_for)))
    system = run({"i": ranked(*guesses)}, "oot")
    first = run({"i": ranked(*guesses[:1])}, "oot")
    # The program credits a repetition; here only where the two spellings do not repeat.
    assert score("oot", gold, first) == program
    assert score("oot", gold, system, STRICT) == strict


def test_strict_semeval_adds_up_spellings_of_a_response_before_it_looks_for_the_mode() -> None:
    gold = benchmark(item("i", votes(**{"bright": 2, "well-lit": 2, "well lit": 1})))
    system = run({"i": ranked("well lit")}, "best")
    assert score("best.mode", gold, system) == 0
    assert score("best.mode", gold, system, STRICT) == 100


def test_only_strict_semeval_keeps_words_that_hold_the_letters_of_a_proper_noun_mark() -> None:
    gold = benchmark(item("i", votes(hypnotic=3, pn=2, calm=1)))
    system = run({"i": ranked("hypnotic")}, "best")
    assert score("best", gold, system) == 0
    assert score("best", gold, system, STRICT) == 75


def test_without_multiword_substitutes_the_program_drops_hyphenated_guesses_too() -> None:
    gold = benchmark(item("i", votes(**{"well-lit": 2, "clear": 1, "full of light": 1})))
    system = run({"i": ranked("well-lit", "full of light", "clear")}, "best")
    assert score("NMWS.best", gold, system) == pytest.approx(33.33)
    assert score("NMWS.best", gold, system, STRICT) == pytest.approx(50)


def test_multiword_runs_with_different_strays_can_be_compared() -> None:
    gold = benchmark(
        item("1", [], extra={"multiwords": {"get up": 2}}),
        item("2", [], extra={"multiwords": {"get by": 2}}),
    )
    few = run({"1": ranked("get up")}, "mw")
    many = run({"1": ranked("get up"), "8": ranked("a b"), "9": ranked("c d")}, "mw")
    comparison = compare([few, many], gold)
    # One of one answer is right, then one of three; of two targets one is found, twice.
    precision = [run.scores["mw.detection.P"] for run in comparison.runs]
    assert precision == pytest.approx([100, 33.33])
    assert [run.scores["mw.detection.R"] for run in comparison.runs] == [50, 50]


def test_tsar_removes_the_target_as_the_source_names_it() -> None:
    # The text has `Novel`, the file of the shared task `novel`.
    gold = benchmark(
        item("1", votes(novel=9, new=2), word="Novel", extra={"target": "novel"}), format="tsar2022"
    )
    system = run({"1": ranked("novel", "new")}, "tsar2022")
    assert score("ACC@1", gold, system) == 100
    assert score("Accuracy@1@top1", gold, system) == 100
    assert score("ACC@1", gold, run({"1": ranked("novel")}, "tsar2022")) == 0
