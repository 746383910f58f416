"""Reads the run files of every shared task into one kind of run.

The form of a file is given, or told by its name or content: SWORDS's `.lsr.json`, SemEval-2007's
`.best`, `.oot` and `.mw`, predictions for Smart Word Suggestions, outputs for TSAR-2022 and ProLex,
and the raw answers of Wordtune and GPT-3 that SWORDS's authors published.
"""

import codecs
import json
import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from motjuste.benchmarks import prolex, tsar2022
from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.benchmarks.json_stream import paused_gc
from motjuste.benchmarks.raw_outputs import is_raw, read_raw
from motjuste.benchmarks.run import (
    Form,
    Guess,
    ImprovementRun,
    MarkedSentence,
    MarkedSpan,
    Run,
    SubstitutionRun,
    from_lsr,
    system_name,
)
from motjuste.benchmarks.sws import is_tokens
from motjuste.documents.document import decode_leniently
from motjuste.errors import BadInputError, BadInputWarning, bad_file
from motjuste.files import (
    decode,
    numbered_lines,
    parse_json,
    parse_rows,
    read_bytes,
    write_text,
)

SEPARATORS: dict[Form, str] = {"best": " :: ", "oot": " ::: ", "mw": " :: "}
ANSWERS_COLUMN = "Substitutes"

_BY_NAME: dict[str, Form] = {".lsr.json": "swords", ".best": "best", ".oot": "oot", ".mw": "mw"}

_SYSTEM_LINE = re.compile(r"\s*(\S+)\s+([^\s:]+)\s*:::? ?(.*)")
_COUNTED = re.compile(r".*\S \d+\s*")


class _File:
    """A file that is read once, and parsed once, however often it is looked at."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def content(self) -> bytes:
        return read_bytes(self.path)

    @cached_property
    def document(self) -> Any:
        return parse_json(self.content, self.path, unique_keys=True)


def read_run(path: Path | str, benchmark: Benchmark, form: Form | None = None) -> Run[Any]:
    """Read a system's answers to a benchmark from a file of any known form."""
    file = _File(Path(path))
    with paused_gc():
        form = form or _form(file)
        return _READERS[form](file, benchmark, form)


def read_runs(
    paths: Sequence[Path], benchmark: Benchmark, form: Form | None = None
) -> list[Run[Any]]:
    """Several runs on a benchmark; those of a system that occurs twice are named by their files."""
    runs = [read_run(path, benchmark, form) for path in paths]
    names = Counter(run.system for run in runs)
    return [
        replace(run, system=system_name(path)) if names[run.system] > 1 else run
        for run, path in zip(runs, paths, strict=True)
    ]


def _form(file: _File) -> Form:
    """The form of a run file, by its name if that says it, else by its content."""
    start = file.content.removeprefix(codecs.BOM_UTF8).lstrip()
    is_json = start.startswith(b"{")
    for suffix, form in _BY_NAME.items():
        # JSON is written under the names of text files too, but never the other way round.
        possible = form == "swords" or not is_json
        if possible and file.path.name.removesuffix(".gz").endswith(suffix):
            return form
    if is_json:
        return _json_form(file.document, file.path)
    if start.startswith(b"<"):
        raise _is_benchmark(file.path)
    return _text_form(decode_leniently(start.split(b"\n", 1)[0]), file.path)


def _json_form(document: Any, path: Path) -> Form:
    if "substitutes" in document or is_raw(document):
        return "swords"
    first = next(iter(document.values()), None)
    if (isinstance(first, dict) and "sentence_split" in first) or "contexts" in document:
        raise _is_benchmark(path)
    if isinstance(first, dict) and {"input_words", "substitute_topk"} & set(first):
        return "sws"
    raise bad_file(
        path,
        "is not a run",
        "a run has an object 'substitutes' by target id, or 'substitute_topk' by sentence id",
    )


def _text_form(first: str, path: Path) -> Form:
    if _SYSTEM_LINE.match(first):
        return "oot" if ":::" in first else "best"
    columns = [cell.strip(' "\r') for cell in first.split(",")]
    if ANSWERS_COLUMN in columns:
        return "prolex"
    if "acc_subs" in columns:
        raise _is_benchmark(path)
    if "\t" in first:
        return "tsar2022"
    raise bad_file(path, "is not a run of any known form", "see  motjuste score --help")


def _is_benchmark(path: Path) -> BadInputError:
    return bad_file(path, "is a benchmark, not a run", "give it with --benchmark")


