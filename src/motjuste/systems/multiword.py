"""SemEval-2007's baseline for multiwords: is the target part of a phrase that WordNet lists?

A phrase is looked for in a window of two words before the target and two after it. Its words must
be adjacent; with the setting `gaps`, other words of the window may stand between them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import ClassVar

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.errors import BadInputError
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS, analyses
from motjuste.systems.system import System
from motjuste.systems.wordnet_files import open_wordnet
from motjuste.text import Suggestion, Target
from motjuste.text.segmentation import Token, words

# Characters on each side of the target that are searched for the words of the window: enough for
# five words, however they are spaced.
_REACH = 400


@dataclass
class MultiwordBaseline(System):
    """The multiword that the target is part of; no answer where there is none."""

    name: ClassVar[str] = "multiword"
    paper: ClassVar[str] = "McCarthy and Navigli 2007"
    description: ClassVar[str] = "the WordNet multiword around the target, for the mw measures"

    window: int = 2
    gaps: bool = False
    # WordNet's folder `dict`; without it the lexicon's WordNet 3.0.
    wordnet: str = ""

    def __post_init__(self) -> None:
        if not 1 <= self.window <= 5:
            raise BadInputError(f"window is {self.window}; it can be 1 to 5 words")

    def prepare(self, benchmark: Benchmark) -> None:
        """Read WordNet now, so that its errors are not blamed on an item."""
        self._listed("")

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        """The longest multiword around each target; the first one in a tie."""
        return [
            [Suggestion(multiword, 1.0)] if (multiword := self._multiword(target)) else []
            for target in targets
        ]

    def _multiword(self, target: Target) -> str | None:
        phrases = (
            " ".join(spelled)
            for chosen in self._choices(target)
            for spelled in product(*map(_spellings, chosen))
        )
        return next(filter(None, map(self._listed, phrases)), None)

    def _listed(self, phrase: str) -> str | None:
        """A phrase in WordNet's spelling; None if WordNet does not have it."""
        if self.wordnet:
            return phrase if phrase in open_wordnet(self.wordnet) else None
        lexicon = Lexicon.open()
        number = lexicon.number(phrase)
        if number is not None and " " in lexicon.spelling(number) and lexicon.senses(phrase):
            return lexicon.spelling(number)
        return None

    def _choices(self, target: Target) -> Iterator[list[str]]:
        """Combinations of words of the window that include the target, most words first."""
        before, after = _around(target, self.window)
        tokens, target_place = [*before, target.word, *after], len(before)
        for size in range(len(tokens), 1, -1):
            for places in combinations(range(len(tokens)), size):
                whole = places[-1] - places[0] == size - 1
                if target_place in places and (whole or self.gaps):
                    yield [tokens[place] for place in places]


def _around(target: Target, window: int) -> tuple[list[str], list[str]]:
    """The words before and after the target, up to the next separating punctuation mark."""
    text, low, high = target.text, target.start - _REACH, target.end + _REACH
    before = words(text[: target.start], max(0, low))
    after = words(text, target.end, min(len(text), high))
    return _unbroken(reversed(before), window)[::-1], _unbroken(iter(after), window)


def _unbroken(tokens: Iterator[Token], window: int) -> list[str]:
    unbroken: list[str] = []
    for token in tokens:
        if len(unbroken) == window or not (token.text == "-" or any(map(str.isalnum, token.text))):
            break
        if token.text != "-":
            unbroken.append(token.text)
    return unbroken


def _spellings(word: str) -> list[str]:
    """A word as it stands and as its lemma of any part of speech."""
    lower = word.lower()
    lemmas = (lemma for letter in WORDNET_POS.values() for lemma in analyses(lower, letter))
    return list(dict.fromkeys([lower, *lemmas]))
