"""SemEval-2007 task 10: sentences in XML with the target in `<head>`, and gold lines beside them.

A gold line reads `bright.a 1 :: intelligent 3;clever 3;`. The published files are not quite
well-formed XML, so the tags are found one by one and everything else is text. The words whose
sentences were chosen by hand (MAN) are listed in a file with `subset` in its name, in lines such as
`bright.a MAN`, or marked by the attribute `subset` of an instance; all others are RAND.
"""

import html
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from motjuste.benchmarks.benchmark import MAX_VOTES, Benchmark, Context, Item, voted
from motjuste.documents.document import decode_leniently
from motjuste.errors import BadInputError, BadInputWarning, bad_file, brief
from motjuste.files import (
    fingerprint,
    numbered_lines,
    read_bytes,
    whole_number,
)
from motjuste.text import Target
from motjuste.text.segmentation import Span

POS = {"a": "ADJ", "n": "NOUN", "v": "VERB", "r": "ADV"}
PARTS = ("trial", "test")
# Words whose sentences were chosen by hand, and words whose sentences were drawn (section 2.1).
MANUAL = "MAN"
RANDOM = "RAND"
# The gold's mark for an annotator's response NAME: the target is part of a proper name.
NAME_MARK = "pn"
# Files of other benchmarks may have "gold" in their names too.
_NO_GOLD = (".xml", ".json", ".tsv", ".csv")

Gold = dict[str, list[tuple[str, int]]]

