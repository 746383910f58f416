"""The table of associations: for every headword its likeliest substitutes, packed small.

A link is one number: which word, and which row of a codebook holds its four priors. The words'
vectors are kept as the names of centroids. The layout is that of `associations.bin`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from motjuste.encoder.quantisation import in_parts
from motjuste.files import whole_file
from motjuste.lexicon import lemma_table
from motjuste.lexicon.array_file import pack
from motjuste.lexicon.keys import PARTS_OF_SPEECH
from motjuste.lexicon.lexicon import Lexicon
from motjuste.suggester.associations import LETTERS
from motjuste.training.clusters import centroids, nearest
from motjuste.training.features import Featured, Featuriser, Head
from motjuste.training.knowledge import Array, Knowledge
from motjuste.training.priors import Priors
from motjuste.training.vocabulary import Vocabulary

KEEP = 150
SHARD = 1000
CODE_BITS = 15
PARTS, CENTROIDS, _SAMPLE = 64, 256, 25_000
_COMMON_WORD, _COMMON_PHRASE, _LONGEST_PHRASE = 2.8, 3.0, 3
# A word that is nowhere likelier than this to be accepted is not worth the bytes of its vector.
LEAST_CHANCE = 0.018
# How many candidates a headword keeps if it is at least so frequent.
CAPS = ((4.5, 120), (4.0, 90), (3.5, 60), (3.0, 40), (0.0, 30))


class Kept(NamedTuple):
    """A headword's candidates by descending share prior: numbers and log priors."""

    head: Head
    numbers: Array
    priors: Array


def headwords(known: Knowledge) -> list[Head]:
    """Words common enough to be looked up, and common verbs of several words."""
    heads = []
    for pos in range(len(LETTERS)):
        for number in np.flatnonzero(known.senses[:, pos]).tolist():
            text, frequency = known.spellings[number], known.frequency[number]
            words = text.count(" ") + 1
            phrase = LETTERS[pos] == "v" and words <= _LONGEST_PHRASE
            wanted = frequency >= (_COMMON_WORD if words == 1 else _COMMON_PHRASE)
            if wanted and (words == 1 or phrase) and text == text.lower():
                heads.append(Head(number, pos))
    first = known.lexicon.number
    return [head for head in heads if first(known.spellings[head.number]) == head.number]


def keep_best(known: Knowledge, featured: Featured, share: Array, most: int = KEEP) -> list[int]:
    """The rows of a pool with the highest share prior; of one lemma the best, of the head's none.

    Lemmas as SWORDS compares them: a list with two forms of one word would waste a place.
    """
    lemmas = lemma_table(PARTS_OF_SPEECH[LETTERS[featured.head.pos]])
    seen = {lemmas[known.spellings[featured.head.number]]}
    kept: list[int] = []
    for row in np.argsort(-share[: featured.own], kind="stable").tolist():
        lemma = lemmas[known.spellings[int(featured.numbers[row])]]
        if lemma not in seen:
            seen.add(lemma)
            kept.append(row)
            if len(kept) == most:
                break
    return kept


def kept(known: Knowledge, given: Sequence[Featured], priors: Priors) -> list[Kept]:
    """Headwords' best candidates; what the other boosters say is asked of these alone."""
    ends = np.cumsum([featured.own for featured in given])[:-1]
    pools = np.concatenate([featured.features[: featured.own] for featured in given])
    share = np.split(priors(pools, slice(1)), ends)
    pairs = zip(given, share, strict=True)
    rows = [keep_best(known, featured, shares[:, 0]) for featured, shares in pairs]
    best = [featured.features[some] for featured, some in zip(given, rows, strict=True)]
    others = priors(np.concatenate(best), slice(1, None))
    parts = np.split(others, np.cumsum([len(some) for some in rows])[:-1])
    return [
        Kept(featured.head, featured.numbers[some], np.concatenate([shares[some], more], 1))
        for featured, some, shares, more in zip(given, rows, share, parts, strict=True)
    ]


def shard_paths(heads: Sequence[Head], folder: Path) -> list[Path]:
    """Where the candidates of headwords are kept, a thousand to a file."""
    return [folder / f"{at:06d}.npz" for at in range(0, len(heads), SHARD)]


