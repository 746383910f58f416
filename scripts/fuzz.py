"""Tries bad input on every command, and new examples on every property test, until told to stop.

A command may refuse whatever it is given, but in one short line of standard error: no traceback, no
signal, no control character sent to the terminal, no line over 500 characters. What fails is
printed with the seed that makes it again; mend it, and keep it as a fixed example in the tests.

python scripts/fuzz.py --seconds 600              explore at random, as `make fuzz` does
python scripts/fuzz.py --tries 100 --seed 7       the same tries every time, bad input alone
"""

import argparse
import bz2
import gzip
import json
import lzma
import os
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
# Characters of the longest line that an error may have.
LONGEST_LINE = 500
# Seconds after which a command that still works is stopped; training may take for ever.
PATIENCE = 30.0
# The same for commands that serve until they are stopped, as they should.
SERVER_PATIENCE = 5.0
SERVERS = (["serve"], ["lsp"], ["collect", "serve"])
# Bytes of memory, and of one file, that a command may use.
MEMORY = 8 << 30
FILE_SIZE = 64 << 20
EXIT_CODES = (0, 1, 2, 3, 130)
# Of the seconds that there are, the share that goes to bad input; property tests take the rest.
SHARE_OF_BAD_INPUT = 0.7

NUMBERS = ["0", "-1", "1", "3", "1.5", "1e309", "nan", "-inf", "9" * 6_000, "²", "1_0", "0x1", ""]
TEXTS = [
    "",
    " ",
    "a *big* dog",
    "*",
    "a *b* c *d*",
    "big",
    "0:3",
    "-5:99",
    "\x1b[31mred\x1b[0m *big*",
    "\x1b]0;title\x07",
    "a\x9b31m *big*",
    "a\u202eb\u2066 *big*",
    "a\nb\rc\td",
    "[bold]x[/red]",
    "%s{0}${x}",
    "x" * 20_000,
    "*" + "x" * 20_000 + "*",
    "bad\udc80bytes *big*",
    "👩‍👩‍👧 e\u0301 *big* ש",
    "http://127.0.0.1:9/",
    "sqlite:///x.db",
    "a=b",
    "most=" + "9" * 6_000,
    "json",
    "markdown",
    "swords",
    "sws",
]
# Paths of what is no file. The pipe is made for each try, and nobody writes to it.
PIPE = "pipe"
SPECIAL = [".", "/dev/zero", "/dev/full", PIPE]
SYSTEMS = ["default", "wordnet", "thesaurus", "oracle", "random", "glove", "stored", "no-such"]
READERS = ["swords", "semeval2007", "coinco", "twsi", "sws", "plain", "prolex", "tsar2022", "odd"]
GOOD_FILES = {
    "letters.csv": (ROOT / "examples/letters.csv").read_bytes(),
    "run.lsr.json": (ROOT / "examples/reader.lsr.json").read_bytes(),
    "own.jsonl": b'{"text": "a *big* dog", "substitutes": {"large": 3, "huge": 1}}\n',
    "thesaurus.json": b'{"big": ["large", "huge"], "dog": [["hound", 2]]}',
    "thesaurus.tsv": b"big\tlarge\t2\nbig\thuge\t1\n",
    "thesaurus.csv": b"big,large,2\nbig,huge,1\n",
    "glove.txt": b"big 0.1 0.2\nlarge 0.1 0.3\n",
    "sws.json": b'{"s": {"sentence": "a dog", "sentence_split": ["a", "dog"], "substitutes": '
    b'[[[1, 2], {"hound": 2}, 1]]}}',
    "gold.txt": b"bright.a 1 :: clever 3;smart 1;\n",
    "coinco.xml": b'<document><sent MASCfile="f" MASCsentID="1"><targetsentence>a dog'
    b'</targetsentence><tokens><token id="1" wordform="dog" lemma="dog" posMASC="NN" posTT="NN">'
    b'<substitutions><subst lemma="hound" pos="NN" freq="2"/></substitutions></token></tokens>'
    b"</sent></document>",
    "essay.txt": b"It was a very big dog. I read an amazing paper.\n",
    "essay.md": b"# Big\n\nA *very* `big` dog.\n<!-- motjuste: off -->\n> big\n",
    ".motjuste.toml": b'sensitivity = 0.1\nignore = ["big"]\n[[override]]\nfiles = ["*.md"]\n',
    "project.toml": b'kind = "swords"\ntitle = "A project"\n',
    "parsed.conllu": b"1\tdogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\t_\t_\t0\t"
    b"root\t_\t_\n\n",
    "results.csv": b"WorkerId,AssignmentId,HITId,Answer.x\nA,B,C,1\n",
}
# A judgement project, made before the first try.
PROJECT = "fit"
PROJECT_FILES: dict[str, bytes] = {}
BAD_BYTES = [
    b"",
    b"\x00",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\x1b[2J\x1b]0;t\x07",
    b"9" * 6_000,
    b"1e999",
    b"NaN",
    b"\xc2\x9b31m",
    b'"' + b"x" * 200_000 + b'"',
    b"[" * 20_000,
    b'{"a":' * 5_000,
    b"\\ud800",
    b"\r\n\r\n",
    b"null",
    b"-1",
    b"\xe2\x80\xae",
]
PACKED: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
}


