"""What tests of systems that ask a language model share: a benchmark, systems, their question."""

from motjuste.benchmarks.benchmark import Benchmark, Context, Item, Judgement
from motjuste.systems import make_system, with_settings
from motjuste.text import Target

QUESTION = "Q: What are appropriate substitutes for **{}** in the above text?"
ANSWER = "A: pet, feline, animal"
KEY = "sk-very-secret-0123456789"
TEXTS = {
    "1": "The  *cat*\tsat.",
    "2": "A *dog* ran away.",
    "3": "One *bird* sang, and sang.",
    "4": "Nobody saw the *fish* there.",
}
LABELS = {
    "feline": ("TRUE", "TRUE", "FALSE"),
    "pet": ("TRUE", "TRUE", "TRUE"),
    "stone": ("FALSE", "FALSE", "UNSURE"),
    "animal": ("TRUE", "FALSE", "FALSE"),
}


def make_item(name):
    before, word, after = TEXTS[name].split("*")
    text = before + word + after
    target = Target(text, len(before), len(before) + len(word), "NOUN")
    judged = tuple(Judgement(word, labels) for word, labels in LABELS.items())
    return Context(text), Item(name, name, target, judged)


def make_benchmark(names):
    pairs = {name: make_item(name) for name in names}
    contexts = {name: context for name, (context, _) in pairs.items()}
    return Benchmark("animals", "swords", contexts, tuple(one for _, one in pairs.values()))


GOLD = make_benchmark(TEXTS)


def few_shot(url="http://127.0.0.1:9/v1", **given):
    given = {"model": "small", "endpoint": url, "retries": 1, **given}
    return with_settings(make_system("gpt-few-shot"), {k: str(v) for k, v in given.items()})


def sws(url="http://127.0.0.1:9/v1", **given):
    given = {"model": "small", "endpoint": url, "retries": 1, **given}
    return with_settings(make_system("chatgpt-sws"), {k: str(v) for k, v in given.items()})


def blocks(prompt):
    """The examples of a prompt, and its question."""
    return prompt.split("\n\n")
