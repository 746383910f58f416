"""Fits a substitute into a target's place: inflection, pronouns, capitals, the article before it.

A verb phrase may stand around the target's object: `put it off`, `send him to prison`.

`be` needs more than a form (`be employed` for `worked`): its past depends on the subject, and it
cannot stand after `do` or in a progressive.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from motjuste.analysis.phrases import (
    INSIDE_NOUN_PHRASE,
    OBJECT_TAGS,
    PARTICLES,
    Phrase,
    fill,
    filler,
    has_slot,
)
from motjuste.analysis.text import around, locate
from motjuste.lexicon.articles import article_edits
from motjuste.lexicon.complements import PREPOSITIONS
from motjuste.lexicon.inflection import head_of_noun_phrase, inflect, match_case, split_adverbs
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import analyses
from motjuste.lexicon.word_lists import closed_class
from motjuste.text import Around, Edit, Suggestion, Target, Word
from motjuste.text.segmentation import Span

# Forms of `be` that do not depend on the subject, by tag.
_FORMS = {"VB": "be", "VBZ": "is", "VBG": "being", "VBN": "been"}
_FORMS_OF_BE = closed_class("forms-of-be") | {"'s", "'re", "'m"}
_PLURAL_PRONOUNS = frozenset("we you they these those both many few several".split())
_RELATIVE = frozenset({"who", "which", "that"})
_PLURAL_NOUNS = frozenset({"people", "police"})
# Tags of words between a subject and its verb.
_BETWEEN = frozenset({"ADV", "PART"})
_POSSESSIVE = "PRP$"
# Verbs whose object is followed by an infinitive without `to`.
_BARE_INFINITIVE = frozenset({"let", "make", "have"})
# Verbs that take both kinds.
_EITHER_INFINITIVE = frozenset({"help"})
# Words in the longest object that is searched for the infinitive after it.
_LONGEST_OBJECT = 6

# Particles that are hardly ever prepositions: a pronoun cannot stand after them (`put off it`) …
_ADVERBIAL = frozenset("apart aside away back down forward off out together up".split())
# … except with verbs of motion, which take them as prepositions (`climb up it`).
_OF_MOTION = frozenset("be climb come fall get go lie live sit walk".split())
# Other particles, which are separated from these verbs only (`take on`, but not `live on`).
_AMBIGUOUS = frozenset("around in on over through".split())
_SEPARATED = frozenset(
    "bring hand have let mull pass put switch take talk think throw try turn win".split()
)
# Verbs whose object stands before the adjective that belongs to them: `set the birds free`.
_WITH_ADJECTIVE = frozenset("get keep leave make put set take turn".split())
_INSIDE_OBJECT = frozenset({"DT", "PDT", "PRP$", "CD", "JJ", "JJR", "JJS", "POS"})
_NOUN_FORMS = frozenset({"NN", "NNS", "NNP", "NNPS"})
# Tags that, right after an object, mean that the object may continue or is the subject of another
# verb; its end is then unclear.
_GOES_ON = frozenset("CC WDT WP WP$ VBD VBZ VBP VBG VBN MD POS".split())
# Words of the longest object that something is put after.
_LONGEST_MOVED = 6
# Forms that differ from the lemma.
_VERB_ENDINGS = frozenset({"VBD", "VBG", "VBN", "VBZ"})
_PLURALS = frozenset({"NNS", "NNPS"})
_CLOSING = PARTICLES | frozenset(PREPOSITIONS) | {"to"}
# Prepositions that are no particles of verbs.
_NO_PARTICLES = frozenset(PREPOSITIONS) - closed_class("particles")
# The last words of phrases that are no nouns: `fed up`, `better than`.
_NOT_LAST_IN_NOUNS = _CLOSING | {"as", "than"}
_NO_VERBS = frozenset({"ADJ", "ADV"})
# Share of its uses as a verb that an adjective or adverb needs to begin a verb phrase with a
# preposition: `elaborate on`, but not `short of`.
_MIN_SHARE_OF_VERB = 0.2


def in_form(target: Target, substitute: str, form: str | None = None) -> str:
    """The substitute in the target's form and case.

    >>> in_form(Target("Quitting is hard.", 0, 8), "give up")
    'Giving up'
    >>> in_form(Target("They worked there.", 5, 11), "be employed")
    'were employed'
    >>> in_form(Target("She reconsidered.", 4, 16), "change one's mind")
    'changed her mind'
    """
    form = form or locate(target).form
    if has_slot(substitute):
        subject = filler(substitute, around(target))
        substitute = fill(substitute, subject) if subject else substitute
    verb, space, rest = substitute.partition(" ")
    if verb == "be" and rest:
        verb = form_of_be(around(target), form) or verb
        return match_case(verb + space + rest, target.word)
    return formed(target.word, substitute, form)


@lru_cache(1 << 16)
def formed(word: str, substitute: str, form: str) -> str:
    """The substitute inflected for a Penn Treebank tag, with the capitals of the word it replaces.

    >>> formed("Quitting", "give up", "VBG")
    'Giving up'
    """
    fitting = _form_for(substitute, word, form)
    return match_case(inflect(substitute, fitting) if fitting else substitute, word)


def _form_for(substitute: str, word: str, form: str) -> str | None:
    """The form to inflect for, or None: what is no verb, or no noun, stays as it is.

    A verb that replaces a participle becomes a participle too. Participles are also tagged as
    adjectives and nouns (`a broken body`, `the hiding place`).
    """
    if form in _VERB_ENDINGS:
        return form if is_verb(substitute) else None
    if form in _PLURALS:
        return form if is_noun(substitute) else None
    if form not in ("NN", "JJ") or not set(analyses(word.lower(), "v")) - {word}:
        return form
    is_only_verb = list(Lexicon.open().parts_of_speech(substitute)) == ["VERB"]
    if not (is_only_verb and is_verb(substitute)):
        return form
    return "VBG" if word.lower().endswith("ing") else "VBN"


@lru_cache(1 << 14)
def is_verb(text: str) -> bool:
    """Whether a word or phrase is a verb in its base form, or may be one.

    >>> [is_verb(text) for text in ("long for", "chicken out", "dry off", "showcase")]
    [True, True, True, True]
    >>> [is_verb(text) for text in ("obsessed", "short of cash", "up in arms", "expanding")]
    [False, False, False, False]
    """
    words = split_adverbs(text.lower())[1].split(" ")
    for size in range(len(words), 1, -1):
        kinds = _kinds(" ".join(words[:size]))
        if "VERB" in kinds:
            return True
        if kinds and kinds.keys() <= _NO_VERBS:
            return False
    first, *rest = words
    kinds, verbs = _kinds(first), analyses(first, "v")
    if rest and rest[0] in _NO_PARTICLES and next(iter(kinds), None) in _NO_VERBS:
        return kinds.get("VERB", 0.0) >= _MIN_SHARE_OF_VERB
    if rest and first in _CLOSING:
        return False
    if first in verbs:
        return True
    return not verbs and (_NO_VERBS.isdisjoint(kinds) or "VERB" in kinds)


@lru_cache(1 << 14)
def is_noun(text: str) -> bool:
    """Whether a word or phrase is a noun that may have a plural.

    >>> [is_noun(text) for text in ("state of mind", "way out", "grown-up", "multinational")]
    [True, True, True, True]
    >>> [is_noun(text) for text in ("attentive", "with ease", "fed up", "completely false")]
    [False, False, False, False]
    """
    words, kinds = text.lower().split(" "), _kinds(text)
    # Adjectives may stand for people (`the deceased`), but then have no plural.
    if "NOUN" in kinds and (len(words) > 1 or next(iter(kinds)) not in _NO_VERBS):
        return True
    if len(words) > 1 and (words[0] in PREPOSITIONS or words[-1] in _NOT_LAST_IN_NOUNS):
        return False
    head = words[head_of_noun_phrase(words)]
    kinds = _kinds(head)
    is_usual = next(iter(kinds), "NOUN") not in _NO_VERBS
    if "-" in head or (is_usual and (not kinds or "NOUN" in kinds)):
        return True
    is_gerund = head.endswith("ing")
    has_plural = Lexicon.open().frequency(inflect(head, "NNS")) > 0
    return not is_gerund and (has_plural or _NO_VERBS.isdisjoint(kinds))


def _kinds(text: str) -> dict[str, float]:
    """The parts of speech of an entry; none if the lexicon has it with other spaces alone.

    The lexicon ignores spaces when it looks up a word: `top up` is no spelling of the noun `topup`.
    """
    lexicon = Lexicon.open()
    number = lexicon.number(text)
    if number is None or lexicon.spelling(number).count(" ") != text.count(" "):
        return {}
    return lexicon.parts_of_speech(text)


def edits_for(target: Target, text: str, keep_article: bool = False) -> tuple[Edit, ...]:
    """The edits, in text order, that replace the target by a text that is already inflected.

    If `a` or `an` stands directly before the target, it changes to agree with the new text, unless
    `keep_article` is set.

    >>> edits_for(Target("I read an amazing paper.", 10, 17), "wonderful")
    (Edit(start=7, end=9, text='a'), Edit(start=10, end=17, text='wonderful'))
    """
    edit = Edit(target.start, target.end, text)
    return (*(() if keep_article else article_edits(target.text, target.start, text)), edit)


def placed(target: Target, suggestion: Suggestion) -> Suggestion:
    """The suggestion with the edits that put it in the target's place, unless it has edits."""
    if suggestion.edits:
        return suggestion
    return replace(suggestion, edits=edits_for(target, suggestion.text))


