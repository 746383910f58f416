"""LexSubCon as Smart Word Suggestions ran it (Wang et al. 2023): every content word is a target.

The authors called LexSubCon's program with its default options, which score candidates by the
proposal alone: no sentence model, no glosses, no validation. Targets are nouns, verbs, adjectives
and adverbs that are no stop words. A word is left as it is if the first candidate that WordNet
lists for it is its own lemma. The program removes the word as it is written from its candidates,
but not its lemma, so inflected words are mostly left alone. Candidates are not inflected.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from motjuste.analysis import words_of
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.stop_words import STOP_WORDS
from motjuste.systems.masked_lm.lexsubcon import LexSubCon
from motjuste.systems.system import SUBSTITUTE_KIND, check_count
from motjuste.text import Improvement, Suggestion, Target

_POS = {"NOUN": "NOUN", "PROPN": "NOUN", "VERB": "VERB", "ADJ": "ADJ", "ADV": "ADV"}


@dataclass
class LexSubConSws(LexSubCon):
    """LexSubCon's proposals for every content word whose lemma WordNet does not list first."""

    name: ClassVar[str] = "lexsubcon-sws"
    paper: ClassVar[str] = "Wang et al. 2023"
    description: ClassVar[str] = "LexSubCon's proposals for every content word, as in SWS"

    gloss: float = 0.0
    similarity: float = 0.0
    validation: float = 0.0
    inflect: bool = False
    most: int = 10

    def __post_init__(self) -> None:
        super().__post_init__()
        check_count("most", self.most)

    def improve(self, texts: Sequence[str]) -> list[list[Improvement]]:
        """The content words of each text, with their best candidates."""
        targets_of_texts = [list(targets(text)) for text in texts]
        answers = iter(self.suggest([target for some in targets_of_texts for target in some]))
        return [
            [self._improvement(target, next(answers)) for target in some]
            for some in targets_of_texts
        ]

    def _improvement(self, target: Target, answer: Sequence[Suggestion]) -> Improvement:
        # As in the program's output, hyphens are spaces.
        words = dict.fromkeys(offer.text.replace("-", " ") for offer in answer)
        best = tuple(
            Suggestion(word, -float(rank), word)
            for rank, word in enumerate(list(words)[: self.most])
        )
        return Improvement(target.start, target.end, SUBSTITUTE_KIND, best)


def targets(text: str) -> Iterator[Target]:
    """The words of a text that SWS lets LexSubCon replace."""
    for word in words_of(text):
        pos = _POS.get(word.pos)
        if pos is None or word.text in STOP_WORDS or not word.text.replace("-", "").isalpha():
            continue
        lemma = word.lemma.lower()
        if first_listed(word.text, lemma, pos) != lemma:
            yield Target(text, word.start, word.end, pos, lemma)


def first_listed(form: str, lemma: str, pos: str) -> str | None:
    """The first word other than this form that WordNet lists in the senses of a lemma.

    >>> first_listed("students", "student", "NOUN"), first_listed("student", "student", "NOUN")
    ('student', 'pupil')
    """
    for sense in Lexicon.open().senses(lemma, pos):
        for word in sense.words:
            if word.lower() != form:
                return word.lower()
    return None
