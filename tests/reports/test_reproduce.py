"""A paper's tables beside ours: what was typed from the papers, what is run, kept and shown."""

import json
from pathlib import Path

import pytest

from motjuste.benchmarks.swords import write
from motjuste.cli import main
from motjuste.errors import BadInputError, MissingModelError
from motjuste.metrics.registry import parse_measure
from motjuste.reports import reproduction
from motjuste.reports.published import PAPERS, read_paper
from motjuste.reports.reproduced_tables import render, to_json
from motjuste.reports.reproduction import reproduce
from motjuste.systems import system_class, system_names, with_settings
from small import benchmark, item, labels


@pytest.mark.parametrize("name", PAPERS)
def test_every_row_has_a_figure_for_each_column_and_a_way_that_is_there(name):
    paper = read_paper(name)
    for table in paper.tables:
        for column in table.columns:
            assert parse_measure(column.measure)
        for row in table.rows:
            assert len(row.published) == len(table.columns)
            assert all(part in paper.ways for part in row.run.split("+") if part)
            # What only the papers' own annotators can tell has a star.
            assert row.run or row.source or row.name.endswith("*")


@pytest.mark.parametrize("name", PAPERS)
def test_the_settings_of_the_ways_are_settings_of_their_systems(name):
    for way in read_paper(name).ways.values():
        if way.system in system_names():
            system = system_class(way.system)()
            assert with_settings(system, way.settings)
            assert set(way.asks) <= set(system.settings())


def figures(paper, table):
    (paper_table,) = [
        candidate for candidate in read_paper(paper).tables if candidate.table == table
    ]
    return {row.name: row.published for row in paper_table.rows}


def test_f_in_swords_table_7_is_the_harmonic_mean_of_precision_and_recall():
    for name, row in figures("swords", "Table 7").items():
        for start in range(0, 12, 3):
            f, p, r = row[start : start + 3]
            if f is not None:
                # All three are rounded to a tenth.
                assert abs(2 * p * r / (p + r) - f) < 0.16, name


def test_swords_table_4_is_the_f_of_table_7():
    wide = figures("swords", "Table 7")
    for name, row in figures("swords", "Table 4").items():
        if name in wide:
            assert row == wide[name][::3]


@pytest.mark.parametrize(
    ("paper", "table", "row", "expected"),
    [
        ("swords", "Table 6", "Humans*", (66.2,)),
        ("swords", "Table 8", "Oracle", (6.7, 96.9, 71.5, 99.4, 100.0)),
        ("semeval2007", "Table 1", "KU", (12.90, 12.90, 20.65, 20.65)),
        ("semeval2007", "Table 5", "lin", (27.70, 26.72, 40.47, 39.19)),
        ("semeval2007", "Table 7", "WordNet", (43.64, 36.92, 40.00, 33.85)),
    ],
)
def test_published_figures_are_the_papers(paper, table, row, expected):
    assert figures(paper, table)[row] == expected


def test_recall_never_exceeds_precision_in_semevals_tables():
    for number in range(1, 7):
        for row in figures("semeval2007", f"Table {number}").values():
            for p, r in zip(row[::2], row[1::2], strict=True):
                assert p is None or r is None or r <= p


@pytest.fixture
def arguments(gold, tmp_path):
    work = str(tmp_path / "work")
    return ["reproduce", "swords", "-b", f"swords:{gold}", "--work", work, "--resamples", "50"]


def row_of(document, table, system):
    (shown_table,) = [candidate for candidate in document["tables"] if candidate["table"] == table]
    (row,) = [row for row in shown_table["rows"] if row["system"] == system]
    return row


