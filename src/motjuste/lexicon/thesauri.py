"""The user's own thesauri: files in five known formats, compressed or not.

| format | what a line or entry is |
|---|---|
| Moby | `root,synonym,synonym` |
| MyThes | `word|1`, then `(noun)|synonym|synonym` for each meaning (the `.dat`, not the `.idx`) |
| PPDB 1.0, 2.0 | `[NN] ||| phrase ||| paraphrase ||| features ||| alignment ||| entailment` |
| JSON | `{"word": ["synonym"]}` or `{"word": {"noun": ["synonym"]}}`, or senses as below |
| pickle | the file of SWORDS's authors (`thesaurus_pickle.py`); nothing in it is executed |

The authors of Smart Word Suggestions keep Merriam-Webster's thesaurus as JSON of senses, `{"word":
[{"pos": "noun", "Synonyms for": ["synonym", "abide (by)"], …}]}`: the lists with `Synonyms` in
their name are read, and what is in brackets may be there or not.
"""

import json
import re
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any, NamedTuple

from motjuste.errors import BadInputError, bad_file
from motjuste.files import json_errors, readable, unpacked, whole_number
from motjuste.lexicon.keys import key
from motjuste.lexicon.thesaurus_pickle import MAGIC, read_senses


class Listed(NamedTuple):
    """A word that a thesaurus lists under another one."""

    word: str
    source: str
    pos: str | None = None
    score: float | None = None


class Thesaurus:
    """A thesaurus in memory, under the name that its answers carry as their source."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._lists: dict[str, dict[tuple[str, str | None], Listed]] = {}
        self._phrases: set[str] = set()

    def __len__(self) -> int:
        return len(self._lists)

    def add(self, root: str, word: str, pos: str | None = None, score: float | None = None) -> None:
        """List a word under a root; if it is there already, the better score is kept."""
        root, word = _clean(root), _clean(word)
        if not root or not word or key(root) == key(word):
            return
        if " " in root:
            self._phrases.add(root.lower())
        row = self._lists.setdefault(key(root), {})
        old = row.get((word, pos))
        if old is None or (score is not None and (old.score is None or score > old.score)):
            row[word, pos] = Listed(word, self.name, pos, score)

    def lookup(self, word: str) -> list[Listed]:
        """What is listed under a word: by falling score, else in the file's order."""
        entries = self._lists.get(key(word), {}).values()
        return sorted(entries, key=lambda listed: -(listed.score or 0.0))

    def phrases(self) -> AbstractSet[str]:
        """Its roots of several words, in lower case."""
        return self._phrases


def _clean(text: str) -> str:
    return " ".join(text.replace("_", " ").split())


_POS_BY_LABEL = {
    "n": "NOUN",
    "noun": "NOUN",
    "v": "VERB",
    "verb": "VERB",
    "adj": "ADJ",
    "adjective": "ADJ",
    "a": "ADJ",
    "s": "ADJ",
    "adv": "ADV",
    "adverb": "ADV",
    "r": "ADV",
}
# By the first two letters of a Penn Treebank tag or of a PPDB phrase label ([VP], [NP/PP]).
_POS_BY_PREFIX = {"NN": "NOUN", "NP": "NOUN", "VB": "VERB", "VP": "VERB", "JJ": "ADJ", "AD": "ADJ"}
_POS_BY_PREFIX |= {"RB": "ADV", "AV": "ADV"}


def read_thesaurus(
    path: Path, form: str | None = None, name: str | None = None, *, ppdb_labels: bool = True
) -> Thesaurus:
    """Read a thesaurus; its format is detected from its content unless it is given.

    `form` is one of `moby`, `mythes`, `ppdb`, `json`. Without `ppdb_labels`, all pairs of a PPDB
    file are taken, whatever their parts of speech and entailments.
    """
    if form is not None and form not in _READERS:
        raise bad_file(path, f"unknown format {form!r}", f"use one of {', '.join(_READERS)}")
    if path.suffix == ".idx":
        path = path.with_suffix(".dat")
    thesaurus = Thesaurus(name or path.name)
    if is_pickle(path):
        _read_pickle(path, thesaurus)
        return thesaurus
    encoding = _encoding(path)
    with _opened(path) as stream:
        lines = _lines(stream, path, encoding)
        first = next(lines, None)
        if first is None:
            raise bad_file(path, "is empty", "give a thesaurus with at least one entry")
        read = _READERS[form or _guess(first[1], path)]
        if read is _read_ppdb and not ppdb_labels:
            read = _read_ppdb_pairs
        read(_rejoined(first, lines), thesaurus, path)
    if not len(thesaurus):
        raise bad_file(path, "lists no word", "see the formats that can be read")
    return thesaurus