def form_of_be(sentence: Around, form: str) -> str | None:
    """The form of `be` for a target with this Penn Treebank tag; None where it cannot stand.

    It cannot if the subject of a past form is not clear, nor after `do` (`does not work`) or
    another form of `be` (`is working`).
    """
    before = [word for word in sentence.words[: sentence.first] if word.pos not in _BETWEEN]
    words = [word.text.lower() for word in before]
    if form in _FORMS:
        is_barred = _follows_do(before) if form == "VB" else _follows_be(words, form)
        return None if is_barred else _FORMS[form]
    if form == "VBP":
        return "am" if words[-1:] == ["i"] else "are"
    if form != "VBD":
        return None
    is_plural = _has_plural_subject(before)
    return None if is_plural is None else ("were" if is_plural else "was")


def _follows_do(before: Sequence[Word]) -> bool:
    """Whether an infinitive belongs to `do`, with at most its subject between (`did they work`)."""
    for word in reversed(before):
        if word.lemma == "do":
            return True
        if word.pos in ("VERB", "AUX", "PUNCT"):
            return False
    return False


def _follows_be(words: Sequence[str], form: str) -> bool:
    return form in ("VBG", "VBN") and bool(words) and words[-1] in _FORMS_OF_BE


def _has_plural_subject(before: Sequence[Word]) -> bool | None:
    """Whether the subject that ends directly before a verb is plural; None if that is not clear."""
    place = len(before) - 1
    while place >= 0 and before[place].text.lower() in _RELATIVE:
        place -= 1
    if place < 0:
        return None
    word = before[place]
    if word.pos == "PRON" or word.text.lower() in _PLURAL_PRONOUNS:
        return word.text.lower() in _PLURAL_PRONOUNS
    if word.pos not in ("NOUN", "PROPN"):
        return None
    start = place
    while start and _is_in_noun_phrase(before[start - 1]):
        start -= 1
    if start and before[start - 1].text.lower() == "and":
        return True if start > 1 and before[start - 2].pos in ("NOUN", "PROPN", "PRON") else None
    if start and before[start - 1].pos == "ADP":
        # `the girls from the village worked`
        return _has_plural_subject(before[: start - 1])
    return word.form in ("NNS", "NNPS") or word.text.lower() in _PLURAL_NOUNS