def make_shards(
    featuriser: Featuriser,
    priors: Priors,
    heads: Sequence[Head],
    folder: Path,
    advance: Callable[[int], None] = lambda _: None,
) -> None:
    """Work out the candidates of all headwords; shards that are there are left as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, path in enumerate(shard_paths(heads, folder)):
        some = heads[number * SHARD : (number + 1) * SHARD]
        if not path.exists():
            write_rows(kept(featuriser.known, list(featuriser(some)), priors), path)
        advance(len(some))


def write_rows(rows: Sequence[Kept], path: Path) -> None:
    """Keep the candidates of headwords in a file."""
    with whole_file(path) as part:
        np.savez(
            part,
            head=np.array([row.head for row in rows], np.uint32).reshape(-1, 2),
            size=np.array([len(row.numbers) for row in rows], np.uint32),
            number=np.concatenate([row.numbers for row in rows]).astype(np.uint32),
            prior=np.concatenate([row.priors for row in rows]),
        )


def read_shards(paths: Iterable[Path]) -> Iterator[Kept]:
    """The candidates that `write_rows` wrote."""
    for path in paths:
        with np.load(path) as arrays:
            ends = np.cumsum(arrays["size"], dtype=np.int64)
            numbers, priors = arrays["number"], arrays["prior"]
            for (number, pos), end, size in zip(
                arrays["head"].tolist(), ends.tolist(), arrays["size"].tolist(), strict=True
            ):
                rows = slice(end - size, end)
                yield Kept(Head(number, pos), numbers[rows], priors[rows])


def cap(frequency: float) -> int:
    """How many candidates a headword of such a frequency keeps."""
    return next(most for least, most in CAPS if frequency >= least)


class Packing(NamedTuple):
    """What all tables of one training share: the words with vectors, and the two codebooks."""

    pairs: Array
    codes: Array
    centres: Array
    book: Array


def make_packing(rows: Sequence[Kept], words: Vocabulary, stored: Array) -> Packing:
    """Codebooks for the candidates of headwords and for stored vectors (one a word)."""
    every, place = np.unique(np.concatenate([_pairs(row) for row in rows]), return_inverse=True)
    priors = np.concatenate([row.priors for row in rows])
    best = np.full(len(every), -np.inf, np.float32)
    np.maximum.at(best, place, priors[:, 0])
    pairs = every[best >= np.log(LEAST_CHANCE)]
    place = np.searchsorted(words.keys, pairs)
    assert (words.keys[place] == pairs).all()
    codes, centres = quantise(stored[place])
    return Packing(pairs, codes, centres, codebook(priors))


def _pairs(row: Kept) -> Array:
    return np.asarray(row.numbers.astype(np.uint32) * 4 + np.uint32(row.head.pos))


class Packed(NamedTuple):
    """A headword's candidates as the file has them."""

    key: int
    links: Array


def pack_rows(rows: Iterable[Kept], packing: Packing) -> list[Packed]:
    """The links of headwords; words that have no vector in the packing are left out."""
    some = [row for row in rows if len(row.numbers)]
    pairs = np.concatenate([_pairs(row) for row in some])
    place = np.minimum(np.searchsorted(packing.pairs, pairs), len(packing.pairs) - 1)
    code = nearest(np.concatenate([row.priors for row in some]), packing.book)
    links = place.astype(np.uint32) << CODE_BITS | code.astype(np.uint32)
    ends = np.cumsum([len(row.numbers) for row in some])[:-1]
    there = np.split(packing.pairs[place] == pairs, ends)
    return [
        Packed(row.head.number * 4 + row.head.pos, own[kept])
        for row, own, kept in zip(some, np.split(links, ends), there, strict=True)
    ]


def pack_table(known: Knowledge, rows: Iterable[Packed], packing: Packing) -> dict[str, Array]:
    """The arrays of `associations.bin`."""
    some = sorted((row for row in rows if len(row.links)), key=lambda row: row.key)
    number = packing.pairs // 4
    return {
        "head.key": np.array([row.key for row in some], np.uint32),
        "head.start": np.cumsum([0, *(len(row.links) for row in some)]).astype(np.uint32),
        "link": np.concatenate([row.links for row in some]),
        "code": packing.book,
        "pair.number": number.astype(np.uint32),
        "pair.pos": (packing.pairs % 4).astype(np.uint8),
        "pair.spaces": known.spaces[number].astype(np.uint8),
        "pair.vector": packing.codes,
        "centroid": packing.centres,
    }


def write_table(arrays: dict[str, Array], lexicon: Lexicon, path: Path) -> None:
    """Write `associations.bin`, marked with the lexicon that its numbers belong to."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pack(arrays, {"content": 1, "lexicon": lexicon.store.checksum}))


def capped(known: Knowledge, row: Kept) -> Kept:
    """A headword with as many candidates as its frequency deserves."""
    most = cap(float(known.frequency[row.head.number]))
    return Kept(row.head, row.numbers[:most], row.priors[:most])


def codebook(priors: Array, codes: int = 1 << CODE_BITS) -> Array:
    """Rows of log priors near which all others lie, the likelier the nearer."""
    weight = np.exp(priors[:, 0]) + 0.02
    return centroids(priors, codes, weight)


def quantise(vectors: Array, parts: int = PARTS, count: int = CENTROIDS) -> tuple[Array, Array]:
    """For each part of the vectors the names of its centroids, and the centroids."""
    split = in_parts(vectors, parts)
    books = [centroids(split[:, part], count, sample=_SAMPLE) for part in range(parts)]
    codes = [nearest(split[:, part], book) for part, book in enumerate(books)]
    return np.stack(codes, 1).astype(np.uint8), np.stack(books)


def packing_errors(rows: Sequence[Kept], stored: Array, packing: Packing) -> dict[str, float]:
    """What packing costs: in log priors, and in the cosine of a vector with what is kept of it.

    `stored` are the vectors of the packing's pairs.
    """
    priors = np.concatenate([row.priors for row in rows])
    gap = np.abs(priors - packing.book[nearest(priors, packing.book)])
    likely = priors[:, 0] > np.log(0.05)
    parts = packing.centres[np.arange(len(packing.centres)), packing.codes]
    kept = parts.swapaxes(1, 2).reshape(len(parts), -1)
    length = np.linalg.norm(stored, axis=1) * np.linalg.norm(kept, axis=1)
    return {
        "mean error of a log prior": float(gap.mean()),
        "mean error of a likely word's": float(gap[likely].mean()) if likely.any() else 0.0,
        "cosine with what is kept": float(((stored * kept).sum(1) / (length + 1e-9)).mean()),
    }