class Try(NamedTuple):
    """One call of the command, with the files that it finds."""

    arguments: list[str]
    files: dict[str, bytes]
    stdin: bytes


class Result(NamedTuple):
    """What came of it; `code` is None if it was stopped while it worked."""

    code: int | None
    stdout: bytes
    stderr: bytes


def preload() -> None:
    """Load once what many commands need, before the children are made: it takes most of a try."""
    modules = "numpy rich.console motjuste.systems.answers motjuste.collect.project"
    modules += " motjuste.serve.app motjuste.serve.judging.app motjuste.lsp.server"
    for module in modules.split():
        # An extra that is not installed is no business of ours: its commands say so.
        with suppress(ImportError):
            import_module(module)


def add_project() -> None:
    """Add a small judgement project to the good files, so that commands find one to open."""
    with suppress(ImportError), tempfile.TemporaryDirectory() as folder:
        from motjuste.collect.config import template
        from motjuste.collect.intake import add_sentences
        from motjuste.collect.project import Project

        made = Path(folder) / PROJECT
        with Project.create(made, template("sws", "Essays", 0, "")) as project:
            add_sentences(project.store, [("1", "It was a very big dog .")])
            project.publish()
            project.invite()
        files = (path for path in made.rglob("*") if path.is_file())
        PROJECT_FILES.update((f"{PROJECT}/{path.name}", path.read_bytes()) for path in files)


def commands() -> list[tuple[list[str], Sequence[Any]]]:
    """Every command with its parameters, as the command line itself lists them."""
    import typer

    from motjuste.cli import make_app

    preload()
    add_project()

    def walk(command: Any, path: list[str]) -> Iterator[tuple[list[str], Sequence[Any]]]:
        for name, below in getattr(command, "commands", {}).items():
            yield from walk(below, [*path, name])
        if not hasattr(command, "commands"):
            yield path, command.params

    return list(walk(typer.main.get_command(make_app()), []))


