"""Grammatical relations: verb and object, adjective and noun, adverb and verb, subject and verb.

They are derived from tags alone, within one clause. Where the tags are ambiguous no relation is
reported: a rule that misses an error costs less than one that marks correct English.
"""

from collections.abc import Iterator, Sequence

from motjuste.lexicon.word_lists import closed_class
from motjuste.rules.pattern import Relation
from motjuste.text import Word

# The largest distance between two related words, in words.
_REACH = 8
_NOUNS = frozenset({"NOUN", "PROPN"})
_BEFORE_NOUN = frozenset({"DET", "ADJ", "ADV", "NUM", "NOUN", "PROPN"})
_FINITE = frozenset({"VBD", "VBZ", "VBP", "VB", "MD"})
_PARTICIPLES = frozenset({"VBN", "VBD", "JJ"})
# The forms of the verb after an auxiliary.
_AFTER_AUXILIARY = {
    "do": ("VB", "VBP"),
    "have": ("VBN", "VBD"),
    "be": ("VBG", "VBN", "VBD"),
}
# Linking verbs: what follows them describes the subject.
_LINKS = frozenset("be seem become get look feel sound remain stay grow appear turn".split())
# Nouns whose `of` belongs to the noun phrase: `a lot of mistakes`.
_QUANTITIES = closed_class("quantities").union(
    "couple lots majority part piece series set type".split()
)
# Pronouns that may stand between a verb and its object: `told me a lie`.
_INDIRECT = closed_class("object-pronouns") - {"it"}
_RELATIVES = frozenset("that which who whom".split())
_QUESTIONS = frozenset("what which whose many much".split())
# Parts of speech that begin an object after a verb.
_OBJECT_POS = frozenset({"DET", "PRON", "NOUN", "PROPN", "ADJ", "NUM"})
# Words that begin an adverbial of time, and so no object: `did it last week`.
_TIMES = closed_class("times") | {"every", "each", "all", "this", "that"}
_TIME_NOUNS = frozenset("time day week month year morning night evening".split())


def related(words: Sequence[Word], relation: Relation, place: int) -> list[tuple[int, bool]]:
    """The positions of the words that have a relation to the word at a position.

    The position is the object's for a verb and its object, the described word's for an adjective or
    an adverb, and the verb's for a subject and its verb. Each result comes with whether a particle
    (`up`, `off`) belongs to the verb there.
    """
    finders = {
        "verb-object": _verbs_of,
        "adjective-noun": _adjectives_of,
        "adverb": _adverbs_of,
        "subject-verb": _subjects_of,
    }
    return list(dict.fromkeys(finders[relation](words, place)))


def is_noun_phrase_material(word: Word) -> bool:
    """Whether a word may stand inside a noun phrase before its head."""
    return word.pos in _BEFORE_NOUN or word.form in ("PRP$", "POS")


def _at(words: Sequence[Word], place: int) -> Word | None:
    return words[place] if 0 <= place < len(words) else None


def _is_modifier(words: Sequence[Word], noun: int) -> bool:
    """Whether a noun only modifies what follows: `the homework club`, `the teacher's`."""
    after = _at(words, noun + 1)
    if after is None:
        return False
    if after.form == "POS" or (after.text in ("'s", "’s") and after.pos == "PART"):
        return True
    if after.lemma in ("and", "or"):
        # `the breakfast and dinner plates`
        return all(word is not None and word.pos == "NOUN" for word in _next_two(words, noun + 2))
    return after.pos in _NOUNS and after.lemma not in _TIMES and after.lemma not in _TIME_NOUNS


def _next_two(words: Sequence[Word], place: int) -> tuple[Word | None, Word | None]:
    return _at(words, place), _at(words, place + 1)


def _phrase_start(words: Sequence[Word], noun: int) -> int:
    """The place of the first word of the noun phrase that a noun is the head of."""
    place = noun - 1
    while place >= 0 and noun - place <= _REACH:
        word = words[place]
        of_quantity = word.lemma == "of" and place and words[place - 1].lemma in _QUANTITIES
        if not (is_noun_phrase_material(word) or of_quantity or _is_attribute(words, place)):
            break
        place -= 1
    return place + 1


