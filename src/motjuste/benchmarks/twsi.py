"""TWSI 2 (Biemann 2012): substitutes for frequent nouns, by noun or by sentence.

Read from a TSV file of candidates (noun, `n`, substitute, `gold_candidate`), or from the folder
of the distribution: `contexts/*.contexts` give sentences with the target in <b>, and
`substitutions/raw_data/substitutions_per_sentence/*.turkresults` say how often each substitute
was given for a sentence.
"""

from collections.abc import Iterator
from pathlib import Path

from motjuste.benchmarks.benchmark import (
    FALSE_IMPLICIT,
    MAX_VOTES,
    Benchmark,
    Context,
    Item,
    Judgement,
    voted,
)
from motjuste.benchmarks.semeval2007 import POS
from motjuste.benchmarks.spans import Unmarked, occurrences, unmark
from motjuste.errors import BadInputError, bad_file
from motjuste.files import decode, fingerprint, numbered_lines, read_bytes, whole_number
from motjuste.text import Target

GOLD = "gold_candidate"

_CONTEXTS = ("*.contexts", "*.senselabels")
_Key = tuple[str, str]


def read(path: Path, part: str | None = None) -> Benchmark:
    """Read a file of candidates, or the distribution's folder."""
    if part is not None:
        raise bad_file(path, f"has no part {part!r}", "TWSI is not split")
    if path.is_dir():
        return _read_folder(path)
    content = read_bytes(path)
    items = _nouns(decode(content, path), path)
    return _benchmark(path.name.split(".tsv")[0], items, [content], path)


def _benchmark(name: str, items: list[Item], contents: list[bytes], path: Path) -> Benchmark:
    if not items:
        raise bad_file(path, "holds no substitutes of TWSI")
    return Benchmark(
        name=name,
        format="twsi",
        contexts={item.context_id: Context(item.target.text) for item in items},
        items=tuple(items),
        fingerprint=fingerprint(*contents),
    )


def _rows(text: str, path: Path, width: int, columns: str) -> Iterator[tuple[int, list[str]]]:
    for number, line in numbered_lines(text):
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) < width:
            raise bad_file(path, f"line {number} is not {columns}, tab-separated")
        yield number, cells


def _nouns(text: str, path: Path) -> list[Item]:
    """One item per noun: there are no sentences, so the noun is its own context."""
    candidates: dict[_Key, list[Judgement]] = {}
    columns = "noun, n, substitute, mark"
    for line, (lemma, pos, word, mark, *_rest) in _rows(text, path, 4, columns):
        if not lemma or not word:
            missing = "substitute" if lemma else "noun"
            raise bad_file(path, f"line {line} has no {missing}", f"a line is {columns}")
        judgement = voted(word, 1) if mark == GOLD else Judgement(word, (FALSE_IMPLICIT,))
        candidates.setdefault((lemma, pos), []).append(judgement)
    return [
        Item(
            f"{lemma}.{pos}",
            f"{lemma}.{pos}",
            Target(lemma, 0, len(lemma), POS.get(pos), lemma),
            tuple(judgements),
        )
        for (lemma, pos), judgements in candidates.items()
    ]


def _read_folder(folder: Path) -> Benchmark:
    """The sentences that have substitutes, with the count of each."""
    counts_in = sorted(folder.rglob("substitutions_per_sentence/*.turkresults"))
    sentences_in = sorted(file for kind in _CONTEXTS for file in folder.rglob(kind))
    if not counts_in or not sentences_in:
        raise BadInputError(
            f"{folder}: is not the folder of TWSI 2, which holds contexts/*.contexts and "
            "substitutions/raw_data/substitutions_per_sentence/*.turkresults"
        )
    contents = [read_bytes(file) for file in (*sentences_in, *counts_in)]
    texts = dict(zip((*sentences_in, *counts_in), contents, strict=True))
    sentences: dict[_Key, Unmarked] = {}
    for file in sentences_in:
        for key, sentence in _marked_sentences(decode(texts[file], file), file):
            sentences.setdefault(key, sentence)
    counts: dict[_Key, _SubstituteCounts] = {}
    for file in counts_in:
        _count(decode(texts[file], file), file, counts)
    try:
        items = list(_items(counts, sentences))
    except BadInputError as error:
        raise bad_file(folder, str(error)) from None
    return _benchmark("twsi2", items, contents, folder)


class _SubstituteCounts:
    """The lemma of a target, and the counts of its substitutes, in file order."""

    def __init__(self, lemma: str) -> None:
        self.lemma = lemma
        self.votes: dict[str, int] = {}


def _marked_sentences(text: str, path: Path) -> Iterator[tuple[_Key, Unmarked]]:
    """The sentences of a file by id and target; sentences without a single mark are left out."""
    columns = "sense, lemma, target, sentence id, sentence"
    for _, (_sense, _lemma, word, number, sentence, *_rest) in _rows(text, path, 5, columns):
        if sentence.count("<b>") == sentence.count("</b>") == 1:
            yield (number, word), unmark(sentence, "<b>", "</b>")


def _count(text: str, path: Path, counts: dict[_Key, _SubstituteCounts]) -> None:
    """Sum up a file of lines `target++sentence||source`, lemma, substitute, count."""
    columns = "target++sentence||source, lemma, substitute, count"
    for line, (name, lemma, word, count, *_rest) in _rows(text, path, 4, columns):
        target, plus, rest = name.partition("++")
        number, bars, _source = rest.partition("||")
        if not plus or not bars:
            raise bad_file(path, f"line {line} is not {columns}")
        try:
            times = whole_number(count, "the count", MAX_VOTES)
        except BadInputError as error:
            raise bad_file(path, f"line {line}: {error}") from None
        votes = counts.setdefault((number, target), _SubstituteCounts(lemma)).votes
        if word:
            votes[word] = votes.get(word, 0) + times


def _items(
    counts: dict[_Key, _SubstituteCounts], sentences: dict[_Key, Unmarked]
) -> Iterator[Item]:
    """The targets that have both substitutes and a sentence."""
    texts = {number: sentence.text for (number, _), sentence in sentences.items()}
    for (number, word), counted in counts.items():
        sentence = sentences.get((number, word)) or _unmarked_sentence(texts.get(number, ""), word)
        if sentence is None:
            continue
        target = Target(sentence.text, *sentence.span, "NOUN", counted.lemma)
        judgements = tuple(voted(text, votes) for text, votes in counted.votes.items())
        name = f"{number}:{word}"
        yield Item(name, number, target, judgements, {"sentence": number})


def _unmarked_sentence(text: str, word: str) -> Unmarked | None:
    """The sentence of a word that is not marked, if the word occurs in it just once."""
    spans = occurrences(text, word)
    return Unmarked(text, spans[0]) if len(spans) == 1 else None
