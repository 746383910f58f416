"""The prompts of the papers, and their length in tokens.

A prompt is a list of turns. A chat gets them as they are; a plain language model gets one text, in
which examples and the question stand apart by blank lines.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from math import ceil
from pathlib import Path
from typing import NamedTuple

from motjuste.benchmarks.benchmark import Item, Judgement
from motjuste.errors import bad_file
from motjuste.text import Target

# The paper prints typographic quotation marks, which are not JSON; it sent these.
_IMPROVE = (
    "In the following sentence, please give some suggestions to improve word usage. Please give "
    'the results with the json format of "original word": ["suggestion 1", "suggestion 2"], and '
    'the "original word" should be directly extracted from the sentence. {}'
)
_QUESTION = "Q: What are appropriate substitutes for **{}** in the above text?"

Count = Callable[[str], int]


class Turn(NamedTuple):
    """A message of the user or of the model (`assistant`)."""

    role: str
    text: str


def as_text(turns: Sequence[Turn]) -> str:
    r"""The turns as one text, for a model that continues it.

    >>> as_text([Turn("user", "Q: 1?\nA:"), Turn("assistant", "one"), Turn("user", "Q: 2?\nA:")])
    'Q: 1?\nA: one\n\nQ: 2?\nA:'
    """
    pieces = [f" {text}" if role == "assistant" else f"\n\n{text}" for role, text in turns]
    return "".join(pieces).lstrip("\n")


def improvement_prompt(sentence: str) -> list[Turn]:
    """The prompt of Wang et al. 2023, appendix C."""
    return [Turn("user", _IMPROVE.format(sentence))]


def question(target: Target) -> str:
    r"""Lee et al. 2021, appendix D.5: the text with the target in asterisks, and the question.

    >>> question(Target("A  big\ndog.", 3, 6))
    'A **big** dog.\nQ: What are appropriate substitutes for **big** in the above text?\nA:'
    """
    word = _spaced(target.word)
    marked = f"{target.text[: target.start]}**{word}**{target.text[target.end :]}"
    return f"{_spaced(marked)}\n{_QUESTION.format(word)}\nA:"


def _spaced(text: str) -> str:
    return " ".join(text.split())


def answer(judgements: Iterable[Judgement]) -> str:
    """All substitutes with a positive label, those with most positive labels first.

    Equal numbers keep the benchmark's order, as in SWORDS's program.

    >>> answer([Judgement("a", ("FALSE",)), Judgement("b", ("TRUE",)),
    ...         Judgement("c", ("TRUE", "FALSE", "TRUE"))])
    'c, b'
    """
    positive = [judgement for judgement in judgements if judgement.votes]
    ordered = sorted(positive, key=lambda judgement: -judgement.votes)
    return ", ".join(judgement.text for judgement in ordered)


class FewShotExample(NamedTuple):
    """A target with known substitutes: the question about it and the right answer."""

    context: str
    turns: tuple[Turn, Turn]
    tokens: int


def example(item: Item, count: Count, around: int) -> FewShotExample | None:
    """An item as an example; None if none of its substitutes has a positive label."""
    substitutes = answer(item.judgements)
    if not substitutes:
        return None
    turns = (Turn("user", question(item.target)), Turn("assistant", substitutes))
    return FewShotExample(_spaced(item.target.text), turns, tokens_of(turns, count, around))


def fitting(examples: Iterable[FewShotExample], target: Target, room: int) -> list[FewShotExample]:
    """The first examples that fit into the context, none from the target's own text."""
    context = _spaced(target.text)
    chosen = []
    for example in examples:
        if example.context == context:
            continue
        room -= example.tokens
        if room < 0:
            break
        chosen.append(example)
    return chosen


_PIECES = re.compile(r"[A-Za-z]+|\d+|\s*\n\s*|[^\sA-Za-z\d]")


def tokens_of(turns: Sequence[Turn], count: Count, around: int) -> int:
    """The number of tokens of turns, with a number of tokens added to each."""
    return sum(count(text) + around for _, text in turns)


def estimate_tokens(text: str) -> int:
    """An upper estimate of the number of tokens of a text, without a vocabulary.

    >>> estimate_tokens("An undercover force, in 1945.")
    9
    """
    return sum(map(_estimate, _PIECES.findall(text)))


def _estimate(piece: str) -> int:
    if piece.isdigit():
        return ceil(len(piece) / 2)
    if piece.isascii():
        return 1 + (len(piece) - 1) // 8
    return len(piece.encode("utf-8", "replace"))


def token_counter(file: str) -> Count:
    """Exact counts by a tokenizer.json, or estimates without one."""
    if not file:
        return estimate_tokens
    from tokenizers import Tokenizer

    path = Path(file).expanduser()
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:
        # The library raises no class of its own.
        raise bad_file(path, f"is not a tokenizer ({error})", "give a tokenizer.json") from None
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)
