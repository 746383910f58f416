"""`run` with a system that asks a language model: cost, dry runs, errors, stopping half way."""

import os
import signal
import subprocess
import sys
import time

import pytest

pytest.importorskip("httpx")

from asking_models import KEY, QUESTION
from fake_llm import Says, serve
from motjuste.benchmarks.run import read_lsr
from motjuste.cli import main

pytestmark = pytest.mark.usefixtures("model_surroundings")


def command(gold, out, url, priming, *more):
    settings = {"model": "small", "endpoint": url, "priming": priming, "retries": 1}
    changes = [part for k, v in settings.items() for part in ("--set", f"{k}={v}")]
    return ["run", "gpt-few-shot", "-b", str(gold), "-o", str(out), *changes, *more]


def test_the_command_tells_tokens_and_cost_and_the_run_file_no_secret(
    gold, priming, tmp_path, capsys
):
    out = tmp_path / "run.lsr.json"
    with serve(lambda prompt: "auto") as fake:
        prices = ("--set", "price_in=1000", "--set", "price_out=10000")
        assert main(command(gold, out, fake.url, priming, *prices)) == 0
        first = capsys.readouterr().err
        assert main(command(gold, out, fake.url, priming)) == 0
    # Two answers of 100 and 10 tokens, at 0.001 and 0.01 each: 0.2 + 0.2.
    assert "2 answers from the server" in first
    assert "200 tokens in, 20 out; cost 0.4000" in first
    assert "0 answers from the server, 2 from the cache" in capsys.readouterr().err
    assert fake.headers[0]["authorization"] == f"Bearer {KEY}"
    settings = read_lsr(out).settings
    assert settings["endpoint"] == fake.url
    assert settings["seed"] == 0
    assert not {"key_variable", "concurrency", "timeout", "cache"} & set(settings)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not [path for path in files if KEY.encode() in path.read_bytes()]


def test_a_dry_run_prints_the_first_prompt_and_sends_and_writes_nothing(
    gold, priming, tmp_path, capsys, monkeypatch
):
    monkeypatch.delenv("OPENAI_API_KEY")
    before = sorted(tmp_path.rglob("*"))
    with serve(lambda prompt: "auto") as fake:
        assert main(command(gold, tmp_path / "run", fake.url, priming, "--dry-run")) == 0
        printed = capsys.readouterr().out
        assert main(["run", "gpt-few-shot", "-b", str(gold), "--set", f"priming={priming}",
                     "--set", "api=chat", "--dry-run"]) == 0  # fmt: skip
        chat = capsys.readouterr().out
        assert main(["run", "chatgpt-sws", "-b", str(gold), "--dry-run"]) == 0
    assert not fake.bodies
    assert printed.endswith(f"**car** 1\n{QUESTION.format('car')}\nA:\n")
    assert chat.count("[assistant]\npet, feline, animal\n") == 3
    assert capsys.readouterr().out.endswith("from the sentence. car 1\n")
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("says", "message", "code"),
    [
        (Says(status=401, error={"message": f"bad key {KEY}"}), "OPENAI_API_KEY", 3),
        (Says(status=404, error={"message": "no such model"}), "no such model", 2),
        (Says(status=500), "failed on 2 of 2 items", 2),
        (Says(raw=b"<html>"), "failed on 2 of 2 items", 2),
    ],
)
def test_whatever_goes_wrong_the_command_says_one_line(
    gold, priming, tmp_path, capsys, says, message, code
):
    with serve(lambda prompt: says) as fake:
        assert main(command(gold, tmp_path / "run.lsr.json", fake.url, priming)) == code
    printed = capsys.readouterr()
    (line,) = printed.err.splitlines()
    assert message in line
    assert KEY not in line


def test_no_server_and_no_key_are_one_line_each(gold, priming, tmp_path, capsys, monkeypatch):
    out = tmp_path / "run.lsr.json"
    assert main(command(gold, out, "http://127.0.0.1:9/v1", priming)) == 3
    assert "cannot be reached" in capsys.readouterr().err
    monkeypatch.delenv("OPENAI_API_KEY")
    assert main(command(gold, out, "", priming)) == 3
    assert "OPENAI_API_KEY is not set" in capsys.readouterr().err
    assert main(["run", "chatgpt-sws", "-b", str(gold), "-o", str(out)]) == 2
    capsys.readouterr()
    assert main(["suggest", "a *car*", "--system", "gpt-few-shot"]) == 2
    assert "needs a model" in capsys.readouterr().err


def test_a_run_that_is_killed_asks_only_for_the_rest(gold, priming, tmp_path):
    whole, killed = tmp_path / "whole.lsr.json", tmp_path / "killed.lsr.json"
    slow = [0.0]
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "other")}
    with serve(lambda prompt: Says("auto, bus", after=slow[0])) as fake:
        assert main(command(gold, whole, fake.url, priming)) == 0
        slow[0] = 1.0
        call = [sys.executable, "-m", "motjuste"]
        call += command(gold, killed, fake.url, priming, "--set", "concurrency=1")
        with subprocess.Popen(call, env=environment) as process:
            deadline = time.monotonic() + 300
            while len(fake.bodies) < 4:
                assert time.monotonic() < deadline
                time.sleep(0.02)
            process.send_signal(signal.SIGKILL)
        assert not killed.exists()
        slow[0] = 0.0
        subprocess.run(call, env=environment, check=True)
    # Two for the first run; of the second, the one that was open when it was killed comes again.
    assert len(fake.bodies) == 5
    assert killed.read_bytes() == whole.read_bytes()


def test_stopping_does_not_wait_for_the_server(gold, priming, tmp_path):
    # The server answers long after the limit below, so whoever waited for it would not pass.
    with serve(lambda prompt: Says("auto", after=600)) as fake:
        call = [sys.executable, "-m", "motjuste"]
        call += command(gold, tmp_path / "run.lsr.json", fake.url, priming)
        with subprocess.Popen(call, stderr=subprocess.PIPE, text=True) as process:
            deadline = time.monotonic() + 300
            while len(fake.bodies) < 2:
                assert time.monotonic() < deadline
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            _, output = process.communicate(timeout=300)
    assert (process.returncode, output.splitlines()) == (130, ["motjuste: interrupted"])
