"""Rules that correct tags where the tagger, which sees only neighbouring words, is often wrong.

`put` and `shut` are base forms in instructions, which are rare in the tagger's training texts; in
`makes it fast`, `fast` is an adjective; in `the path wound`, `wound` is the past of `wind`; and a
participle that the lexicon has as an adjective is one before its noun (`the missing pages`), and
everywhere if it is no verb (`besotted with her`).
"""

from collections.abc import Container, Iterator, Sequence

from motjuste.lexicon.inflection import is_irregular_plural
from motjuste.lexicon.morphology import analyses
from motjuste.lexicon.tagging import Tag
from motjuste.lexicon.word_lists import IrregularForms, closed_class

_FLAT_ADVERBS = closed_class("flat-adverbs")
_CAUSATIVE_VERBS = frozenset(
    "make makes made making keep keeps kept keeping leave leaves leaving find finds found".split()
)
_BASE = Tag("VERB", "VB")
_ADJECTIVE = Tag("ADJ", "JJ")
_SINGULAR = Tag("NOUN", "NN")
_PLURAL = Tag("NOUN", "NNS")
# After these a noun is plural in spite of `a`: `a few words`.
_PLURAL_QUANTIFIERS = frozenset("few many couple dozen hundred thousand million".split())
_PAST_TENSE = Tag("VERB", "VBD")
_DETERMINERS = frozenset({"DT", "POS", "PRP$"})
_SUBJECT_PRONOUNS = closed_class("subject-pronouns")
_PRESENT = frozenset({"VB", "VBP"})
_PAST = frozenset({"VBD", "VBN"})
_PARTICIPLES = frozenset({"VBD", "VBG", "VBN"})
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_CLAUSE_OPENERS = frozenset("if when once before after while until unless to".split())
# Tags that begin an object, certainly or possibly: `cut flowers` may be flowers that were cut.
_OBJECT = frozenset({"DT", "PDT", "PRP", "PRP$"})
_POSSIBLE_OBJECT = frozenset({"NN", "NNS", "NNP", "JJ", "CD", "RP"})
_INSIDE_OBJECT = frozenset({"DT", "PRP", "PRP$", "NN", "NNS", "JJ", "RB"})
# Words in the longest object that is skipped to find its verb.
_MAX_OBJECT_LENGTH = 6
# Words before a verb that are searched for the finite verb of its clause.
_MAX_CLAUSE_LENGTH = 40


def correct_tags(
    words: Sequence[str], tags: list[Tag], known_positions: Container[int] = ()
) -> list[Tag]:
    """The tags of a sentence, corrected in place where a rule applies.

    At `known_positions` the caller has given the part of speech: it stays, but the form may change.
    """
    for position in range(len(words)):
        corrected = _corrected(words, tags, position)
        if position not in known_positions or corrected.pos == tags[position].pos:
            tags[position] = corrected
    return tags


def _corrected(words: Sequence[str], tags: Sequence[Tag], position: int) -> Tag:
    """The tag of a word by the first rule that applies, or as it is."""
    word, tag, irregular = words[position], tags[position], IrregularForms.open()
    if word in irregular.unchanged_in_past:
        return _BASE if tag.form in _PAST and _is_base(words, tags, position) else tag
    if tag.form in _PARTICIPLES and analyses(word, "a"):
        is_attribute = _stands_before_its_noun(tags, position)
        if is_attribute or not analyses(word, "v"):
            return _ADJECTIVE
    if tag.form == "NN" and "-" in word and is_irregular_plural(word):
        return _PLURAL
    if tag.form == "NNS" and _has_indefinite_article(words, tags, position):
        return _SINGULAR
    if tag.form == "VBN" and _has_subject_pronoun(words, tags, position):
        return _PAST_TENSE
    # The present would end in -s: `the path wound`, but `they rent`.
    is_present = word in irregular.changed_in_past and tag.form in _PRESENT
    if is_present and _has_singular_subject(words, tags, position):
        return _PAST_TENSE
    is_flat = word in _FLAT_ADVERBS and tag.form == "RB"
    return _ADJECTIVE if is_flat and _is_object_complement(words, tags, position) else tag