def _ranked(texts: Iterable[str]) -> tuple[Guess, ...]:
    """Guesses in the order of a file without scores."""
    return tuple(Guess(text, float(-rank)) for rank, text in enumerate(texts))


def _semeval_guesses(answer: str, form: Form) -> list[str]:
    """The guesses of a line as SemEval-2007's program counts them.

    Empty guesses before another one count (`a;;b` is three guesses), those at the end do not.
    An answer with nothing but blanks is no answer.

    >>> _semeval_guesses("a;;b;", "best"), _semeval_guesses(" ; ", "best")
    (['a', '', 'b'], [])
    """
    texts = answer.split(";")
    while texts and not texts[-1]:
        texts.pop()
    if form == "mw" or not any(text.strip() for text in texts):
        return [text for text in texts if text.strip()]
    return texts


class _Answers:
    """Answers by item as they are read.

    Of several for the same item the first counts, unless the task's own program takes the last.
    """

    def __init__(self, path: Path, last_counts: bool = False) -> None:
        self._path = path
        self._last_counts = last_counts
        self._repeated: list[str] = []
        self.by_item: dict[str, tuple[Guess, ...]] = {}

    def add(self, item: str, guesses: tuple[Guess, ...]) -> None:
        """Take an answer."""
        if item in self.by_item:
            self._repeated.append(item)
        if item not in self.by_item or self._last_counts:
            self.by_item[item] = guesses

    def run(self, form: Form) -> SubstitutionRun:
        """The answers as a run; repeated ones are reported."""
        if not self.by_item:
            raise bad_file(self._path, "holds no answers")
        if self._repeated:
            which = "last" if self._last_counts else "first"
            warnings.warn(
                f"{self._path}: {len(self._repeated)} answers are for an item that has one (the "
                f"first: {self._repeated[0]}): the {which} answer counts",
                BadInputWarning,
                stacklevel=4,
            )
        return Run(system_name(self._path), form, self.by_item)


def _read_lsr(file: _File, benchmark: Benchmark, form: Form) -> SubstitutionRun:
    if is_raw(file.document) and "substitutes" not in file.document:
        return read_raw(file.document, file.path)
    return from_lsr(file.document, file.path)


def _read_semeval(file: _File, benchmark: Benchmark, form: Form) -> SubstitutionRun:
    """Lines `bright.a 1 :: smart;clever`. Guesses are kept as they are, spaces and blanks too."""
    path = file.path
    answers, counted = _Answers(path), True
    for number, line in numbered_lines(decode_leniently(file.content)):
        match = _SYSTEM_LINE.fullmatch(line)
        if match is None:
            raise bad_file(
                path,
                f"line {number} is not an answer",
                f"one reads `bright.a 1{SEPARATORS[form]}clever;smart`",
            )
        texts = match[3].split(";")
        counted = counted and all(_COUNTED.fullmatch(text) for text in texts if text.strip())
        answers.add(f"{match[1]} {match[2]}", _ranked(_semeval_guesses(match[3], form)))
    if counted and any(answers.by_item.values()):
        raise bad_file(path, "is a gold file with counts, not a run", "give it with --benchmark")
    return answers.run(form)


def _read_sws(file: _File, benchmark: Benchmark, form: Form) -> ImprovementRun:
    """Predictions by sentence id: its tokens, and the spans to change with suggestions.

    Two of the authors' own systems write no tokens, or the sentence in their place: then the spans
    are of the benchmark's tokens.
    """
    path, document = file.path, file.document
    if not isinstance(document, dict) or not document:
        raise bad_file(path, "holds no predictions by sentence id")
    answers = {}
    for name, entry in document.items():
        context = benchmark.contexts.get(name)
        try:
            answers[name] = _marked(entry, context.extra.get("tokens") if context else None)
        except BadInputError as error:
            raise bad_file(path, f"sentence {name}: {error}") from None
    return Run(system_name(path), form, answers)


def _marked(entry: Any, benchmark_tokens: Any) -> MarkedSentence:
    if not isinstance(entry, dict) or "substitute_topk" not in entry:
        raise BadInputError("needs input_words and substitute_topk")
    tokens, spans = entry.get("input_words"), entry["substitute_topk"]
    if tokens is None or isinstance(tokens, str):
        tokens = benchmark_tokens
    if not is_tokens(tokens) or not isinstance(spans, list):
        raise BadInputError("input_words is not a list of tokens, or substitute_topk not a list")
    return MarkedSentence(len(tokens), tuple(_span(span, len(tokens)) for span in spans))


