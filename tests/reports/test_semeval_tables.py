"""SemEval-2007's subsets, modes and post hoc items, on a benchmark small enough to count."""

import json

import pytest

from motjuste.benchmarks.convert import convert
from motjuste.benchmarks.readers import read_benchmark
from motjuste.cli import main
from motjuste.errors import BadInputError
from motjuste.reports.modes import items_with_modes
from motjuste.reports.reproduced_tables import to_json
from motjuste.reports.reproduction import reproduce
from small import benchmark, item

XML = "<corpus>{}</corpus>"
LEXELT = '<lexelt item="{0}">{1}</lexelt>'
INSTANCE = '<instance id="{}"><context>A <head>{}</head> one .</context></instance>'
GOLD = """\
happy.a 1 :: glad 3;merry 1;
happy.a 2 :: glad 2;merry 2;
bright.a 3 :: clever 4;smart 1;
bright.a 4 :: clever 1;pn 2;
"""


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "semeval"
    place.mkdir()
    words = {"happy": (1, 2), "bright": (3, 4)}
    lexelts = "".join(
        LEXELT.format(f"{word}.a", "".join(INSTANCE.format(number, word) for number in numbers))
        for word, numbers in words.items()
    )
    (place / "lexsub_test.xml").write_text(XML.format(lexelts))
    (place / "gold").write_text(GOLD)
    (place / "ku.best").write_text(
        "happy.a 1 :: glad\nhappy.a 2 :: merry\nbright.a 3 :: smart\nbright.a 4 :: clever\n"
    )
    return place


def manual(folder):
    (folder / "subsets.txt").write_text("bright.a MAN\n")


def measures(folder, capsys, *names):
    run, gold = str(folder / "ku.best"), f"semeval2007:{folder}"
    assert main(["score", run, "-b", gold, "-m", ",".join(names), "--json"]) == 0
    return json.loads(capsys.readouterr().out)["scores"]


def test_man_and_rand_score_the_words_whose_sentences_were_chosen_and_drawn(folder, capsys):
    manual(folder)
    scores = measures(folder, capsys, "best", "MAN.best", "RAND.best", "RAND.best.mode")
    # Item 4 has one response besides the mark of a name, so it does not count. The others give
    # 3/4, 2/4 (drawn) and 1/5 (chosen); of those drawn only the first has a mode.
    assert scores == {
        "best": 48.33, "MAN.best": 20.0, "RAND.best": 62.5, "RAND.best.mode": 100.0
    }  # fmt: skip


def test_without_subsets_the_measures_say_what_is_needed(folder, capsys):
    run, gold = str(folder / "ku.best"), f"semeval2007:{folder}"
    assert main(["score", run, "-b", gold, "-m", "MAN.best"]) == 2
    assert "put a file subsets.txt with lines such as `bright.a MAN`" in capsys.readouterr().err


def test_a_line_that_names_no_subset_is_an_error(folder):
    (folder / "subsets.txt").write_text("bright.a HAND\n")
    with pytest.raises(BadInputError, match=r"subsets\.txt: line 1 is not a word with its subset"):
        read_benchmark(f"semeval2007:{folder}")


def test_the_share_with_a_mode_is_of_the_items_that_are_scored(folder):
    rows = items_with_modes(read_benchmark(f"semeval2007:{folder}"))
    assert [(row.subset, row.items, row.scored, row.named) for row in rows] == [("all", 4, 3, 1)]
    assert rows[0].with_mode == pytest.approx(100 * 2 / 3)
    manual(folder)
    _, chosen, drawn = items_with_modes(read_benchmark(f"semeval2007:{folder}"))
    assert (chosen.scored, chosen.with_mode) == (1, 100.0)
    assert (drawn.scored, drawn.with_mode) == (2, 50.0)


def test_stats_shows_modes_for_semeval(folder, capsys):
    assert main(["benchmarks", "stats", f"semeval2007:{folder}", "--json"]) == 0
    sections = {part["section"]: part for part in json.loads(capsys.readouterr().out)["sections"]}
    assert sections["modes"]["rows"][0]["scored"] == 3


def test_reproduce_has_figures_for_the_subsets_where_they_are_known(folder, tmp_path):
    def row(table):
        given = {"ku": {"best": str(folder / "ku.best")}}
        made = reproduce(
            "semeval2007", tmp_path / "w", f"semeval2007:{folder}", given=given, chosen=["ku"]
        )
        (shown_table,) = [
            candidate for candidate in to_json(made)["tables"] if candidate["table"] == table
        ]
        return shown_table["rows"][0]

    assert "whose sentences were chosen by hand" in row("Website, best")["missing"]
    manual(folder)
    assert row("Website, best")["ours"]["MAN.best"] == 20.0


def test_subsets_and_names_go_into_the_xml_and_come_back(tmp_path):
    made = benchmark(item("1", "car", {"auto": 2}, subset="MAN", names=3), format="memory")
    convert(made, tmp_path / "out", "semeval2007")
    (back,) = read_benchmark(f"semeval2007:{tmp_path / 'out'}").items
    assert (back.extra["subset"], back.extra["names"]) == ("MAN", "3")


def test_items_that_somebody_called_a_name_are_not_judged_after_the_fact():
    pytest.importorskip("sqlalchemy")
    from motjuste.collect.kinds.posthoc import PostHoc

    enough = {"auto": 1, "train": 1, "bus": 1}
    made = benchmark(
        item("1", "car", enough),
        item("2", "car", {**enough, "pn": 1}),
        item("3", "car", enough, names="1"),
        item("4", "car", enough, multiwords={"sleeping car": 2}),
        item("5", "car", {"auto": 1, "train": 1, "motor car": 1}),
        format="semeval2007",
    )
    assert [item.id for item in PostHoc().suitable(made).items] == ["1"]


def test_verdicts_below_the_data_folder_fill_table_8(tmp_path, monkeypatch):
    from motjuste.reports.analyses import ANALYSES

    monkeypatch.setenv("MOTJUSTE_DATA", str(tmp_path))
    rows = ["item,annotator,substitute,group,verdict"]
    rows += [f"1,j{n},auto,sys,{verdict}" for n, verdict in enumerate(("good", "good", "bad"))]
    rows += [f"1,j{n},bus,sys,bad" for n in range(3)]
    (tmp_path / "semeval2007_verdicts.csv").write_text("\n".join(rows) + "\n")
    (systems,) = [row for row in ANALYSES["semeval2007"] if row.row == "systems"]
    # One substitute good by the majority of three, one bad by all.
    assert list(systems.ours()) == [50.0, 0.0, 50.0]


def test_a_mode_is_what_more_annotators_gave_than_any_other():
    made = benchmark(
        item("1", "car", {"auto": 2, "bus": 2}), item("2", "car", {"auto": 2, "bus": 1})
    )
    assert items_with_modes(made)[0].with_mode == 50.0
