"""Validation with SWS's measures, on a benchmark or on held-out records."""

from collections.abc import Sequence
from typing import Any

from motjuste.benchmarks.benchmark import Benchmark, Context, Item, voted
from motjuste.benchmarks.run import ImprovementRun
from motjuste.distant.records import Record
from motjuste.errors import BadInputError
from motjuste.metrics import Resampling, score
from motjuste.systems.answers import improve
from motjuste.systems.benchmark_runs import marked
from motjuste.systems.end_to_end.bart import BartSws
from motjuste.systems.end_to_end.base import EndToEnd
from motjuste.systems.end_to_end.bert import BertSws
from motjuste.systems.end_to_end.cmlm import CmlmSws
from motjuste.systems.end_to_end.network import Network, Paradigm
from motjuste.systems.system import System
from motjuste.text import KINDS, Target
from motjuste.text.segmentation import words

SYSTEMS: dict[Paradigm, type[EndToEnd]] = {"bert": BertSws, "bart": BartSws, "cmlm": CmlmSws}
MEASURES = ("e2e.F0.5", "e2e.P", "e2e.R", "det.F0.5", "sug.Acc", "ImpR")
BEST_BY = MEASURES[0]


def as_benchmark(records: Sequence[Record], name: str = "held-out") -> Benchmark:
    """Records as a benchmark, in which each target has one suggestion, its original."""
    contexts: dict[str, Context] = {}
    items: list[Item] = []
    for record in records:
        tokens = words(record.text)
        contexts[record.id] = Context(record.text, {"tokens": [token.text for token in tokens]})
        for target in record.targets:
            inside = [
                n for n, t in enumerate(tokens) if t.start >= target.start and t.end <= target.end
            ]
            if inside:
                span = [inside[0], inside[-1] + 1]
                place = Target(record.text, target.start, target.end)
                about = {"tokens": span, "kind": KINDS[0]}
                item_id = f"{record.id}:{span[0]}-{span[1]}"
                items.append(Item(item_id, record.id, place, (voted(target.original, 1),), about))
    if not items:
        raise BadInputError("no held-out record has a target; increase --held-out")
    return Benchmark(name, "sws", contexts, tuple(items))


def predict(system: System, benchmark: Benchmark) -> ImprovementRun:
    """What a system would improve in the sentences of a benchmark."""
    contexts = list(benchmark.contexts.items())
    answers = improve(system, [context.text for _, context in contexts])
    marks = {name: marked(c, answer) for (name, c), answer in zip(contexts, answers, strict=True)}
    return ImprovementRun(system.name, "sws", marks)


def figures(system: System, benchmark: Benchmark) -> dict[str, float]:
    """The scores of a system on the validation measures."""
    run = predict(system, benchmark)
    return score(run, benchmark, MEASURES, resampling=Resampling(0)).scores


def validate(network: Network, paradigm: Paradigm, benchmark: Benchmark) -> dict[str, float]:
    """The scores of a model in its current state."""
    system: Any = SYSTEMS[paradigm]()
    system.network = network
    network.module.eval()
    return figures(system, benchmark)
