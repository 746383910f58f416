"""Post hoc judgement (SemEval-2007, 5.1): fresh eyes on systems' and annotators' substitutes."""

from dataclasses import replace

from motjuste.benchmarks.benchmark import Benchmark

ANNOTATORS, SYSTEMS = "origA", "sys"
_MANY = 2
_MAJORITY = 2


def only_suitable(benchmark: Benchmark) -> Benchmark:
    """The benchmark with only the items that the paper drew from.

    They have more than two substitutes of one word, and no multiword on which two annotators agree.
    """
    items = tuple(
        item
        for item in benchmark.items
        if sum(" " not in judgement.text for judgement in item.judgements) > _MANY
        and max(item.extra.get("multiwords", {}).values(), default=0) < _MAJORITY
    )
    return replace(benchmark, items=items, memo={})
