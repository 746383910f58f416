"""A thesaurus as a system: what it lists under the target, in its own order, context unread."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.errors import BadInputError
from motjuste.lexicon.context import locate
from motjuste.lexicon.thesauri import Thesaurus, read_thesaurus
from motjuste.systems.system import System
from motjuste.text import Substitute, Target


@dataclass
class ThesaurusOrder(System):
    """All senses with the target's part of speech, in the order of the file."""

    name: ClassVar[str] = "thesaurus"
    paper: ClassVar[str] = "Lee et al. 2021"
    description: ClassVar[str] = "a thesaurus file (Moby, MyThes, PPDB, JSON) in its own order"

    file: str = ""
    lists: Thesaurus | None = field(default=None, repr=False)

    def prepare(self, benchmark: Benchmark) -> None:
        """Read the file, once."""
        self._read()

    def _read(self) -> Thesaurus:
        if not self.file:
            raise BadInputError("system 'thesaurus' needs a file: --set file=PATH")
        if self.lists is None:
            self.lists = read_thesaurus(Path(self.file).expanduser())
        return self.lists

    def suggest(self, targets: Sequence[Target]) -> list[list[Substitute]]:
        """What is listed under each target's lemma."""
        lists = self._read()
        return [self._answer(lists, target) for target in targets]

    def _answer(self, lists: Thesaurus, target: Target) -> list[Substitute]:
        word = None if target.lemma and target.pos else locate(target)
        lemma = target.lemma or (word.lemma if word else target.word)
        pos = target.pos or (word.pos if word else None)
        listed = [each.word for each in lists.lookup(lemma) if each.pos in (None, pos)]
        words = list(dict.fromkeys(listed))
        return [Substitute(text, float(-rank)) for rank, text in enumerate(words)]
