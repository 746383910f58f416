"""Which words are written for which: confusion lists, counts of corrections, and collocations.

They propose what to write instead of a word that may be wrong. The tables are text inside
`doubt.bin`, made from `labels/confusions`, `labels/partners`, and the corrections in
`labels/marks` and in the sentences of rules.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from motjuste.rules.pattern import Relation
from motjuste.rules.relations import related
from motjuste.text import Word

# Commonest right words of a part of speech that are tried for every word of it.
_COMMON = 20


class Lexeme(NamedTuple):
    """A lemma with its universal part of speech."""

    lemma: str
    pos: str

    @staticmethod
    def parse(written: str) -> "Lexeme":
        """Read `lemma/POS`.

        >>> Lexeme.parse("carry out/VERB")
        Lexeme(lemma='carry out', pos='VERB')
        """
        lemma, _, pos = written.rpartition("/")
        return Lexeme(lemma, pos)

    def __str__(self) -> str:
        return f"{self.lemma}/{self.pos}"


class Collocates(NamedTuple):
    """The words that go with a noun.

    `verbs`: those whose object it is; `subject_verbs`: those whose subject it is; `adjectives`:
    what stands before it, nouns included.
    """

    verbs: tuple[str, ...]
    subject_verbs: tuple[str, ...]
    adjectives: tuple[str, ...]


class Governor(NamedTuple):
    """A word that a noun is related to, and which field of the noun's `Collocates` should have it.

    `lemma`: the lemma of the verb or adjective.
    """

    field: str
    lemma: str


class NounRelation(NamedTuple):
    """A relation of a noun, its field of `Collocates`, and the other word's part of speech."""

    relation: Relation
    field: str
    pos: str


RELATIONS = (
    NounRelation("verb-object", "verbs", "VERB"),
    NounRelation("subject-verb", "subject_verbs", "VERB"),
    NounRelation("adjective-noun", "adjectives", "ADJ"),
)


@dataclass(frozen=True, eq=False)
class Confusions:
    """The tables, each a text with a line for each entry and a tab after its key.

    `listed_lines`: `word/POS`, then the words that learners mean when they write it.
    `corrected_lines`: `word/POS`, then `word/POS:count` of its corrections.
    `collocate_lines`: a noun, then the three fields of its `Collocates`.
    """

    listed_lines: Sequence[str]
    corrected_lines: Sequence[str]
    collocate_lines: Sequence[str]

    def listed(self, lexeme: Lexeme) -> list[Lexeme]:
        """The words that learners mean when they write a word, the likeliest first."""
        written = self._listed.get(str(lexeme))
        return list(map(Lexeme.parse, written.split(", "))) if written else []

    def corrected(self, lexeme: Lexeme) -> Counter[Lexeme]:
        """How often a word was corrected to which others."""
        written = self._corrected.get(str(lexeme))
        return _counts(written) if written else Counter()

    def times_right(self, lexeme: Lexeme) -> int:
        """How often a word was what should have been written, whatever was."""
        return self._right[lexeme.pos][lexeme.lemma]

    def common(self, pos: str) -> list[str]:
        """The words of a part of speech that most often should have been written."""
        return self._common.get(pos, [])

    def collocates(self, noun: str) -> Collocates | None:
        """The words that go with a noun, if the table has it."""
        written = self._collocates.get(noun)
        if written is None:
            return None
        return Collocates(*(tuple(filter(None, part.split(", "))) for part in written.split("\t")))

    def of_related_nouns(self, words: Sequence[Word], index: int) -> Iterator[tuple[Lexeme, str]]:
        """What goes with the nouns that a verb or adjective of a sentence is related to.

        Each comes with the field of `Collocates` it is from.
        """
        for place, word in enumerate(words):
            collocates = self.collocates(word.lemma) if word.pos == "NOUN" else None
            if collocates is None or place == index:
                continue
            for relation, field, pos in RELATIONS:
                if any(other == index for other, _ in related(words, relation, place)):
                    for lemma in getattr(collocates, field):
                        yield Lexeme(lemma, pos), field

    def goes_with(self, noun: str, governors: Iterable[Governor]) -> set[str] | None:
        """The fields in which a noun has its governors; None if the table lacks the noun."""
        collocates = self.collocates(noun)
        if collocates is None:
            return None
        return {
            governor.field
            for governor in governors
            if governor.lemma in getattr(collocates, governor.field)
        }

    @cached_property
    def _listed(self) -> Mapping[str, str]:
        return _keyed(self.listed_lines)

    @cached_property
    def _corrected(self) -> Mapping[str, str]:
        return _keyed(self.corrected_lines)

    @cached_property
    def _collocates(self) -> Mapping[str, str]:
        return _keyed(self.collocate_lines)

    @cached_property
    def _right(self) -> Mapping[str, Counter[str]]:
        """How often each word should have been written, by part of speech."""
        right = Counter[Lexeme]()
        for written in self._corrected.values():
            right.update(_counts(written))
        by_pos: dict[str, Counter[str]] = defaultdict(Counter)
        for (lemma, pos), count in right.items():
            by_pos[pos][lemma] = count
        return by_pos

    @cached_property
    def _common(self) -> Mapping[str, list[str]]:
        return {
            pos: sorted(counts, key=lambda lemma: (-counts[lemma], lemma))[:_COMMON]
            for pos, counts in self._right.items()
        }


def governors(words: Sequence[Word], index: int) -> list[Governor]:
    """The verbs and adjectives that a noun of a sentence is related to."""
    return [
        Governor(field, words[other].lemma)
        for relation, field, _ in RELATIONS
        for other, _ in related(words, relation, index)
    ]


def _keyed(lines: Sequence[str]) -> dict[str, str]:
    pairs = (line.partition("\t") for line in lines)
    return {key: rest for key, _, rest in pairs}


def _counts(written: str) -> Counter[Lexeme]:
    counts = Counter[Lexeme]()
    for entry in written.split(", "):
        lexeme, _, count = entry.rpartition(":")
        counts[Lexeme.parse(lexeme)] += int(count)
    return counts
