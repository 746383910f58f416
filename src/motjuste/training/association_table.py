"""Makes `associations.bin`: for every headword its most likely substitutes, compressed.

A link is one number: the index of a word, and the row of a codebook that holds its four priors. The
words' vectors are stored by product quantisation. `suggester/associations.py` reads the file.
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
from motjuste.suggester.associations import CODE_BITS, LETTERS, POS_COUNT
from motjuste.training.clusters import centroids, nearest
from motjuste.training.features import Featured, Featuriser, Head
from motjuste.training.knowledge import Array, Knowledge
from motjuste.training.priors import Priors
from motjuste.training.vocabulary import Vocabulary

# Candidates computed for a headword, at most; `CAPS` decides how many are stored.
KEEP = 150
# Headwords in one file of the work folder.
SHARD = 1000
# Parts of a vector that are quantised separately …
PARTS = 64
# … the centroids of each part, so that an index takes one byte …
CENTROIDS = 256
# … and the vectors that they are computed from.
_SAMPLE = 25_000
# The frequency that a headword must have (log10 of occurrences in a billion words) …
_MIN_FREQUENCY_WORD = 2.8
# … that a phrasal verb must have …
_MIN_FREQUENCY_PHRASE = 3.0
# … and the words in the longest one.
_LONGEST_PHRASE = 3
# A vector is stored for a word that has at least this prior probability for some headword.
MIN_PROBABILITY = 0.018
# Added to the probability that weights a row of priors in the codebook, so that every row counts.
_UNLIKELY_WEIGHT = 0.02
# The prior probability from which a word counts as likely in the report of errors.
_LIKELY = 0.05
# Candidates stored for a headword, by its minimum frequency.
CAPS = ((4.5, 120), (4.0, 90), (3.5, 60), (3.0, 40), (0.0, 30))


class HeadwordCandidates(NamedTuple):
    """A headword's candidates, numbers and log priors, by falling prior of being accepted."""

    head: Head
    numbers: Array
    priors: Array


def headwords(known: Knowledge) -> list[Head]:
    """Words that are common enough to be headwords, and common phrasal verbs."""
    heads = []
    for pos in range(len(LETTERS)):
        for number in np.flatnonzero(known.senses[:, pos]).tolist():
            text, frequency = known.spellings[number], known.frequency[number]
            words = text.count(" ") + 1
            phrase = LETTERS[pos] == "v" and words <= _LONGEST_PHRASE
            wanted = frequency >= (_MIN_FREQUENCY_WORD if words == 1 else _MIN_FREQUENCY_PHRASE)
            if wanted and (words == 1 or phrase) and text == text.lower():
                heads.append(Head(number, pos))
    first = known.lexicon.number
    return [head for head in heads if first(known.spellings[head.number]) == head.number]


def keep_best(known: Knowledge, featured: Featured, share: Array, most: int = KEEP) -> list[int]:
    """The rows of a pool with the highest prior of being accepted, one for each lemma.

    Lemmas are those by which SWORDS compares words; the headword's own is left out.
    """
    lemmas = lemma_table(PARTS_OF_SPEECH[LETTERS[featured.head.pos]])
    used = {lemmas[known.spellings[featured.head.number]]}
    kept: list[int] = []
    for row in np.argsort(-share[: featured.own], kind="stable").tolist():
        lemma = lemmas[known.spellings[int(featured.numbers[row])]]
        if lemma not in used:
            used.add(lemma)
            kept.append(row)
            if len(kept) == most:
                break
    return kept