def _span(entry: Any, length: int) -> MarkedSpan:
    try:
        (_word, start, end), suggestions = entry
    except (TypeError, ValueError):
        raise BadInputError(f"{entry!r} is not [[word, start, end], [suggestion, …]]") from None
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= length:
        raise BadInputError(f"from {start!r} to {end!r} is not a span of its {length} tokens")
    if not isinstance(suggestions, list) or not all(isinstance(s, str) for s in suggestions):
        raise BadInputError(f"{suggestions!r} is not a list of suggestions")
    return MarkedSpan(start, end, tuple(suggestions))


class _Queue:
    """Items to be answered by sentence and target; those that share both, in their order."""

    def __init__(self, items: Iterable[Item], key: Callable[[Item], tuple[str, str]]) -> None:
        self._waiting: dict[tuple[str, str], list[str]] = {}
        for item in items:
            self._waiting.setdefault(key(item), []).append(item.id)

    def take(self, sentence: str, target: str, line: int) -> str:
        """The next item with this sentence and target; the last one again if all have answers."""
        waiting = self._waiting.get((sentence, target))
        if not waiting:
            return f"line {line}"
        return waiting.pop(0) if len(waiting) > 1 else waiting[0]


def _read_tsar(file: _File, benchmark: Benchmark, form: Form) -> SubstitutionRun:
    """Rows of sentence, target and guesses, matched to items by the first two.

    As in TSAR-2022's program, an empty cell is a (wrong) guess, and of several rows for a target
    the last counts.
    """
    queue = _Queue(benchmark.items, lambda item: (item.target.text, item.named))
    answers = _Answers(file.path, last_counts=True)
    for row in tsar2022.rows(decode(file.content, file.path), file.path):
        answers.add(queue.take(row.sentence, row.target, row.line), _ranked(row.words))
    return answers.run(form)


def _read_prolex(file: _File, benchmark: Benchmark, form: Form) -> SubstitutionRun:
    """Rows with a column of guesses, matched by sentence and target if these are given."""
    path = file.path
    rows = list(parse_rows(decode(file.content, path), path))
    if not rows or ANSWERS_COLUMN not in rows[0][1]:
        raise bad_file(path, f"has no column {ANSWERS_COLUMN!r} with rows below it")
    named = {prolex.SENTENCE, prolex.TARGET} <= set(rows[0][1])
    if not named and len(rows) != len(benchmark.items):
        raise bad_file(
            path,
            f"has {len(rows)} rows for {len(benchmark.items)} items",
            f"add the columns {prolex.SENTENCE!r} and {prolex.TARGET!r}, or one row per item",
        )
    queue = _Queue(benchmark.items, _prolex_key)
    answers = _Answers(path)
    for index, (line, row) in enumerate(rows):
        texts = (text.strip() for text in row[ANSWERS_COLUMN].split(","))
        guesses = _ranked(text for text in texts if text)
        if named:
            sentence = row[prolex.SENTENCE].replace("**", "")
            name = queue.take(sentence, row[prolex.TARGET].strip(), line)
        else:
            name = benchmark.items[index].id
        answers.add(name, guesses)
    return answers.run(form)


def _prolex_key(item: Item) -> tuple[str, str]:
    return item.target.text, str(item.extra.get(prolex.TARGET, item.target.word)).strip()


_READERS: dict[Form, Callable[[_File, Benchmark, Form], Run[Any]]] = {
    "swords": _read_lsr,
    "best": _read_semeval,
    "oot": _read_semeval,
    "mw": _read_semeval,
    "sws": _read_sws,
    "tsar2022": _read_tsar,
    "prolex": _read_prolex,
}


def write_sws(run: ImprovementRun, benchmark: Benchmark, path: Path) -> None:
    """Write improvements as a prediction file for Smart Word Suggestions."""
    document = {}
    for name, sentence in run.answers.items():
        if name not in benchmark.contexts:
            raise BadInputError(f"{benchmark.name} has no sentence {name!r}")
        tokens = list(benchmark.contexts[name].extra["tokens"])
        document[name] = {
            "input_words": tokens,
            "substitute_topk": [
                [[" ".join(tokens[start:end]), start, end], list(suggestions)]
                for start, end, suggestions in sentence.spans
            ],
        }
    write_text(path, json.dumps(document, ensure_ascii=False))