def test_published_ours_difference_and_interval_stand_side_by_side(arguments, capsys):
    assert main([*arguments, "--systems", "oracle,random", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["comparable"], document["targets"]) == (False, 2)
    assert "762 targets" in document["note"]
    row = row_of(document, "Table 8", "Oracle")
    # The first answers, auto and hound, are both right: P1 is 100, as published.
    assert row["published"]["P@1"] == row["ours"]["P@1"] == 100.0
    assert row["difference"]["P@1"] == 0.0
    assert row["interval"]["P@1"] == [100.0, 100.0]
    # Nine of ten are for auto and one for train, six for hound: the guesses hold all labels but
    # cat's, which has none. best: (10/10 / 2 + 6/6 / 1) / 2 = 75.
    assert (row["ours"]["best"], row["ours"]["oot.recall"]) == (75.0, 100.0)
    assert row["difference"]["best"] == pytest.approx(75.0 - 6.7)
    missing = row_of(document, "Table 4", "CoInCo")
    assert (missing["ours"]["strict.acceptable.F@10"], missing["missing"]) == (
        None,
        "not among --systems",
    )


def test_what_is_missing_is_reported_for_each_system(arguments, capsys):
    assert main([*arguments, "--systems", "wordtune,coinco,humans,wordtune+bert"]) == 0
    shown = capsys.readouterr().out
    assert "- Wordtune†, Wordtune: needs a file with Wordtune's answers: --set wordtune.f" in shown
    assert "has no substitutes from 'coinco'" in shown
    assert "Humans*" in shown


def test_a_second_time_nothing_is_run_unless_it_is_asked_for(arguments, capsys, monkeypatch):
    command = [*arguments, "--systems", "oracle", "--format", "markdown"]
    assert main(command) == 0
    first = capsys.readouterr().out

    def fail(*_):
        raise AssertionError("ran again")

    monkeypatch.setattr(reproduction, "run_system", fail)
    assert main(command) == 0
    assert capsys.readouterr().out == first
    assert main([*command, "--fresh"]) == 0
    assert "ran again" in capsys.readouterr().out


def test_other_settings_are_another_run(arguments, tmp_path):
    assert main([*arguments, "--systems", "random"]) == 0
    assert main([*arguments, "--systems", "random", "--set", "random.seed=7"]) == 0
    runs = sorted(Path(tmp_path / "work").glob("*.lsr.json"))
    # Seeds 0 to 4 and 7 to 11, one file each.
    assert [run.name.rpartition("-")[0] for run in runs] == ["random-rank"] * 10


def test_a_system_that_fails_leaves_the_others_their_figures(arguments, capsys, monkeypatch):
    def fail(self, targets):
        raise RuntimeError("out of ideas")

    monkeypatch.setattr("motjuste.systems.reference.Oracle.suggest", fail)
    assert main([*arguments, "--systems", "oracle,random"]) == 0
    shown = capsys.readouterr().out
    assert "Oracle: failed on 2 targets, the first with RuntimeError: out of ideas" in shown
    assert "[" in shown.partition("Random")[2]


def test_a_model_that_cannot_be_loaded_is_asked_for_once(arguments, capsys, monkeypatch):
    pytest.importorskip("transformers")
    loads = []

    def prepare(self, benchmark):
        loads.append(self.name)
        raise MissingModelError(self.model, "no network")

    monkeypatch.setattr("motjuste.systems.masked_lm.base.ModelSystem.prepare", prepare)
    assert main([*arguments, "--systems", "bert-k,bert-m,bert-k+bert"]) == 0
    shown = capsys.readouterr().out
    assert "BERT-K†, BERT-K, BERT-M: model 'bert-large-uncased' cannot be loaded: no net" in shown
    assert loads == ["bert-k"]


def test_humans_are_scored_on_the_targets_that_have_a_second_set_of_labels(tmp_path, gold):
    again = tmp_path / "again.json.gz"
    # Of ten people nine would use the train, none the auto.
    judged = {"auto": labels(0, 10), "train": labels(9, 1)}
    write(benchmark(item("1", "car", judged)), again)
    given = {"humans": {"labels": f"swords:{again}"}}
    reproduced = reproduce(
        "swords", tmp_path / "work", f"swords:{gold}", given=given, chosen=["humans"]
    )
    row = row_of(to_json(reproduced), "Table 4", "Humans*")
    # Their only answer, train, is conceivable but not acceptable; the gold has two conceivable.
    assert row["targets"] == 1
    assert row["ours"]["lenient.acceptable.F@10"] == 0.0
    assert row["ours"]["lenient.conceivable.F@10"] == pytest.approx(100 * 2 / 3)
    # GAP, ranks train first: (0.1/1 + 1.0/2) / (0.9/1 + 1.0/2).
    rank = row_of(to_json(reproduced), "Table 6", "Humans*")
    assert rank["ours"]["GAP"] == pytest.approx(100 * 0.6 / 1.4)


def test_humans_answer_acceptable_lists_to_acceptable_columns_and_conceivable_ones_to_the_others(
    tmp_path, gold
):
    again = tmp_path / "again.json.gz"
    # The second group: auto by nine of ten, train by four of ten, bike by one of ten.
    judged = {"auto": labels(9, 1), "train": labels(4, 6), "bike": labels(1, 9)}
    write(benchmark(item("1", "car", judged)), again)
    given = {"humans": {"labels": f"swords:{again}"}}
    made = reproduce("swords", tmp_path / "work", f"swords:{gold}", given=given, chosen=["humans"])
    row = row_of(to_json(made), "Table 7", "Humans*")["ours"]
    # Acceptable list: auto alone, which the first group accepts too. All three would give 2/3.
    assert row["strict.acceptable.P@10"] == 100.0
    # Conceivable list: auto, train, bike, of which the first group knows the first two.
    assert row["strict.conceivable.P@10"] == pytest.approx(100 * 2 / 3)


def test_the_range_over_orders_of_ties_holds_both_orders(tmp_path, gold):
    again = tmp_path / "again.json.gz"
    # Two substitutes with the same share; only auto is acceptable to the first group.
    write(
        benchmark(item("1", "car", {"bike": labels(7, 3), "auto": labels(7, 3)})),
        again,
    )
    given = {"humans": {"labels": f"swords:{again}"}}
    made = reproduce("swords", tmp_path / "work", f"swords:{gold}", given=given, chosen=["humans"])
    row = row_of(to_json(made), "Table 8", "Humans*")
    # The file's order puts bike first, which nobody of the first group would use.
    assert row["ours"]["P@1"] == 0.0
    assert row["range"]["P@1"] == (0.0, 100.0)
    assert row["range_over"] == "orders of ties"
    assert "range over orders of ties" in render(made, "text")


def test_a_random_order_has_a_range_over_five_seeds(arguments, tmp_path, capsys):
    assert main([*arguments, "--systems", "random", "--json"]) == 0
    row = row_of(json.loads(capsys.readouterr().out), "Table 6", "Random")
    low, high = row["range"]["GAP"]
    assert low <= row["ours"]["GAP"] <= high
    assert row["range_over"] == "5 seeds"
    assert len(list((tmp_path / "work").glob("random-rank-*.lsr.json"))) == 5


def test_oot_in_swords_table_8_is_recall():
    (table,) = [table for table in read_paper("swords").tables if table.table == "Table 8"]
    measures = [column.measure for column in table.columns]
    # Of Wordtune, which leaves targets out, the paper prints 19.6 and 40.6: the recalls.
    assert measures == ["best", "best.mode", "oot.recall", "oot.mode.recall", "P@1"]


XML = """<corpus lang="en"><lexelt item="happy.a">
<instance id="9999"><context>A <head>happy</head> child .</context></instance>
<instance id="10000"><context>They <head>happy</head> on .</context></instance>
</lexelt></corpus>"""


@pytest.fixture
def semeval(tmp_path):
    folder = tmp_path / "semeval"
    folder.mkdir()
    (folder / "lexsub_trial.xml").write_text(XML)
    gold = "happy.a 9999 :: glad 3;merry 2;cheerful 1;jovial 1;\nhappy.a 10000 :: live 2;stay 2;\n"
    (folder / "gold.trial").write_text(gold)
    return folder


def test_what_a_participant_handed_in_is_scored_as_the_paper_works_it_out(semeval, tmp_path):
    (tmp_path / "ku.best").write_text("happy.a 9999 :: glad;cheerful\nhappy.a 10000 :: live\n")
    reproduced = reproduce(
        "semeval2007",
        tmp_path / "work",
        f"semeval2007:{semeval}",
        given={"ku": {"best": str(tmp_path / "ku.best")}},
        chosen=["ku"],
    )
    row = row_of(to_json(reproduced), "Table 1", "KU")
    # The paper's example: (3 + 1) / 2 / 7 = .286; the other item: 2 / 4. Only the first has a mode.
    assert row["ours"] == {
        "best": 39.29,
        "best.recall": 39.29,
        "best.mode": 100.0,
        "best.mode.recall": 100.0,
    }
    assert row["difference"]["best"] == pytest.approx(39.29 - 12.90)
    reasons = to_json(reproduced)["not_run"]
    assert any(
        "KU handed in: KU.best (or .oot, .mw) in MOTJUSTE_DATA" in reason["reason"]
        for reason in reasons
    )


@pytest.mark.filterwarnings("ignore:run usyd. 1 targets have no answer")
def test_what_participants_handed_in_is_taken_from_the_data_folder(semeval, tmp_path, monkeypatch):
    monkeypatch.setenv("MOTJUSTE_DATA", str(tmp_path / "data"))
    systems = tmp_path / "data" / "lexsubsystems"
    systems.mkdir(parents=True)
    # SWAG's first system lies in the archive as SWAG, Sydney's in lower case.
    (systems / "SWAG.oot").write_text("happy.a 9999 ::: glad;merry\nhappy.a 10000 ::: stay\n")
    (systems / "usyd.best").write_text("happy.a 9999 :: jovial\n")
    made = reproduce(
        "semeval2007", tmp_path / "work", f"semeval2007:{semeval}", chosen=["swag1", "usyd"]
    )
    # (3 + 2) / 7 and 2 / 4, over two items; 1 / 7 of one item attempted of two.
    assert row_of(to_json(made), "Table 4", "SWAG1")["ours"]["oot"] == 60.71
    best = row_of(to_json(made), "Table 1", "USYD")["ours"]
    assert (best["best"], best["best.recall"]) == (14.29, 7.14)


def test_a_suggester_gives_its_first_guess_to_best_and_ten_to_oot(semeval, tmp_path):
    rows = [
        {"text": "A happy child .", "offset": 2, "substitutes": ["merry", "glad", "jovial"]},
        {"text": "They happy on .", "offset": 5, "substitutes": ["stay"]},
    ]
    (tmp_path / "told.json").write_text(json.dumps(rows))
    paper = read_paper("semeval2007")
    paper.ways["wordnet"] = reproduction.Way("stored", {"file": str(tmp_path / "told.json")})
    gold = reproduction.find_benchmark(paper, f"semeval2007:{semeval}")
    maker = reproduction.Reproducer(paper, gold, tmp_path / "work", chosen=["wordnet"])
    document = to_json(maker.reproduce())
    best, oot = (row_of(document, f"Table {n}", "WordNet")["ours"] for n in (2, 5))
    # best: merry 2/7, stay 2/4; oot: (2 + 3 + 1)/7 and 2/4.
    assert best["best"] == pytest.approx(100 * (2 / 7 + 1 / 2) / 2, abs=0.005)
    assert oot["oot"] == pytest.approx(100 * (6 / 7 + 1 / 2) / 2, abs=0.005)
    assert (best["best.mode"], oot["oot.mode"]) == (0.0, 100.0)


def test_without_multiwords_in_the_gold_their_measures_are_left_out_with_the_reason(
    semeval, tmp_path
):
    reproduced = reproduce(
        "semeval2007",
        tmp_path / "work",
        f"semeval2007:{semeval}",
        chosen=["multiword"],
    )
    assert "does not say which targets are part of a multiword" in render(reproduced, "text")
    (semeval / "gold.mw").write_text("happy.a 9999 :: happy child 2;\n")
    reproduced = reproduce(
        "semeval2007", tmp_path / "work", f"semeval2007:{semeval}", chosen=["multiword"]
    )
    # No phrase of WordNet stands there, so nothing is answered.
    assert row_of(to_json(reproduced), "Table 7", "WordNet")["ours"]["mw.detection.R"] == 0.0


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (["--systems", "bart"], "--systems: there is no 'bart'"),
        (["--set", "bart.model=x"], "--set: there is no 'bart'"),
        (["--set", "file=x"], "SYSTEM.NAME=VALUE"),
    ],
)
def test_names_that_are_not_there_are_errors(arguments, capsys, option, message):
    assert main([*arguments, *option]) == 2
    assert message in capsys.readouterr().err