def best_candidates(
    known: Knowledge, given: Sequence[Featured], priors: Priors
) -> list[HeadwordCandidates]:
    """The best candidates of headwords; the other three priors are computed for these only."""
    ends = np.cumsum([featured.own for featured in given])[:-1]
    pools = np.concatenate([featured.features[: featured.own] for featured in given])
    share = np.split(priors(pools, slice(1)), ends)
    pairs = zip(given, share, strict=True)
    rows = [keep_best(known, featured, shares[:, 0]) for featured, shares in pairs]
    best = [featured.features[kept] for featured, kept in zip(given, rows, strict=True)]
    others = priors(np.concatenate(best), slice(1, None))
    parts = np.split(others, np.cumsum([len(kept) for kept in rows])[:-1])
    return [
        HeadwordCandidates(
            featured.head, featured.numbers[kept], np.concatenate([shares[kept], more], 1)
        )
        for featured, kept, shares, more in zip(given, rows, share, parts, strict=True)
    ]


def shard_paths(heads: Sequence[Head], folder: Path) -> list[Path]:
    """The files for the candidates of headwords, a thousand headwords to a file."""
    return [folder / f"{at:06d}.npz" for at in range(0, len(heads), SHARD)]


def make_shards(
    featuriser: Featuriser,
    priors: Priors,
    heads: Sequence[Head],
    folder: Path,
    advance: Callable[[int], None] = lambda _: None,
) -> None:
    """Compute the candidates of all headwords; existing files are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, path in enumerate(shard_paths(heads, folder)):
        shard = heads[number * SHARD : (number + 1) * SHARD]
        if not path.exists():
            write_rows(best_candidates(featuriser.known, list(featuriser(shard)), priors), path)
        advance(len(shard))


def write_rows(rows: Sequence[HeadwordCandidates], path: Path) -> None:
    """Write the candidates of headwords to a file."""
    with whole_file(path) as part:
        np.savez(
            part,
            head=np.array([row.head for row in rows], np.uint32).reshape(-1, 2),
            size=np.array([len(row.numbers) for row in rows], np.uint32),
            number=np.concatenate([row.numbers for row in rows]).astype(np.uint32),
            prior=np.concatenate([row.priors for row in rows]),
        )


def read_shards(paths: Iterable[Path]) -> Iterator[HeadwordCandidates]:
    """The candidates that `write_rows` wrote."""
    for path in paths:
        with np.load(path) as arrays:
            ends = np.cumsum(arrays["size"], dtype=np.int64)
            numbers, priors = arrays["number"], arrays["prior"]
            for (number, pos), end, size in zip(
                arrays["head"].tolist(), ends.tolist(), arrays["size"].tolist(), strict=True
            ):
                rows = slice(end - size, end)
                yield HeadwordCandidates(Head(number, pos), numbers[rows], priors[rows])


def cap(frequency: float) -> int:
    """The number of candidates stored for a headword of a frequency."""
    return next(most for least, most in CAPS if frequency >= least)


class Packing(NamedTuple):
    """What all tables of a training run share.

    `pairs`: words with vectors, each with its part of speech, as one number.
    `codes`, `centres`: their vectors by product quantisation.
    `book`: the codebook of priors.
    """

    pairs: Array
    codes: Array
    centres: Array
    book: Array


def make_packing(rows: Sequence[HeadwordCandidates], words: Vocabulary, stored: Array) -> Packing:
    """The codebooks for the candidates of headwords and for the vectors of `words`."""
    every, place = np.unique(np.concatenate([_pairs(row) for row in rows]), return_inverse=True)
    priors = np.concatenate([row.priors for row in rows])
    best = np.full(len(every), -np.inf, np.float32)
    np.maximum.at(best, place, priors[:, 0])
    pairs = every[best >= np.log(MIN_PROBABILITY)]
    place = np.searchsorted(words.keys, pairs)
    assert (words.keys[place] == pairs).all()
    codes, centres = quantise(stored[place])
    return Packing(pairs, codes, centres, codebook(priors))


def _pairs(row: HeadwordCandidates) -> Array:
    return np.asarray(row.numbers.astype(np.uint32) * POS_COUNT + np.uint32(row.head.pos))


class Packed(NamedTuple):
    """A headword's candidates in the format of the file."""

    key: int
    links: Array


