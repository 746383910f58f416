"""The examples of SWORDS's tables 1, 3 and 5, all of its development split, as counts."""

from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.errors import MissingResourceError
from motjuste.reports.recall_votes import votes_from_benchmark
from motjuste.reports.scores import ScoredSubstitute, scored


def find_item(benchmark: Benchmark, word: str, part: str) -> Item:
    """The target `word` in the text that holds `part`, whatever its white space."""
    for item in benchmark.items:
        if item.target.word == word and part in " ".join(item.target.text.split()):
            return item
    raise MissingResourceError(f"needs the target {word!r} of the paper's example")


def sizes_of_lists(benchmark: Benchmark, word: str, part: str) -> tuple[int, int, int, int, int]:
    """An example's substitutes: CoInCo's, the thesaurus's, above 50 %, above 0 %, with 0 %."""
    entries = _entries(benchmark, find_item(benchmark, word, part))
    sources = [entry.judgement.extra.get("sources", ()) for entry in entries]
    conceivable = sum(entry.conceivable for entry in entries)
    return (
        sum("coinco" in names for names in sources),
        sum("roget" in names for names in sources),
        sum(entry.acceptable for entry in entries),
        conceivable,
        len(entries) - conceivable,
    )


def count_and_score(
    benchmark: Benchmark, coinco: Benchmark, word: str, part: str, substitute: str
) -> tuple[int, float]:
    """How many of CoInCo's annotators gave a substitute, and its score in SWORDS in percent."""
    item = find_item(benchmark, word, part)
    for entry in _entries(benchmark, item):
        if entry.judgement.text == substitute:
            votes = votes_from_benchmark(benchmark, coinco).get(item.id, {})
            return votes.get(substitute, 0), 100 * entry.score
    raise MissingResourceError(f"needs the substitute {substitute!r} of the paper's example")


def _entries(benchmark: Benchmark, item: Item) -> list[ScoredSubstitute]:
    return [entry for entry in scored(benchmark, "negative") if entry.item.id == item.id]
