"""Phrases of a text: those of the usage list, and those that the lexicon has."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from motjuste.improver.expressions import Expression
from motjuste.improver.usage import phrases_from
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.word_lists import closed_class
from motjuste.rules.detector_lists import FIXED, UsageEntry
from motjuste.text import Word

# With one of these particles a verb has another meaning (`give up`). Prepositions are not among
# them: they stay where they are when the verb is replaced.
_PARTICLES = closed_class("particles") | {"ahead", "forth"}
_VERBS = frozenset({"VERB", "AUX"})
# Tags of the first part of a compound noun.
_COMPOUND_FIRST = frozenset({"NOUN", "ADJ"})
# Phrases of the lexicon that a word may be part of: (size in words, position of the word in it);
# the longest phrase comes last and wins.
_WINDOWS = [(size, position) for size in (2, 3) for position in range(size)]
# How many words after a quantity (`a lot of`) its noun is looked for.
_NOUN_REACH = 4
# Cached answers to whether some words are a phrase: a few megabytes at most …
_CACHED_PHRASES = 1 << 16
# … and to whether they are an entry with a certain part of speech.
_CACHED_ENTRIES = 1 << 15


def find_phrases(lexicon: Lexicon, words: Sequence[Word], text: str) -> list[Expression]:
    """The phrases of a text that may be marked as a whole, in order and without overlaps.

    They are those of the usage list, and verbs with a particle that the lexicon has.
    """
    phrases, position = [], 0
    while position < len(words):
        phrase = _listed(words, position, text) or _phrasal_verb(lexicon, words, position, text)
        if phrase:
            phrases.append(phrase)
        position = phrase.last if phrase else position + 1
    return phrases


def compound_places(lexicon: Lexicon, words: Sequence[Word]) -> set[int]:
    """The positions of words that are part of a compound noun of the lexicon: `high school`."""
    positions: set[int] = set()
    for position, (first, second) in enumerate(pairwise(words)):
        is_adjacent = first.end + 1 == second.start
        has_tags = first.pos in _COMPOUND_FIRST and second.pos == "NOUN"
        compound = f"{first.text.lower()} {second.lemma}"
        if is_adjacent and has_tags and _is_entry(lexicon, compound, "NOUN"):
            positions |= {position, position + 1}
    return positions


def set_phrase_sizes(
    lexicon: Lexicon, words: Sequence[Word], eligible: Sequence[bool]
) -> dict[int, int]:
    """The size of the lexicon's phrase that a word is part of, by the word's position."""
    lowercase = [word.text.lower() for word in words]
    is_sign = [not word[:1].isalpha() for word in lowercase]
    sizes: dict[int, int] = {}
    for place in (place for place, is_eligible in enumerate(eligible) if is_eligible):
        for size, position in _WINDOWS:
            start, end = place - position, place - position + size
            if start < 0 or end > len(words) or any(is_sign[start:end]):
                continue
            phrase = lowercase[start:end]
            phrase[position] = words[place].lemma
            if _is_phrase(lexicon, " ".join(phrase)):
                sizes[place] = size
    return sizes


@lru_cache(_CACHED_PHRASES)
def _is_phrase(lexicon: Lexicon, phrase: str) -> bool:
    number = lexicon.number(phrase)
    return number is not None and " " in lexicon.spelling(number)


def _listed(words: Sequence[Word], position: int, text: str) -> Expression | None:
    """The longest phrase of the usage list that begins at a word."""
    word = words[position]
    starts = dict.fromkeys([word.text.lower(), word.lemma])
    for entry in (entry for start in starts for entry in phrases_from(start)):
        last = position + len(entry.words)
        if _matches(words, position, entry) and _is_unbroken(words[position:last], text):
            merged = _merged(words[position:last], text, entry.pos_code)
            return Expression(merged, position, last, entry)
    return None


def _matches(words: Sequence[Word], position: int, entry: UsageEntry) -> bool:
    span = words[position : position + len(entry.words)]
    if len(span) < len(entry.words):
        return False
    inflected = 0 if entry.pos_code == FIXED else 1
    # The tagger takes `get` before a participle for an auxiliary.
    if inflected and (span[0].pos not in _VERBS or span[0].lemma != entry.words[0]):
        return False
    literal = zip(span[inflected:], entry.words[inflected:], strict=True)
    if any(word.text.lower() != listed for word, listed in literal):
        return False
    end = position + len(entry.words)
    return not entry.noun_form or _noun_form_after(words, end) == entry.noun_form


def _noun_form_after(words: Sequence[Word], position: int) -> str:
    """The tag, NN or NNS, of the noun that a quantity belongs to; NN if none follows."""
    for word in words[position : position + _NOUN_REACH]:
        if word.pos in ("NOUN", "PROPN"):
            return "NNS" if word.form.endswith("S") else "NN"
        if word.pos not in ("ADJ", "ADV", "DET"):
            break
    return "NN"


def _phrasal_verb(
    lexicon: Lexicon, words: Sequence[Word], position: int, text: str
) -> Expression | None:
    """A verb with its particle, if the lexicon has them as one verb."""
    pair = words[position : position + 2]
    if len(pair) < 2 or pair[0].pos != "VERB" or pair[1].text.lower() not in _PARTICLES:
        return None
    lemma = f"{pair[0].lemma} {pair[1].text.lower()}"
    if not (_is_unbroken(pair, text) and _is_entry(lexicon, lemma, "VERB")):
        return None
    return Expression(_merged(pair, text, "v"), position, position + 2)


def _is_unbroken(span: Sequence[Word], text: str) -> bool:
    """Whether only white space parts the words, and only the first may have a capital."""
    gaps = (text[word.end : following.start] for word, following in pairwise(span))
    return all(gap.isspace() for gap in gaps) and all(word.text.islower() for word in span[1:])


def _merged(span: Sequence[Word], text: str, pos_code: str) -> Word:
    """Several words as one; of a verb only the first word is inflected."""
    head, start, end = span[0], span[0].start, span[-1].end
    rest = " ".join(word.text.lower() for word in span[1:])
    if pos_code == FIXED:
        return Word(text[start:end], start, end, "ADV", "RB", f"{head.text.lower()} {rest}".strip())
    return Word(text[start:end], start, end, "VERB", head.form, f"{head.lemma} {rest}")


@lru_cache(_CACHED_ENTRIES)
def _is_entry(lexicon: Lexicon, phrase: str, pos: str) -> bool:
    number = lexicon.number(phrase)
    if number is None or not _is_phrase(lexicon, phrase):
        return False
    return bool(lexicon.synsets_of(number, pos))
