"""The register of words: formal, informal, literary or technical; most words have none.

`data/registers.tsv` has a register, a part of speech and words on each line, written by hand.
"""

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Literal, get_args

from motjuste.errors import bad_file
from motjuste.lexicon.keys import PARTS_OF_SPEECH

Register = Literal["formal", "informal", "literary", "technical"]
REGISTERS: tuple[Register, ...] = get_args(Register)
DATA = Path(str(files("motjuste.lexicon") / "data" / "registers.tsv"))


def register_of(word: str, letter: str) -> Register | None:
    """The register of a word as a noun, verb, adjective or adverb (`n`, `v`, `a`, `r`).

    >>> register_of("commence", "v"), register_of("begin", "v"), register_of("kid", "n")
    ('formal', None, 'informal')
    """
    return _table().get((word.lower(), letter))


@lru_cache(1)
def _table() -> dict[tuple[str, str], Register]:
    table: dict[tuple[str, str], Register] = {}
    for number, line in enumerate(DATA.read_text("utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        register, letter, words = [*line.split("\t"), "", ""][:3]
        if register not in REGISTERS or letter not in PARTS_OF_SPEECH or not words:
            raise bad_file(DATA, f"line {number} has no register, part of speech and words")
        for word in words.split(","):
            table.setdefault((word.strip(), letter), register)
    return table
