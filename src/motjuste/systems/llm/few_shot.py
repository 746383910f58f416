"""SWORDS's GPT-3 (Lee et al. 2021, appendix D.5): few-shot prompting of a language model."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from motjuste.benchmarks import read_benchmark
from motjuste.benchmarks.benchmark import Benchmark
from motjuste.errors import BadInputError
from motjuste.systems.llm.answer_parsing import distinct, read_list
from motjuste.systems.llm.model import LanguageModel
from motjuste.systems.llm.prompts import (
    Count,
    FewShotExample,
    Turn,
    example,
    fitting,
    question,
    token_counter,
    tokens_of,
)
from motjuste.systems.llm.replies import AnswerError
from motjuste.text import Suggestion, Target

# Tokens added to a turn: half of a blank line, or the special tokens of a chat.
_AROUND = {"completion": 1, "chat": 6}


@dataclass
class GptFewShot(LanguageModel):
    """As many examples of the task as the context holds, then the question; the paper's sampling.

    The examples are drawn for each target anew, as in the paper. With `shared_examples` all targets
    get the same ones in the same order, which is quicker with servers that cache the beginnings of
    prompts. A last word that was cut off by the token limit counts, as in the paper's program,
    unless `drop_cut` is set.
    """

    name: ClassVar[str] = "gpt-few-shot"
    paper: ClassVar[str] = "Lee et al. 2021"
    description: ClassVar[str] = "a language model by API that is shown examples of the task"
    stop: ClassVar[tuple[str, ...]] = ("\n",)
    suggests_forms: ClassVar[bool] = True

    api: str = "completion"
    temperature: float = 0.0
    presence_penalty: float = 0.5
    max_tokens: int = 128
    priming: str = "swords-v1.1-dev"
    seed: int = 0
    context: int = 2048
    most_examples: int = 1000
    shared_examples: bool = False
    drop_cut: bool = False
    tokenizer: str = ""
    _examples: tuple[FewShotExample, ...] | None = field(default=None, init=False, repr=False)
    _count: Count | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.most_examples < 0 or self.context <= self.max_tokens:
            raise BadInputError(
                "setting most_examples must be at least 0, and context larger than max_tokens"
            )

    def prepare(self, benchmark: Benchmark) -> None:
        """Check now that everything needed is there, including the examples."""
        super().prepare(benchmark)
        _ = self.examples

    @property
    def count(self) -> Count:
        """The function that counts tokens."""
        if self._count is None:
            self._count = token_counter(self.tokenizer)
        return self._count

    @property
    def examples(self) -> tuple[FewShotExample, ...]:
        """All examples to draw from."""
        if self._examples is None:
            items = read_benchmark(self.priming).items if self.most_examples else ()
            made = (example(item, self.count, _AROUND[self.api]) for item in items)
            self._examples = tuple(example for example in made if example)
        return self._examples

    def prompt(self, target: Target) -> list[Turn]:
        """The examples and the question."""
        turns = [Turn("user", question(target))]
        taken = tokens_of(turns, self.count, _AROUND[self.api])
        room = self.context - self.max_tokens - taken
        if room < 0:
            raise AnswerError(
                f"the text alone takes about {taken} tokens of a context of {self.context}, of "
                f"which {self.max_tokens} are for the answer"
            )
        chosen = fitting(self._drawn(target), target, room)[: self.most_examples]
        if not self.shared_examples:
            # The example drawn first comes last, next to the question.
            chosen.reverse()
        return [*(turn for example in chosen for turn in example.turns), *turns]

    def _drawn(self, target: Target) -> list[FewShotExample]:
        about = "" if self.shared_examples else f"\0{target.start}\0{target.text}"
        drawn = list(self.examples)
        random.Random(f"{self.seed}{about}").shuffle(drawn)
        return drawn

    def preview(self, target: Target) -> str:
        """The prompt for a target."""
        return self.show(self.prompt(target))

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        """The model's substitutes in its order."""
        # Missing requirements are reported before the first request.
        _ = self.client, self.examples
        return self.ask_all(self._suggest, targets)

    def _suggest(self, target: Target) -> list[Suggestion]:
        reply = self.ask(self.prompt(target))
        cut = self.drop_cut and reply.cut
        words = distinct(read_list(reply.text, cut=cut), without=target.word)
        return [Suggestion(word, -float(rank)) for rank, word in enumerate(words)]