def is_pickle(path: Path) -> bool:
    """Whether a file, decompressed, begins as a pickle does."""
    with _opened(path) as stream:
        return stream.read(1) == MAGIC


def _read_pickle(path: Path, thesaurus: Thesaurus) -> None:
    with _opened(path) as stream:
        for sense in read_senses(stream, path):
            for label in sense.labels:
                pos = _POS_BY_LABEL.get(label)
                if pos is None:
                    raise bad_file(path, f"{sense.lemma!r}: unknown part of speech {label!r}")
                for word in sense.words:
                    thesaurus.add(sense.lemma, word, pos)
    if not len(thesaurus):
        raise bad_file(path, "lists no word", "see the formats that can be read")


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    with readable(path), path.open("rb") as raw, unpacked(raw) as stream:
        yield stream


# A MyThes file names its encoding in its first line.
_ENCODINGS = {b"ISO8859-1": "latin-1", b"ISO-8859-1": "latin-1", b"UTF-8": "utf-8-sig"}


def _encoding(path: Path) -> str:
    with _opened(path) as stream:
        return _ENCODINGS.get(stream.read(64).split(b"\n")[0].strip().upper(), "utf-8-sig")


Lines = Iterator[tuple[int, str]]


def _lines(stream: IO[bytes], path: Path, encoding: str) -> Lines:
    """The lines that are not blank, with their numbers."""
    number = 0
    try:
        with TextIOWrapper(stream, encoding) as text:
            for number, line in enumerate(text, 1):
                if line.strip():
                    yield number, line.rstrip("\r\n")
    except UnicodeDecodeError:
        raise bad_file(
            path, f"after line {number} there is something that is not UTF-8", "save it as UTF-8"
        ) from None


def _rejoined(first: tuple[int, str], rest: Lines) -> Lines:
    yield first
    yield from rest


def _guess(line: str, path: Path) -> str:
    if " ||| " in line:
        return "ppdb"
    if line.lstrip()[:1] == "{":
        return "json"
    if "|" in line or line.strip().upper().encode() in _ENCODINGS:
        return "mythes"
    if "," in line:
        return "moby"
    raise bad_file(path, "line 1 is of no known format", f"known: {', '.join(_READERS)}")


def _read_moby(lines: Lines, thesaurus: Thesaurus, path: Path) -> None:
    for number, line in lines:
        root, *words = line.split(",")
        if not words or not root.strip():
            raise bad_file(path, f"line {number} is not 'root,synonym,…'")
        for word in words:
            thesaurus.add(root, word)


def _read_mythes(lines: Lines, thesaurus: Thesaurus, path: Path) -> None:
    for number, line in lines:
        if "|" not in line and number == 1:
            continue
        word, _, count = line.partition("|")
        try:
            meanings = whole_number(count, "the number of meanings")
        except BadInputError as error:
            expected = "'word|number of meanings'"
            raise bad_file(path, f"line {number} is not {expected} ({error})") from None
        for _ in range(meanings):
            number, meaning = next(lines, (number, ""))
            if "|" not in meaning:
                raise bad_file(path, f"line {number} is not a meaning '(part of speech)|synonym|…'")
            label, *synonyms = meaning.split("|")
            pos = _POS_BY_LABEL.get(label.strip(" ()").lower())
            for synonym in synonyms:
                text, _, note = synonym.partition(" (")
                if "antonym" not in note:
                    thesaurus.add(word, text, pos)


