"""The phrase that a marked word belongs to, and the pronouns in phrases.

A writer who marks `turned` in `turned the offer down` means `turn down`: a phrasal verb, whole or
split, an idiom, a compound.

Labels are written about sentences: `*changed his mind*`, `lose her temper`. For other sentences
phrases are stored and looked up in a general form, with slots for pronouns: `one's` and `oneself`
refer to the subject, `someone's` to somebody else (`pull someone's leg`), and `someone` is an
object after the verb (`give someone a hand`). A slot is filled with the pronoun that the target has
there, or else with that of the sentence's subject.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from motjuste.analysis.text import around, locate
from motjuste.lexicon.morphology import WORDNET_POS, analyses
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
# Verbs that form a phrase with the `to` of an infinitive: `have to go`, `used to go`.
_WITH_TO = frozenset("have use ought go".split())
_ADVERB = "r"
_NOUNS = frozenset({"NOUN", "PROPN", "PRON"})
# After these, a preposition has an object of its own and is no particle.
BEGINS_OBJECT = frozenset("ADJ DET NOUN NUM PRON PROPN".split())

OWN, OWN_SELF, OTHERS, OTHER = "one's", "oneself", "someone's", "someone"
# For each subject: the possessive, the reflexive and the object pronoun.
_FORMS = {
    "i": ("my", "myself", "me"),
    "you": ("your", "yourself", "you"),
    "he": ("his", "himself", "him"),
    "she": ("her", "herself", "her"),
    "it": ("its", "itself", "it"),
    "we": ("our", "ourselves", "us"),
    "they": ("their", "themselves", "them"),
}
_POSSESSIVES = {possessive: subject for subject, (possessive, _, _) in _FORMS.items()}
_REFLEXIVES = {reflexive: subject for subject, (_, reflexive, _) in _FORMS.items()}
_OBJECTS = {form: subject for subject, (_, _, form) in _FORMS.items() if subject != "it"}
_PRONOUNS = frozenset([*_POSSESSIVES, *_REFLEXIVES, *_OBJECTS])
# `her` is an object before these, and possessive before a noun.
_AFTER_OBJECT = frozenset(
    "a an the to of off on in out up down away back over through round around about apart together "
    "into from with for as at by alone awake".split()
)
_RELATIVES = frozenset({"who", "which", "that"})
_PEOPLE = {
    "she": frozenset(
        "woman girl mother mum mom sister aunt wife daughter grandmother granny lady queen actress "
        "niece waitress nun widow bride".split()
    ),
    "he": frozenset(
        "man boy father dad brother uncle husband son grandfather grandpa gentleman king nephew "
        "waiter monk widower groom".split()
    ),
}
_BETWEEN = frozenset({"ADV", "PART", "AUX"})
_NAMES_AND_NOUNS = frozenset({"NOUN", "PROPN"})
# Parts of speech of words in a noun phrase before its noun.
INSIDE_NOUN_PHRASE = frozenset("ADJ DET NOUN NUM PROPN".split())
# Forms that stand with a subject of their own.
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_SLOT = re.compile(r"\b(one's|oneself|someone's|someone)(?![\w'])")


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
    """The phrases that a marked word, or part of one, belongs to: the longest first, split last.

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
    if sentence.last == sentence.first or target.pos is not None:
        return []
    whole = list(_adjacent(target, sentence, is_phrase))
    is_word = sentence.last - sentence.first == 1
    return [*whole, *_split(target, sentence, is_phrase)] if is_word else whole


def _adjacent(target: Target, sentence: Around, is_phrase: IsPhrase) -> Iterator[Phrase]:
    """Phrases of neighbouring words that include what is marked, and are longer."""
    words, marked = sentence.words, sentence.last - sentence.first
    for size in range(_LONGEST, marked, -1):
        for first in range(max(0, sentence.last - size), sentence.first + 1):
            inside = words[first : first + size]
            if len(inside) < size or not _is_plain(inside, target.text):
                continue
            end = first + size
            if _is_before_infinitive(words, end) or _is_part_of_noun_phrase(words, first, end):
                continue
            if not any(is_phrase(*entry) for entry in set(_possible_entries(inside))):
                continue
            wider = Target(target.text, inside[0].start, inside[-1].end)
            word, is_open = locate(wider), _is_open(words, first, first + size)
            letter = WORDNET_POS.get(word.pos)
            is_frozen = inside[0].pos == "DET"
            # Several marked words are not widened by an article alone: `the *black sheep*`.
            if is_frozen and marked > 1:
                continue
            if is_frozen and word.lemma.lower() != wider.word.lower():
                continue
            if letter and is_phrase(word.lemma.lower(), letter):
                yield Phrase(wider, word, is_open=is_open)
            elif is_phrase(wider.word.lower(), _ADVERB):
                yield Phrase(wider, word._replace(lemma=wider.word.lower()), is_open=is_open)


