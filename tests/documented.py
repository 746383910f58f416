"""Examples in the docs: commands with what they print, held to it, or written anew.

Where MOTJUSTE_EXAMPLES is set, what a command prints takes the place of what its page shows, so
that a page can follow a model that was trained again.
"""

import os
import re
import shlex
from pathlib import Path

import onnxruntime

from motjuste.cli import main

ROOT = Path(__file__).parents[1]
_BLOCK = re.compile(
    r"^```\n\$ (motjuste (?:[^\n]*\\\n)*[^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
# The last digits of a model's scores are the processor's.
_SCORE = re.compile(r"\b0\.\d+")
_BY_MODEL = ("suggest", "check")
# Earlier versions of ONNX Runtime multiply eight-bit numbers in another way. Scores differ by up to
# a tenth then, so that words of nearly the same score may change places.
_EARLIER_KERNELS = tuple(map(int, onnxruntime.__version__.split(".")[:2])) < (1, 30)
_RANK = re.compile(r"^ *\d+  ", re.MULTILINE)


def examples(page: str) -> list[tuple[str, str]]:
    """The commands on a page, each with what it is said to print."""
    return _BLOCK.findall((ROOT / page).read_text("utf-8"))


def run(command: str) -> None:
    """Run a command as it stands on a page."""
    assert main(shlex.split(command.replace("\\\n", " "))[1:]) == 0


def hold(page: str, command: str, printed: str) -> None:
    """What a command printed is what its page shows; or it is written there, if that is wanted."""
    lines = "".join(f"{line.rstrip()}\n" for line in printed.rstrip().splitlines())
    shown = dict(examples(page))[command]
    if os.environ.get("MOTJUSTE_EXAMPLES") and _plain(command, lines) != _plain(command, shown):
        text = (ROOT / page).read_text("utf-8")
        before, after = f"$ {command}\n{shown}```", f"$ {command}\n{lines}```"
        (ROOT / page).write_text(text.replace(before, after), "utf-8")
    else:
        assert _plain(command, lines).splitlines() == _plain(command, shown).splitlines()


def _plain(command: str, printed: str) -> str:
    if command.split()[1] not in _BY_MODEL:
        return printed
    printed = _SCORE.sub("0.0", printed)
    if command.split()[1] == "suggest" and _EARLIER_KERNELS:
        return "\n".join(sorted(_RANK.sub("", printed).splitlines()))
    return printed
