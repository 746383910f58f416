"""The commands as a user types them, on the examples that come with the project."""

import json
from pathlib import Path

import pytest

from motjuste import __version__
from motjuste.cli import main

EXAMPLES = Path(__file__).parents[2] / "examples"
LETTERS = f"plain:{EXAMPLES / 'letters.csv'}"
READER, THESAURUS = str(EXAMPLES / "reader.lsr.json"), str(EXAMPLES / "thesaurus.lsr.json")


@pytest.fixture
def motjuste(capsys):
    def run(*arguments):
        code = main(list(arguments))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.mark.parametrize(
    "command", [[], ["score"], ["compare"], ["benchmarks"], ["benchmarks", "stats"]]
)
def test_help_has_an_example_or_lists_commands(motjuste, command):
    code, out, _ = motjuste(*command, "--help")
    assert code == 0
    assert "Example:" in out or "Commands" in out


def test_version(motjuste):
    assert motjuste("--version") == (0, f"motjuste {__version__}\n", "")


def test_score_shows_figures_intervals_and_signature(motjuste):
    code, out, err = motjuste("score", READER, "--benchmark", LETTERS)
    assert (code, err) == (0, "")
    assert "reader on letters, 5 items" in out
    assert "strict.conceivable.F@10" in out
    assert "95 % interval" in out
    assert "benchmark:letters#" in out


def test_score_json_has_exactly_the_measures_asked_for(motjuste):
    code, out, _ = motjuste("score", READER, "-b", LETTERS, "--json", "-m", "GAP,best@1.mode")
    assert code == 0
    assert list(json.loads(out)["scores"]) == ["GAP", "best@1.mode"]


def test_score_lists_its_measures(motjuste):
    code, out, _ = motjuste("score", "--list")
    assert code == 0
    assert "strict.acceptable.F@10" in out
    code, out, _ = motjuste("score", "--list", "--json")
    assert all({"examples", "description", "paper"} <= set(entry) for entry in json.loads(out))


@pytest.mark.parametrize(
    ("form", "sign"),
    [("text", "Baseline: thesaurus"), ("markdown", "| --- |"), ("latex", r"\begin{tabular}")],
)
def test_compare_prints_each_form(motjuste, form, sign):
    code, out, _ = motjuste("compare", THESAURUS, READER, "-b", LETTERS, "--format", form)
    assert code == 0
    assert sign in out


def test_compare_json_is_one_document(motjuste):
    code, out, _ = motjuste("compare", THESAURUS, READER, "-b", LETTERS, "--format", "json")
    assert code == 0
    document = json.loads(out)
    assert document["baseline"] == "thesaurus"
    assert set(document["runs"][1]["differences"]["GAP"]) == {
        "delta",
        "p_bootstrap",
        "p_randomisation",
    }


def test_stats_reads_any_benchmark(motjuste):
    code, out, _ = motjuste("benchmarks", "stats", LETTERS, "--json")
    assert code == 0
    assert json.loads(out)["sections"][0]["rows"][0]["targets"] == 5


def test_figures_of_the_original_scorers_come_out_of_the_command(motjuste, data, reference):
    swords = f"swords:{data / 'swords' / 'swords-v1.1_dev.json.gz'}"
    run = reference / "swords_dev" / "messy.lsr.json"
    expected = json.loads((run.parent / "expected.json").read_text())["messy"]
    _, out, _ = motjuste("score", str(run), "-b", swords, "--json", "--resamples", "0")
    scores = json.loads(out)["scores"]
    assert scores["lenient.acceptable.F@10"] == pytest.approx(expected["lenient_a_f@10"], abs=1e-9)
    assert scores["oot.mode.recall"] == expected["oot_mode_r"]
    gold = reference / "semeval2007_trial" / "multiword.gold"
    _, out, _ = motjuste(
        "score", str(gold.with_suffix(".mw")), "-b", f"semeval2007:{gold}", "--json"
    )
    assert json.loads(out)["scores"] == {
        "mw.detection.P": 55.0,
        "mw.detection.R": 68.75,
        "mw.identification.P": 37.5,
        "mw.identification.R": 46.88,
    }
    _, out, _ = motjuste(
        "score",
        str(reference / "semeval2007_trial" / "noisy.best"),
        *("-b", f"semeval2007:{data / 'semeval2007'}", "--json"),
    )
    document = json.loads(out)
    assert document["items"] == 295
    assert document["scores"]["best"] == 6.43
    predictions = reference / "sws_validation" / "perturbed.json"
    expected = json.loads((predictions.parent / "expected.json").read_text())["perturbed"]
    sws = f"sws:{data / 'sws' / 'sws_validation.json'}"
    _, out, _ = motjuste("score", str(predictions), "-b", sws, "--json", "--resamples", "0")
    scores = json.loads(out)["scores"]
    assert scores["e2e.F0.5"] == pytest.approx(100 * expected["f_e2e_05"], abs=1e-9)


def test_a_wrong_option_of_a_command_in_a_group_points_to_that_commands_help(capsys):
    assert main(["space", "export", "--oout", "x"]) == 2
    assert "(see motjuste space export --help)" in capsys.readouterr().err