_TAG = re.compile(r"<(/?(?:lexelt|instance|context))\b([^<>]*)>", re.IGNORECASE)
_HEAD = re.compile(r"</?head\b[^<>]*>", re.IGNORECASE)
_WORD_END = re.compile(r"(?<=\S)(?=\s)")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);")
_ATTRIBUTE = re.compile(r"""([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_GOLD_LINE = re.compile(r"\s*(\S+)\s+([^\s:]+)\s*::+(.*)")
# A second space before the count belongs to the substitute: the scorer keeps `garden ` apart.
_GOLD_ENTRY = re.compile(r"(.*\S\s*?)\s(\d+)\s*")


class Lexelt(NamedTuple):
    """The lemma and the part of speech in a name such as `bright.a`."""

    lemma: str
    pos: str | None


def parse_lexelt(lexelt: str) -> Lexelt:
    """The lemma and part of speech; of several letters the last one is the target's.

    >>> parse_lexelt("bright.a"), parse_lexelt("stand.n.v")
    (Lexelt(lemma='bright', pos='ADJ'), Lexelt(lemma='stand', pos='VERB'))
    """
    lemma, _, letters = lexelt.partition(".")
    return Lexelt(lemma or lexelt, POS.get(letters.rpartition(".")[2]))


@dataclass(frozen=True)
class _Files:
    """Which files make up a benchmark; without sentences, the gold stands alone."""

    name: str
    sentences: Path | None = None
    gold: Path | None = None
    multiwords: Path | None = None
    subsets: Path | None = None


def read(path: Path, part: str | None = None) -> Benchmark:
    """Read a folder, an XML file with the gold beside it, or a gold file alone."""
    files = _find(path, part)
    contents = {
        role: read_bytes(file)
        for role, file in vars(files).items()
        if role != "name" and file is not None
    }
    gold = _gold(files.gold, contents.get("gold"))
    multiwords = _gold(files.multiwords, contents.get("multiwords"))
    if files.sentences is None:
        items = _alone(gold)
    else:
        items = _with_gold(_instances(contents["sentences"], files.sentences), gold, multiwords)
        _check_gold(files, items, gold)
    if files.subsets is not None:
        items = _with_subsets(items, _subsets(files.subsets, contents["subsets"]))
    return Benchmark(
        name=files.name,
        format="semeval2007",
        contexts={item.context_id: Context(item.target.text) for item in items},
        items=tuple(items),
        fingerprint=fingerprint(*contents.values()),
    )


def _find(path: Path, part: str | None) -> _Files:
    if path.is_dir():
        sentences = _choose_xml(path, part)
        return _beside(sentences, sorted(path.rglob("*")))
    if not path.exists():
        raise BadInputError(f"{path}: there is no such file or folder")
    if part is not None:
        raise bad_file(path, f"has no part {part!r}", "parts are chosen in a folder")
    if _is_xml(path):
        return _beside(path, sorted(path.parent.iterdir()))
    return _Files(path.name, gold=path)


def _is_xml(path: Path) -> bool:
    return read_bytes(path).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")


def _choose_xml(folder: Path, part: str | None) -> Path:
    files = sorted(file for file in folder.rglob("*") if _named(file, ".xml"))
    fitting = [file for file in files if part is None or part in file.name]
    # Some folders also have cleaned copies; the gold belongs to the original.
    originals = [file for file in fitting if part and _named(file, f"lexsub_{part}.xml")]
    if len(fitting) == 1 or len(originals) == 1:
        return (originals or fitting)[0]
    names = ", ".join(str(file.relative_to(folder)) for file in files)
    if not files:
        raise BadInputError(f"{folder}: holds no XML file of SemEval-2007")
    if not fitting:
        raise BadInputError(f"{folder}: no XML file is named for {part!r} among {names}")
    raise bad_file(
        folder, f"holds several XML files ({names})", f"add #trial or #test: {folder}#trial"
    )


def _named(file: Path, suffix: str) -> bool:
    return file.name.removesuffix(".gz").lower().endswith(suffix) and file.is_file()


def _beside(sentences: Path, files: list[Path]) -> _Files:
    """The gold files that belong to the sentences: those named for the same part come first."""
    golds = [file for file in files if "gold" in file.name.lower() and file.is_file()]
    golds = [
        file
        for file in golds
        if not any(_named(file, suffix) for suffix in _NO_GOLD) and "candidates" not in file.name
    ]
    stem = sentences.name.removesuffix(".gz").removesuffix(".xml")
    part = next((part for part in PARTS if part in stem), None)
    plain = [file for file in golds if not _is_multiword_name(file)]
    multi = [file for file in golds if _is_multiword_name(file)]
    subsets = [file for file in files if "subset" in file.name.lower() and _named(file, ".txt")]
    return _Files(
        stem,
        sentences,
        _best_named(plain, stem, part),
        _best_named(multi, stem, part),
        _best_named(subsets, stem, part),
    )


def _is_multiword_name(file: Path) -> bool:
    return "mw" in file.name.lower() or "multiword" in file.name.lower()


def _best_named(files: list[Path], stem: str, part: str | None) -> Path | None:
    """The file named like the sentences, or for the same part; never one for the other part."""
    others = [other for other in PARTS if other != part]
    fitting = [file for file in files if not any(other in file.name for other in others)]
    names = (stem, part) if part else (stem,)
    named = [file for name in names for file in fitting if name in file.name]
    return next(iter(named or fitting), None)


def _instances(content: bytes, path: Path) -> Iterator[Item]:
    """The targets of an XML file, without their gold."""
    text = decode_leniently(content)
    lexelt: str | None = None
    instance: dict[str, str] = {}
    for tag in _TAG.finditer(text):
        kind = tag[1].lower()
        if kind == "lexelt":
            lexelt = _attributes(tag[2]).get("item")
        elif kind == "instance":
            instance = _attributes(tag[2])
        elif kind == "context":
            try:
                yield _item(lexelt, instance, _inside(text, tag.end()))
            except BadInputError as error:
                line = text.count("\n", 0, tag.start()) + 1
                raise bad_file(path, f"line {line}: {error}") from None


def _attributes(text: str) -> dict[str, str]:
    return {
        match[1]: _unescape(match[2] or match[3] or match[4] or "")
        for match in _ATTRIBUTE.finditer(text)
    }


def _unescape(text: str) -> str:
    """Entities as characters; an ampersand that starts none stays."""
    return _ENTITY.sub(lambda match: html.unescape(match[0]), text)


def _inside(text: str, start: int) -> str:
    """The content of a context: everything up to the next tag that can end it."""
    end = _TAG.search(text, start)
    return text[start : end.start() if end else len(text)].strip()


def _item(lexelt: str | None, instance: Mapping[str, str], inside: str) -> Item:
    if not lexelt or not instance.get("id"):
        raise BadInputError("a context stands outside <lexelt item=…> and <instance id=…>")
    text, span = _sentence(inside)
    name = f"{lexelt} {instance['id']}"
    lemma, pos = parse_lexelt(lexelt)
    rest = {key: value for key, value in instance.items() if key != "id"}
    extra = {"lexelt": lexelt, "instance": instance["id"], **rest}
    return Item(name, name, Target(text, *span, pos, lemma), (), extra)


def _sentence(inside: str) -> tuple[str, Span]:
    """The sentence and the place of its head; a head that is not closed is one word long."""
    head = _HEAD.search(inside)
    if head is None:
        raise BadInputError("no word is marked with <head>")
    rest = inside[head.end() :]
    end = _HEAD.search(rest) or _WORD_END.search(rest)
    cut = end.start() if end else len(rest)
    pieces = (inside[: head.start()], rest[:cut], rest[cut:])
    before, word, after = (_unescape(_HEAD.sub("", piece)) for piece in pieces)
    if not word.strip():
        raise BadInputError("nothing stands in <head>")
    start = len(before) + word.index(word.strip())
    return before + word + after, Span(start, start + len(word.strip()))


def _gold(path: Path | None, content: bytes | None) -> Gold:
    """The entries of each item; if several lines are for one item, the first counts."""
    gold: Gold = {}
    if path is None or content is None:
        return gold
    repeated = 0
    for number, line in numbered_lines(decode_leniently(content)):
        try:
            name, entries = parse_gold_line(line)
        except BadInputError as error:
            raise bad_file(path, f"line {number}: {error}") from None
        repeated += name in gold
        gold.setdefault(name, entries)
    if repeated:
        _warn(f"{path}: {repeated} lines repeat an item: the first line counts")
    return gold


def parse_gold_line(line: str) -> tuple[str, list[tuple[str, int]]]:
    """The item that a gold line is for, and its entries with their counts.

    Some lines name a substitute twice, once with a second space before the count. As in the
    original scorer these are two entries, and the second one keeps its trailing space.

    >>> parse_gold_line("bright.a 1 :: most able 1;clever 3;")
    ('bright.a 1', [('most able', 1), ('clever', 3)])
    >>> parse_gold_line("yard.n 1 :: garden 2;lot 1;garden  1;")
    ('yard.n 1', [('garden', 2), ('lot', 1), ('garden ', 1)])
    """
    match = _GOLD_LINE.fullmatch(line.rstrip())
    if match is None:
        raise BadInputError("is not a gold line such as `bright.a 1 :: clever 3;smart 1;`")
    entries = []
    for entry in match[3].split(";"):
        parsed = _GOLD_ENTRY.fullmatch(entry.lstrip())
        if parsed:
            what = f"the count of {brief(parsed[1])}"
            entries.append((parsed[1], whole_number(parsed[2], what, MAX_VOTES)))
        elif entry.strip():
            raise BadInputError(f"{brief(entry.strip())} is not a substitute and its count")
    return f"{match[1]} {match[2]}", entries


def _with_gold(instances: Iterator[Item], gold: Gold, multiwords: Gold) -> list[Item]:
    items = []
    for item in instances:
        judgements = tuple(voted(text, count) for text, count in gold.get(item.id, ()))
        extra = item.extra
        if item.id in multiwords:
            extra = {**extra, "multiwords": _as_counts(multiwords[item.id])}
        items.append(replace(item, judgements=judgements, extra=extra))
    return items


def _subsets(path: Path, content: bytes) -> dict[str, str]:
    """The subset of each word that a file lists."""
    subsets: dict[str, str] = {}
    for number, line in numbered_lines(decode_leniently(content)):
        match line.split():
            case [lexelt, ("MAN" | "RAND") as subset]:
                subsets[lexelt] = subset
            case _:
                raise bad_file(
                    path, f"line {number} is not a word with its subset", "as `bright.a MAN`"
                )
    return subsets


def _with_subsets(items: list[Item], subsets: Mapping[str, str]) -> list[Item]:
    """The items with the subsets of their words; words that are not listed are RAND."""
    return [
        replace(item, extra={"subset": subsets.get(item.extra["lexelt"], RANDOM), **item.extra})
        for item in items
    ]


def name_responses(item: Item) -> int:
    """How many annotators took the target of an item for part of a proper name."""
    marks = (judged.votes for judged in item.judgements if judged.text.strip() == NAME_MARK)
    stated = str(item.extra.get("names", ""))
    return (int(stated) if stated.isdecimal() else 0) + sum(marks)


def _as_counts(entries: list[tuple[str, int]]) -> dict[str, int]:
    """Counts by entry; reversed, so that the first count of a repeated entry stays."""
    first = dict(reversed(entries))
    return {text: first[text] for text, _ in entries}


def _alone(gold: Gold) -> list[Item]:
    """Items without sentences. Entries may be substitutes or multiwords, so they become both."""
    items = []
    for name, entries in gold.items():
        lexelt, _, instance = name.partition(" ")
        lemma, pos = parse_lexelt(lexelt)
        extra = {"lexelt": lexelt, "instance": instance, "multiwords": _as_counts(entries)}
        judgements = tuple(voted(text, count) for text, count in entries)
        items.append(Item(name, name, Target(lemma, 0, len(lemma), pos, lemma), judgements, extra))
    return items


def _check_gold(files: _Files, items: list[Item], gold: Gold) -> None:
    if not items:
        raise bad_file(str(files.sentences), "holds no <context> with a target")
    if files.gold is None:
        _warn(f"{files.sentences}: no gold file is beside it, so nothing is judged")
        return
    names = {item.id for item in items}
    unknown = [name for name in gold if name not in names]
    if len(unknown) == len(gold):
        raise bad_file(files.gold, f"has no line for an item of {files.sentences}")
    if unknown:
        _warn(
            f"{files.gold}: {len(unknown)} lines are for items that are not in {files.sentences} "
            f"(the first: {unknown[0]}): left out"
        )


def _warn(message: str) -> None:
    warnings.warn(message, BadInputWarning, stacklevel=4)
