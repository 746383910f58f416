"""Candidate pools for rankers, for benchmarks that have none of their own."""

from dataclasses import replace

from motjuste.benchmarks.benchmark import Benchmark, Item


def is_single(text: str) -> bool:
    """Whether a text is one word: it has no space (not even around it) and no hyphen.

    >>> [is_single(text) for text in ("garden", "garden ", "well-lit", "most able")]
    [True, False, False, False]
    """
    return " " not in text and "-" not in text


def with_pools(benchmark: Benchmark, *, multiwords: bool = True) -> Benchmark:
    """Give every item the pool that is customary for SemEval-2007 and CoInCo.

    It holds all substitutes that were given for any target with the same lemma and part of
    speech (Thater et al. 2010); without `multiwords`, only those without a space or a hyphen
    (Melamud et al. 2015).
    """
    pools: dict[tuple[str, str | None], set[str]] = {}
    for item in benchmark.items:
        texts = {judgement.text for judgement in item.judgements}
        pools.setdefault(_key(item), set()).update(
            {text.strip() for text in texts} if multiwords else filter(is_single, texts)
        )
    ordered = {key: tuple(sorted(pool)) for key, pool in pools.items()}
    items = tuple(replace(item, pool=ordered[_key(item)]) for item in benchmark.items)
    return replace(benchmark, items=items, memo={})


def _key(item: Item) -> tuple[str, str | None]:
    return (item.target.lemma or item.target.word).lower(), item.target.pos
