"""Make `src/motjuste/lexicon/data/spelling.bin`: the words of Hunspell's English dictionaries.

The American and the British dictionary are those of the npm packages `dictionary-en` and
`dictionary-en-gb`; the library `spylls` reads their rules for affixes, and every form that they
allow is written down, but no possessive.

    python scripts/build_spelling.py DICTIONARY_EN_FOLDER DICTIONARY_EN_GB_FOLDER

The same input gives the same bytes.
"""

import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from spylls.hunspell import Dictionary

from motjuste.lexicon import array_file

OUT = Path(__file__).parent.parent / "src/motjuste/lexicon/data/spelling.bin"


def forms(dictionary: Any) -> Iterator[str]:
    """All forms of all words of a Hunspell dictionary."""
    for word in dictionary.dic.words:
        flags = sorted(word.flags or ())
        suffixed = [
            (word.stem.removesuffix(suffix.strip) + suffix.add, suffix.crossproduct)
            for flag in flags
            for suffix in dictionary.aff.SFX.get(flag, [])
            if suffix.cond_regexp.search(word.stem)
        ]
        prefixes = [
            prefix
            for flag in flags
            for prefix in dictionary.aff.PFX.get(flag, [])
            if prefix.cond_regexp.search(word.stem)
        ]
        yield word.stem
        yield from (form for form, _ in suffixed)
        for prefix in prefixes:
            yield prefix.add + word.stem.removeprefix(prefix.strip)
            for form, combines in suffixed:
                if combines and prefix.crossproduct:
                    yield prefix.add + form.removeprefix(prefix.strip)


def is_listed(form: str) -> bool:
    """Whether a form is written down: possessives and ordinal numbers are known without it."""
    return not form.endswith("'s") and not any(map(str.isdigit, form))


def main() -> None:
    """Write the file."""
    words: set[str] = set()
    for folder in sys.argv[1:3]:
        dictionary = Dictionary.from_files(str(Path(folder) / "index"))
        words.update(filter(is_listed, forms(dictionary)))
    packed = zlib.compress("\n".join(sorted(words)).encode("utf-8"), 9)
    about = {"words": len(words), "source": "SCOWL, through Hunspell's en_US and en_GB"}
    arrays = {"words": np.frombuffer(packed, np.uint8)}
    OUT.write_bytes(array_file.pack(arrays, about))
    print(f"{len(words):,} words in {OUT.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
