"""Nothing leaves the machine, and nothing is written outside Motjuste's folders: every surface is
watched from outside, by the files that it leaves behind and by its system calls."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import motjuste

COMMAND = [sys.executable, "-m", "motjuste"]
EXAMPLES = Path(__file__).parents[1] / "examples"
LETTERS = f"plain:{EXAMPLES / 'letters.csv'}"
TEXT = "It was a very big dog, and I read an amazing paper today."
# Where a program may always write: these keep nothing.
DEVICES = ("/dev/null", "/dev/tty", "/proc/")


class Watched(NamedTuple):
    """A command under observation: its folders, how to start it, and what it did."""

    home: Path
    work: Path
    prefix: list[str]
    trace: Path

    def environment(self) -> dict[str, str]:
        """As a new user has it: an empty home, nothing switched off by hand."""
        own = ("XDG_", "ORT_", "HF_", "RAY_", "DO_NOT_", "MPL", "MOTJUSTE_")
        kept = {k: v for k, v in os.environ.items() if not k.startswith(own)}
        return {
            **kept,
            "HOME": str(self.home),
            "TMPDIR": str(self.work),
            "PYTHONPATH": str(Path(motjuste.__file__).parents[1]),
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def start(self, *arguments: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [*self.prefix, *COMMAND, *arguments],
            env=self.environment(),
            cwd=self.work,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def run(self, *arguments: str, given: bytes = b"") -> bytes:
        process = self.start(*arguments)
        printed, problem = process.communicate(given)
        assert process.returncode == 0, problem
        return printed


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    home, work = tmp_path / "home", tmp_path / "work"
    home.mkdir()
    work.mkdir()
    trace = tmp_path / "trace"
    calls = "socket,connect,sendto,sendmsg,sendmmsg,openat,open,creat,mkdir,rename"
    tracing = ["strace", "-A", "-f", "--seccomp-bpf", "-qq", "-s", "300", "-e", f"trace={calls}"]
    prefix = [*tracing, "-o", str(trace), "--"] if shutil.which("strace") else []
    return Watched(home, work, prefix, trace)


def suggest(watched: Watched) -> None:
    assert watched.run("suggest", "I read an *amazing* paper today.")


def rank(watched: Watched) -> None:
    assert watched.run("rank", "I read an *amazing* paper today.", "great", "bad")


def check(watched: Watched) -> None:
    (watched.work / "essay.txt").write_text(TEXT)
    assert b"essay.txt" in watched.run("check", "essay.txt", "--sensitivity", "0.3")


def score(watched: Watched) -> None:
    assert watched.run("score", str(EXAMPLES / "reader.lsr.json"), "--benchmark", LETTERS)


def run(watched: Watched) -> None:
    watched.run("run", "default", "--benchmark", LETTERS, "--out", "own.lsr.json")


def figures(watched: Watched) -> None:
    pytest.importorskip("matplotlib")
    watched.run("benchmarks", "stats", LETTERS, "--figures", "figures")


def distant(watched: Watched) -> None:
    (watched.work / "book.txt").write_text("It was a very big dog.\n" * 20)
    assert watched.run("distant", "make", "book.txt", "--thesaurus", "wordnet", "--out", "made")


def serve(watched: Watched) -> None:
    pytest.importorskip("fastapi")
    _serve(
        watched,
        ("serve", "--port", "0"),
        ("/api/suggest", {"text": "I read an *amazing* paper."}),
        ("/api/check", {"text": TEXT}),
    )


def collect(watched: Watched) -> None:
    pytest.importorskip("sqlalchemy")
    pytest.importorskip("fastapi")
    watched.run("collect", "init", "fit", "--from", LETTERS)
    watched.run("collect", "open", "fit", "--yes")
    _serve(watched, ("collect", "serve", "fit", "--port", "0"), ("/owner", None))


def _serve(watched: Watched, command: tuple[str, ...], *requests: tuple[str, object]) -> None:
    """Start a server, ask it for these paths with these bodies, and end it."""
    process = watched.start(*command)
    try:
        assert process.stdout is not None
        address = re.search(rb"http://[\w.:]+", process.stdout.readline())
        assert address, process.stderr.read() if process.stderr else b""
        for path, body in requests:
            request = urllib.request.Request(
                address[0].decode() + path,
                None if body is None else json.dumps(body).encode(),
                {"content-type": "application/json"},
            )
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as got:
                assert got.status == 200
    finally:
        # To the command, not to what traces it, which lets no interrupt through.
        os.killpg(process.pid, signal.SIGINT)
        process.communicate(timeout=300)


def lsp(watched: Watched) -> None:
    pytest.importorskip("pygls")
    document = {"uri": "file:///essay.txt", "languageId": "plaintext", "version": 1, "text": TEXT}
    where = {"textDocument": {"uri": "file:///essay.txt"}}
    span = {"start": {"line": 0, "character": 14}, "end": {"line": 0, "character": 14}}
    request = {**where, "range": span, "context": {"diagnostics": []}}
    messages = [
        {"id": 1, "method": "initialize", "params": {"capabilities": {}, "rootUri": None}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": document}},
        {"id": 2, "method": "textDocument/codeAction", "params": request},
    ]
    process = watched.start("lsp")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"".join(map(_packed, messages)))
    process.stdin.flush()
    answered = b""
    while b'"id":2' not in answered.replace(b" ", b""):
        received = process.stdout.read1(65_536)
        assert received, process.stderr.read() if process.stderr else b""
        answered += received
    process.communicate(_packed({"id": 3, "method": "shutdown"}) + _packed({"method": "exit"}))


def _packed(message: dict[str, object]) -> bytes:
    content = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(content), content)


SURFACES = {
    command.__name__: command
    for command in (suggest, rank, check, score, run, figures, distant, serve, collect, lsp)
}


@pytest.mark.parametrize("surface", SURFACES.values(), ids=SURFACES)
def test_a_surface_connects_to_nobody_and_writes_only_into_its_own_folders(
    surface: Callable[[Watched], None], watched: Watched
) -> None:
    surface(watched)
    left = [path for path in watched.home.rglob("*") if path.is_file()]
    assert [path for path in left if "motjuste" not in path.parts] == []
    if not watched.prefix:
        pytest.skip("needs strace to see connections")
    calls = watched.trace.read_text(errors="replace")
    assert outside(calls) == []
    assert written(calls, watched) == []


def test_a_suggestion_needs_no_network(watched: Watched) -> None:
    alone = ["unshare", "--map-root-user", "--net"]
    if shutil.which("unshare") is None or subprocess.run([*alone, "true"]).returncode:
        pytest.skip("needs the right to make a network namespace")
    printed = watched._replace(prefix=alone).run("suggest", "I read an *amazing* paper today.")
    assert printed


def outside(calls: str) -> list[str]:
    """Calls that look up a name or send something to another address than the program's own."""
    return [
        line
        for line in calls.splitlines()
        if re.search(r"\b(connect|sendto|sendmsg|sendmmsg)\(", line) and "sa_family=AF_INET" in line
    ]


