"""The command `check` for tests: with the improver of the list, or with one that errs."""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from improver import program
from motjuste.systems.system import System
from motjuste.text import Improvement, Suggestion

# The command as a program of its own, with the improver of the list.
PROGRAM = program()

ESSAY = "It was a **big** dog.\n\n> A big quote, `big`.\n\nHow very nice.\n"


@dataclass
class Odd(System):
    """Says what is no answer, by the first word of the text."""

    name: ClassVar[str] = "odd"

    def improve(self, texts: Sequence[str]) -> list[list[Improvement]]:
        first, size = texts[0].split()[0], len(texts[0])
        odd_answers = {
            "beyond": Improvement(0, size + 1, "refine-usage", ()),
            "empty": Improvement(2, 2, "refine-usage", ()),
            "kind": Improvement(0, 4, "delete", ()),  # type: ignore[arg-type]
            "nan": Improvement(0, 3, "refine-usage", (Suggestion("x", float("nan"), "x"),)),
            "twice": Improvement(
                0,
                5,
                "refine-usage",
                tuple(Suggestion(word, 1.0, word) for word in ("Twice", "", "a\nb", "2", "2")),
            ),
        }
        if first == "crash":
            raise ValueError("no\nidea")
        if first == "lemma":
            return [
                [Improvement(6, 12, "refine-usage", (Suggestion("purchase", 1.0),))] for _ in texts
            ]
        if first == "none":
            return []
        overlapping = [Improvement(2, 9, "refine-usage", (Suggestion("x", 1.0, "x"),))] * 2
        return [
            [odd_answers[first]]
            if first in odd_answers
            else overlapping
            if "overlaps" in text
            else []
            for text in texts
        ]


def write(name, content):
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def command(*arguments, **options):
    """Run the command as a program of its own."""
    given = [*PROGRAM, *map(str, arguments)]
    return subprocess.run(given, capture_output=True, check=False, **options)
