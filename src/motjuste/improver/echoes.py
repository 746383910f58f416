"""Echoes: a word repeated so soon that a reader notices it (`a problem with the problem of noise`).

Only content words count, close together in one sentence. Repetition is often intended: parallel
constructions, contrasts, fixed phrases (`day by day`), terms and quotations are not marked.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from motjuste.analysis import Text
from motjuste.improver.marks import Span, mark
from motjuste.text import Confidence, Improvement, Word
from motjuste.text.segmentation import overlaps

# Words between the two uses, at most, for a mark with confidence "likely" …
_MAX_GAP_LIKELY = 5
# … and for one that is shown at the setting "thorough".
_MAX_GAP = 10
# Letters of the shortest word whose repetition is noticed.
_MIN_LETTERS = 5
# A word that a text uses this often is its subject or a term, and is not marked.
_TERM_USES = 4
# Parts of speech whose repetition is noticed.
_NOTICED = frozenset({"NOUN", "ADJ", "VERB"})
# Between two uses, these show that the repetition is intended: `more … than`, `was the voice of` …
_INTENDED = frozenset(
    "and or but nor than as like not no another other every each both same such so more most less "
    "one only be against among".split()
)
# … and these open another clause, in which a word may be needed again.
_CLAUSE = frozenset("that which who whom whose what if when where why how because while".split())
# Words so general that their repetition is not noticed.
_GENERAL = frozenset(
    "people person thing things year years month week night other another being there where which "
    "would could should might every these those something anything nothing everything someone "
    "first second third little great never always going think right number part place point world "
    "house child children woman women father mother brother sister".split()
)
_REASON = "“{word}” was used a few words before; another word, or a pronoun, may read better."


def echoes(text: Text, masked: Sequence[Span]) -> Iterator[Improvement]:
    """Marks on the second of two uses of a word that stand close together."""
    uses = Counter(word.lemma.lower() for word in text.words)
    for sentence in text.word_sentences():
        last_use: dict[str, int] = {}
        for place, word in enumerate(sentence):
            name = word.lemma.lower()
            before = last_use.get(name)
            last_use[name] = place
            if before is None or not _is_noticed(word, uses[name]):
                continue
            if overlaps((word.start, word.end), masked):
                continue
            confidence = _confidence(sentence, before, place)
            if confidence is not None:
                reason = _REASON.replace("{word}", sentence[before].text.lower())
                yield mark(text, (word.start, word.end), "repeated", [], confidence, reason)


def _is_noticed(word: Word, uses: int) -> bool:
    """Whether a reader notices the repetition of a word; not so for terms of the text."""
    name = word.text.lower()
    return (
        word.pos in _NOTICED
        and len(name) >= _MIN_LETTERS
        and name == word.text
        and name.isalpha()
        and not {name, word.lemma} & _GENERAL
        and uses < _TERM_USES
    )


def _confidence(sentence: Sequence[Word], first: int, second: int) -> Confidence | None:
    """How certain it is that a repetition is unintended; None if it seems intended."""
    one, other, between = sentence[first], sentence[second], sentence[first + 1 : second]
    # One word between two is a set phrase: `day by day`, `face to face`.
    if one.pos != other.pos or not 1 < len(between) <= _MAX_GAP or _is_intended(between):
        return None
    if _is_in_compound(sentence, first) or _is_in_compound(sentence, second):
        return None
    # `from the romance of a valley to the romance of a hollow`
    if second + 1 < len(sentence) and between[0].text == sentence[second + 1].text:
        return None
    is_set_apart = _has_modifier(sentence, first) and _has_modifier(sentence, second)
    in_clause = any(word.text.lower() in _CLAUSE for word in between)
    is_object = one.pos == "NOUN" and between[-1].pos == "DET"
    if is_set_apart or in_clause or not is_object or len(between) > _MAX_GAP_LIKELY:
        return "thorough"
    return "likely"


def _is_intended(between: Sequence[Word]) -> bool:
    """Whether the words between two uses show a parallel, a contrast or a new clause."""
    return any(
        word.pos in ("PUNCT", "CCONJ", "SYM")
        or word.text.lower() in _INTENDED
        or word.lemma in _INTENDED
        for word in between
    )


def _is_in_compound(sentence: Sequence[Word], place: int) -> bool:
    """Whether a noun stands beside a noun, so that the two may be a term."""
    if sentence[place].pos != "NOUN":
        return False
    neighbours = [*sentence[max(0, place - 1) : place], *sentence[place + 1 : place + 2]]
    return any(word.pos in ("NOUN", "PROPN") or word.text == "-" for word in neighbours)


def _has_modifier(sentence: Sequence[Word], place: int) -> bool:
    """Whether an adjective or a number before a noun may set it apart from another one."""
    before = sentence[place - 1] if place else None
    return before is not None and before.pos in ("ADJ", "NUM", "ADV")
