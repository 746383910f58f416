"""Runs can be stopped at any moment and go on; errors are blamed on the item that made them."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from motjuste.benchmarks.run import read_lsr
from motjuste.cli import main
from motjuste.errors import BadInputError, MotjusteError
from motjuste.metrics import score
from motjuste.systems import (
    Reranked,
    SomeFailedError,
    make_system,
    run_system,
    verbs,
    with_settings,
)
from motjuste.systems.system import System
from motjuste.text import Suggestion, Target
from small import benchmark, item, labels

GOLD = benchmark(
    *(item(str(n), "car", {"auto": labels(9, 1), "train": labels(1, 9)}) for n in range(40))
)

RUN = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
from systems.test_benchmark_runs import GOLD, Echo
from motjuste.systems import run_system
run_system(Echo(), GOLD, Path(sys.argv[1]), workers=int(sys.argv[2]))
"""


@dataclass
class Echo(System):
    """Answers with the target itself, longer; fails where it is told to."""

    name: ClassVar[str] = "echo"
    times: int = 2
    fails_at: str | None = None

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        time.sleep(float(os.environ.get("ECHO_DELAY", "0")))
        if os.environ.get("ECHO_DIES"):
            os._exit(7)
        if any(self.fails_at and target.text.endswith(self.fails_at) for target in targets):
            raise ValueError("no idea")
        return [[Suggestion(target.text * self.times, 1.0, lemma="auto")] for target in targets]


def test_every_item_is_answered_in_the_benchmarks_order(tmp_path):
    report = run_system(Echo(), GOLD, tmp_path / "run.lsr.json")
    run = read_lsr(tmp_path / "run.lsr.json")
    assert (report.answered, report.resumed, report.errors) == (40, 0, {})
    assert list(run.answers) == [item.id for item in GOLD.items]
    assert run.system == "echo"
    assert run.settings == {"times": 2, "fails_at": None, "setting": "generate"}
    assert score(run, GOLD).scores["P@1"] == 100.0


def test_a_limit_takes_the_first_items(tmp_path):
    run_system(Echo(), GOLD, tmp_path / "run.lsr.json", limit=3)
    assert list(read_lsr(tmp_path / "run.lsr.json").answers) == ["0", "1", "2"]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_is_killed_goes_on_and_ends_the_same(tmp_path, request, workers):
    whole, killed = tmp_path / "whole.lsr.json", tmp_path / "killed.lsr.json"
    run_system(Echo(), GOLD, whole)
    tests = str(request.config.rootpath / "tests")
    command = [sys.executable, "-c", RUN, str(killed), str(workers), tests]
    with subprocess.Popen(command, env={**os.environ, "ECHO_DELAY": "2"}) as process:
        journal = killed.with_name(killed.name + ".journal")
        deadline = time.monotonic() + 300
        while not (journal.exists() and journal.read_bytes().count(b"\n") > 1):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    assert not killed.exists()
    with journal.open("ab") as stream:
        stream.write(b'{"id": "39", "gues')
    subprocess.run(command, check=True)
    assert killed.read_bytes() == whole.read_bytes()
    assert not journal.exists()


def test_the_run_file_is_the_same_for_any_number_of_workers(tmp_path):
    for workers in (1, 2, 5):
        report = run_system(Echo(), GOLD, tmp_path / f"{workers}.lsr.json", workers=workers)
        assert (report.answered, report.errors) == (40, {})
    files = [(tmp_path / f"{workers}.lsr.json").read_bytes() for workers in (1, 2, 5)]
    assert files[0] == files[1] == files[2]