def pack_rows(rows: Iterable[HeadwordCandidates], packing: Packing) -> list[Packed]:
    """The links of headwords; words without a vector are left out."""
    filled = [row for row in rows if len(row.numbers)]
    pairs = np.concatenate([_pairs(row) for row in filled])
    place = np.minimum(np.searchsorted(packing.pairs, pairs), len(packing.pairs) - 1)
    code = nearest(np.concatenate([row.priors for row in filled]), packing.book)
    links = place.astype(np.uint32) << CODE_BITS | code.astype(np.uint32)
    ends = np.cumsum([len(row.numbers) for row in filled])[:-1]
    has_vector = np.split(packing.pairs[place] == pairs, ends)
    return [
        Packed(row.head.number * POS_COUNT + row.head.pos, of_row[kept])
        for row, of_row, kept in zip(filled, np.split(links, ends), has_vector, strict=True)
    ]


def pack_table(known: Knowledge, rows: Iterable[Packed], packing: Packing) -> dict[str, Array]:
    """The arrays of `associations.bin`."""
    ordered = sorted((row for row in rows if len(row.links)), key=lambda row: row.key)
    number = packing.pairs // POS_COUNT
    return {
        "head.key": np.array([row.key for row in ordered], np.uint32),
        "head.start": np.cumsum([0, *(len(row.links) for row in ordered)]).astype(np.uint32),
        "link": np.concatenate([row.links for row in ordered]),
        "code": packing.book,
        "pair.number": number.astype(np.uint32),
        "pair.pos": (packing.pairs % POS_COUNT).astype(np.uint8),
        "pair.spaces": known.spaces[number].astype(np.uint8),
        "pair.vector": packing.codes,
        "centroid": packing.centres,
    }


def write_table(arrays: dict[str, Array], lexicon: Lexicon, path: Path) -> None:
    """Write `associations.bin`, marked with the lexicon that its numbers belong to."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pack(arrays, {"content": 1, "lexicon": lexicon.store.checksum}))


def capped(known: Knowledge, row: HeadwordCandidates) -> HeadwordCandidates:
    """A headword with the number of candidates that its frequency allows."""
    most = cap(float(known.frequency[row.head.number]))
    return HeadwordCandidates(row.head, row.numbers[:most], row.priors[:most])


def codebook(priors: Array, codes: int = 1 << CODE_BITS) -> Array:
    """A codebook of rows of log priors, more precise for more likely words."""
    weight = np.exp(priors[:, 0]) + _UNLIKELY_WEIGHT
    return centroids(priors, codes, weight)


def quantise(vectors: Array, parts: int = PARTS, count: int = CENTROIDS) -> tuple[Array, Array]:
    """The indices of the nearest centroid of each part of each vector, and the centroids."""
    split = in_parts(vectors, parts)
    books = [centroids(split[:, part], count, sample=_SAMPLE) for part in range(parts)]
    codes = [nearest(split[:, part], book) for part, book in enumerate(books)]
    return np.stack(codes, 1).astype(np.uint8), np.stack(books)


def packing_errors(
    rows: Sequence[HeadwordCandidates], stored: Array, packing: Packing
) -> dict[str, float]:
    """The loss by compression: the error of log priors, the cosine of original and stored vectors.

    `stored` are the original vectors of the packing's pairs.
    """
    priors = np.concatenate([row.priors for row in rows])
    gap = np.abs(priors - packing.book[nearest(priors, packing.book)])
    likely = priors[:, 0] > np.log(_LIKELY)
    parts = packing.centres[np.arange(len(packing.centres)), packing.codes]
    kept = parts.swapaxes(1, 2).reshape(len(parts), -1)
    length = np.linalg.norm(stored, axis=1) * np.linalg.norm(kept, axis=1)
    return {
        "mean error of a log prior": float(gap.mean()),
        "mean error of a likely word's": float(gap[likely].mean()) if likely.any() else 0.0,
        "cosine with what is kept": float(((stored * kept).sum(1) / (length + 1e-9)).mean()),
    }