def _is_before_infinitive(words: Sequence[Word], end: int) -> bool:
    """Whether words end in the `to` of an infinitive: `tended to obscure`, not `tended to him`."""
    if words[end - 1].text.lower() != "to" or words[end - 2].lemma in _WITH_TO:
        return False
    return end < len(words) and words[end].form == "VB"


def _is_part_of_noun_phrase(words: Sequence[Word], first: int, end: int) -> bool:
    """Whether words only seem to be a phrase: `a rush of pity` is no hurry (`in a rush`).

    Nor is a noun with its own determiner or adjective an adverb (`a new kind of pump`), and `out
    of` belongs together (`carried out of the room`).
    """
    before, after = words[max(0, first - 1) : first], words[end : end + 1]
    begins, ends = words[first].pos, words[end - 1].pos
    of_follows = any(word.text.lower() == "of" for word in after)
    if of_follows and words[end - 1].text.lower() in ("out", "off"):
        return True
    if begins == "ADP" and ends == "NOUN":
        return of_follows
    is_noun_phrase = begins == "NOUN" and words[end - 1].text.lower() == "of"
    return is_noun_phrase and any(word.pos in ("ADJ", "DET") for word in before)


def _is_open(words: Sequence[Word], first: int, end: int) -> bool:
    """Whether some words are a verb up to a preposition, and an object begins after them."""
    is_prepositional = words[first].pos == "VERB" and words[end - 1].pos == "ADP"
    after = words[end : end + 1]
    return is_prepositional and bool(after) and after[0].pos in BEGINS_OBJECT


def _possible_entries(inside: Sequence[Word]) -> Iterator[tuple[str, str]]:
    """The entries that words may be listed under, as verb, noun and adverb, without analysis."""
    lower = [word.text.lower() for word in inside]
    yield " ".join([inside[0].lemma.lower(), *lower[1:]]), "v"
    yield " ".join([*lower[:-1], inside[-1].lemma.lower()]), "n"
    for letter in ("r", "a", "v", "n"):
        yield " ".join(lower), letter


def _is_plain(inside: Sequence[Word], text: str) -> bool:
    """Whether words stand side by side, without punctuation marks or, after the first, capitals."""
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
    return not (after and after[0].pos in BEGINS_OBJECT)


def has_slot(phrase: str) -> bool:
    """Whether a phrase in general form has a slot.

    >>> has_slot("change one's mind"), has_slot("reconsider")
    (True, False)
    """
    return "one" in phrase and _SLOT.search(phrase) is not None


def general(phrase: str, own: bool = True) -> str:
    """A phrase with slots for its pronouns, the subject's (`own`) or somebody else's.

    >>> general("change his mind"), general("pull my leg", own=False)
    ("change one's mind", "pull someone's leg")
    >>> general("compose herself"), general("give her a hand"), general("as you might expect")
    ('compose oneself', 'give someone a hand', 'as you might expect')
    """
    words = phrase.split(" ")
    if len(words) < 2 or _PRONOUNS.isdisjoint(words):
        return phrase
    return " ".join(_slot(words, place, own) or word for place, word in enumerate(words))


def pronoun_of(phrase: str) -> str | None:
    """The subject, such as `he`, that the first pronoun in a slot of a phrase stands for.

    >>> pronoun_of("change his mind"), pronoun_of("call it a day")
    ('he', None)
    """
    words = phrase.lower().split(" ")
    for place, word in enumerate(words):
        if len(words) > 1 and _slot(words, place, own=True):
            return _REFLEXIVES.get(word) or _POSSESSIVES.get(word) or _OBJECTS.get(word)
    return None


def _slot(words: Sequence[str], place: int, own: bool) -> str | None:
    """The slot of a pronoun in a phrase; None for other words."""
    word = words[place]
    if word in _REFLEXIVES:
        return OWN_SELF
    follows = words[place + 1] if place + 1 < len(words) else None
    is_object = word != "her" or follows is None or follows in _AFTER_OBJECT
    if word in _OBJECTS and is_object:
        return OTHER if place == 1 and words[0] in analyses(words[0], "v") else None
    if word in _POSSESSIVES and follows is not None:
        return OWN if own else OTHERS
    return None