def written(calls: str, watched: Watched) -> list[str]:
    """Files opened for writing outside the folders that were given."""
    opened = re.findall(r'open(?:at)?\(.*?"([^"]*)", (\S*?O_(?:WRONLY|RDWR|CREAT)\S*).*= \d', calls)
    allowed = (str(watched.work), str(watched.home / ".cache/motjuste"), *DEVICES)
    paths = {path for path, _ in opened if path.startswith("/")}
    return sorted(path for path in paths if not path.startswith(allowed))


def test_a_choice_of_the_user_is_left_alone() -> None:
    code = "import os, motjuste; print(os.environ['ORT_DISABLE_TELEMETRY'])"
    environment = {**os.environ, "ORT_DISABLE_TELEMETRY": "0"}
    printed = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True)
    assert printed.stdout.split() == [b"0"]


def test_telemetry_is_off_before_any_library_is_loaded() -> None:
    code = (
        "import sys, os; import motjuste\n"
        "assert not {'onnxruntime', 'huggingface_hub', 'ray'} & set(sys.modules)\n"
        "print(os.environ['ORT_DISABLE_TELEMETRY'], os.environ['HF_HUB_DISABLE_TELEMETRY'],"
        " os.environ['RAY_USAGE_STATS_ENABLED'])"
    )
    unset = {k: v for k, v in os.environ.items() if not k.startswith(("ORT_", "HF_", "RAY_"))}
    printed = subprocess.run([sys.executable, "-c", code], env=unset, capture_output=True)
    assert printed.stdout.split() == [b"1", b"1", b"0"], printed.stderr
