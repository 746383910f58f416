"""Small benchmarks, runs and scores for the tests of measures."""

import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from motjuste.benchmarks.benchmark import NOTHING, Benchmark, Context, Item, Judgement, voted
from motjuste.benchmarks.run import Form, Guess, MarkedSentence, MarkedSpan, Run
from motjuste.errors import BadInputWarning
from motjuste.metrics import Pairing, Settings, parse_measure
from motjuste.text import Target


def votes(**by_word: int) -> list[Judgement]:
    return [voted(word.replace("_", " "), count) for word, count in by_word.items()]


def item(
    name: str,
    judgements: Iterable[Judgement],
    *,
    word: str = "target",
    pos: str | None = None,
    extra: Mapping[str, Any] = NOTHING,
    pool: Sequence[str] | None = None,
) -> Item:
    target = Target(f"the {word}", 4, 4 + len(word), pos)
    candidates = None if pool is None else tuple(pool)
    return Item(name, name, target, tuple(judgements), extra, candidates)


def benchmark(*items: Item, format: str = "swords") -> Benchmark:  # noqa: A002
    contexts = {item.context_id: Context(item.target.text) for item in items}
    return Benchmark("made", format, contexts, items)


def ranked(*texts: str) -> tuple[Guess, ...]:
    """Guesses in this order, best first."""
    return tuple(Guess(text, float(-place)) for place, text in enumerate(texts))


def run(answers: Mapping[str, Any], form: Form = "swords") -> Run[Any]:
    return Run("made", form, answers)


GoldSpan = tuple[int, int, Mapping[str, int], str, str | None]


def sws_benchmark(sentences: Mapping[str, tuple[int, Sequence[GoldSpan]]]) -> Benchmark:
    """Sentences of a number of tokens with targets: start, end, votes, kind, part of speech."""
    contexts, items = {}, []
    for name, (length, targets) in sentences.items():
        tokens = ["w"] * length
        contexts[name] = Context(" ".join(tokens), {"tokens": tokens})
        for number, (start, end, suggestions, kind, pos) in enumerate(targets):
            target = Target(" ".join(tokens), 0, 1, pos)
            judged = tuple(voted(text, count) for text, count in suggestions.items())
            extra = {"tokens": [start, end], "kind": kind}
            items.append(Item(f"{name}-{number}", name, target, judged, extra))
    return Benchmark("made", "sws", contexts, tuple(items))


def marked(length: int, *spans: tuple[int, int, Sequence[str]]) -> MarkedSentence:
    """A sentence of a number of tokens with spans: start, end, suggestions."""
    return MarkedSentence(length, tuple(MarkedSpan(s, e, tuple(texts)) for s, e, texts in spans))


def pairing(gold: Benchmark, system: Run[Any], settings: Settings | None = None) -> Pairing:
    """A run beside a benchmark; that answers are missing is meant."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BadInputWarning)
        return Pairing(gold, system, settings)


def score(name: str, gold: Benchmark, system: Run[Any], settings: Settings | None = None) -> float:
    measure = parse_measure(name)
    return measure.value(measure.collect(pairing(gold, system, settings)))
