"""A made-up language in which one of three synonyms is right, and the context says which.

Which of `big`, `large` and `vast` is right depends on the noun that follows; likewise the other
adjectives, and verbs on their subject. Records have some of them replaced by a wrong one.
"""

import json
import random
from pathlib import Path

from motjuste.distant.records import Record, Replaced, pack

NOUNS = ("dog cat horse".split(), "king queen prince".split(), "river tower garden".split())
# In the order of the classes of nouns: the first goes with animals, and so on.
MOODS, SIZES = "glad happy merry".split(), "big large vast".split()
VERBS = "watched observed viewed".split()
GROUPS = ((MOODS, "ADJ"), (VERBS, "VERB"), (SIZES, "ADJ"))


def thesaurus() -> dict[str, list[str]]:
    """All synonyms: what the rule-based baseline knows."""
    groups = [MOODS, SIZES, "watch observe view".split()]
    return {word: [w for w in group if w != word] for group in groups for word in group}


def record(number: int, seed: int) -> Record:
    """A right sentence in which each of three words may have been replaced."""
    rng = random.Random(f"{seed}:{number}")
    one, two = rng.randrange(3), rng.randrange(3)
    right = [MOODS[one], VERBS[one], SIZES[two]]
    nouns = [rng.choice(NOUNS[one]), rng.choice(NOUNS[two])]
    put = [
        rng.choice([word for word in group if word != own]) if rng.random() < 0.35 else own
        for own, (group, _) in zip(right, GROUPS, strict=True)
    ]
    text, source = _sentence(put, nouns), _sentence(right, nouns)
    targets, start = [], 0
    for word, own, (_, pos) in zip(put, right, GROUPS, strict=True):
        start = text.index(word, start)
        if word != own:
            targets.append(Replaced(start, start + len(word), own, pos))
        start += len(word)
    return Record(f"{seed}-{number}", text, source, 8, tuple(targets))


def _sentence(words: list[str], nouns: list[str]) -> str:
    return f"The {words[0]} {nouns[0]} {words[1]} the {words[2]} {nouns[1]}."


def records(count: int, seed: int) -> list[Record]:
    return [record(number, seed) for number in range(count)]


def write(folder: Path, count: int = 600, seed: int = 1) -> Path:
    """A folder as `motjuste distant make` writes it."""
    folder.mkdir(parents=True, exist_ok=True)
    half = records(count, seed)
    (folder / "part-00000.jsonl").write_bytes(pack(half[: count // 2], "jsonl"))
    (folder / "part-00001.jsonl").write_bytes(pack(half[count // 2 :], "jsonl"))
    return folder


def write_thesaurus(path: Path) -> Path:
    path.write_text(json.dumps(thesaurus()))
    return path