def _is_in_noun_phrase(word: Word) -> bool:
    return word.pos in INSIDE_NOUN_PHRASE or word.form == _POSSESSIVE


def construction_edits(sentence: Around, target: str, substitute: str) -> tuple[Edit, ...]:
    """The edits after the object if one verb replaces another that takes another infinitive.

    `target` and `substitute` are lemmas. `allow people to vote` becomes `let people vote`.
    """
    place = _infinitive(sentence)
    if place is None or substitute in _EITHER_INFINITIVE:
        return ()
    words, has_to = sentence.words, _is_to(sentence, place)
    if has_to and substitute in _BARE_INFINITIVE:
        return (Edit(words[place].start, words[place + 1].start, ""),)
    if not has_to and target in _BARE_INFINITIVE and substitute not in _BARE_INFINITIVE:
        return (Edit(words[place].start, words[place].start, "to "),)
    return ()


def _is_to(sentence: Around, place: int) -> bool:
    """Whether the word at a place is the `to` of an infinitive."""
    return sentence.words[place].text.lower() == "to"


def _infinitive(sentence: Around) -> int | None:
    """Where the infinitive after a verb's object begins, with its `to` if it has one."""
    words, last = sentence.words, sentence.last
    for place in range(last, min(len(words), last + _LONGEST_OBJECT + 1)):
        word = words[place]
        is_infinitive = place + 1 < len(words) and words[place + 1].form == "VB"
        if place > last and word.text.lower() == "to" and is_infinitive:
            return place
        if place > last and word.form == "VB":
            return place
        if word.pos not in OBJECT_TAGS:
            return None
    return None