def test_workers_end_when_the_one_who_started_them_is_killed(tmp_path, request):
    tests = str(request.config.rootpath / "tests")
    command = [sys.executable, "-c", RUN, str(tmp_path / "run.lsr.json"), "2", tests]
    # The workers hold standard output too: it ends only when the last of them has ended.
    environment = {**os.environ, "ECHO_DELAY": "2"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as process:
        deadline = time.monotonic() + 300
        while not (tmp_path / "run.lsr.json.journal").exists():
            assert time.monotonic() < deadline
            time.sleep(0.02)
        process.kill()
        process.communicate(timeout=300)


def test_errors_in_workers_are_told_as_they_are_without_them(tmp_path):
    report = run_system(Echo(fails_at=" 17"), GOLD, tmp_path / "run.lsr.json", workers=2)
    assert (report.errors, report.answered) == ({"17": "ValueError: no idea"}, 39)
    with pytest.raises(MotjusteError, match="no substitutes from 'coinco'"):
        run_system(make_system("source"), GOLD, tmp_path / "source.lsr.json", workers=2)
    assert not (tmp_path / "source.lsr.json.journal").exists()


def test_a_worker_that_dies_is_no_missing_answer(tmp_path, monkeypatch):
    monkeypatch.setenv("ECHO_DIES", "yes")
    with pytest.raises(MotjusteError, match=r"ended by itself \(exit code 7\)"):
        run_system(Echo(), GOLD, tmp_path / "run.lsr.json", workers=2)


def test_what_cannot_be_handed_to_workers_is_reported(tmp_path):
    @dataclass
    class Local(Echo):
        pass

    with pytest.raises(MotjusteError, match="run it with --workers 1"):
        run_system(Local(), GOLD, tmp_path / "run.lsr.json", workers=2)
    with pytest.raises(BadInputError, match="at least 1"):
        run_system(Echo(), GOLD, tmp_path / "run.lsr.json", workers=0)


def test_a_journal_of_another_run_is_not_taken_up(tmp_path):
    out = tmp_path / "run.lsr.json"
    run_system(Echo(fails_at="7"), GOLD, out)
    with pytest.raises(BadInputError, match="another system, settings or benchmark"):
        run_system(Echo(times=3), GOLD, out)


def test_an_error_is_blamed_on_its_item_and_the_others_are_kept(tmp_path):
    out = tmp_path / "run.lsr.json"
    report = run_system(Echo(fails_at=" 17"), GOLD, out)
    assert report.errors == {"17": "ValueError: no idea"}
    assert report.answered == 39
    assert not out.exists()
    lines = out.with_name(out.name + ".journal").read_text().splitlines()
    assert len(lines) == 40
    assert all(json.loads(line) for line in lines)


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ([], "0 answers for 1 targets"),
        ([["auto"]], "AttributeError"),
        ([[Suggestion("auto", float("nan"))]], "'auto' has no score"),
        ([[Suggestion("auto", "high")]], "could not convert"),
    ],
)
def test_what_is_no_answer_is_an_error_of_its_item(tmp_path, monkeypatch, answers, message):
    monkeypatch.setattr(Echo, "suggest", lambda self, targets: answers)
    report = run_system(Echo(), GOLD, tmp_path / "run.lsr.json", limit=1)
    assert message in report.errors["0"]


def test_scores_may_be_any_kind_of_number(tmp_path, monkeypatch):
    answers = [[Suggestion("auto", np.float32(0.5))]]
    monkeypatch.setattr(Echo, "suggest", lambda self, targets: answers)
    run_system(Echo(), GOLD, tmp_path / "run.lsr.json", limit=1)
    assert read_lsr(tmp_path / "run.lsr.json").answers["0"] == (("auto", 0.5),)


@pytest.mark.parametrize("out", ["", "folder"])
def test_a_run_cannot_be_written_to_a_folder(tmp_path, monkeypatch, out):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadInputError, match="is a folder"):
        run_system(Echo(), GOLD, Path(out))


def test_a_verb_that_is_not_offered_leaves_nothing_behind(tmp_path):
    with pytest.raises(BadInputError, match="does not rank"):
        run_system(Echo(), GOLD, tmp_path / "run.lsr.json", "rank")
    assert list(tmp_path.iterdir()) == []


def test_a_source_that_the_benchmark_does_not_name_is_an_error(tmp_path):
    with pytest.raises(BadInputError, match="no substitutes from 'coinco'"):
        run_system(make_system("source"), GOLD, tmp_path / "run.lsr.json")


class _EntryPoint:
    def __init__(self, name, loaded):
        self.name, self.loaded = name, loaded

    def load(self):
        if isinstance(self.loaded, Exception):
            raise self.loaded
        return self.loaded


@pytest.mark.parametrize(
    "loaded", [ImportError("no such module"), int, Echo, type("X", (System,), {})]
)
def test_systems_of_other_packages_are_found_and_broken_ones_are_shown(monkeypatch, capsys, loaded):
    points = [_EntryPoint("other", loaded)]
    monkeypatch.setattr("motjuste.systems.registry.entry_points", lambda group: points)
    assert main(["systems", "--json"]) == 0
    (row,) = [r for r in json.loads(capsys.readouterr().out)["systems"] if r["name"] == "other"]
    assert (row["problem"] is None) == (loaded is Echo)
    assert main(["run", "other", "-b", "plain:nowhere.csv", "-o", "x"]) == (
        2 if loaded is Echo else 3
    )


class Extra(Echo):
    """A system that needs what nobody has installed."""

    needs: ClassVar[dict[str, str]] = {"no_such_module": "transformers"}


def test_a_missing_extra_is_named_with_the_command_that_installs_it(monkeypatch, capsys):
    points = [_EntryPoint("other", Extra)]
    monkeypatch.setattr("motjuste.systems.registry.entry_points", lambda group: points)
    assert main(["run", "other", "-b", "plain:nowhere.csv", "-o", "x"]) == 3
    install = "needs the extra 'transformers': install it with pip install 'motjuste[transformers]'"
    assert install in capsys.readouterr().err
    assert main(["systems"]) == 0
    assert "no: system 'other' needs the extra 'transformers'" in capsys.readouterr().out


