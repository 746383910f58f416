"""Strategies that make benchmarks and runs for the properties of measures.

Every benchmark ends with one fixed part that has a target of each kind, part of speech, position
and voting index that a measure's name in the tests may ask for.
"""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st
from metric_builders import GoldSpan, benchmark, item, marked, run, sws_benchmark

from motjuste.benchmarks.benchmark import FALSE, TRUE, UNSURE, Benchmark, Item, Judgement, voted
from motjuste.benchmarks.run import Form, Guess, Run
from motjuste.text import KINDS

# Words without another form; TARGET is what is to be replaced.
TARGET = "zug"
GOLD_WORDS = ("zib", "zob", "zub", "zeb", "zab", TARGET, "Zib")
WORDS = (*GOLD_WORDS, "zyb", "zobo", "Zobo", "zuba")
SCORES = (0.0, 0.5, 1.0, 1.5)
POSITIONS = ("A1", "N1", "V")
SUGGESTIONS = ("ga", "gb", "gc", "gd")

Case = tuple[Benchmark, Run[Any]]

labels = st.lists(st.sampled_from([TRUE, TRUE, FALSE, UNSURE]), max_size=4).map(tuple)
guesses = st.lists(
    st.builds(Guess, st.sampled_from(WORDS), st.sampled_from(SCORES)), max_size=7
).map(tuple)


@st.composite
def items(draw: st.DrawFn, name: str) -> Item:
    texts = draw(st.lists(st.sampled_from(GOLD_WORDS), max_size=5, unique=True))
    extra = {
        "position": draw(st.sampled_from(POSITIONS)),
        "proficient": draw(st.lists(st.sampled_from(texts), unique=True)) if texts else [],
        "multiwords": draw(
            st.dictionaries(st.sampled_from(["on zug", "zug up"]), st.integers(1, 3))
        ),
    }
    judgements = [Judgement(text, draw(labels)) for text in texts]
    return item(name, judgements, word=TARGET, extra=extra)


FIXED_ITEM = item(
    "fixed",
    [voted("zib", 2), voted("zob", 1), Judgement("zub", (FALSE,))],
    word=TARGET,
    extra={"position": "V", "proficient": ["zob"], "multiwords": {"on zug": 2}},
)


@st.composite
def substitution_cases(draw: st.DrawFn, form: Form = "swords", complete: bool = False) -> Case:
    """A benchmark of given targets and a run on it, which may leave some out."""
    made = [draw(items(f"t{number}")) for number in range(draw(st.integers(0, 3)))]
    gold = benchmark(*made, FIXED_ITEM)
    answers = {item.id: draw(guesses) for item in gold.items if complete or draw(st.booleans())}
    return gold, run(answers or {"fixed": draw(guesses)}, form)


span = st.tuples(st.integers(0, 4), st.integers(1, 2)).map(lambda pair: (pair[0], sum(pair)))
voted_suggestions = st.dictionaries(
    st.sampled_from(SUGGESTIONS), st.integers(1, 3), min_size=1, max_size=4
)
FIXED_TARGETS: list[GoldSpan] = [
    (0, 1, {"ga": 2}, KINDS[0], "NOUN"),
    (1, 2, {"gb": 2, "gc": 1}, KINDS[0], "VERB"),
    (2, 4, {"gb": 1, "gd": 2}, KINDS[1], "ADJ"),
]


@st.composite
def gold_spans(draw: st.DrawFn) -> list[GoldSpan]:
    spans = draw(st.lists(span, max_size=3, unique=True))
    parts = st.sampled_from(["NOUN", "VERB", "ADJ", None])
    return [
        (*at, draw(voted_suggestions), draw(st.sampled_from(KINDS)), draw(parts)) for at in spans
    ]


@st.composite
def marks(draw: st.DrawFn, targets: Sequence[GoldSpan]) -> Any:
    """What a system marks in a sentence of six tokens: spans that do not overlap."""
    likely = [st.just((start, end)) for start, end, *_ in targets]
    spans = draw(st.lists(st.one_of(span, *likely), max_size=4))
    free, kept = set(range(6)), []
    for start, end in spans:
        if free.issuperset(range(start, end)):
            free.difference_update(range(start, end))
            listed = draw(st.lists(st.sampled_from((*SUGGESTIONS, "other")), max_size=5))
            kept.append((start, end, listed))
    return marked(6, *kept)


@st.composite
def sws_cases(draw: st.DrawFn) -> Case:
    """A benchmark of sentences and a run on it, which may leave some out."""
    sentences = {f"s{number}": draw(gold_spans()) for number in range(draw(st.integers(0, 3)))}
    sentences["fixed"] = FIXED_TARGETS
    gold = sws_benchmark({name: (6, targets) for name, targets in sentences.items()})
    answers = {
        name: draw(marks(targets)) for name, targets in sentences.items() if draw(st.booleans())
    }
    return gold, run(answers or {"fixed": draw(marks(FIXED_TARGETS))}, "sws")
