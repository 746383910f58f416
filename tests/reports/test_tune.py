"""Searches for settings: the improvable ratio, and the sampling of a language model."""

import json
import shlex

import pytest

import llm_fixtures  # noqa: F401
from fake_llm import serve
from motjuste.benchmarks.benchmark import Benchmark, Context
from motjuste.benchmarks.swords import write
from motjuste.cli import main
from motjuste.errors import BadInputError
from motjuste.reports import ratio_sweep
from motjuste.reports.ratio_sweep import Dial, Point, calibrate, find_dial, measure_at
from motjuste.reports.sampling_grid import GridRow, Sampling, best, grid, split
from motjuste.systems import make_system, with_settings
from motjuste.systems.score_cut import ScoreCut
from small import benchmark, item, labels

TEXT = "The big dogs saw it ."


@pytest.fixture
def sentences():
    context = Context(TEXT, {"tokens": TEXT.split()})
    return Benchmark("made", "sws", {"s": context}, (), lemmatized=False)


def test_a_dial_is_halved_until_the_ratio_is_near(sentences):
    requested = []

    def measure(dial, value, _):
        requested.append(value)
        # A ratio that rises with the square of the dial, in percent.
        return Point(value, {"ImpR": 100 * value**2})

    dial = Dial(make_system("default"), "sensitivity", 0.0, 1.0)
    point = calibrate(dial, sentences, 0.25, measure)
    assert point.value == 0.5
    assert requested == [0.5]
    assert calibrate(dial, sentences, 0.09, measure).value == pytest.approx(0.3, abs=0.001)


def test_a_dial_that_falls_is_turned_the_other_way(sentences):
    dial = Dial(ScoreCut(), "least", 0.0, 1.0, rising=False)
    point = calibrate(dial, sentences, 0.8, lambda _, v, __: Point(v, {"ImpR": 100 * (1 - v)}))
    assert point.value == pytest.approx(0.2, abs=0.001)


@pytest.mark.parametrize("ratio", [0.0, 1.0, 15.0])
def test_a_ratio_that_is_no_share_is_an_error(sentences, ratio):
    dial = Dial(make_system("default"), "sensitivity", 0.0, 1.0)
    with pytest.raises(BadInputError, match="not a share of words"):
        calibrate(dial, sentences, ratio)


def test_a_system_without_a_dial_is_cut_off_by_its_scores(sentences):
    options = ["system=default"]
    system = with_settings(make_system("substitution"), {"system": "default"})
    dial = find_dial(system, "substitution", options, sentences)
    assert (dial.setting, dial.rising) == ("least", False)
    everything = measure_at(dial, dial.low, sentences).ratio
    best_only = measure_at(dial, dial.high, sentences).ratio
    # Of six tokens big, dogs and saw have substitutes; the best mark of all is one token.
    assert everything == 50.0
    assert best_only == pytest.approx(100 / 6)


def test_marks_with_equal_scores_cannot_be_told_apart(sentences):
    with pytest.raises(BadInputError, match="scores all its marks alike"):
        find_dial(make_system("rule-based"), "rule-based", [], sentences)


def test_a_system_that_does_not_improve_has_no_dial(sentences):
    with pytest.raises(BadInputError, match="does not improve"):
        find_dial(make_system("oracle"), "oracle", [], sentences)


