"""The thesaurus pickle of SWORDS's authors, read without executing anything in it.

It is a pickle of plain containers: `{(lemma, "v1"): {"content", "synonyms", "results"}}`. The
letters of a key's second part are parts of speech (several are separated by slashes), its number
is the sense. SWORDS's program uses `results`, in the order of the file.
"""

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

from motjuste.errors import bad_file

# The first byte of every pickle since protocol 2.
MAGIC = b"\x80"


class PickledSense(NamedTuple):
    """A sense of a lemma: the labels of its parts of speech, and the words listed under it."""

    lemma: str
    labels: tuple[str, ...]
    words: tuple[str, ...]


class _PlainUnpickler(pickle.Unpickler):
    """Unpickles containers, strings and numbers only; anything imported by name is refused."""

    def find_class(self, module: str, name: str) -> Any:
        """Refuse: looking up a class or function is the first step of executing it."""
        raise pickle.UnpicklingError(f"it asks for {module}.{name}")

    def persistent_load(self, pid: Any) -> Any:
        """Refuse references to objects outside the file."""
        raise pickle.UnpicklingError("it refers to something outside itself")


def read_senses(stream: IO[bytes], path: Path) -> Iterator[PickledSense]:
    """The senses of a thesaurus pickle, in the order of the file."""
    try:
        document = _PlainUnpickler(stream).load()
    except Exception as error:
        # A damaged pickle may raise anything; a malicious one is refused before it can act.
        problem = str(error) or type(error).__name__
        raise bad_file(path, f"is not a pickle of plain dicts and lists ({problem})") from None
    if not isinstance(document, dict):
        raise bad_file(path, "is a pickle, but not of a thesaurus")
    for key, entry in document.items():
        yield _sense(key, entry, path)


def _sense(key: Any, entry: Any, path: Path) -> PickledSense:
    try:
        (lemma, sense), words = key, entry["results"]
        labels = tuple("".join(filter(str.isalpha, part)) for part in sense.split("/"))
        if isinstance(lemma, str) and all(isinstance(word, str) for word in words):
            return PickledSense(lemma, labels, tuple(words))
    except (TypeError, ValueError, KeyError, AttributeError):
        pass
    raise bad_file(path, f"{key!r} is not a sense", "a key is (lemma, 'v1'), with 'results'")