def test_a_setting_that_a_system_does_not_have_is_the_reason_why_it_is_not_run(arguments, capsys):
    assert main([*arguments, "--systems", "oracle", "--set", "oracle.sed=1"]) == 0
    assert "system 'oracle' has no setting 'sed'" in capsys.readouterr().out


def test_the_test_split_is_taken_where_it_is_and_the_other_where_it_is_not(
    tmp_path, monkeypatch, gold
):
    monkeypatch.setenv("MOTJUSTE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "data" / "swords"
    folder.mkdir(parents=True)
    paper = read_paper("swords")
    (folder / "swords-v1.1_dev.json.gz").write_bytes(gold.read_bytes())
    assert reproduction.find_benchmark(paper, None).name == "swords-v1.1-dev"
    (folder / "swords-v1.1_test.json.gz").write_bytes(gold.read_bytes())
    assert reproduction.find_benchmark(paper, None).name == "swords-v1.1-test"
    assert len(reproduction.find_benchmark(paper, None, limit=1)) == 1


def test_figures_on_as_many_targets_as_the_papers_are_comparable(tmp_path, monkeypatch, gold):
    reproduced = reproduce("swords", tmp_path, f"swords:{gold}", chosen=["random"])
    assert not reproduced.comparable
    assert "762 targets" in reproduced.note
    monkeypatch.setattr(type(reproduced.benchmark), "__len__", lambda self: 762)
    assert reproduced.comparable
    assert reproduced.note == "Ours on small, 762 targets."


def test_a_command_without_a_paper_shows_the_papers(capsys):
    assert main(["reproduce"]) == 0
    shown = capsys.readouterr().out
    assert "swords" in shown
    assert "semeval2007" in shown


def test_unknown_ways_are_refused_before_anything_is_run(tmp_path, gold):
    with pytest.raises(BadInputError, match="there is no 'x'"):
        reproduce("swords", tmp_path / "work", f"swords:{gold}", chosen=["x"])
    assert not (tmp_path / "work").exists()
