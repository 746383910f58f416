"""Smart Word Suggestions' rule-based baseline: everything that a thesaurus lists is replaced.

The rules are those by which distant supervision makes its data: words and phrases that the
thesaurus has, and synonyms of the same part of speech, in the form that fits. It is greedy: every
entry is a target, and of two that share a word the longer one, else the earlier. The authors'
program looks words up as they are written, leaves stop words alone, takes all pairs of PPDB
whatever their labels, and draws among the synonyms: these are `exact` and `order=random`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import ClassVar, get_args

from motjuste.analysis import words_of
from motjuste.benchmarks.benchmark import Benchmark
from motjuste.errors import BadInputError
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.stop_words import STOP_WORDS
from motjuste.lexicon.synonymy import LONGEST_PHRASE, Combination, Synonym, Synonymy, combined
from motjuste.systems.system import SUBSTITUTE_KIND, System, check_count
from motjuste.text import Improvement, Suggestion, Word

ORDERS = ("listed", "common", "random")


@dataclass
class RuleBased(System):
    """Synonyms of a thesaurus for every word and phrase that it lists.

    `order`: as listed, the commonest first, or at random, as distant supervision chooses. `exact`:
    words are looked up as they are written, in lower case, stop words are left alone, and a PPDB
    file's parts of speech and entailments are ignored.
    """

    name: ClassVar[str] = "rule-based"
    paper: ClassVar[str] = "Wang et al. 2023"
    description: ClassVar[str] = "every entry of a thesaurus replaced; WordNet or any files"

    thesauri: tuple[str, ...] = ("wordnet",)
    combine: str = "intersection"
    order: str = "listed"
    exact: bool = False
    most: int = 5
    seed: int = 0

    def __post_init__(self) -> None:
        if self.combine not in get_args(Combination):
            raise BadInputError(f"setting combine is intersection or union, not {self.combine!r}")
        if self.order not in ORDERS:
            raise BadInputError(f"setting order is {', '.join(ORDERS)}, not {self.order!r}")
        check_count("most", self.most)

    @cached_property
    def synonymy(self) -> Synonymy:
        """The thesauri, read once."""
        how: Combination = "union" if self.combine == "union" else "intersection"
        source = combined(self.thesauri, how, ppdb_labels=not self.exact)
        return Synonymy(source, exact=self.exact)

    def prepare(self, benchmark: Benchmark) -> None:
        """Read the thesauri now, so that their errors are not blamed on an item."""
        _ = self.synonymy

    def improve(self, texts: Sequence[str]) -> list[list[Improvement]]:
        """All entries of the thesaurus that stand in each text."""
        return [list(self._improvements(text)) for text in texts]

    def _improvements(self, text: str) -> Iterator[Improvement]:
        for words, synonyms in entries(words_of(text), self.synonymy):
            if self.exact and words[0].text in STOP_WORDS and len(words) == 1:
                continue
            start, end = words[0].start, words[-1].end
            chosen = self._ordered(synonyms, f"{self.seed}:{start}:{text}")
            suggestions = [
                Suggestion(synonym.text, -float(rank), None if synonym.lemma else synonym.text)
                for rank, synonym in enumerate(chosen[: self.most])
            ]
            yield Improvement(start, end, SUBSTITUTE_KIND, tuple(suggestions))

    def _ordered(self, synonyms: list[Synonym], seed: str) -> list[Synonym]:
        if self.order == "random":
            return Random(seed).sample(synonyms, len(synonyms))
        if self.order == "common":
            return sorted(synonyms, key=lambda synonym: -Lexicon.open().frequency(synonym.text))
        return synonyms


def entries(
    words: Sequence[Word], synonymy: Synonymy
) -> Iterator[tuple[Sequence[Word], list[Synonym]]]:
    """The words and phrases that have synonyms, from left to right, the longest at each word."""
    place = 0
    while place < len(words):
        for size in range(min(LONGEST_PHRASE, len(words) - place), 0, -1):
            phrase = words[place : place + size]
            if all(_is_word(word) for word in phrase) and (synonyms := synonymy.of(phrase)):
                yield phrase, synonyms
                place += size - 1
                break
        place += 1


def _is_word(word: Word) -> bool:
    return word.text.replace("-", "").isalpha() and word.pos != "PROPN"