def _stands_before_its_noun(tags: Sequence[Tag], position: int) -> bool:
    """Whether a participle stands between a determiner and a noun: `the last missing pages`."""
    if tags[position].form == "VBD" or position + 1 == len(tags):
        return False
    before = position - 1
    while before >= 0 and tags[before].form == "JJ":
        before -= 1
    follows = tags[position + 1].form
    return before >= 0 and tags[before].form in _DETERMINERS and follows in ("NN", "NNS")


def _has_indefinite_article(words: Sequence[str], tags: Sequence[Tag], position: int) -> bool:
    """Whether `a` or `an` stands before a noun, with adjectives between: `a real shambles`."""
    before = position - 1
    while before >= 0 and tags[before].form == "JJ" and words[before] not in _PLURAL_QUANTIFIERS:
        before -= 1
    follows = tags[position + 1].form if position + 1 < len(tags) else ""
    return before >= 0 and words[before].lower() in ("a", "an") and not follows.startswith("NN")


def _has_subject_pronoun(words: Sequence[str], tags: Sequence[Tag], position: int) -> bool:
    """Whether a subject pronoun and adverbs alone stand before a verb: `he never really got`."""
    before = position - 1
    while before >= 0 and tags[before].form == "RB":
        before -= 1
    # Before the pronoun there may be an auxiliary, as in `had he only known`.
    opened = before < 1 or tags[before - 1].form not in _FINITE
    return before >= 0 and opened and words[before].lower() in _SUBJECT_PRONOUNS


def _has_singular_subject(words: Sequence[str], tags: Sequence[Tag], position: int) -> bool:
    """Whether a singular subject stands before a verb, and no verb that it could depend on."""
    before = position - 1
    while before >= 0 and tags[before].form == "RB":
        before -= 1
    # After these, the noun may be only a part of the subject: `the hens in the barn`.
    if before < 0 or any(tag.pos in ("VERB", "AUX", "ADP", "CCONJ") for tag in tags[:before]):
        return False
    return tags[before].form in ("NN", "NNP") or words[before].lower() in ("he", "she", "it")


def _is_base(words: Sequence[str], tags: Sequence[Tag], position: int) -> bool:
    """Whether a verb is an imperative, or is joined to one or to an auxiliary by `and` or `or`."""
    start = _first_word(tags)
    previous = position - 1
    while previous >= start and tags[previous].form == "RB":
        previous -= 1
    if previous < start:
        return _has_object(tags, position)
    is_command = tags[start].form == "VB" and tags[start].pos == "VERB"
    if tags[previous].pos == "CCONJ":
        return is_command or _last_finite(tags, position) == "MD"
    is_opened = is_command or words[start].lower() in _CLAUSE_OPENERS
    return tags[previous].form == "," and is_opened and _has_object(tags, position)


def _first_word(tags: Sequence[Tag]) -> int:
    """The position of the first word, after punctuation, numbers and `please`."""
    positions = (
        position
        for position, tag in enumerate(tags)
        if tag.pos not in ("PUNCT", "NUM", "INTJ", "SYM", "X")
    )
    return next(positions, 0)


def _has_object(tags: Sequence[Tag], position: int) -> bool:
    after = tags[position + 1].form if position + 1 < len(tags) else ""
    return after in _OBJECT or (after in _POSSIBLE_OBJECT and tags[position].form == "VBD")


def _last_finite(tags: Sequence[Tag], position: int) -> str:
    before = (
        tags[earlier].form
        for earlier in range(position - 1, max(-1, position - 1 - _MAX_CLAUSE_LENGTH), -1)
    )
    return next((form for form in before if form in _FINITE), "")


def _is_object_complement(words: Sequence[str], tags: Sequence[Tag], position: int) -> bool:
    """Whether a word describes what an object is made or kept: `makes your program fast`."""
    object_tags = list(_object_before(tags, position))
    verb = position - len(object_tags) - 1
    has_noun = any(tag.form in ("NN", "NNS", "PRP") for tag in object_tags)
    is_last = position + 1 == len(tags) or tags[position + 1].pos in (
        "PUNCT",
        "CCONJ",
        "ADP",
        "SCONJ",
    )
    return verb >= 0 and has_noun and is_last and words[verb].lower() in _CAUSATIVE_VERBS


def _object_before(tags: Sequence[Tag], position: int) -> Iterator[Tag]:
    for tag in reversed(tags[max(0, position - _MAX_OBJECT_LENGTH) : position]):
        if tag.form not in _INSIDE_OBJECT:
            return
        yield tag