def test_the_command_shows_the_sweep_beside_the_paper(monkeypatch, tmp_path, capsys):
    gold = {"1": {"sentence": TEXT, "sentence_split": TEXT.split(), "substitutes": []}}
    gold["1"]["substitutes"] = [[[1, 2], {"large": 2}, 1]]
    (tmp_path / "sws.json").write_text(json.dumps(gold))
    monkeypatch.setattr(
        ratio_sweep, "measure_at", lambda _, value, __: Point(value, {"ImpR": 100 * value})
    )
    command = ["tune", "improver", "-b", f"sws:{tmp_path / 'sws.json'}"]
    assert main([*command, "--values", "0.1,0.2", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [point["ImpR"] for point in document["points"]] == [10.0, 20.0]
    human = [row for row in document["published"] if row["system"] == "Human*"]
    # Table 4: people marked 21.2 % of the words.
    assert human[0]["ImpR"] == 21.2
    assert main([*command, "--values", "x"]) == 2
    assert main([*command, "--ratio", "0"]) == 2
    assert "not a share of words" in capsys.readouterr().err
    assert main([*command, "--ratio", "0.1", "--values", "0.2"]) == 2
    assert "leave out --values" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("system", "command"),
    [
        (["default", "--set", "phrases=no"], "default --setting improve --set phrases=no"),
        (
            ["substitution", "--set", "system=default"],
            "score-cut --setting improve --set system=substitution --set options=system=default",
        ),
    ],
)
def test_a_ratio_is_given_as_a_command(system, command, monkeypatch, capsys, tmp_path):
    gold = {"1": {"sentence": TEXT, "sentence_split": TEXT.split(), "substitutes": []}}
    (tmp_path / "sws.json").write_text(json.dumps(gold))
    monkeypatch.setattr(ratio_sweep, "calibrate", lambda dial, gold, ratio: Point(0.25, {}))
    main(["tune", "improver", *system, "-b", f"sws:{tmp_path / 'sws.json'}", "--ratio", "0.2"])
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(f"run it with  motjuste run {command} --set ")
    assert last.endswith(f"=0.25 --benchmark sws:{tmp_path / 'sws.json'} --out run.json")


def test_the_command_for_a_ratio_can_be_pasted_into_a_shell(monkeypatch, capsys, tmp_path):
    gold = {"1": {"sentence": TEXT, "sentence_split": TEXT.split(), "substitutes": []}}
    file = tmp_path / "my sentences.json"
    file.write_text(json.dumps(gold))
    monkeypatch.setattr(ratio_sweep, "calibrate", lambda dial, gold, ratio: Point(0.25, {}))
    given = ["default", "--set", "thesauri=my words.txt", "-b", f"sws:{file}", "--ratio", "0.2"]
    words = tmp_path / "my words.txt"
    words.write_text("big,large\n")
    monkeypatch.chdir(tmp_path)
    assert main(["tune", "improver", *given]) == 0
    shown = capsys.readouterr().out.splitlines()[-1].removeprefix("run it with  ")
    arguments = shlex.split(shown)
    assert arguments[:2] == ["motjuste", "run"]
    assert arguments[arguments.index("--set") + 1] == "thesauri=my words.txt"
    assert arguments[arguments.index("--benchmark") + 1] == f"sws:{file}"


def test_the_grid_is_the_papers_18_runs():
    assert len(grid()) == 18
    assert {row.temperature for row in grid()} == {0.0, 1.0}
    assert {row.presence_penalty for row in grid()} == {0.0, 0.5, 1.0}


def test_of_equal_figures_the_first_settings_are_chosen():
    rows = [GridRow(Sampling(0, 0, penalty), score) for penalty, score in ((0, 5.0), (1, 5.0))]
    assert best(rows).sampling.frequency_penalty == 0


def test_the_part_to_score_on_and_the_examples_share_no_target():
    made = benchmark(*(item(str(n), f"w{n}", {"x": labels(1, 0)}) for n in range(6)))
    valid, prime = split(made, 2, seed=1)
    assert (len(valid), len(prime)) == (2, 4)
    assert not {i.id for i in valid.items} & {i.id for i in prime.items}
    with pytest.raises(BadInputError, match="cannot be set aside"):
        split(made, 6, seed=1)


def test_the_command_tries_all_settings_and_keeps_the_runs(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    words = ("car", "dog", "house", "tree")
    made = benchmark(*(item(w, w, {"auto": labels(3, 0)}) for w in words))
    write(made, tmp_path / "dev.json.gz")

    def reply(prompt):
        return "auto"

    with serve(reply) as fake:
        command = ["tune", "few-shot", "-b", f"swords:{tmp_path / 'dev.json.gz'}", "--json"]
        command += ["--work", str(tmp_path / "work"), "--targets", "2"]
        command += ["--set", "model=small", "--set", f"endpoint={fake.url}", "--set", "cache=none"]
        assert main(command) == 0
        first = json.loads(capsys.readouterr().out)
        # Two targets in each of the 18 runs; a second time nothing is asked.
        assert len(fake.bodies) == 36
        assert main(command) == 0
        assert len(fake.bodies) == 36
        # Another model, split or number of targets is another search: 36, 36 and 18 requests.
        capsys.readouterr()
        for other in (["--set", "model=large"], ["--seed", "1"], ["--targets", "1"]):
            assert main([*command, *other]) == 0
        assert len(fake.bodies) == 36 + 36 + 36 + 18
        assert {body["model"] for body in fake.bodies} == {"small", "large"}
        assert main([*command, "--set", "temperature=1"]) == 2
        assert "the search sets it itself" in capsys.readouterr().err
    assert len(first["rows"]) == 18
    assert {row["score"] for row in first["rows"]} == {100.0}
    assert {body["temperature"] for body in fake.bodies} == {0.0, 1.0}
