"""SemEval-2007's WordNet baseline: synonyms by four criteria in order, commonest first.

1. the words of the target's first synset, 2. the words of its hypernyms (nouns and verbs) or of
the classes close to it (adjectives), 3. the words of all synsets, 4. of all their hypernyms or
close classes. The paper used WordNet 2.1 and counts of the British National Corpus. Both can be
given (`wordnet`, `frequencies`); without them it is WordNet 3.0 and the lexicon's own frequencies.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from motjuste.analysis import lemma_and_pos
from motjuste.benchmarks.benchmark import Benchmark
from motjuste.lexicon.lexicon import Lexicon, Sense
from motjuste.systems.system import System, check_count
from motjuste.systems.word_frequencies import Frequency, read_frequencies
from motjuste.systems.wordnet_files import Synset, open_wordnet
from motjuste.text import Suggestion, Target

_NEAR_RELATION = {"NOUN": "hypernym", "VERB": "hypernym", "ADJ": "similar"}


@dataclass
class WordNetBaseline(System):
    """Synonyms of the first sense, then of its hypernyms, then of all senses."""

    name: ClassVar[str] = "wordnet"
    paper: ClassVar[str] = "McCarthy and Navigli 2007"
    description: ClassVar[str] = "WordNet synonyms by four criteria, commonest first"

    most: int = 10
    # WordNet's folder `dict`; without it the lexicon's WordNet 3.0.
    wordnet: str = ""
    # A list of words with their frequencies, or a space of counts; without it the lexicon's own.
    frequencies: str = ""

    def __post_init__(self) -> None:
        check_count("most", self.most)

    def prepare(self, benchmark: Benchmark) -> None:
        """Read the files now, so that their errors are not blamed on an item."""
        _ = self._senses("", "NOUN"), self._frequency

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        """Up to `most` synonyms; those of an earlier criterion come first."""
        return [self._answer(target) for target in targets]

    def _answer(self, target: Target) -> list[Suggestion]:
        lemma, pos = lemma_and_pos(target)
        words = list(by_criteria(lemma, pos, self._senses(lemma, pos), self._frequency))
        return [Suggestion(word, float(-rank)) for rank, word in enumerate(words[: self.most])]

    def _senses(self, lemma: str, pos: str) -> list[Synset]:
        if self.wordnet:
            return open_wordnet(self.wordnet).senses(lemma, pos)
        return [_synset(sense) for sense in Lexicon.open().senses(lemma, pos)]

    @property
    def _frequency(self) -> Frequency:
        if self.frequencies:
            return read_frequencies(self.frequencies)
        lexicon = Lexicon.open()
        return lambda word, pos: lexicon.frequency(word)


def by_criteria(
    lemma: str, pos: str, senses: Sequence[Synset], frequency: Frequency
) -> Iterable[str]:
    """The words of all criteria in order, each once, without the target."""
    seen = {lemma.lower()}
    for chosen in (senses[:1], senses):
        synonyms = [word for sense in chosen for word in sense.words]
        near = [word for sense in chosen for word in sense.near_words]
        for words in (synonyms, near):
            for word in sorted(dict.fromkeys(words), key=lambda w: -frequency(w, pos)):
                if word.lower() not in seen:
                    seen.add(word.lower())
                    yield word


def _synset(sense: Sense) -> Synset:
    relation = _NEAR_RELATION.get(sense.pos)
    near = [related.word for related in sense.related() if related.relation == relation]
    return Synset(tuple(sense.words), tuple(near))