def damaged(rng: Random, content: bytes) -> bytes:
    """The content with something wrong: cut off, something put in, something replaced."""
    for _ in range(rng.choice([0, 1, 1, 2])):
        at = rng.randrange(len(content) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            content = content[:at]
        elif kind == 1:
            content = content[:at] + rng.choice(BAD_BYTES) + content[at:]
        elif kind == 2:
            numbers = [match.span() for match in re.finditer(rb"\d+", content)] or [(at, at)]
            start, end = rng.choice(numbers)
            content = content[:start] + rng.choice(BAD_BYTES) + content[end:]
        else:
            content = content[:at] + bytes(rng.randrange(256) for _ in range(4)) + content[at + 4 :]
    return content


def make_file(rng: Random) -> tuple[str, bytes]:
    """A file, more or less damaged, perhaps compressed, perhaps under an odd name."""
    name = rng.choice(list(GOOD_FILES))
    content = damaged(rng, GOOD_FILES[name])
    if rng.random() < 0.15:
        suffix = rng.choice(list(PACKED))
        name, content = name + suffix, PACKED[suffix](content)
        if rng.random() < 0.5:
            content = content[: rng.randrange(len(content))]
    if rng.random() < 0.1:
        name = rng.choice(["\x1b[31m", "a\nb", "[red]", "\u202e", "bad\udc80"]) + name
    return name, content


def value(rng: Random, name: str, files: dict[str, bytes]) -> str:
    """A value for a parameter: by its name one that might do, or anything at all."""
    path = rng.choice([*files, *files, *SPECIAL, "no-such-file", "x/y/z"])
    might_do = {
        "system": SYSTEMS,
        "systems": SYSTEMS,
        "benchmark": [f"{rng.choice(READERS)}:{path}", "plain:letters.csv"],
        "spec": [f"{rng.choice(READERS)}:{path}"],
        "specs": [f"{rng.choice(READERS)}:{path}"],
        # Writing to a pipe waits until somebody reads it, as it should.
        "out": ["out", "out/a.json", "." if path == PIPE else path],
        "kind": ["swords", "sws", "posthoc", "memory"],
        "folder": [PROJECT, path],
        "project": [PROJECT, path],
    }
    draw = rng.random()
    if draw < 0.5:
        return rng.choice(might_do.get(name, [path]))
    if draw < 0.7:
        return rng.choice(NUMBERS)
    return rng.choice(TEXTS)


def make_try(rng: Random, known: Sequence[tuple[list[str], Sequence[Any]]]) -> Try:
    """A command with some of its parameters, each given something."""
    path, parameters = rng.choice(known)
    files = dict(make_file(rng) for _ in range(rng.randint(1, 4)))
    files.setdefault("letters.csv", GOOD_FILES["letters.csv"])
    if "collect" in path:
        whole = rng.random() < 0.5
        files.update((n, c if whole else damaged(rng, c)) for n, c in PROJECT_FILES.items())
    arguments = list(path)
    for parameter in parameters:
        option = next((name for name in parameter.opts if name.startswith("-")), None)
        if rng.random() > (0.9 if parameter.required else 0.2 if option else 0.7):
            continue
        if option and getattr(parameter, "is_flag", False):
            arguments.append(option)
        elif option:
            arguments += [option, value(rng, parameter.name, files)]
        else:
            arguments.append(value(rng, parameter.name, files))
    return Try(arguments, files, rng.choice([b"", *files.values()]))


def perform(made: Try) -> Result:
    """Call the command in a process of its own, in a folder and a home of its own."""
    serves = any(made.arguments[: len(command)] == command for command in SERVERS)
    patience = SERVER_PATIENCE if serves else PATIENCE
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        # Output has its files before the child begins: it may be stopped before it does anything.
        streams = {"\x00in": made.stdin, "\x00out": b"", "\x00err": b""}
        for name, content in {**made.files, **streams}.items():
            target = work / name.replace("\x00", ".std")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        os.mkfifo(work / PIPE)
        child = os.fork()
        if not child:
            _child(made.arguments, work)
        code = _wait(child, patience)
        return Result(code, *((work / name).read_bytes() for name in (".stdout", ".stderr")))


def _child(arguments: list[str], work: Path) -> None:
    """Become the command; never returns."""
    os.setsid()
    os.chdir(work)
    os.dup2(os.open(".stdin", os.O_RDONLY), 0)
    for number, name in ((1, ".stdout"), (2, ".stderr")):
        os.dup2(os.open(name, os.O_WRONLY), number)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
    # Nothing is to be fetched: whoever tries finds a closed door at once.
    proxies = ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY")
    os.environ.update(
        dict.fromkeys(proxies, "http://127.0.0.1:9"),
        HOME=str(work),
        XDG_CACHE_HOME=str(work / "cache"),
        BROWSER="true",
    )
    sys.stdin = os.fdopen(0, closefd=False)
    sys.stdout = os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", closefd=False, errors="backslashreplace")
    sys.argv = ["motjuste", *arguments]
    code = 99
    try:
        from motjuste.__main__ import main

        code = main()
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 98
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, AttributeError):
                stream.flush()
        os._exit(code)


