"""Rules that correct tags where the tagger, which sees only neighbouring words, is often wrong.

`Put` and `shut` are base forms in instructions, far more often than the books show from which the
tagger learned; and what something is made is `fast`, not done so.
"""

from collections.abc import Container, Iterator, Sequence

from motjuste.lexicon.irregular import VERBS
from motjuste.lexicon.tagging import Tag

_ALIKE = frozenset(verb for verb, (past, _) in VERBS.items() if past[0] == verb)
_FLAT = frozenset("fast hard early late long high low deep straight tight loose clean".split())
_MAKING = frozenset(
    "make makes made making keep keeps kept keeping leave leaves leaving find finds found".split()
)
_BASE, _ADJECTIVE = Tag("VERB", "VB"), Tag("ADJ", "JJ")
_PAST = frozenset({"VBD", "VBN"})
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_OPENING = frozenset("if when once before after while until unless to".split())
# Tags that begin an object, surely or possibly: `cut flowers` may be flowers that were cut.
_OBJECT = frozenset({"DT", "PDT", "PRP", "PRP$"})
_PERHAPS = frozenset({"NN", "NNS", "NNP", "JJ", "CD", "RP"})
_WITHIN = frozenset({"DT", "PRP", "PRP$", "NN", "NNS", "JJ", "RB"})
# Words of the longest noun phrase that is looked through.
_LONGEST = 6
# Words back to which the clause of a verb is searched.
_CLAUSE = 40


def correct_tags(words: Sequence[str], tags: list[Tag], known: Container[int] = ()) -> list[Tag]:
    """The tags of a sentence, corrected in place where a rule applies.

    What stands at places that are `known` was said by somebody who knows.
    """
    for place, word in enumerate(words):
        if place in known:
            continue
        if word in _ALIKE:
            if tags[place].form in _PAST and _is_base(words, tags, place):
                tags[place] = _BASE
        elif word in _FLAT and tags[place].form == "RB" and _is_made(words, tags, place):
            tags[place] = _ADJECTIVE
    return tags


def _is_base(words: Sequence[str], tags: Sequence[Tag], place: int) -> bool:
    """Whether a verb is a command, or goes with one or with an auxiliary."""
    start = _first(tags)
    before = place - 1
    while before >= start and tags[before].form == "RB":
        before -= 1
    if before < start:
        return _has_object(tags, place)
    instructed = tags[start].form == "VB" and tags[start].pos == "VERB"
    if tags[before].pos == "CCONJ":
        return instructed or _last_finite(tags, place) == "MD"
    opened = instructed or words[start].lower() in _OPENING
    return tags[before].form == "," and opened and _has_object(tags, place)


def _first(tags: Sequence[Tag]) -> int:
    """The place of the first word, after signs, numbers and `please`."""
    found = (n for n, tag in enumerate(tags) if tag.pos not in ("PUNCT", "NUM", "INTJ", "SYM", "X"))
    return next(found, 0)


def _has_object(tags: Sequence[Tag], place: int) -> bool:
    after = tags[place + 1].form if place + 1 < len(tags) else ""
    return after in _OBJECT or (after in _PERHAPS and tags[place].form == "VBD")


def _last_finite(tags: Sequence[Tag], place: int) -> str:
    before = (tags[n].form for n in range(place - 1, max(-1, place - 1 - _CLAUSE), -1))
    return next((form for form in before if form in _FINITE), "")


def _is_made(words: Sequence[str], tags: Sequence[Tag], place: int) -> bool:
    """Whether a word says what something is made or kept: `makes your program very fast`."""
    between = list(_before(tags, place))
    maker = place - len(between) - 1
    named = any(tag.form in ("NN", "NNS", "PRP") for tag in between)
    ends = place + 1 == len(tags) or tags[place + 1].pos in ("PUNCT", "CCONJ", "ADP", "SCONJ")
    return maker >= 0 and named and ends and words[maker].lower() in _MAKING


def _before(tags: Sequence[Tag], place: int) -> Iterator[Tag]:
    for tag in reversed(tags[max(0, place - _LONGEST) : place]):
        if tag.form not in _WITHIN:
            return
        yield tag
