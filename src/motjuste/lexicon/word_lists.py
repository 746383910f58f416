"""Hand-written word lists, in `data/`: irregular forms, registers, exclusive sets, offensive words.

Closed classes (`closed_classes.tsv`) are pronouns, prepositions, negations and the like.

Irregular forms (`irregular.tsv`) are what `inflection.py` needs beside its rules.

Registers (`registers.tsv`) are formal, informal, literary or technical; most words have none.

Exclusive sets (`exclusive_sets.tsv`): `Monday` never means `Tuesday`, however similar the contexts
in which they occur.

Offensive words are never suggested: those of `offensive.txt`, and those that WordNet labels as
slurs or obscenities. It labels usage sense by sense (`spade` is a tool first), so a word counts if
at least half of its use, by SemCor's counts, is in labelled senses.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Literal, get_args

from motjuste.errors import REINSTALL, bad_file
from motjuste.lexicon.keys import PARTS_OF_SPEECH
from motjuste.lexicon.lexicon import Lexicon
from motjuste.shipped import shipped_lines, shipped_rows

Register = Literal["formal", "informal", "literary", "technical"]
REGISTERS: tuple[Register, ...] = get_args(Register)
DATA = Path(str(files("motjuste.lexicon") / "data"))
# The exclusive set whose compounds (`twenty-one`) belong to it too.
_NUMBERS = "numbers"
_NO_MEANINGS: dict[str, str] = {}
_USAGE_LABELS = ("ethnic slur", "disparagement", "obscenity")


@lru_cache(1)
def _closed_classes() -> dict[str, tuple[str, ...]]:
    rows = shipped_rows(DATA / "closed_classes.tsv", 2)
    return {name: tuple(words.split()) for name, words in rows}


def closed_class(*names: str) -> frozenset[str]:
    """The words of one or more closed classes.

    >>> sorted(closed_class("subject-pronouns"))
    ['he', 'i', 'she', 'they', 'we']
    """
    return frozenset(word for name in names for word in ordered_class(name))


def ordered_class(name: str) -> tuple[str, ...]:
    """The words of a closed class in the order of the file."""
    try:
        return _closed_classes()[name]
    except KeyError:
        raise bad_file(DATA / "closed_classes.tsv", f"has no {name!r}", REINSTALL) from None


@dataclass(frozen=True)
class IrregularForms:
    """What the rules of inflection do not give.

    `verbs`: by base form, the past forms and the past participles; the first of each is generated,
        the others are only recognised.
    `plurals`: of nouns.
    `unchanged_in_plural`: nouns whose plural is the same, or that have only one number.
    `regular_in_man`: nouns in -man with a regular plural (`humans`).
    `degrees`: comparative and superlative of adjectives and adverbs.
    `with_more`: adjectives of one syllable that take `more`.
    `with_ending`: adjectives of two syllables that take -er, though they do not look like it.
    `without_degrees`: adjectives that are absolute or already extreme.
    """

    verbs: dict[str, tuple[tuple[str, ...], tuple[str, ...]]]
    plurals: dict[str, str]
    unchanged_in_plural: frozenset[str]
    regular_in_man: frozenset[str]
    degrees: dict[str, tuple[str, str]]
    with_more: frozenset[str]
    with_ending: frozenset[str]
    without_degrees: frozenset[str]

    @staticmethod
    @lru_cache(1)
    def open() -> "IrregularForms":
        """The forms in the package; read once.

        >>> IrregularForms.open().verbs["hew"], IrregularForms.open().plurals["goose"]
        ((('hewed',), ('hewn', 'hewed')), 'geese')
        """
        path = DATA / "irregular.tsv"
        rows: dict[str, list[list[str]]] = {}
        for kind, words in shipped_rows(path, 2):
            rows.setdefault(kind, []).append(words.split())
        try:
            return _irregular_forms(rows)
        except (KeyError, ValueError):
            raise bad_file(path, "is damaged or cut short", REINSTALL) from None

    @cached_property
    def irregular_plurals(self) -> frozenset[str]:
        """Plurals of nouns that differ from the singular."""
        return frozenset(self.plurals.values()) - self.unchanged_in_plural

    @cached_property
    def compared(self) -> frozenset[str]:
        """All comparatives and superlatives."""
        return frozenset(form for forms in self.degrees.values() for form in forms)

    @cached_property
    def unchanged_in_past(self) -> frozenset[str]:
        """Verbs whose past is the base form: `put`."""
        return frozenset(verb for verb, (past, _) in self.verbs.items() if past[0] == verb)

    @cached_property
    def changed_in_past(self) -> frozenset[str]:
        """Past forms that differ from their base form; some are another verb's base: `wound`."""
        forms = frozenset(form for past, _ in self.verbs.values() for form in past)
        return forms - self.unchanged_in_past