def fill(phrase: str, subject: str) -> str:
    """A phrase in general form with the pronouns of a subject, such as `he`.

    >>> fill("changed one's mind", "she"), fill("pull oneself together", "we")
    ('changed her mind', 'pull ourselves together')
    """
    possessive, reflexive, other = _FORMS[subject]
    pronouns = {OWN: possessive, OTHERS: possessive, OWN_SELF: reflexive, OTHER: other}
    return _SLOT.sub(lambda match: pronouns[match[0]], phrase)


def filler(phrase: str, sentence: Around) -> str | None:
    """The subject whose pronouns fill the slots of a phrase in a target's place; None if unclear.

    It is the one that the target's own pronoun stands for, or else the subject of the sentence;
    only the target itself tells who `someone` is.
    """
    words, first, last = sentence
    own = pronoun_of(" ".join(word.text for word in words[first:last]))
    if own is not None:
        return own
    return None if OTHER in phrase else subject_before(words, first)


def subject_before(words: Sequence[Word], first: int) -> str | None:
    """The subject of what stands at a place, as a pronoun; None if it is not clear.

    >>> from motjuste.analysis import words_of
    >>> sentences = ("My aunt sat up and relaxed.", "They told me to relax.", "Let's relax!")
    >>> [subject_before(words_of(text), place) for text, place in zip(sentences, (5, 4, 2))]
    ['she', 'i', 'we']
    """
    if first >= len(words):
        return None
    place = first - 1
    while place >= 0:
        pronoun = _pronoun_as_subject(words, place, first)
        if pronoun:
            return pronoun
        word = words[place]
        if word.text.lower() in _RELATIVES and place and words[place - 1].pos in _NAMES_AND_NOUNS:
            return _pronoun_for(words, place - 1)
        if word.pos in _NAMES_AND_NOUNS and _is_subject(words, place, first):
            start = place
            while start and _is_inside(words[start - 1]):
                start -= 1
            if not start or words[start - 1].pos != "ADP":
                is_pair = start > 1 and words[start - 1].text.lower() == "and"
                return "they" if is_pair else _pronoun_for(words, place)
            place = start
        place -= 1
    return _subject_of_command(words, first)


def _pronoun_as_subject(words: Sequence[Word], place: int, first: int) -> str | None:
    """The subject that a pronoun at a place stands for: its own, or that of an infinitive."""
    word, text = words[place], words[place].text.lower()
    if text in _FORMS and (text not in ("you", "it") or _is_subject(words, place, first)):
        return text
    is_next = all(between.pos in _BETWEEN for between in words[place + 1 : first])
    if text in _OBJECTS and is_next and word.form == "PRP":
        return _OBJECTS[text]
    is_lets = text == "'s" and place > 0 and words[place - 1].text.lower() == "let"
    return "we" if is_lets else None


def _subject_of_command(words: Sequence[Word], first: int) -> str | None:
    """`you` if the sentence, or what stands at a place, is a command."""
    follows_to = first > 0 and words[first - 1].text.lower() == "to"
    is_command = words[first].form in ("VB", "VBP") and not follows_to
    return "you" if is_command or words[0].form == "VB" else None


def _is_subject(words: Sequence[Word], place: int, first: int) -> bool:
    """Whether the word at a place is followed by its verb: a finite one, or the target itself."""
    after = [word for word in words[place + 1 : first + 1] if word.pos not in ("ADV", "PART")]
    return bool(after) and (after[0].form in _FINITE or len(after) == 1)


def _is_inside(word: Word) -> bool:
    return word.pos in INSIDE_NOUN_PHRASE or word.form in ("PRP$", "POS")


def _pronoun_for(words: Sequence[Word], place: int) -> str | None:
    """The pronoun for a noun: by its number, its meaning, or pronouns in the sentence."""
    noun = words[place]
    if noun.form in ("NNS", "NNPS") or noun.lemma.lower() in ("people", "police", "everybody"):
        return "they"
    for subject, people in _PEOPLE.items():
        if noun.lemma.lower() in people:
            return subject
    others = (word.text.lower() for word in words if word.form in ("PRP", "PRP$"))
    named = {_POSSESSIVES.get(text) or _OBJECTS.get(text) or text for text in others}
    singular = named & {"he", "she", "it"}
    return singular.pop() if len(singular) == 1 else None
