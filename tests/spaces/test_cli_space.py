"""The commands of `motjuste space`: the whole chain, one command a step, and one-line errors."""

import json

import numpy as np
import pytest
from corpora import write_corpus
from test_anvan import ROWS, SUBSTITUTES, coinco, conllu

from motjuste.cli import main
from motjuste.spaces.space import Space, write_dense

pytest.importorskip("scipy")


@pytest.fixture
def call(capsys):
    def run(*arguments: object) -> tuple[int, str, str]:
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_the_whole_chain_is_one_command_a_step(tmp_path, call):
    write_corpus(tmp_path / "a.txt", 300)
    steps = [
        ("count", tmp_path / "a.txt", "--out", tmp_path / "counts", "--bigrams", "an,vo,vs"),
        ("weight", tmp_path / "counts/words", "--out", tmp_path / "ppmi"),
        ("weight", tmp_path / "counts/bigrams", "--base", tmp_path / "counts/words",
         "--out", tmp_path / "pairs"),
        ("reduce", tmp_path / "ppmi", "--dimensions", 5, "--out", tmp_path / "space"),
        ("reduce", tmp_path / "pairs", "--onto", tmp_path / "space", "--out", tmp_path / "onto"),
        ("learn", tmp_path / "space", tmp_path / "onto", "--out", tmp_path / "f", "--least", 4),
        ("export", tmp_path / "space", tmp_path / "v.txt"),
        ("import", tmp_path / "v.txt", "--out", tmp_path / "again"),
    ]  # fmt: skip
    for step in steps:
        code, out, err = call("space", *step)
        assert (code, out) == (0, ""), err
    assert (Space(tmp_path / "again").matrix == Space(tmp_path / "space").matrix).all()
    assert not (tmp_path / "counts" / "work").exists()
    code, out, _ = call("space", "neighbours", tmp_path / "space", "dog.n", "--pos", "n", "--json")
    names = [neighbour["name"] for neighbour in json.loads(out)["neighbours"]]
    assert code == 0
    assert set(names) >= {f"{noun}.n" for noun in "cat house tree river stone child song".split()}
    code, out, _ = call("space", "similarity", tmp_path / "space", "dog.n", "dog.n")
    assert (code, float(out)) == (0, pytest.approx(1.0))
    phrase = "old.a dog.n see.v green.a tree.n"
    for method in ("add", "mult", "plf-paperno", "plf-gupta"):
        arguments = ("--method", method, "--functions", tmp_path / "f", "--json")
        code, out, err = call("space", "compose", tmp_path / "space", phrase, *arguments)
        assert code == 0, err
        assert len(json.loads(out)["vector"]) == 5


def write_lemmas(folder):
    """A space with the words and substitutes of the example, and some others."""
    others = "leg.n hand.n tower.n trade.n raise.v make.v small.a wide.a".split()
    letters = {"built": "v", "large": "a"}
    given = [
        f"{word}.{letters.get(target, 'n')}" for target, row in SUBSTITUTES.items() for word in row
    ]
    names = ["construction.n", "arm.n", "build.v", "large.a", "airfield.n", *others]
    names += [name for name in given if " " not in name]
    vectors = np.random.default_rng(0).random((len(names), 4))
    extra = {"frequencies": np.arange(10, 10 + len(names))}
    write_dense(folder, names, vectors, {}, extra)


@pytest.mark.parametrize(("options", "phrases"), [((), 0), (("--modifier-types", 0), 1)])
def test_without_bigrams_no_noun_modifies_or_every_noun_does(tmp_path, call, options, phrases):
    (tmp_path / "p.conllu").write_text(conllu(ROWS))
    write_lemmas(tmp_path / "space")
    arguments = (
        "space", "anvan", "-b", f"coinco:{coinco(tmp_path)}", "--parses", tmp_path / "p.conllu",
        "--space", tmp_path / "space", "--out", tmp_path / "anvan.json", "--json", *options,
    )  # fmt: skip
    code, out, err = call(*arguments)
    assert code == 0, err
    # The A1 of "construction arm build large airfield" is a noun.
    assert json.loads(out)["phrases"] == phrases


