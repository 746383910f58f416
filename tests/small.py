"""Small benchmarks and runs that tests build for themselves."""

from motjuste.benchmarks.benchmark import Benchmark, Context, Item, Judgement, voted
from motjuste.benchmarks.run import Guess, Run
from motjuste.text import Target


def item(
    name: str, word: str, gold: dict[str, int | tuple[str, ...]], pos: str = "NOUN", **extra: object
) -> tuple[Context, Item]:
    """An item whose text is the word alone; gold as votes or as labels."""
    text = f"{word} {name}"
    judgements = tuple(
        voted(substitute, labels) if isinstance(labels, int) else Judgement(substitute, labels)
        for substitute, labels in gold.items()
    )
    return Context(text), Item(name, name, Target(text, 0, len(word), pos), judgements, extra)


def benchmark(*items: tuple[Context, Item], format: str = "swords") -> Benchmark:  # noqa: A002
    """A benchmark of such items."""
    contexts = {one.id: context for context, one in items}
    return Benchmark("small", format, contexts, tuple(one for _, one in items))


def run(answers: dict[str, list[str]], form: str = "swords", system: str = "system") -> Run:
    """A run that gives these answers, best first."""
    return Run(
        system,
        form,  # type: ignore[arg-type]
        {
            name: tuple(Guess(text, -float(rank)) for rank, text in enumerate(texts))
            for name, texts in answers.items()
        },
    )


def labels(positive: int, negative: int, unsure: int = 0) -> tuple[str, ...]:
    """So many labels of each kind."""
    return ("TRUE",) * positive + ("FALSE",) * negative + ("UNSURE",) * unsure
