from motjuste.benchmarks import with_pools
from motjuste.benchmarks.benchmark import Benchmark, Context, Item, voted
from motjuste.text import Target


def item(name: str, word: str, pos: str, lemma: str | None, *substitutes: str) -> Item:
    judgements = tuple(voted(text, 1) for text in substitutes)
    return Item(name, word, Target(word, 0, len(word), pos, lemma), judgements)


ITEMS = (
    item("1", "bright", "ADJ", "bright", "smart", "shining"),
    item("2", "brighter", "ADJ", "bright", "clever", "smart", "well lit"),
    item("3", "bright", "ADV", "bright", "brightly"),
    item("4", "Odd", "ADJ", None, "strange"),
    item("5", "odd", "ADJ", "odd"),
)
BENCHMARK = Benchmark("b", "plain", {i.context_id: Context(i.target.text) for i in ITEMS}, ITEMS)


def test_a_pool_is_the_sorted_union_over_lemma_and_part_of_speech():
    pools = [item.pool for item in with_pools(BENCHMARK).items]
    bright = ("clever", "shining", "smart", "well lit")
    assert pools == [bright, bright, ("brightly",), ("strange",), ("strange",)]


def test_multiwords_are_left_out_on_request():
    first = with_pools(BENCHMARK, multiwords=False).items[0]
    assert first.pool == ("clever", "shining", "smart")
    assert first.candidates == first.pool
    assert [judgement.text for judgement in first.judgements] == ["smart", "shining"]