def _is_attribute(words: Sequence[Word], place: int) -> bool:
    """Whether a participle stands before a noun as an adjective does: `the required changes`."""
    word, before = words[place], _at(words, place - 1)
    if word.form not in ("VBN", "VBG") or before is None:
        return False
    return before.pos in ("DET", "ADJ", "NUM") or before.form in ("PRP$", "POS")


def _is_main_verb(words: Sequence[Word], place: int) -> bool:
    """Whether a verb is a main verb, not the auxiliary of another."""
    word = words[place]
    if word.pos == "VERB":
        return True
    if word.pos != "AUX" or word.form == "MD":
        return False
    after = _skip(words, place + 1, 1)
    following = _at(words, after)
    return following is None or following.form not in _AFTER_AUXILIARY.get(word.lemma, ())


def _skip(words: Sequence[Word], place: int, step: int) -> int:
    """The next place in a direction that is neither an adverb nor a negation."""
    while 0 <= place < len(words) and (words[place].pos == "ADV" or words[place].lemma == "not"):
        place += step
    return place


def _verbs_of(words: Sequence[Word], noun: int) -> Iterator[tuple[int, bool]]:
    if _is_modifier(words, noun):
        return
    start = _phrase_start(words, noun)
    yield from _verb_before(words, noun, start)
    if not _in_prepositional_phrase(words, start):
        yield from _passive_after(words, noun)
    yield from _verb_of_relative_clause(words, noun)
    yield from _verb_of_question(words, noun, start)
    yield from _infinitive_after(words, noun)


def _in_prepositional_phrase(words: Sequence[Word], start: int) -> bool:
    before = _at(words, start - 1)
    return before is not None and before.pos == "ADP"


def _verb_before(words: Sequence[Word], noun: int, start: int) -> Iterator[tuple[int, bool]]:
    """The verb before its object: `does often silly mistakes`, `told me a lie`."""
    place, particle = start - 1, _is_particle(_at(words, noun + 1))
    lowest = max(0, noun - _REACH)
    while place >= lowest:
        word = words[place]
        if _is_particle(word):
            particle = True
        elif word.lemma in ("and", "or") and place > lowest and _joins_nouns(words, place):
            place = _phrase_start(words, place - 1)
        elif word.text.lower() not in _INDIRECT and word.pos != "ADV":
            break
        place -= 1
    verb = _at(words, place)
    if verb is None or place < 0 or verb.pos not in ("VERB", "AUX"):
        return
    if _is_subject_of_next_verb(words, noun) and not _is_subject_clause(words, place):
        return
    if verb.lemma == "be":
        yield from _participle_after(words, noun)
    elif _is_coordinated_verb(words, place, noun):
        return
    elif _is_main_verb(words, place) and not _makes_something(words, verb.lemma, noun):
        yield place, particle


def _is_coordinated_verb(words: Sequence[Word], verb: int, noun: int) -> bool:
    """Whether a noun in -ing is rather a second verb: `making plans or meeting with friends`."""
    return (
        words[verb].form == "VBG"
        and words[noun].text.lower().endswith("ing")
        and words[noun - 1].lemma in ("and", "or")
    )


def _joins_nouns(words: Sequence[Word], conjunction: int) -> bool:
    """Whether `and` joins two objects of one verb: `made mistakes and errors`."""
    return words[conjunction - 1].pos == "NOUN"


def _is_particle(word: Word | None) -> bool:
    return word is not None and word.form == "RP"


def _is_subject_of_next_verb(words: Sequence[Word], noun: int) -> bool:
    """Whether a noun is the subject of a verb after it: `I knew the mistake was mine`."""
    after = _at(words, _skip(words, noun + 1, 1))
    return after is not None and after.pos in ("VERB", "AUX") and after.form in _FINITE


def _is_subject_clause(words: Sequence[Word], verb: int) -> bool:
    """Whether a verb opens a clause that is a subject itself: `doing mistakes is human`."""
    to = _at(words, verb - 1)
    infinitive = words[verb].form == "VB" and to is not None and to.text.lower() == "to"
    before = _at(words, verb - 2 if infinitive else verb - 1)
    opens = before is None or before.pos in ("PUNCT", "CCONJ", "SCONJ")
    return opens and (infinitive or words[verb].form == "VBG")