def _wait(child: int, patience: float) -> int | None:
    """The exit code, negative for a signal; None if the command had to be stopped."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.005)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def problems(result: Result) -> list[str]:
    """What is wrong with how a command answered."""
    wrong = []
    stderr = result.stderr.decode("utf-8", "backslashreplace")
    stdout = result.stdout.decode("utf-8", "backslashreplace")
    if result.code is not None and result.code not in EXIT_CODES:
        wrong.append(f"ended with {result.code}")
    if "Traceback (most recent call last)" in stderr:
        wrong.append("a traceback: " + stderr.strip().splitlines()[-1][:200])
    elif any(len(line) > LONGEST_LINE for line in stderr.splitlines()):
        wrong.append(f"a line of {max(map(len, stderr.splitlines()))} characters")
    for name, text in (("error", stderr), ("output", stdout)):
        raw = {char for char in text if unicodedata.category(char) == "Cc"} - {"\n", "\t"}
        if raw:
            wrong.append(f"raw control characters in standard {name}: {sorted(raw)!r}")
    return wrong


def try_bad_input(seeds: Iterator[int], until: Callable[[int], bool]) -> tuple[int, int, int]:
    """Try until told to stop; how many were tried, how many failed, how many were stopped."""
    known = commands()
    tried = failed = stopped = 0
    while not until(tried):
        seed = next(seeds)
        made = make_try(Random(seed), known)
        result = perform(made)
        tried += 1
        stopped += result.code is None
        wrong = problems(result)
        if wrong:
            failed += 1
            print(f"seed {seed}: motjuste {shlex.join(map(brief, made.arguments))}")
            for line in wrong:
                print(f"  {line}")
            sys.stdout.flush()
    return tried, failed, stopped


def brief(argument: str) -> str:
    """An argument as it can be printed."""
    shown = json.dumps(argument)[1:-1]
    return shown if len(shown) < 80 else shown[:77] + "..."


def try_properties(until: float) -> bool:
    """Run the property tests on new examples, again and again; whether all went well."""
    good = True
    while good and time.monotonic() < until:
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-m",
            "hypothesis",
            "-p",
            "no:cacheprovider",
        ]
        command += [f"--hypothesis-seed={SystemRandom().randrange(1 << 32)}", str(ROOT / "tests")]
        environment = {**os.environ, "MOTJUSTE_HYPOTHESIS": "explore"}
        good = subprocess.run(command, cwd=ROOT, env=environment).returncode in (0, 5)
    return good


def main() -> int:
    """Explore, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--tries", type=int, default=0)
    parser.add_argument("--seed", type=int)
    given = parser.parse_args()
    first = SystemRandom().randrange(1 << 40) if given.seed is None else given.seed
    started = time.monotonic()
    limit = started + given.seconds * SHARE_OF_BAD_INPUT

    def until(tried: int) -> bool:
        return tried >= given.tries if given.tries else time.monotonic() >= limit

    tried, failed, stopped = try_bad_input(iter(range(first, 1 << 62)), until)
    print(f"{tried:,} tries of bad input, {failed:,} wrong, {stopped:,} stopped while at work")
    good = bool(given.tries) or try_properties(started + given.seconds)
    return 0 if good and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
