import io
import json

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

from motjuste.benchmarks.benchmark import Benchmark, Context, Item, voted
from motjuste.cli import stats
from motjuste.errors import BadInputError, BadInputWarning
from motjuste.reports.annotations import read_annotations
from motjuste.reports.overview import Inputs, overview
from motjuste.reports.recall_votes import votes_from_benchmark
from motjuste.reports.tables import section_table
from motjuste.text import Target


@pytest.fixture
def dev(judged):
    return judged(
        {
            "big": {
                "large": ("++-", ["coinco", "roget"]),
                "great": ("---", ["coinco"]),
                "huge": ("+++", ["roget"]),
            }
        },
        "dev",
        {"big": {"coinco_ids": ["7"]}},
    )


@pytest.fixture
def other(judged):
    return judged({"old": {"aged": ("+--", ["roget"])}}, "test", {"old": {"coinco_ids": ["8"]}})


@pytest.fixture
def second(judged):
    return judged({"big": {"large": ("---+", []), "huge": ("++--", [])}}, "second")


@pytest.fixture
def coinco():
    target = Target("a big day", 2, 5)
    items = [
        Item("7", "c", target, (voted("large", 1), voted("great", 4))),
        Item("8", "c", target, (voted("aged", 2),)),
    ]
    return Benchmark("coinco", "coinco", {"c": Context("a big day")}, tuple(items))


@pytest.fixture
def run(dev, other, second, coinco, monkeypatch):
    named = {benchmark.name: benchmark for benchmark in (dev, other, second, coinco)}
    monkeypatch.setattr("motjuste.benchmarks.readers.read_benchmark", named.__getitem__)
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(stats.stats)

    def invoke(*arguments):
        result = CliRunner().invoke(app, [str(argument) for argument in arguments])
        assert result.exception is None, result.exception
        return result.stdout

    return invoke


def _sections(output):
    document = json.loads(output)
    return {(entry["section"], entry["benchmark"]): entry["rows"] for entry in document["sections"]}


def test_splits_are_rows_of_one_table_and_also_counted_together(run):
    rows = _sections(run("dev", "test", "--json"))["statistics", None]
    assert {row["benchmark"]: row["substitutes"] for row in rows} == {
        "dev": 3, "dev: coinco": 2, "dev: roget": 2,
        "test": 1, "test: roget": 1,
        "all": 4, "all: coinco": 2, "all: roget": 3,
    }  # fmt: skip


def test_sections_appear_when_their_data_is_there(run, csv):
    path = csv("item,annotator,substitute\n9,1,glad\n9,2,glad\n")
    plain = {name for name, _ in _sections(run("dev", "--json"))}
    full = {
        name
        for name, _ in _sections(
            run("dev", "--coinco", "coinco", "--second", "second", "--annotations", path, "--json")
        )
    }
    assert {"statistics", "pos", "sources", "quality", "best_at_size", "distribution"} <= plain
    assert not {"votes", "controversial", "overlap", "filtering", "agreement"} & plain
    assert {"votes", "controversial", "overlap", "filtering", "agreement"} <= full


def test_what_else_could_be_shown_is_reported_in_one_line(run):
    assert json.loads(run("dev", "--json"))["missing"]
    [line] = [line for line in run("dev").splitlines() if line.startswith("Also possible")]
    assert "--coinco" in line
    assert "cannot be told" in run("dev")


def test_coinco_votes_may_come_from_a_run(run, tmp_path):
    path = tmp_path / "coinco.lsr.json"
    path.write_text(json.dumps({"substitutes": {"t:big": [["large", 1.0], ["great", 4.0]]}}))
    from_run = _sections(run("dev", "--coinco", path, "--json"))
    from_coinco = _sections(run("dev", "--coinco", "coinco", "--json"))
    assert from_run["votes", "dev"] == from_coinco["votes", "dev"]
    assert from_run["votes", "dev"][0]["substitutes"] == 2


def test_figures_are_drawn_as_png_and_svg(run, tmp_path):
    pytest.importorskip("matplotlib")
    listed = json.loads(run("dev", "--figures", tmp_path / "new", "--json"))["figures"]
    written = sorted(str(path) for path in (tmp_path / "new").iterdir())
    assert listed == written
    assert [path.rsplit(".", 1)[1] for path in listed] == ["png", "svg"]


def test_text_shows_brackets_and_figures_as_they_are(run):
    text = run("dev", "--coinco", "coinco")
    assert "a *big* [day]" in text
    assert "Controversial examples" in text


def test_the_seed_decides_the_simulations(run):
    def curve(seed):
        arguments = ("dev", "--second", "second", "--seed", seed, "--json")
        return _sections(run(*arguments))["overlap", "dev"]

    assert curve(1) == curve(1)
    assert curve(1) != curve(2)


def test_a_narrow_screen_turns_a_wide_table_on_its_side(dev):
    section = overview(Inputs([dev])).sections[0]
    for width in (60, 200):
        console = Console(width=width, record=True, file=io.StringIO())
        console.print(section_table(section, width))
        lines = console.export_text().splitlines()
        heads = [line.split()[0] for line in lines if line.strip()]
        assert ("acceptable" in heads) == (width == 60)
        assert "…" not in "".join(lines)


def test_verdicts_spans_and_multiwords_each_have_their_sections(dev, csv):
    for content, names in (
        ("item,annotator,substitute,group,verdict\n9,1,x,sys,bad\n", {"posthoc"}),
        ("item,annotator,substitute,start,end\ns,1,x,0,1\ns,2,x,0,1\n", {"span_agreement"}),
        (
            "item,annotator,substitute,start,end\ns,1,x,0,1\ns,2,x,0,1\ns,3,x,0,1\n",
            {"span_agreement", "humans"},
        ),
        (
            "item,annotator,substitute,kind\n9,1,x y,multiword\n9,2,x,\n",
            {"agreement", "multiwords"},
        ),
    ):
        plain = {section.name for section in overview(Inputs([dev])).sections}
        report = overview(Inputs([dev], annotations=read_annotations(csv(content))))
        assert {section.name for section in report.sections} - plain == names


def test_a_coinco_without_the_targets_is_refused(dev, second):
    with pytest.raises(BadInputError, match="second has none of the targets of dev"):
        overview(Inputs([dev], votes=lambda benchmark: votes_from_benchmark(benchmark, second)))


def test_votes_for_other_targets_are_refused(dev):
    with pytest.raises(BadInputError, match="for none of the targets of dev"):
        overview(Inputs([dev], votes=lambda benchmark: {"t:elsewhere": {"large": 1}}))


def test_a_second_benchmark_without_the_targets_is_reported_to_be_unused(dev, other):
    with pytest.warns(BadInputWarning, match="test is not used .* none of the targets"):
        overview(Inputs([dev], second=other))


def test_what_needs_judgements_is_reported_to_be_unused_without_them(coinco, second):
    with pytest.warns(BadInputWarning, match="not used.*has judgements") as caught:
        overview(Inputs([coinco], second=second, votes=lambda benchmark: {}))
    assert [str(warning.message).split()[0] for warning in caught] == ["CoInCo's", "second"]