def _makes_something(words: Sequence[Word], verb: str, noun: int) -> bool:
    """Whether an object is made to be or do something: `make homework fun`."""
    if verb not in ("make", "let", "keep", "find", "consider"):
        return False
    after = _at(words, _skip(words, noun + 1, 1))
    next_word = _at(words, noun + 1)
    if next_word is not None and next_word.lemma in _TIMES:
        return False
    return after is not None and (after.pos == "ADJ" or after.form in ("VB", "VBN"))


def _passive_after(words: Sequence[Word], noun: int) -> Iterator[tuple[int, bool]]:
    """The participle of a passive: `mistakes of this kind were often done`."""
    auxiliary = _predicate(words, noun)
    seen_be = False
    place = auxiliary
    while (word := _at(words, place)) is not None:
        is_participle = word.pos != "AUX" and _is_final_participle(words, place)
        if word.lemma in ("be", "get") and not is_participle:
            seen_be = True
        elif word.pos not in ("AUX", "ADV") and word.lemma != "not":
            break
        place += 1
    if seen_be:
        yield from _participle_after(words, place - 1)


def _is_final_participle(words: Sequence[Word], place: int) -> bool:
    """Whether a word is the participle at the end of its verb group."""
    following = _at(words, place + 1)
    is_final = following is None or following.pos not in ("VERB", "ADV")
    return is_final and words[place].form == "VBN"


def _participle_after(words: Sequence[Word], place: int) -> Iterator[tuple[int, bool]]:
    participle = _skip(words, place + 1, 1)
    word = _at(words, participle)
    if word is not None and word.form in _PARTICIPLES and word.pos in ("VERB", "ADJ", "AUX"):
        yield participle, _is_particle(_at(words, participle + 1))


def _predicate(words: Sequence[Word], noun: int) -> int:
    """The position after a noun, its prepositional phrases, and any relative pronouns."""
    place = noun + 1
    while (word := _at(words, place)) is not None and place - noun <= _REACH:
        if word.pos == "ADP":
            place += 1
            while (inside := _at(words, place)) is not None and (
                is_noun_phrase_material(inside) or inside.pos == "PRON"
            ):
                place += 1
        elif word.text.lower() in _RELATIVES:
            place += 1
        else:
            break
    return place


def _verb_of_relative_clause(words: Sequence[Word], noun: int) -> Iterator[tuple[int, bool]]:
    """The verb of a clause about a noun: `the mistakes (that) I did`, `the mistakes done there`."""
    place = noun + 1
    word = _at(words, place)
    if word is None:
        return
    if word.form == "VBN" and word.pos == "VERB" and not _takes_object(words, place):
        yield place, _is_particle(_at(words, place + 1))
        return
    if word.text.lower() in _RELATIVES:
        place += 1
    after_subject = _after_subject(words, place)
    if after_subject is not None:
        yield from _verb_without_object(words, after_subject)


def _after_subject(words: Sequence[Word], place: int) -> int | None:
    """The place after a subject: a pronoun, or a noun phrase with its determiner or a name."""
    word = _at(words, place)
    if word is None:
        return None
    if word.form == "PRP":
        return place + 1
    if word.pos not in ("DET", "PROPN") and word.form != "PRP$":
        return None
    end = place
    while (inside := _at(words, end)) is not None and is_noun_phrase_material(inside):
        end += 1
    return end if words[end - 1].pos in _NOUNS else None


def _verb_without_object(words: Sequence[Word], place: int) -> Iterator[tuple[int, bool]]:
    while (word := _at(words, place)) is not None:
        if word.pos == "VERB" or (word.pos == "AUX" and _is_main_verb(words, place)):
            if word.lemma != "be" and not _takes_object(words, place):
                yield place, _is_particle(_at(words, place + 1))
            return
        if word.pos not in ("AUX", "ADV") and word.lemma != "not":
            return
        place += 1


def _takes_object(words: Sequence[Word], verb: int) -> bool:
    """Whether an object, a clause or another verb follows a verb."""
    after = _at(words, verb + 1)
    if after is None or after.lemma in _TIMES or after.lemma in _TIME_NOUNS:
        return False
    return after.pos in _OBJECT_POS or after.text.lower() in ("to", "that", "how", "what", "if")


