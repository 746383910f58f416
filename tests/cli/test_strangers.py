"""Whatever a stranger hands in: a defined score, or one line and exit code 2; never a traceback."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from types import ModuleType

import pytest

from motjuste.__main__ import main as program
from motjuste.cli import main

GOOD = {"substitutes": {"1": [["auto", 2.0], ["train", 1.0]], "2": [["hound", 1.0]]}}
COMMAND = [sys.executable, "-c", "import sys; from motjuste.cli import main; sys.exit(main())"]


@pytest.fixture
def command(tmp_path, gold, capsys):
    """Score a run file of the given content; returns code, standard output and error."""

    def score(content, *options, name="run.lsr.json", spec=None):
        path = tmp_path / name
        if not isinstance(content, bytes):
            content = json.dumps(content).encode()
        path.write_bytes(content)
        code = main(["score", str(path), "--benchmark", spec or f"swords:{gold}", *options])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return score


def test_a_good_run_is_scored(command):
    code, out, err = command(GOOD, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["scores"]["strict.acceptable.R@10"] == pytest.approx(100.0)


def with_answer(answer):
    return {"substitutes": {**GOOD["substitutes"], "1": answer}}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b"[]", "is not"),
        (b"null", "is not"),
        (b'{"substitutes": []}', "is not"),
        (b'{"substitutes": {"1": [], "1": []}}', "occurs twice"),
        (b'{"substitutes": {"1": [["auto", NaN]]}}', "score nan"),
        (b"\xff\xfe{", "UTF-8"),
        (b"[" * 100_000, "JSON"),
        (gzip.compress(json.dumps(GOOD).encode(), mtime=0)[:-9], "cut short"),
        (b"\x1f\x8brubbish", "damaged"),
        (with_answer("auto"), "not a list"),
        (with_answer(None), "not a list"),
        (with_answer(["auto"]), "not a [substitute, score]"),
        (with_answer([["auto"]]), "not a [substitute, score]"),
        (with_answer([["auto", 1, 2]]), "not a [substitute, score]"),
        (with_answer([[1, 1]]), "not a [substitute, score]"),
        (with_answer([["auto", "high"]]), "score 'high'"),
        (with_answer([["auto", None]]), "score None"),
        (with_answer([["auto", True]]), "score True"),
        ({"substitutes": {"t:elsewhere": [["auto", 1]]}}, "is this the benchmark"),
        ({"substitutes": {}}, "is this the benchmark"),
    ],
)
def test_a_bad_run_is_one_line_and_exit_code_2(command, content, message):
    code, out, err = command(content)
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("motjuste: ")
    assert message in err


@pytest.mark.parametrize("content", [b"{", {"substitutes": {"x": []}}])
def test_with_json_the_error_is_a_json_document_too(command, content):
    code, out, err = command(content, "--json")
    assert code == 2
    assert set(json.loads(out)) == {"error"}
    assert json.loads(out)["error"] in err


def test_a_benchmark_where_a_run_belongs_is_recognised(command, gold):
    code, _, err = command(gzip.decompress(gold.read_bytes()))
    assert code == 2
    assert "is a benchmark, not a run" in err


def test_a_run_where_a_benchmark_belongs_is_recognised(command, tmp_path):
    other = tmp_path / "other.lsr.json"
    other.write_text(json.dumps(GOOD))
    code, _, err = command(GOOD, spec=f"swords:{other}")
    assert code == 2
    assert "is a run, not a benchmark" in err


def changed(document, *path_and_value):
    *path, key, value = path_and_value
    place = document
    for step in path:
        place = place[step if step in place else next(iter(place))]
    place[key if key in place else next(iter(place))] = value
    return document


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("contexts", []), "'contexts' is not an object"),
        (("contexts", "first", "context", 7), "7 is not a text"),
        (("targets", "first", "offset", "0"), "the offset is '0'"),
        (("targets", "first", "offset", 1), "does not stand at 1"),
        (("targets", "first", "offset", 10_000), "is not inside a text"),
        (("targets", "first", "pos", "ADJECTIVE"), "unknown part of speech"),
        (("targets", "first", "context_id", "c:0"), "'c:0' is missing"),
        (("substitutes", "first", "substitute", ""), "'' is not a text"),
        (("substitutes", "first", "target_id", "t:0"), "is for target t:0"),
        (("substitute_labels", "first", ["YES"]), "unknown label 'YES'"),
        (("substitute_labels", "first", "TRUE"), "the labels are not a list"),
    ],
)
@pytest.mark.filterwarnings("ignore::motjuste.errors.BadInputWarning")
def test_a_bad_benchmark_is_one_line_and_exit_code_2(command, gold, change, message):
    document = json.loads(gzip.decompress(gold.read_bytes()))
    gold.write_bytes(gzip.compress(json.dumps(changed(document, *change)).encode()))
    code, _, err = command(GOOD)
    lines = [line for line in err.splitlines() if "warning" not in line]
    assert code == 2
    assert len(lines) == 1
    assert message in lines[0]


@pytest.mark.parametrize(
    ("answers", "unanswered", "recall"),
    [
        ({"1": [["auto", 1]]}, 1, 50.0),
        ({"1": [["auto", 1]], "2": []}, 0, 50.0),
        ({"1": [["auto", 1], ["auto", 1], ["autos", 5]], "2": [["hound", 1]]}, 0, 100.0),
        ({"1": [["", 9], [" ", 8], ["auto", float("-inf")]], "2": [["hound", 1e308]]}, 0, 100.0),
    ],
)
def test_odd_answers_have_a_defined_score(command, answers, unanswered, recall):
    code, out, _ = command({"substitutes": answers}, "--json")
    assert code == 0
    document = json.loads(out)
    assert document["unanswered"] == unanswered
    assert document["scores"]["strict.acceptable.R@10"] == pytest.approx(recall)


def test_unknown_ids_are_left_out_and_said_so(command):
    content = {"substitutes": {**GOOD["substitutes"], "3": [["auto", 1]]}}
    code, out, err = command(content, "--json")
    assert code == 0
    assert json.loads(out)["unknown"] == 1
    assert "1 answers are for targets that are not in the benchmark" in err


def test_a_changed_benchmark_is_reported(command, gold):
    document = json.loads(gzip.decompress(gold.read_bytes()))
    next(iter(document["substitutes"].values()))["substitute"] = "automobile"
    gold.write_bytes(gzip.compress(json.dumps(document).encode()))
    code, _, err = command(GOOD)
    assert code == 0
    assert "warning" in err
    assert "1 ids do not fit their content" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["score"], "give a run and its benchmark"),
        (["score", "x.lsr.json", "--benchmark", "swords:nowhere.json"], "nowhere.json"),
        (["score", "x.lsr.json", "--benchmark", "nowhere"], "nowhere"),
        (["score", "x", "--benchmark", "swords:x", "--resamples", "-1"], "resamples"),
        (["score", "--unknown"], "--unknown"),
        (["compare", "--benchmark", "x"], "'runs'"),
        (["nothing"], "nothing"),
    ],
)
def test_wrong_usage_is_one_line(capsys, arguments, message):
    code = main(arguments)
    err = capsys.readouterr().err
    assert code == 2
    assert err.count("\n") == 1
    assert message in err


def test_an_unknown_measure_names_what_there_is(command):
    code, _, err = command(GOOD, "--measures", "BLEU")
    assert code == 2
    assert "unknown measure 'BLEU'" in err


def test_the_hash_seed_changes_nothing(tmp_path, gold):
    run = tmp_path / "run.lsr.json"
    run.write_text(json.dumps(GOOD))
    arguments = ["score", str(run), "--benchmark", f"swords:{gold}", "--json"]
    printed = {
        subprocess.run(
            [*COMMAND, *arguments], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(printed) == 1


@pytest.mark.parametrize("form", ["text", "--json", "--list"])
def test_a_reader_that_stops_reading_is_no_error(gold, tmp_path, form):
    run = tmp_path / "run.lsr.json"
    run.write_text(json.dumps(GOOD))
    arguments = ["score", str(run), "--benchmark", f"swords:{gold}"]
    arguments += [] if form == "text" else [form]
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.close()
        error = process.stderr.read()
    assert process.returncode == 0
    assert error == b""


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_ctrl_c_is_one_line_and_exit_code_130(gold, tmp_path, options):
    run = tmp_path / "run.lsr.json"
    run.write_text(json.dumps(GOOD))
    arguments = ["score", str(run), "--benchmark", f"swords:{gold}"]
    begun = tmp_path / "begun"
    code = (
        "import sys, time; from pathlib import Path; from motjuste.metrics import resampling\n"
        "def endless(*given): Path(sys.argv[-1]).touch(); time.sleep(600)\n"
        "resampling.bootstrap_weights = endless\n"
        "from motjuste.cli import main; sys.exit(main(sys.argv[1:-1]))"
    )
    command = [sys.executable, "-c", code, *arguments, *options, str(begun)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not begun.exists() and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate()
    assert process.returncode == 130
    assert error == b"motjuste: interrupted\n"
    assert (json.loads(out) == {"error": "interrupted"}) if options else (out == b"")


def test_ctrl_c_while_the_command_is_loaded_is_one_line_and_exit_code_130(monkeypatch, capsys):
    class Interrupted(ModuleType):
        def __getattr__(self, name):
            raise KeyboardInterrupt if name == "main" else AttributeError(name)

    monkeypatch.setitem(sys.modules, "motjuste.cli", Interrupted("motjuste.cli"))
    assert program() == 130
    assert capsys.readouterr().err == "motjuste: interrupted\n"


# Python imports this before anything else, also in the processes that a command starts.
SLOW_START = """
import sys, time
from pathlib import Path
here = Path(__file__).parent
if "--multiprocessing-fork" in sys.orig_argv:
    (here / "starting").touch()
    while not (here / "interrupted").exists():
        time.sleep(0.01)
