"""The published ANVAN-LS: tables of several shapes give the same queries."""

import json

import pytest

from motjuste.benchmarks.readers import read_benchmark
from motjuste.cli import main

LISTS = """\
id\tphrase\tpos\tgold\twrong
1\tconstruction arm build large airfield\tN1\tbranch, part\tleg, hand
2\tconstruction arm build large airfield\tV\tmake;raise\tgrow;sell
"""
SINGLE = """\
a1,n1,v,a2,n2,word,candidate,given
construction,arm,build,large,airfield,arm,branch,1
construction,arm,build,large,airfield,arm,leg,0
construction,arm,build,large,airfield,arm,part,1
construction,arm,build,large,airfield,arm,hand,0
construction,arm,build,large,airfield,build,make,1
construction,arm,build,large,airfield,build,raise,1
construction,arm,build,large,airfield,build,grow,0
construction,arm,build,large,airfield,build,sell,0
"""
SHAPES = {
    "lists.tsv": (
        LISTS,
        "--phrase phrase --target pos --substitutes gold --confounders wrong",
    ),
    "single.csv": (
        SINGLE,
        "--phrase a1,n1,v,a2,n2 --target word --candidate candidate --label given",
    ),
}


def imported(tmp_path, name, content, options):
    (tmp_path / name).write_text(content)
    out = tmp_path / "anvan.json"
    command = ["space", "anvan-import", str(tmp_path / name), "-o", str(out), *options.split()]
    return main([*command, "--json"]), out


@pytest.mark.parametrize("name", SHAPES)
def test_a_table_of_either_shape_becomes_the_benchmark(tmp_path, capsys, name):
    code, out = imported(tmp_path, name, *SHAPES[name])
    assert code == 0
    assert json.loads(capsys.readouterr().out) == {"phrases": 1, "targets": 2}
    arm, build = read_benchmark(f"swords:{out}").items
    assert (arm.target.word, arm.extra["position"]) == ("arm", "N1")
    assert arm.extra["anvan"][1:3] == ["arm NOUN", "build VERB"]
    given = {judgement.text for judgement in arm.judgements if judgement.votes}
    assert (given, set(arm.candidates)) == ({"branch", "part"}, {"branch", "part", "leg", "hand"})
    assert build.extra["position"] == "V"


def test_an_imported_table_is_scored_by_position(tmp_path, capsys):
    _, out = imported(tmp_path, "lists.tsv", *SHAPES["lists.tsv"])
    arm, build = read_benchmark(f"swords:{out}").items
    ranked = {arm.id: ["branch", "leg", "part", "hand"], build.id: ["make", "raise", "grow"]}
    answers = {
        name: [[word, -rank] for rank, word in enumerate(words)] for name, words in ranked.items()
    }
    run = tmp_path / "r.lsr.json"
    run.write_text(json.dumps({"substitutes": answers, "substitutes_lemmatized": True}))
    capsys.readouterr()
    assert main(["score", str(run), "-b", f"swords:{out}", "-m", "MAP.N1,MAP.V", "--json"]) == 0
    # Average precision: (1/1 + 2/3) / 2 for arm, 1 for build.
    scores = json.loads(capsys.readouterr().out)["scores"]
    assert scores == {"MAP.N1": pytest.approx(100 * 5 / 6), "MAP.V": 100.0}


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        (LISTS, "--phrase text --target pos --substitutes gold --confounders wrong", "no column"),
        (LISTS, "--phrase phrase --target pos --substitutes gold", "--candidate and --label"),
        (
            LISTS.replace("V\t", "X\t"),
            "--phrase phrase --target pos --substitutes gold --confounders wrong",
            "line 3: 'X' is neither a position",
        ),
        (
            LISTS.replace("large ", "", 1),
            "--phrase phrase --target pos --substitutes gold --confounders wrong",
            "is not a phrase of 5 words",
        ),
    ],
)
def test_a_table_that_does_not_fit_is_one_line(tmp_path, capsys, content, options, message):
    assert imported(tmp_path, "t.tsv", content, options)[0] == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
