"""The phrase that a marked word belongs to: a phrasal verb, whole or split, an idiom, a compound.

A writer who marks `turned` in `turned the offer down` means `turn down`.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from motjuste.analysis.text import around, locate
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.lexicon.word_lists import closed_class
from motjuste.text import Around, Target, Word
from motjuste.text.segmentation import Span

# Whether a lemma of several words is known as a phrase with this part of speech.
IsPhrase = Callable[[str, str], bool]
# Words in the longest phrase that is looked for.
_LONGEST = 5
# Words between a verb and its particle: `turned the very generous offer down`.
_LONGEST_GAP = 5
PARTICLES = closed_class("particles") | {"in", "on"}
# Tags of the words that a verb's object consists of …
OBJECT_TAGS = frozenset("ADJ DET NOUN NUM PART PRON PROPN".split())
# … and of what may stand between a verb and its particle: the object, with adverbs in it.
_BEFORE_PARTICLE = OBJECT_TAGS | {"ADV"}
_ADVERB = "r"
_NOUNS = frozenset({"NOUN", "PROPN", "PRON"})
# After these, a preposition has an object of its own and is no particle.
_BEGINS_OBJECT = frozenset("ADJ DET NOUN NUM PRON PROPN".split())


class Phrase(NamedTuple):
    """A phrase as a target: what is replaced, what it is, and its particle if that stands apart.

    Of a split phrase, `target` is the verb alone, and `word` has the lemma of the whole. `is_open`:
    it is a verb with a preposition that an object follows, so the two may be mere neighbours (`the
    moon hung over the roofs`).
    """

    target: Target
    word: Word
    particle: Span | None = None
    is_open: bool = False

    @property
    def end(self) -> int:
        """The offset after the last word of the phrase."""
        return self.particle.end if self.particle else self.target.end


def phrases_around(target: Target, is_phrase: IsPhrase) -> list[Phrase]:
    """The phrases that a marked word is part of, the longest first; split ones last.

    >>> known = {("turn down", "v"), ("get rid of", "v")}
    >>> def is_phrase(lemma, letter): return (lemma, letter) in known
    >>> split = phrases_around(Target("She turned the offer down.", 4, 10), is_phrase)
    >>> [(phrase.word.lemma, phrase.particle) for phrase in split]
    [('turn down', Span(start=21, end=25))]
    >>> whole = phrases_around(Target("He got rid of it.", 7, 10), is_phrase)
    >>> [(phrase.word.lemma, phrase.target.word) for phrase in whole]
    [('get rid of', 'got rid of')]
    """
    sentence = around(target)
    if sentence.last - sentence.first != 1 or target.pos is not None:
        return []
    whole = _adjacent(target, sentence, is_phrase)
    return [*whole, *_split(target, sentence, is_phrase)]


def _adjacent(target: Target, sentence: Around, is_phrase: IsPhrase) -> Iterator[Phrase]:
    """Phrases of neighbouring words that include the marked one."""
    words, place = sentence.words, sentence.first
    for size in range(_LONGEST, 1, -1):
        for first in range(max(0, place - size + 1), place + 1):
            inside = words[first : first + size]
            if len(inside) < size or not _is_plain(inside, target.text):
                continue
            if not any(is_phrase(*entry) for entry in _possible_entries(inside)):
                continue
            wider = Target(target.text, inside[0].start, inside[-1].end)
            word, is_open = locate(wider), _is_open(words, first, first + size)
            letter = WORDNET_POS.get(word.pos)
            if letter and is_phrase(word.lemma.lower(), letter):
                yield Phrase(wider, word, is_open=is_open)
            elif is_phrase(wider.word.lower(), _ADVERB):
                yield Phrase(wider, word._replace(lemma=wider.word.lower()), is_open=is_open)


def _is_open(words: Sequence[Word], first: int, end: int) -> bool:
    """Whether some words are a verb up to a preposition, and an object begins after them."""
    is_prepositional = words[first].pos == "VERB" and words[end - 1].pos == "ADP"
    after = words[end : end + 1]
    return is_prepositional and bool(after) and after[0].pos in _BEGINS_OBJECT


def _possible_entries(inside: Sequence[Word]) -> Iterator[tuple[str, str]]:
    """The entries that words may be listed under, as verb, noun and adverb, without analysis."""
    lower = [word.text.lower() for word in inside]
    yield " ".join([inside[0].lemma.lower(), *lower[1:]]), "v"
    yield " ".join([*lower[:-1], inside[-1].lemma.lower()]), "n"
    for letter in ("r", "a", "v", "n"):
        yield " ".join(lower), letter


def _is_plain(inside: Sequence[Word], text: str) -> bool:
    """Whether words stand side by side, without signs or, after the first, capitals."""
    gaps = (text[one.end : two.start] for one, two in pairwise(inside))
    spaced = all(gap == " " for gap in gaps)
    letters = all(word.text[:1].isalpha() for word in inside)
    return spaced and letters and all(word.text.islower() for word in inside[1:])


def _split(target: Target, sentence: Around, is_phrase: IsPhrase) -> Iterator[Phrase]:
    """Phrasal verbs whose object stands between verb and particle, either of them marked."""
    words, place = sentence.words, sentence.first
    if words[place].pos == "VERB":
        pairs = [(place, after) for after in range(place + 2, place + 2 + _LONGEST_GAP)]
    elif words[place].text.lower() in PARTICLES:
        pairs = [(before, place) for before in range(place - 2, place - 3 - _LONGEST_GAP, -1)]
    else:
        return
    for verb, particle in pairs:
        if verb >= 0 and particle < len(words) and _is_split(words, verb, particle):
            lemma = f"{words[verb].lemma} {words[particle].text.lower()}"
            if is_phrase(lemma, "v"):
                head = words[verb]
                end = Span(words[particle].start, words[particle].end)
                yield Phrase(
                    Target(target.text, head.start, head.end), head._replace(lemma=lemma), end
                )
                return


def _is_split(words: Sequence[Word], verb: int, particle: int) -> bool:
    """Whether an object stands between a verb and a particle that has none of its own."""
    if words[verb].pos != "VERB" or words[particle].text.lower() not in PARTICLES:
        return False
    between, after = words[verb + 1 : particle], words[particle + 1 : particle + 2]
    if not all(word.pos in _BEFORE_PARTICLE for word in between) or between[-1].pos not in _NOUNS:
        return False
    return not (after and after[0].pos in _BEGINS_OBJECT)
