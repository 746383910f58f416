"""A thesaurus as a system: what it lists under the target, in its own order."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from motjuste.analysis import lemma_and_pos
from motjuste.lexicon.thesauri import Thesaurus, read_thesaurus
from motjuste.systems.from_file import FromFile
from motjuste.text import Suggestion, Target


@dataclass
class ThesaurusOrder(FromFile[Thesaurus]):
    """All senses with the target's part of speech, in the order of the file."""

    name: ClassVar[str] = "thesaurus"
    paper: ClassVar[str] = "Lee et al. 2021"
    description: ClassVar[str] = (
        "a thesaurus file (Moby, MyThes, PPDB, JSON, SWORDS's pickle) in its own order"
    )

    def read(self, path: Path) -> Thesaurus:
        """Read a thesaurus of any known format."""
        return read_thesaurus(path)

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        """What is listed under each target's lemma."""
        return [self._answer(target) for target in targets]

    def _answer(self, target: Target) -> list[Suggestion]:
        words = listed(self.content, target)
        return [Suggestion(text, float(-rank)) for rank, text in enumerate(words)]


def listed(thesaurus: Thesaurus, target: Target) -> list[str]:
    """The words of all senses with the target's part of speech, each once, in the file's order."""
    lemma, pos = lemma_and_pos(target)
    words = [entry.word for entry in thesaurus.lookup(lemma) if entry.pos in (None, pos)]
    return list(dict.fromkeys(words))
