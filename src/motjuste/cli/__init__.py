"""The command line: parse input, call one function, show the result.

Importing this must stay cheap: a command's module is imported when the command is named, and what
the command needs when it runs.
"""

import gc
import io
import json
import os
import sys
import warnings
from importlib import import_module
from itertools import pairwise
from typing import Annotated, Any

import typer

from motjuste import __version__
from motjuste.cli.options import show_help
from motjuste.cli.output import guarded_output, one_line
from motjuste.errors import BadInputWarning, ExitCode, MotjusteError

# Typer raises its usage errors without saying where their base class lives; this is it.
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]

# Each command, in the order of the help: the module of this room, and the function or group in it.
_COMMANDS = {
    "suggest": "suggest:suggest",
    "rank": "suggest:rank",
    "check": "check:check",
    "serve": "serve:serve",
    "lsp": "lsp:lsp",
    "benchmarks": "benchmarks:app",
    "score": "score:score",
    "compare": "compare:compare",
    "systems": "run:systems",
    "run": "run:run",
    "reproduce": "reproduce:app",
    "distant": "distant:app",
    "space": "space:app",
    "collect": "collect:app",
    "train": "train:app",
    "tune": "tune:app",
}


def make_app(*commands: str) -> typer.Typer:
    """The application with these commands; with all of them if none is named."""
    app = typer.Typer(
        name="motjuste",
        help="The right word in context: lexical substitution, and how to measure it.",
        invoke_without_command=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_main)
    for command in commands or _COMMANDS:
        module, name = _COMMANDS[command].split(":")
        what = getattr(import_module(f"{__name__}.{module}"), name)
        if isinstance(what, typer.Typer):
            app.add_typer(what)
        else:
            app.command(command)(what)
    return app


def _version(is_requested: bool) -> None:
    if is_requested:
        typer.echo(f"motjuste {__version__}")
        raise typer.Exit


def _main(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    show_help(context)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; every error becomes one line and the exit code that it means."""
    command_line = sys.argv[1:] if arguments is None else arguments
    # The matrices are small: more threads would cost more in waiting than they gain.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # A benchmark is many small long-lived objects: collecting garbage among them frees nothing.
    gc.set_threshold(100_000, 50, 50)
    warnings.showwarning = _show_warning
    warnings.simplefilter("always", BadInputWarning)
    with guarded_output():
        return _run(command_line)


def _run(arguments: list[str]) -> int:
    try:
        # Unless a command comes first, the help or error concerns all of them.
        named = arguments[:1] if arguments and arguments[0] in _COMMANDS else []
        code = make_app(*named)(arguments, prog_name="motjuste", standalone_mode=False)
        sys.stdout.flush()
        if code == ExitCode.INTERRUPTED:
            raise KeyboardInterrupt
        return code if isinstance(code, int) else ExitCode.OK
    except MotjusteError as error:
        return _fail(str(error), error.exit_code, arguments)
    except _UsageError as error:
        message = f"{_message(error)} ({_hint(error, arguments)})"
        return _fail(message, ExitCode.BAD_INPUT, arguments)
    except (KeyboardInterrupt, typer.Abort):
        return _fail("interrupted", ExitCode.INTERRUPTED, arguments)
    except (BrokenPipeError, SystemExit):
        # Typer and Rich exit when the reader of our output closes it; this is not an error.
        _forget_output()
        return ExitCode.OK
    except io.UnsupportedOperation:
        return _fail("standard output is closed", ExitCode.BAD_INPUT, arguments)
    except RecursionError:
        return _fail("the input is nested too deeply", ExitCode.BAD_INPUT, arguments)
    except (OSError, UnicodeError, MemoryError) as error:
        return _fail(_last_resort(error), ExitCode.BAD_INPUT, arguments)


def _last_resort(error: Exception) -> str:
    """The message for an unforeseen error of the operating system."""
    if isinstance(error, MemoryError):
        return "there is not enough memory for this"
    if isinstance(error, UnicodeError):
        return f"a text cannot be written or read ({error})"
    about = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
    return f"{about}{getattr(error, 'strerror', None) or error}"


def _forget_output() -> None:
    """Discard buffered output, so that the interpreter does not fail to flush it at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _hint(error: Exception, arguments: list[str]) -> str:
    """Which help to read: that of the command that failed, if it is known."""
    if not arguments:
        return "motjuste --help shows how"
    context = getattr(error, "ctx", None)
    return f"see {context.command_path if context else f'motjuste {arguments[0]}'} --help"


def _message(error: Exception) -> str:
    return str(error.format_message()) if hasattr(error, "format_message") else str(error)


def _fail(message: str, code: int, arguments: list[str]) -> int:
    """Print one line to standard error, and a JSON document if JSON was requested."""
    line = one_line(message)
    try:
        print(
            json.dumps({"error": line}) + "\n" if _wants_json(arguments) else "", end="", flush=True
        )
    except OSError:
        # Printing may be what fails; the interpreter must not try again at exit.
        sys.stdout = None
    print(f"motjuste: {line}", file=sys.stderr)
    return int(code)


def _wants_json(arguments: list[str]) -> bool:
    return (
        "--json" in arguments
        or "--format=json" in arguments
        or "json" in _values(arguments, "--format")
    )


def _values(arguments: list[str], option: str) -> list[str]:
    return [after for name, after in pairwise(arguments) if name == option]


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    print(f"motjuste: warning: {one_line(str(message))}", file=sys.stderr)
