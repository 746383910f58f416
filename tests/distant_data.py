"""A small corpus and two small thesauri, from which what distant supervision makes is known."""

import json
from pathlib import Path

from motjuste.distant.shards import Settings
from motjuste.lexicon.lexicon import Lexicon

FIRST = {
    "big": {"adj": ["large", "huge"]},
    "dog": {"noun": ["hound", "cur"]},
    "chase": {"verb": ["hunt", "pursue"]},
    "house": {"noun": ["home"], "verb": ["lodge"]},
    "give up": {"verb": ["quit", "renounce"]},
    "quickly": {"adv": ["rapidly", "hastily"]},
    "of course": {"adv": ["naturally"]},
}
SECOND = {
    "big": ["huge", "enormous"],
    "dog": ["hound", "friend"],
    "chase": ["pursue"],
    "house": ["lodge", "shed"],
    "of course": ["naturally", "surely"],
}


def thesauri(folder: Path) -> tuple[str, str]:
    """The two thesauri as files."""
    for name, content in (("first", FIRST), ("second", SECOND)):
        (folder / f"{name}.json").write_text(json.dumps(content), "utf-8")
    return str(folder / "first.json"), str(folder / "second.json")


def write_corpus(path: Path, sentences: int = 300) -> Path:
    """Sentences of the lexicon's glosses, paragraph by paragraph."""
    lexicon = Lexicon.open()
    lines = []
    for number in range(sentences):
        gloss = lexicon.gloss(number * 331 % 117_000).split(";")[0]
        lines.append(f"It may be {gloss}, and of course the big dog gave up.\n\n")
    path.write_text("".join(lines), "utf-8")
    return path


def small_settings(folder: Path, **given: object) -> Settings:
    """Settings with small blocks and the first thesaurus."""
    values = {"thesauri": thesauri(folder)[:1], "block": 4000, **given}
    return Settings(**values)  # type: ignore[arg-type]


def written(folder: Path) -> dict[str, bytes]:
    """All files of a folder with what is in them."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