def edits_around_object(
    target: Target, sentence: Around, lemma: str, text: str
) -> tuple[Edit, ...]:
    """The edits that put a verb phrase around the target's object; none if it stands together.

    >>> from motjuste.analysis import around
    >>> jailed = Target("They jailed him.", 5, 11)
    >>> edits_around_object(jailed, around(jailed), "send to prison", "sent to prison")
    (Edit(start=5, end=11, text='sent'), Edit(start=15, end=15, text=' to prison'))
    """
    if sentence.words[sentence.first].pos != "VERB":
        return ()
    end = _object_end(sentence)
    if end is None or not _stands_apart(lemma, is_pronoun=_is_pronoun(sentence)):
        return ()
    verb, space, rest = text.partition(" ")
    return (*edits_for(target, verb), Edit(end, end, space + rest))


def split_edits(place: Phrase, particle: Span, lemma: str, text: str) -> tuple[Edit, ...]:
    """The edits for a phrasal verb whose object stands between verb and particle.

    A verb that can be split in the same way is (`put it off`, `send him to prison`); for any other
    substitute the particle is deleted.
    """
    verb, _, rest = text.partition(" ")
    if rest in PARTICLES or _stands_apart(lemma, is_pronoun=False):
        return (*edits_for(place.target, verb), Edit(*particle, rest))
    start = particle.start
    while start and place.target.text[start - 1] == " ":
        start -= 1
    return (*edits_for(place.target, text), Edit(start, particle.end, ""))


def _stands_apart(lemma: str, is_pronoun: bool) -> bool:
    """Whether an object stands after the verb of a phrase, before the rest of it."""
    verb, *rest = lemma.split(" ")
    if not rest or verb in ("be", "not"):
        return False
    first = next(iter(Lexicon.open().parts_of_speech(rest[-1])), None)
    if len(rest) > 1:
        is_noun = rest[0] != "to" or first == "NOUN"
        return rest[0] in _CLOSING and rest[-1] not in _CLOSING and is_noun
    if rest[0] in _ADVERBIAL:
        return is_pronoun and verb not in _OF_MOTION
    if rest[0] in _AMBIGUOUS:
        return is_pronoun and verb in _SEPARATED
    return verb in _WITH_ADJECTIVE and first == "ADJ"


def _is_pronoun(sentence: Around) -> bool:
    return sentence.words[sentence.last].form == "PRP"


def _object_end(sentence: Around) -> int | None:
    """The offset after the object that follows a target; None if its end is not clear."""
    words, last = sentence.words, sentence.last
    size = 1 if last < len(words) and _is_pronoun(sentence) else _noun_phrase(words, last)
    while size and last + size < len(words) and words[last + size].text.lower() == "of":
        more = _noun_phrase(words, last + size + 1)
        size = size + 1 + more if more else 0
    if not 0 < size <= _LONGEST_MOVED:
        return None
    after = words[last + size : last + size + 1]
    if after and (after[0].form in _GOES_ON or after[0].text.lower() in ("that", "'s")):
        return None
    return words[last + size - 1].end


def _noun_phrase(words: Sequence[Word], start: int) -> int:
    """The number of words in the noun phrase that begins at a place; 0 if none does."""
    place = start
    while place < len(words) and words[place].form in _INSIDE_OBJECT:
        place += 1
    nouns = place
    while place < len(words) and words[place].form in _NOUN_FORMS:
        place += 1
    return place - start if place > nouns else 0
