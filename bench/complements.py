"""How many verbs that people accept are refused for what follows the target, and how many others?

What people accept is not always grammatical, so not every such refusal is a mistake: the last lines
show them. `python bench/complements.py [BENCHMARK…]`
"""

import sys
from collections.abc import Iterator

from motjuste.analysis import around, locate
from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.benchmarks.readers import read_benchmark
from motjuste.lexicon.complements import Verbs, complements
from motjuste.lexicon.inflection import lemma_of

BENCHMARKS = ("swords-v1.1-dev", "semeval2007-trial", "sws-validation")
# Share of positive labels from which on a substitute counts as accepted.
ACCEPTED = 0.5
# Accepted substitutes that are refused, printed as examples.
SHOWN = 30


def lemma(text: str) -> str:
    """The lemma of a verb or of a phrase that begins with one."""
    head, space, rest = text.partition(" ")
    return lemma_of(head.lower(), "VERB") + space + rest


def judged(item: Item) -> Iterator[tuple[str, bool, bool]]:
    """The substitutes of a verb: whether people accept each, whether it is refused."""
    word = locate(item.target)
    if word.pos != "VERB":
        return
    kinds = complements(around(item.target))
    for judgement in item.judgements:
        share, refused = judgement.share(), Verbs.open().misfits
        accepted = share is not None and share >= ACCEPTED
        yield judgement.text, accepted, refused(lemma(judgement.text), word.lemma, kinds)


def measure(benchmark: Benchmark) -> list[str]:
    """Print the shares of one benchmark; the accepted substitutes that are refused."""
    counts, shown = {True: [0, 0], False: [0, 0]}, []
    for item in benchmark.items:
        for text, accepted, refused in judged(item):
            counts[accepted][0] += 1
            counts[accepted][1] += refused
            if accepted and refused:
                after = item.target.text[item.target.start : item.target.end + 20]
                shown.append(f"{text}: {' '.join(after.split())}")
    for accepted, (total, refused) in counts.items():
        name = "accepted" if accepted else "others"
        share = 100 * refused / max(total, 1)
        print(f"{benchmark.name:20} {name:9} {total:6,}  refused {refused:4} ({share:.1f} %)")
    return shown


def main() -> None:
    """Measure and print."""
    shown = [line for name in sys.argv[1:] or BENCHMARKS for line in measure(read_benchmark(name))]
    print("\n".join(shown[:SHOWN]))


if __name__ == "__main__":
    main()