def _verb_of_question(words: Sequence[Word], noun: int, start: int) -> Iterator[tuple[int, bool]]:
    """The verb of a question about its object: `which mistakes did you do`."""
    phrase = {word.text.lower() for word in words[start : noun + 1]}
    phrase |= {words[start - 1].text.lower()} if start else set()
    auxiliary = _at(words, noun + 1)
    if not phrase & _QUESTIONS or auxiliary is None or auxiliary.pos != "AUX":
        return
    place = _after_subject(words, noun + 2)
    if place is not None:
        yield from _verb_without_object(words, place)


def _infinitive_after(words: Sequence[Word], noun: int) -> Iterator[tuple[int, bool]]:
    """The verb in `homework to make`."""
    to, verb = _at(words, noun + 1), _at(words, noun + 2)
    if to is None or verb is None or to.text.lower() != "to" or verb.form != "VB":
        return
    if verb.lemma != "be" and not _takes_object(words, noun + 2):
        yield noun + 2, _is_particle(_at(words, noun + 3))


def _adjectives_of(words: Sequence[Word], noun: int) -> Iterator[tuple[int, bool]]:
    if _is_modifier(words, noun):
        return
    yield from _adjectives_before(words, noun)
    yield from _adjectives_after(words, noun)


def _adjectives_before(words: Sequence[Word], noun: int) -> Iterator[tuple[int, bool]]:
    joined = False
    for place in range(noun - 1, max(-1, noun - 1 - _REACH), -1):
        word = words[place]
        if word.pos == "ADJ" or word.form in ("VBN", "VBG"):
            yield place, False
        elif word.pos == "CCONJ" or word.text == ",":
            joined = True
        elif word.pos not in ("NOUN", "ADV", "NUM") or (joined and word.pos == "NOUN"):
            return


def _adjectives_after(words: Sequence[Word], noun: int) -> Iterator[tuple[int, bool]]:
    """Adjectives that a linking verb joins to a noun: `the rain was cold and very strong`."""
    if _in_prepositional_phrase(words, _phrase_start(words, noun)):
        return
    place, linked = _predicate(words, noun), False
    while (word := _at(words, place)) is not None:
        if word.lemma in _LINKS and word.pos in ("AUX", "VERB"):
            linked = True
        elif word.pos not in ("AUX", "ADV") and word.lemma != "not":
            break
        place += 1
    while linked and (word := _at(words, place)) is not None:
        after = _at(words, place + 1)
        if word.pos == "ADJ" and (after is None or _ends_predicate(after)):
            yield place, False
        elif word.pos not in ("ADV", "CCONJ") and word.text != ",":
            return
        place += 1


def _ends_predicate(word: Word) -> bool:
    """Whether the word after an adjective shows that the adjective describes no noun after it."""
    return word.pos not in _NOUNS | {"ADJ"} or word.lemma in _TIMES or word.lemma in _TIME_NOUNS


def _adverbs_of(words: Sequence[Word], place: int) -> Iterator[tuple[int, bool]]:
    """The adverbs before a word, and after a verb or after its object."""
    before = place - 1
    while before >= 0 and (words[before].pos in ("ADV", "AUX") or words[before].lemma == "not"):
        if words[before].pos == "ADV":
            yield before, False
        before -= 1
    if words[place].pos not in ("VERB", "AUX"):
        return
    after = place + 1
    if (word := _at(words, after)) is not None and word.pos == "PRON":
        after += 1
    else:
        while (word := _at(words, after)) is not None and _in_object(word):
            after += 1
    end = _skip(words, after, 1)
    following = _at(words, end)
    if following is None or following.pos != "ADJ":
        yield from ((adverb, False) for adverb in range(after, end))


def _in_object(word: Word) -> bool:
    return is_noun_phrase_material(word) and word.pos != "ADV"


def _subjects_of(words: Sequence[Word], verb: int) -> Iterator[tuple[int, bool]]:
    """The head of the subject before an active verb: `the prices of houses have grown`."""
    place, passive = verb - 1, False
    while place >= 0 and (words[place].pos in ("AUX", "ADV") or words[place].lemma == "not"):
        passive |= words[place].lemma == "be" and words[verb].form in _PARTICIPLES
        place -= 1
    if passive or (words[verb].form == "VB" and place == verb - 1):
        return
    lowest = max(0, verb - _REACH)
    while place >= lowest and words[place].pos in _NOUNS:
        start = _phrase_start(words, place)
        if not _in_prepositional_phrase(words, start):
            yield place, False
            return
        place = start - 2
