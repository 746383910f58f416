"""Small benchmarks and files of annotations that the tests of the report room share."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from motjuste.benchmarks.benchmark import FALSE, TRUE, UNSURE, Benchmark, Context, Item, Judgement
from motjuste.text import Target

_LETTERS = {"+": TRUE, "-": FALSE, "?": UNSURE}

Maker = Callable[..., Benchmark]


@pytest.fixture
def judged() -> Maker:
    """A benchmark from {target word: {substitute: (labels, sources)}}, labels as in '+-?'."""

    def make(
        targets: Mapping[str, Mapping[str, tuple[str, Sequence[str]]]],
        name: str = "small",
        extra: Mapping[str, Mapping[str, object]] | None = None,
    ) -> Benchmark:
        items = []
        for word, substitutes in targets.items():
            judgements = tuple(
                Judgement(text, tuple(_LETTERS[x] for x in labels), {"sources": list(sources)})
                for text, (labels, sources) in substitutes.items()
            )
            target = Target(f"a {word} [day]", 2, 2 + len(word), pos="ADJ")
            about = (extra or {}).get(word, {})
            items.append(Item(f"t:{word}", f"c:{word}", target, judgements, about))
        contexts = {item.context_id: Context(item.target.text) for item in items}
        return Benchmark(name, "swords", contexts, tuple(items))

    return make


@pytest.fixture
def csv(tmp_path: Path) -> Callable[[str], Path]:
    """A file with the given lines."""

    def write(content: str) -> Path:
        path = tmp_path / "annotations.csv"
        path.write_text(content, encoding="utf-8")
        return path

    return write