"""


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be blocked here")
def test_ctrl_c_while_processes_start_is_one_line_and_exit_code_130(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(SLOW_START)
    (tmp_path / "a.txt").write_text("It was a very big dog. " * 3_000)
    command = [*COMMAND, "check", str(tmp_path / "a.txt"), "--workers", "2"]
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": paths}, start_new_session=True, **streams
    ) as process:
        while not (tmp_path / "starting").exists() and process.poll() is None:
            time.sleep(0.01)
        # As a terminal does: to the command and to all processes that it started.
        os.killpg(process.pid, signal.SIGINT)
        (tmp_path / "interrupted").touch()
        out, error = process.communicate()
    assert (process.returncode, out, error) == (130, b"", b"motjuste: interrupted\n")


@pytest.mark.parametrize("command", [[], ["benchmarks"]])
def test_a_command_without_more_shows_its_help(capsys, command):
    assert main(command) == 0
    assert capsys.readouterr().out.startswith("Usage: motjuste")


def test_more_resamples_than_memory_holds_are_refused(gold, tmp_path, capsys):
    run = tmp_path / "run.lsr.json"
    run.write_text(json.dumps(GOOD))
    arguments = ["score", str(run), "--benchmark", f"swords:{gold}", "--resamples", "100000000"]
    assert main(arguments) == 2
    assert "1000000" in capsys.readouterr().err
