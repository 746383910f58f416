"""Numbers, names and texts that no honest file has: one line, never a traceback."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from motjuste.cli import main

ANSWERS = {"1": [["auto", 2.0]], "2": [["hound", 1.0]]}
COMMAND = [sys.executable, "-c", "import sys; from motjuste.cli import main; sys.exit(main())"]
DIGITS = "9" * 5_000


@pytest.fixture
def error_of(capsys):
    """Run a command that must fail with one line, and the same as JSON; returns the line."""

    def run(*arguments, json_too=True):
        assert main([*map(str, arguments)]) == 2
        captured = capsys.readouterr()
        assert captured.err.count("\n") == 1
        assert len(captured.err) < 1_000
        if json_too:
            assert main([*map(str, arguments), "--json"]) == 2
            assert set(json.loads(capsys.readouterr().out)) == {"error"}
        return captured.err

    return run


def run_file(folder, **document):
    path = folder / "run.lsr.json"
    path.write_text(json.dumps({"substitutes": ANSWERS, **document}))
    return path


@pytest.mark.parametrize("digits", ["1" + "0" * 400, DIGITS])
def test_a_score_beyond_all_numbers_is_an_error(gold, tmp_path, error_of, digits):
    path = tmp_path / "run.lsr.json"
    path.write_text(f'{{"substitutes": {{"1": [["auto", {digits}]]}}}}')
    assert "run.lsr.json" in error_of("score", path, "-b", f"swords:{gold}")


@pytest.mark.parametrize(
    ("extra", "problem"),
    [
        (5, "'extra' is 5, not an object"),
        ({"system": ["a"]}, "the name of the system is ['a'], not a text"),
        ({"settings": 5}, "the settings are 5, not an object"),
    ],
)
def test_what_a_run_says_of_itself_is_checked(gold, tmp_path, error_of, extra, problem):
    path = run_file(tmp_path, extra=extra)
    assert problem in error_of("score", path, "-b", f"swords:{gold}")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("[/red] x", "[/red] x on"),
        ("[bold]x", "[bold]x on"),
        ("a\nb\tc", "a b c on"),
        ("x\ud800", "x\\ud800 on"),
    ],
)
def test_the_name_of_a_system_is_printed_as_it_is_on_one_line(gold, tmp_path, name, shown):
    path = run_file(tmp_path, extra={"system": name})
    command = [*COMMAND, "score", str(path), "-b", f"swords:{gold}"]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    printed = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert printed.stdout.startswith(shown)
    assert printed.stderr == ""


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_json_is_json_whatever_the_name_and_the_encoding(gold, tmp_path, encoding):
    name = "é \ud800 \U0001f600"
    path = run_file(tmp_path, extra={"system": name})
    command = [*COMMAND, "score", str(path), "-b", f"swords:{gold}", "--json"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    printed = subprocess.run(command, capture_output=True, env=environment, check=True)
    assert json.loads(printed.stdout)["system"] == name


def test_a_name_that_no_file_can_have_is_an_unknown_benchmark(tmp_path, error_of):
    assert "unknown benchmark 'xxx" in error_of("score", run_file(tmp_path), "-b", "x" * 5_000)


SEMEVAL = "bright.a 1 :: clever {};\n"
PLAIN = "text,substitutes\na *big* dog,large:{}\n"
JSON_LINES = '{{"text": "a *big* dog", "substitutes": {{"large": {}}}}}\n'
OFFSETS = "text,start,end\na big dog,2,{}\n"
COINCO = (
    '<document><sent MASCfile="f" MASCsentID="1"><targetsentence>a dog</targetsentence><tokens>'
    '<token id="1" wordform="dog" lemma="dog" posMASC="NN" posTT="NN"><substitutions>'
    '<subst lemma="hound" pos="NN" freq="{}"/></substitutions></token></tokens></sent></document>'
)
SWS = (
    '{{"s": {{"sentence": "a dog", "sentence_split": ["a", "dog"], '
    '"substitutes": [[[1, 2], {{"hound": {}}}, 1]]}}}}'
)


@pytest.mark.parametrize("number", ["²", DIGITS, "99999999999"])
@pytest.mark.parametrize(
    ("reader", "content"),
    [
        ("semeval2007", SEMEVAL),
        ("plain", PLAIN),
        ("plain", JSON_LINES),
        ("plain", OFFSETS),
        ("coinco", COINCO),
        ("sws", SWS),
    ],
)
def test_a_number_that_is_none_or_absurd_is_an_error(tmp_path, error_of, reader, content, number):
    path = tmp_path / "benchmark"
    path.write_text(content.format(number), encoding="utf-8")
    assert "benchmark" in error_of("benchmarks", "stats", f"{reader}:{path}")


@pytest.mark.parametrize("number", ["²", DIGITS, "99999999999"])
def test_twsi_counts_are_numbers_within_reason(tmp_path, error_of, number):
    (tmp_path / "dog.contexts").write_text("s\tdog\tdog\t7\ta <b>dog</b>\n")
    counts = tmp_path / "substitutions_per_sentence" / "dog.turkresults"
    counts.parent.mkdir()
    counts.write_text(f"dog++7||x\tdog\thound\t{number}\n", encoding="utf-8")
    line = error_of("benchmarks", "stats", f"twsi:{tmp_path}")
    assert "dog.turkresults: line 1: the count is" in line


@pytest.mark.parametrize("number", ["²", DIGITS])
def test_spans_of_annotations_are_numbers_within_reason(tmp_path, gold, error_of, number):
    path = tmp_path / "annotations.csv"
    path.write_text(f"item,annotator,substitute,start,end\n1,a,x,0,{number}\n", encoding="utf-8")
    stats = ("benchmarks", "stats", f"swords:{gold}", "--annotations", path)
    assert "annotations.csv: line 2: the end is" in error_of(*stats)


@pytest.mark.parametrize("sources", [5, [1, "a"], "a"])
def test_sources_are_a_list_of_texts(gold, error_of, sources):
    document = json.loads(gzip.decompress(gold.read_bytes()))
    next(iter(document["substitutes"].values()))["extra"] = {"sources": sources}
    gold.write_bytes(gzip.compress(json.dumps(document).encode()))
    assert "extra.sources is" in error_of("benchmarks", "stats", f"swords:{gold}")


@pytest.mark.parametrize("content", ['text,"{}"\na,b\n', 'text\n"a *b* {}"\n'])
def test_a_field_of_csv_that_is_too_long_is_one_line_and_leaves_no_project(
    tmp_path, error_of, content
):
    pytest.importorskip("sqlalchemy")
    path, project = tmp_path / "long.csv", tmp_path / "project"
    path.write_text(content.format("x" * 140_000))
    assert "long.csv: line" in error_of("collect", "init", project, "--csv", path)
    assert not project.exists()


def test_a_number_of_6000_digits_in_a_thesaurus_is_one_line(tmp_path, error_of):
    path = tmp_path / "thesaurus.json"
    path.write_text(f'{{"big": ["large", {"9" * 6_000}]}}')
    assert "too many digits" in error_of("suggest", "a *big* dog", "--thesaurus", path)


def test_half_a_character_cannot_be_converted(tmp_path, error_of):
    path = tmp_path / "own.jsonl"
    path.write_text('{"text": "a *big* \\ud800 dog"}\n')
    convert = ("benchmarks", "convert", f"plain:{path}", tmp_path / "out", "--to", "semeval2007")
    assert "'\\ud800', which is no character" in error_of(*convert, json_too=False)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_full_disk_is_one_line(gold, tmp_path, options):
    command = [*COMMAND, "score", str(run_file(tmp_path)), "-b", f"swords:{gold}", *options]
    with open("/dev/full", "w") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert ended.returncode == 2
    assert ended.stderr == "motjuste: No space left on device\n"


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (PermissionError(13, "Permission denied", "x.json"), "x.json: Permission denied"),
        (UnicodeEncodeError("ascii", "é", 0, 1, "no"), "a text cannot be written or read"),
        (MemoryError(), "there is not enough memory"),
    ],
)
def test_what_nobody_foresaw_is_one_line_too(tmp_path, error_of, monkeypatch, error, problem):
    def fail(spec):
        raise error

    monkeypatch.setattr("motjuste.benchmarks.read_benchmark", fail)
    assert problem in error_of("score", run_file(tmp_path), "-b", "swords-v1.1-dev")