def test_anvan_is_built_reviewed_and_ranked(tmp_path, call):
    (tmp_path / "p.conllu").write_text(conllu(ROWS))
    path = coinco(tmp_path)
    write_lemmas(tmp_path / "space")
    pairs = [f"nn:{noun}.n arm.n" for noun in ("construction", "building", "engineering")]
    often = {"frequencies": np.array([3, 3, 3])}
    write_dense(tmp_path / "pairs", pairs, np.ones((3, 1)), {}, often)
    arguments = (
        "space", "anvan", "-b", f"coinco:{path}", "--parses", tmp_path / "p.conllu",
        "--space", tmp_path / "space", "--out", tmp_path / "anvan.json", "--bigrams",
        tmp_path / "pairs", "--modifier-types", 1, "--modifier-count", 3,
        "--sentences", tmp_path / "whole.json", "--review", tmp_path / "r.tsv", "--json",
    )  # fmt: skip
    code, out, err = call(*arguments)
    assert code == 0, err
    document = json.loads(out)
    assert document["phrases"] == 1
    assert document["targets"] == {"A1": 1, "N1": 1, "V": 1, "A2": 1, "N2": 0}
    assert document["unjudged"] == 8
    for file in ("anvan.json", "whole.json"):
        run = tmp_path / f"{file}.lsr.json"
        benchmark = ("--benchmark", f"swords:{tmp_path / file}")
        settings = ("--set", f"file={tmp_path / 'space'}", "--out", run, "--setting", "rank")
        assert call("run", "composition", *benchmark, *settings)[0] == 0
        code, out, err = call("score", run, *benchmark, "-m", "MAP,MAP.A1,MAP.V", "--json")
        assert code == 0, err
        assert set(json.loads(out)["scores"]) == {"MAP", "MAP.A1", "MAP.V"}
    arguments = (
        "reproduce", "anvan-ls", "-b", f"swords:{tmp_path / 'anvan.json'}", "--json",
        "--systems", "tied,add,plf-gupta", "--set", f"composition.file={tmp_path / 'space'}",
        "--resamples", 20, "--work", tmp_path / "work",
    )  # fmt: skip
    code, out, err = call(*arguments)
    assert code == 0, err
    (table,) = json.loads(out)["tables"]
    rows = {row["system"]: row for row in table["rows"]}
    # The mean average precision of all orders of two among four: 49 / 72.
    assert rows["Random"]["ours"]["MAP.V"] == pytest.approx(100 * 49 / 72)
    assert rows["Add"]["published"]["MAP"] == 65.6
    assert rows["Add"]["ours"]["MAP"] > 0
    assert rows["PLF (Gupta)"]["missing"].startswith("needs lexical functions")


def test_the_paper_of_anvan_asks_for_its_benchmark(call):
    code, out, err = call("reproduce", "anvan-ls")
    assert (code, out) == (3, "")
    assert "make it with 'motjuste space anvan'" in err


WRONG = {
    "no corpus": (("count", "none.txt", "--out", "o"), 2, "none.txt: there is no such file"),
    "no space": (("neighbours", "none", "a"), 2, "none: there is no such space"),
    "no part of speech": (
        ("count", "a.txt", "--out", "o", "--pos", "n,q"),
        2,
        "no part of speech is 'q'",
    ),
    "no kind": (
        ("count", "a.txt", "--out", "o", "--bigrams", "zz"),
        2,
        "no kind of bigram is 'zz'",
    ),
    "no parts": (
        ("count", "a.txt", "--out", "o", "--unit", "word", "--pos", "n"),
        2,
        "--pos needs",
    ),
    "no row": (("neighbours", "space", "zebra.n"), 2, "has no row 'zebra.n'"),
    "no measure": (("neighbours", "space", "a.n", "--measure", "x"), 2, "is not one of cosine"),
    "no method": (("compose", "space", "a.n", "--method", "plf-gupta"), 2, "needs functions"),
    "no word": (("compose", "space", "zebra.n"), 2, "has no word of 'zebra.n'"),
    "too wide": (("reduce", "space", "--out", "o"), 2, "cannot be reduced to 300 dimensions"),
    "no counts": (("weight", "space", "--out", "o"), 2, "holds no counts"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_reported_on_one_line(tmp_path, monkeypatch, call, name):
    monkeypatch.chdir(tmp_path)
    write_corpus(tmp_path / "a.txt", 3)
    write_dense(tmp_path / "space", ["a.n", "b.n"], np.eye(2))
    arguments, exit_code, message = WRONG[name]
    code, out, err = call("space", *arguments)
    assert (code, out) == (exit_code, "")
    assert message in err
    assert err.count("\n") == 1


def test_without_scipy_the_error_names_the_extra(tmp_path, monkeypatch, call):
    write_corpus(tmp_path / "a.txt", 30)
    assert call("space", "count", tmp_path / "a.txt", "--out", tmp_path / "c")[0] == 0
    monkeypatch.setitem(__import__("sys").modules, "scipy.sparse", None)
    code, _, err = call("space", "neighbours", tmp_path / "c/words", "dog.n")
    assert code == 3
    assert "pip install 'motjuste[spaces]'" in err


COMMANDS = "count weight reduce neighbours similarity import export learn compose parse anvan"


@pytest.mark.parametrize("command", [*COMMANDS.split()])
def test_every_command_shows_an_example(call, command):
    code, out, _ = call("space", command, "--help")
    assert code == 0
    assert f"Example:  motjuste space {command} " in " ".join(out.split("\n"))


def test_training_without_torch_names_the_extra(tmp_path, monkeypatch, call):
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    code, _, err = call("train", "context2vec", tmp_path, "--out", tmp_path / "model")
    assert code == 3
    assert "pip install 'motjuste[torch]'" in err