def test_what_must_be_given_to_a_system_is_shown(capsys):
    assert main(["systems", "--json"]) == 0
    asks = {row["name"]: row["asks"] for row in json.loads(capsys.readouterr().out)["systems"]}
    assert (asks["glove"], asks["stored"], asks["oracle"]) == (["file"], ["file"], [])
    assert main(["systems"]) == 0
    assert "yes, with --set file=…" in capsys.readouterr().out


def test_progress_counts_every_item_once(tmp_path):
    counted = []
    run_system(Echo(), GOLD, tmp_path / "run.lsr.json", advance=counted.append)
    assert sum(counted) == 40


def test_verbs_are_those_that_a_system_defines():
    assert verbs(Echo) == ["suggest"]
    with pytest.raises(BadInputError, match="'echo' does not rank; it can suggest"):
        Echo().rank([], [])


@pytest.mark.parametrize(
    ("given", "message"),
    [({"time": "3"}, "no setting 'time'; it has times"), ({"times": "x"}, "'x' is no int")],
)
def test_wrong_settings_are_refused(given, message):
    with pytest.raises(BadInputError, match=message):
        with_settings(Echo(), given)


def test_settings_take_the_type_of_their_default():
    assert with_settings(Echo(), {"times": "3", "fails_at": "9"}) == Echo(3, "9")


@pytest.mark.parametrize(
    ("reference", "best"), [("conceivable", ["auto", "train"]), ("acceptable", ["auto"])]
)
def test_the_oracle_answers_what_people_judged_so(tmp_path, reference, best):
    oracle = with_settings(make_system("oracle"), {"reference": reference})
    run_system(oracle, GOLD, tmp_path / "oracle.lsr.json")
    answers = read_lsr(tmp_path / "oracle.lsr.json").answers
    assert [guess.text for guess in answers["0"]] == best


def test_random_order_depends_on_the_seed_alone(tmp_path):
    first = make_system("random").rank([GOLD.items[0].target], [["a", "b", "c", "d", "e"]])
    again = make_system("random").rank([GOLD.items[0].target], [["e", "d", "c", "b", "a"]])
    other = with_settings(make_system("random"), {"seed": "1"})
    assert first == again
    assert first != other.rank([GOLD.items[0].target], [["a", "b", "c", "d", "e"]])


@dataclass
class Careful(Echo):
    """Tells by itself which items failed, and has a setting that changes no answer."""

    unrecorded: ClassVar[frozenset[str]] = frozenset({"pace"})
    pace: int = 1

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        assert len(targets) > 1, "what failed must not be asked again"
        answers = super().suggest(targets)
        outcomes = [
            ValueError("no idea") if target.text.endswith("7") else target for target in targets
        ]
        raise SomeFailedError(
            [o if isinstance(o, Exception) else s for o, s in zip(outcomes, answers, strict=True)]
        )


def test_a_system_may_tell_itself_which_items_failed(tmp_path):
    report = run_system(Careful(), GOLD, tmp_path / "run.lsr.json")
    assert report.errors == dict.fromkeys(["7", "17", "27", "37"], "ValueError: no idea")
    assert report.answered == 36


def test_a_run_goes_on_with_other_settings_if_no_answer_depends_on_them(tmp_path):
    out = tmp_path / "run.lsr.json"
    run_system(Careful(), GOLD, out)
    report = run_system(Careful(pace=2), GOLD, out, limit=7)
    assert (report.resumed, report.errors) == (7, {})
    assert read_lsr(out).settings == {"times": 2, "fails_at": None, "setting": "generate"}


def test_what_a_generator_says_of_failures_is_not_taken_for_ranked_answers(tmp_path):
    class Once(Careful):
        def suggest(self, targets):
            if len(targets) > 1:
                return super().suggest(targets)
            raise ValueError("alone")

    reranked = Reranked(Once(), make_system("random"))
    report = run_system(reranked, GOLD, tmp_path / "run.lsr.json", limit=9)
    assert report.answered == 0
    assert set(report.errors.values()) == {"ValueError: alone"}


def test_a_dry_run_is_refused_by_a_system_that_sends_nothing(gold, capsys):
    assert main(["run", "oracle", "-b", str(gold), "--dry-run"]) == 2
    assert "'oracle' sends nothing" in capsys.readouterr().err


def test_a_run_needs_a_file_to_write(gold, capsys):
    assert main(["run", "oracle", "-b", str(gold)]) == 2
    assert "--out" in capsys.readouterr().err


def test_a_run_without_any_answer_leaves_no_journal(tmp_path):
    out = tmp_path / "run.lsr.json"
    assert len(run_system(Echo(fails_at=""), GOLD, out, limit=2).errors) == 0
    out.unlink()
    assert len(run_system(Echo(fails_at="0"), GOLD, out, limit=1).errors) == 1
    assert list(tmp_path.iterdir()) == []