def _irregular_forms(rows: dict[str, list[list[str]]]) -> IrregularForms:
    def listed(kind: str) -> frozenset[str]:
        return frozenset(word for words in rows[kind] for word in words)

    return IrregularForms(
        verbs={
            base: (tuple(past.split("/")), tuple(participle.split("/")))
            for base, past, participle in rows["verb"]
        },
        plurals=dict(rows["plural"]),
        unchanged_in_plural=listed("unchanged-plural"),
        regular_in_man=listed("regular-man"),
        degrees={word: (higher, highest) for word, higher, highest in rows["degrees"]},
        with_more=listed("with-more"),
        with_ending=listed("with-ending"),
        without_degrees=listed("without-degrees"),
    )


def register_of(word: str, letter: str) -> Register | None:
    """The register of a word as a noun, verb, adjective or adverb (`n`, `v`, `a`, `r`).

    >>> register_of("commence", "v"), register_of("begin", "v"), register_of("kid", "n")
    ('formal', None, 'informal')
    """
    return _registers().get((word.lower(), letter))


@lru_cache(1)
def _registers() -> dict[tuple[str, str], Register]:
    table: dict[tuple[str, str], Register] = {}
    path = DATA / "registers.tsv"
    for register, letter, words in shipped_rows(path, 3):
        if register not in REGISTERS or letter not in PARTS_OF_SPEECH or not words:
            raise bad_file(path, f"{register!r}, {letter!r}: no register and part of speech")
        for word in words.split(","):
            table.setdefault((word.strip(), letter), register)
    return table


def is_in_exclusive_set(word: str) -> bool:
    """Whether a word is in one of the sets."""
    return bool(_meanings(word))


def are_different(word: str, other: str) -> bool:
    """Whether two words have different meanings in the same set.

    >>> are_different("Monday", "Tuesday"), are_different("mother", "mom")
    (True, False)
    >>> are_different("twenty-one", "thirty"), are_different("green", "north")
    (True, False)
    """
    meanings, other_meanings = _meanings(word), _meanings(other)
    return any(other_meanings.get(name, meaning) != meaning for name, meaning in meanings.items())


@lru_cache(1 << 12)
def _meanings(word: str) -> dict[str, str]:
    """What a word means in each of the sets it belongs to; compound numbers are numbers too."""
    sets, lower = _exclusive_sets(), word.lower()
    components = lower.replace("-", " ").split()
    if len(components) > 1 and all(_NUMBERS in sets.get(part, _NO_MEANINGS) for part in components):
        return {_NUMBERS: lower}
    return sets.get(lower, _NO_MEANINGS)


@lru_cache(1)
def _exclusive_sets() -> dict[str, dict[str, str]]:
    """By word: the names of its sets, and its meaning there, which its synonyms share."""
    sets: dict[str, dict[str, str]] = {}
    for name, meanings in shipped_rows(DATA / "exclusive_sets.tsv", 2):
        for meaning in meanings.split():
            for word in meaning.split("/"):
                sets.setdefault(word, {})[name] = meaning
    return sets


@lru_cache
def offensive(lexicon: Lexicon) -> frozenset[int]:
    """The numbers of the words of a lexicon that are offensive more often than not."""
    marked_synsets = {
        pointer.synset
        for name in _USAGE_LABELS
        for sense in lexicon.senses(name, "NOUN")
        for pointer in lexicon.pointers(sense.synset)
        if pointer.relation == "usage-member"
    }
    members = {number for synset in marked_synsets for number in lexicon.members(synset)}
    mostly_marked = {
        number for number in members if _is_mostly_marked(lexicon, number, marked_synsets)
    }
    listed = (number for word in _listed_as_offensive() for number in lexicon.find_all(word))
    return frozenset(mostly_marked.union(listed))


@lru_cache(1 << 14)
def is_offensive(lexicon: Lexicon, word: str) -> bool:
    """Whether a word, or any word of a phrase, is offensive; also for words not in the lexicon."""
    parts = [word.lower(), *word.lower().replace("-", " ").split()]
    listed, offensive_numbers = _listed_as_offensive(), offensive(lexicon)
    return any(
        part in listed or offensive_numbers.intersection(lexicon.find_all(part)) for part in parts
    )


@lru_cache(1)
def _listed_as_offensive() -> frozenset[str]:
    lines = shipped_lines(DATA / "offensive.txt")
    return frozenset(word for _, line in lines for word in line.split())


def _is_mostly_marked(lexicon: Lexicon, number: int, marked_synsets: set[int]) -> bool:
    senses = lexicon.senses(lexicon.spelling(number))
    weights = {sense.synset: sense.count + 1 / sense.number for sense in senses}
    return 2 * sum(weights.get(synset, 0.0) for synset in marked_synsets) >= sum(weights.values())
