"""Writing any benchmark in the formats that others read: SWORDS JSON and SemEval-2007 files."""

import html
import warnings
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Literal, NamedTuple

from motjuste.benchmarks import swords
from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.benchmarks.semeval2007 import POS
from motjuste.errors import BadInputWarning, bad_file
from motjuste.files import write_text
from motjuste.text import Target

Format = Literal["swords", "semeval2007"]

_LETTERS = {pos: letter for letter, pos in POS.items()}
_OTHER = "x"
# The fields of an item's `extra` that the XML has: its subset, and how many answered NAME.
_KEPT = ("subset", "names")


class Written(NamedTuple):
    """The files written, and how many items repeated another's target and were merged with it."""

    paths: tuple[Path, ...]
    merged: int = 0


def convert(benchmark: Benchmark, out: Path, form: Format = "swords") -> Written:
    """Write a benchmark as a SWORDS file, or as SemEval-2007 files in a folder."""
    if form == "swords":
        if out.is_dir():
            raise bad_file(out, "is a folder", "name a file that ends in .json or .json.gz")
        return Written((out,), swords.write(benchmark, out))
    if out.is_file():
        raise bad_file(out, "is a file", "name a folder for the XML and the gold")
    return Written(write_semeval(benchmark, out))


def write_semeval(benchmark: Benchmark, folder: Path) -> tuple[Path, ...]:
    """Write `lexsub.xml`, `gold` and, where multiwords are known, `gold.mw`.

    Items that have no SemEval id are numbered; their own ids stand in the XML as `source`.
    """
    names = semeval_ids(benchmark)
    texts = {"lexsub.xml": _xml(benchmark, names), "gold": _gold(benchmark, names)}
    multiwords = _multiword_gold(benchmark, names)
    if multiwords:
        texts["gold.mw"] = multiwords
    for name, text in texts.items():
        write_text(folder / name, text)
    return tuple(folder / name for name in texts)


def semeval_ids(benchmark: Benchmark) -> dict[str, tuple[str, str]]:
    """The lexelt and the instance id under which SemEval files know each item."""
    if all({"lexelt", "instance"} <= set(item.extra) for item in benchmark.items):
        return {item.id: (item.extra["lexelt"], item.extra["instance"]) for item in benchmark.items}
    return {
        item.id: (_lexelt(item), str(number))
        for number, item in enumerate(benchmark.items, start=1)
    }


def _lexelt(item: Item) -> str:
    lemma = item.target.lemma or item.target.word.lower()
    spelled = "_".join(lemma.replace(".", "_").split())
    return f"{spelled}.{_LETTERS.get(item.target.pos or '', _OTHER)}"


def _xml(benchmark: Benchmark, names: dict[str, tuple[str, str]]) -> str:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<corpus lang="english">']
    for lexelt, items in groupby(benchmark.items, key=lambda item: names[item.id][0]):
        lines.append(f"<lexelt item={_attribute(lexelt)}>")
        lines.extend(line for item in items for line in _instance(item, *names[item.id]))
        lines.append("</lexelt>")
    return "\n".join([*lines, "</corpus>", ""])


def _instance(item: Item, lexelt: str, instance: str) -> Iterator[str]:
    about = {"source": item.id} if item.id != f"{lexelt} {instance}" else {}
    about |= {name: str(item.extra[name]) for name in _KEPT if item.extra.get(name)}
    others = "".join(f" {name}={_attribute(value)}" for name, value in about.items())
    yield f"<instance id={_attribute(instance)}{others}>"
    yield f"<context>{_context(item.target)}</context>"
    yield "</instance>"


def _escaped(text: str) -> str:
    """Text for a single line of XML."""
    escaped = html.escape(text, quote=False)
    return escaped.replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")


def _attribute(value: str) -> str:
    return f'"{html.escape(value)}"'


def _context(target: Target) -> str:
    """The sentence with its head. White space at its ends is escaped, so that readers keep it."""
    text = target.text
    before, after = text[: target.start], text[target.end :]
    start, end = len(before) - len(before.lstrip()), len(after.rstrip())
    return (
        _references(before[:start])
        + f"{_escaped(before[start:])}<head>{_escaped(target.word)}</head>{_escaped(after[:end])}"
        + _references(after[end:])
    )


def _references(text: str) -> str:
    return "".join(f"&#{ord(character)};" for character in text)


def _gold(benchmark: Benchmark, names: dict[str, tuple[str, str]]) -> str:
    """Gold lines, the most frequent substitute first: the scorer takes it for the mode."""
    lines, changed = [], 0
    for item in benchmark.items:
        counts: dict[str, int] = {}
        for judgement in item.judgements:
            text = " ".join(judgement.text.replace(";", ",").split())
            # A word with a space after it is an entry of its own in SemEval-2007's gold.
            text += " " if judgement.text.endswith(" ") else ""
            changed += text != judgement.text
            if judgement.votes:
                counts[text] = counts.get(text, 0) + judgement.votes
        if benchmark.format != "semeval2007":
            counts = dict(sorted(counts.items(), key=lambda entry: -entry[1]))
        lines.append(_gold_line(names[item.id], counts))
    if changed:
        message = f"{changed} substitutes have a semicolon or odd spaces, which gold lines cannot"
        warnings.warn(f"{message} hold: changed", BadInputWarning, stacklevel=4)
    return "".join(lines)


def _gold_line(name: tuple[str, str], counts: dict[str, int]) -> str:
    entries = "".join(f"{text} {count};" for text, count in counts.items())
    return f"{' '.join(name)} :: {entries}\n"


def _multiword_gold(benchmark: Benchmark, names: dict[str, tuple[str, str]]) -> str:
    return "".join(
        _gold_line(names[item.id], item.extra["multiwords"])
        for item in benchmark.items
        if item.extra.get("multiwords")
    )
