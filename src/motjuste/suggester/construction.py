"""Edits that a substitute needs beyond its own place, because it takes another construction.

`allow people to vote` becomes `let people vote`: the verbs below take an infinitive without `to`.
"""

from motjuste.text import Around, Edit

# Verbs whose object is followed by an infinitive without `to`.
_BARE_INFINITIVE = frozenset({"let", "make", "have"})
# Verbs that take both kinds.
_EITHER_INFINITIVE = frozenset({"help"})
# What stands between a verb and the infinitive: its object.
_OBJECT = frozenset("ADJ DET NOUN NUM PART PRON PROPN".split())
# Words of the longest object that is looked through.
_LONGEST_OBJECT = 6


def construction_edits(sentence: Around, target: str, substitute: str) -> tuple[Edit, ...]:
    """What must be deleted or inserted after the object if one verb replaces another; lemmas."""
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
        if word.pos not in _OBJECT:
            return None
    return None
