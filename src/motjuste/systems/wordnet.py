"""SemEval-2007's WordNet baseline: synonyms by four criteria in order, commonest first.

1. the words of the target's first synset, 2. the words of its hypernyms (nouns and verbs) or of
the classes close to it (adjectives), 3. the words of all synsets, 4. of all their hypernyms or
close classes. The paper used WordNet 2.1 and counts of the British National Corpus; here it is
WordNet 3.0 and the lexicon's own frequencies.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from motjuste.analysis import lemma_and_pos
from motjuste.errors import BadInputError
from motjuste.lexicon.lexicon import Lexicon, Sense
from motjuste.systems.system import System
from motjuste.text import Suggestion, Target

_CLOSE = {"NOUN": "hypernym", "VERB": "hypernym", "ADJ": "similar"}


@dataclass
class WordNetBaseline(System):
    """Synonyms of the first sense, then of what is above it, then of all senses."""

    name: ClassVar[str] = "wordnet"
    paper: ClassVar[str] = "McCarthy and Navigli 2007"
    description: ClassVar[str] = "WordNet synonyms by four criteria, commonest first"

    most: int = 10

    def __post_init__(self) -> None:
        if self.most < 1:
            raise BadInputError(f"most is {self.most}; ask for at least 1 substitute")

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        """Up to `most` synonyms; those of an earlier criterion come first."""
        return [self._answer(target) for target in targets]

    def _answer(self, target: Target) -> list[Suggestion]:
        words = list(_by_criteria(Lexicon.open(), *lemma_and_pos(target)))[: self.most]
        return [Suggestion(word, float(-rank)) for rank, word in enumerate(words)]


def _by_criteria(lexicon: Lexicon, lemma: str, pos: str) -> Iterable[str]:
    """Every word that a criterion gives, each once, the target never."""
    senses = lexicon.senses(lemma, pos)
    seen = {lemma.lower()}
    for chosen in (senses[:1], senses):
        for words in (_own(chosen), _close(chosen)):
            for word in sorted(dict.fromkeys(words), key=lambda w: -lexicon.frequency(w)):
                if word.lower() not in seen:
                    seen.add(word.lower())
                    yield word


def _own(senses: Sequence[Sense]) -> list[str]:
    return [word for sense in senses for word in sense.words]


def _close(senses: Sequence[Sense]) -> list[str]:
    return [
        related.word
        for sense in senses
        for related in sense.related()
        if related.relation == _CLOSE.get(sense.pos)
    ]
