"""Makes `labelled.bin`: labelled targets by headword, each a point in sense space with grades."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from motjuste.analysis import Text, around, locate
from motjuste.analysis.fitting import is_verb
from motjuste.analysis.phrases import OTHER, OWN, general, pronoun_of, subject_before
from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.files import write_atomic
from motjuste.lexicon.array_file import pack
from motjuste.lexicon.inflection import lemma_of
from motjuste.lexicon.morphology import WORDNET_POS, analyses
from motjuste.suggester.candidates import find_pool
from motjuste.suggester.labelled import GRADES
from motjuste.suggester.senses import BYTE_SCALE, SenseVectors
from motjuste.systems.default import Default
from motjuste.text import Word
from motjuste.training.knowledge import Array
from motjuste.training.labels import joined, parts, read_labels
from motjuste.training.steps import Bar

_DEGREES = frozenset({"JJR", "JJS", "RBR", "RBS"})
Row = tuple[str, Array, dict[str, int]]


def make(model: str, known: Benchmark, path: Path, bar: Bar) -> None:
    """Write `labelled.bin` of a model: the labelled targets, each read by its encoder.

    `model` is a folder of `train default`, or empty for the package's model.
    """
    system = Default(model=model)
    senses = SenseVectors.open(Path(model) / "senses.bin" if model else None)
    rows = []
    with bar("labelled sentences", len(known)) as advance:
        for item in known.items:
            row = _row(system, senses, item)
            if row is not None:
                rows.append(row)
            advance(1)
    write(rows, path)


def known_targets(labels: Path) -> Benchmark:
    """What `labelled.bin` knows: judged targets of lemmas that are not held out, the thesaurus."""
    used, _ = parts(read_labels(labels / "substitutes"))
    return joined(used, read_labels(labels / "thesaurus"))


def _row(system: Default, senses: SenseVectors, item: Item) -> Row | None:
    start, end = item.target.start, item.target.end
    reading = Text.of(item.target.text).reading(system.encoder, start, end)
    pieces = reading.pieces(start, end)
    if not len(pieces):
        return None
    point = senses.locate(reading.states[pieces].mean(0))
    stored = np.clip(np.rint(point * BYTE_SCALE), -127, 127).astype(np.int8)
    head, grades = entry(system, item)
    return head, stored, grades


def entry(system: Default, item: Item) -> tuple[str, dict[str, int]]:
    """The headword of an item, and the grades of its judged words, all in general form."""
    word, sentence = locate(item.target), around(item.target)
    subject = subject_before(sentence.words, sentence.first) if sentence.last else None
    pronoun = pronoun_of(item.target.word)
    is_own = pronoun == subject or subject is None
    pool = find_pool(system.lexicon, system.table, word)
    letter = pool.letter if pool else WORDNET_POS.get(word.pos, "n")
    headword = pool.headword if pool else general(word.lemma.lower(), is_own)
    # At the beginning of a sentence (`In fact, …`) a phrase has a capital.
    headword = headword.lower() if " " in headword else headword
    grades: dict[str, int] = {}
    for judgement in item.judgements:
        share = judgement.share()
        if share is not None:
            nearest = int(np.abs(GRADES - share).argmin())
            text = _lemma(judgement.text, word)
            if pronoun is not None and pronoun_of(text) == pronoun:
                text = general(text, is_own)
            elif pronoun is None and letter != "n" and pronoun_of(text) == subject:
                text = _of_subject(text)
            grades.setdefault(text, nearest)
    return f"{headword}/{letter}", grades


def _lemma(text: str, word: Word) -> str:
    """The lemma of a judged word; a comparative's is without `more`."""
    first, space, rest = text.partition(" ")
    is_compared = word.form in _DEGREES and first in ("more", "most") and space
    if word.pos == "NOUN" and _is_noun_as_written(text, word):
        return text
    # `lay` is not the past of `lie`, nor `broke` (for `strapped for cash`) that of `break`.
    if word.pos == "VERB" and (first in analyses(first, "v") or not is_verb(first)):
        return text
    return lemma_of(rest if is_compared else text, word.pos)


def _is_noun_as_written(text: str, word: Word) -> bool:
    """Whether what was written for a noun is its lemma, and not a plural to be undone.

    Phrases are (`coat of arms`, and `anxious` for `on edge`), nouns that only look like plurals
    (`stamina`), and plurals written for a singular target (`spectators` for `crowd`).
    """
    is_phrase = " " in word.text or " " in text
    return is_phrase or word.form == "NN" or text in analyses(text, "n")


def _of_subject(text: str) -> str:
    """A phrase with slots for the subject's pronouns, if it fits other subjects.

    Something that several people have (`put their names down`) may be in the plural only for them,
    and an object stands for somebody who is not the subject.
    """
    phrase = general(text)
    owned = phrase.partition(f"{OWN} ")[2].partition(" ")[0]
    is_theirs = pronoun_of(text) in ("we", "they") and owned.endswith("s")
    return text if is_theirs or OTHER in phrase.split(" ") else phrase


def write(rows: Iterable[Row], path: Path) -> None:
    """Write the rows, ordered by headword."""
    ordered = sorted(rows, key=lambda row: row[0])
    heads = sorted({head for head, _, _ in ordered})
    words = sorted({word for _, _, grades in ordered for word in grades})
    number = {word: place for place, word in enumerate(words)}
    rows_of = Counter(head for head, _, _ in ordered)
    per_head = [rows_of[head] for head in heads]
    arrays: dict[str, Array] = {
        "head": np.frombuffer("\n".join(heads).encode(), np.uint8),
        "head.start": np.cumsum([0, *per_head]).astype(np.uint32),
        "point": np.stack([point for _, point, _ in ordered]),
        "target.start": np.cumsum([0, *(len(g) for _, _, g in ordered)]).astype(np.uint32),
        "word": np.array([number[w] for _, _, g in ordered for w in g], np.uint32),
        "grade": np.array([grade for _, _, g in ordered for grade in g.values()], np.uint8),
        "words": np.frombuffer("\n".join(words).encode(), np.uint8),
    }
    write_atomic(path, pack(arrays, {"content": 1}))