def _read_ppdb(lines: Lines, thesaurus: Thesaurus, path: Path) -> None:
    for number, fields in _ppdb_rows(lines, path):
        if len(fields) > 5 and fields[5].strip() == "Exclusion":
            continue
        pos = _POS_BY_PREFIX.get(fields[0][1:3].upper())
        thesaurus.add(fields[1], fields[2], pos, _ppdb_score(fields[3], path, number))


def _read_ppdb_pairs(lines: Lines, thesaurus: Thesaurus, path: Path) -> None:
    for number, fields in _ppdb_rows(lines, path):
        thesaurus.add(fields[1], fields[2], None, _ppdb_score(fields[3], path, number))


def _ppdb_rows(lines: Lines, path: Path) -> Iterator[tuple[int, list[str]]]:
    for number, line in lines:
        fields = line.split(" ||| ")
        if len(fields) < 4 or not fields[0].startswith("["):
            raise bad_file(path, f"line {number} is not '[label] ||| phrase ||| paraphrase ||| …'")
        yield number, fields


def _ppdb_score(features: str, path: Path, number: int) -> float | None:
    """PPDB 2.0's own score, else the mean of the two translation log-probabilities of 1.0."""
    values = dict(part.split("=", 1) for part in features.split() if "=" in part)
    try:
        if "PPDB2.0Score" in values:
            return float(values["PPDB2.0Score"])
        if "p(e|f)" in values and "p(f|e)" in values:
            return -(float(values["p(e|f)"]) + float(values["p(f|e)"])) / 2
    except ValueError:
        raise bad_file(path, f"line {number} has a score that is not a number") from None
    return None


def _read_json(lines: Lines, thesaurus: Thesaurus, path: Path) -> None:
    with json_errors(path):
        document = json.loads("\n".join(_padded(lines)))
    if not isinstance(document, dict):
        raise bad_file(path, "is not a JSON object of words")
    for root, value in document.items():
        for label, words in _json_groups(value):
            if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
                raise bad_file(path, f"under {root!r} there is no list of words")
            for word in words:
                thesaurus.add(root, word, _json_pos(label, root, path))


def _json_groups(value: Any) -> Iterator[tuple[str, Any]]:
    """What an entry lists, by the label of its part of speech (empty if it has none)."""
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list) and value and all(isinstance(sense, dict) for sense in value):
        for sense in value:
            yield from _sense_groups(sense)
    else:
        yield "", value


def _sense_groups(sense: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The synonyms of one of Merriam-Webster's senses; of `verb (past)` the bracket is dropped."""
    label = re.sub(r" \(.*?\)", "", str(sense.get("pos", ""))).removeprefix("plural ")
    # A phrase may be of any part of speech; other function words are never replaced.
    if label != "phrase" and label.lower() not in _POS_BY_LABEL:
        return
    for title, words in sense.items():
        if "Synonyms" in title and isinstance(words, list):
            spelled = [text for word in words for text in _spellings(str(word))]
            yield ("" if label == "phrase" else label), spelled


def _spellings(word: str) -> list[str]:
    """A word without what stands in brackets, and with each alternative there.

    >>> _spellings("abide (by)"), _spellings("give (to or over)"), _spellings("ease")
    (['abide', 'abide by'], ['give', 'give to', 'give over'], ['ease'])
    """
    match = re.search(r"\((.*?)\)", word)
    if match is None:
        return [word]
    without = re.sub(r"\(.*?\)", "", word)
    return [without.strip(), *(f"{without}{other}" for other in match[1].split(" or "))]


def _json_pos(label: str, root: str, path: Path) -> str | None:
    pos = _POS_BY_LABEL.get(label.lower())
    if label and pos is None:
        raise bad_file(
            path, f"under {root!r}: unknown part of speech {label!r}", "use noun, verb, adj, adv"
        )
    return pos


def _padded(lines: Lines) -> Iterator[str]:
    """The lines with blank ones restored, so that errors are reported on the right line."""
    expected = 1
    for number, line in lines:
        yield from ("" for _ in range(number - expected))
        yield line
        expected = number + 1


_READERS: dict[str, Callable[[Lines, Thesaurus, Path], None]] = {
    "moby": _read_moby,
    "mythes": _read_mythes,
    "ppdb": _read_ppdb,
    "json": _read_json,
}
