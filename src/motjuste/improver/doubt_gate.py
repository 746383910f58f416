"""The gate before the network that doubts words: which texts, sentences and words it reads at all.

The encoder takes most of the time of a check; rules and spelling are cheap. Except in very short
texts, their marks show whether a writer makes errors. And where they have marked an error in a
short sentence, the network hardly ever finds another one.
"""

from collections.abc import Sequence

from motjuste.analysis import Text
from motjuste.improver.eligible import eligible_words
from motjuste.improver.marks import Span, touches
from motjuste.improver.phrases import compound_places
from motjuste.lexicon.lexicon import Lexicon
from motjuste.text import Improvement, Word

# Faults (wrong words and sure marks) per thousand words of good prose, rounded up: SemCor's
# development documents have 2.7.
USUAL_FAULTS = 3.0
# The weight of that rate as a prior, in words: it smooths the rate of very short texts.
USUAL_WORDS = 100
# Words are doubted from this many faults per thousand words: a writer who makes fewer probably
# chose an unusual word on purpose.
_FAULTY = 3 * USUAL_FAULTS
# A text of at most this many words is always read: it may be too short for rules to find a fault,
# and correcting what they found must not hide the rest.
_SHORT_TEXT = 600
# A longer text is read from this many sure marks per thousand words. Good prose has 0.2; learners'
# sentences with one error each have 24.
_WORTH_READING = 2.0
# Kinds of marks that are errors and need no encoder; others are matters of style.
ERRORS = frozenset({"collocation", "confusable", "pattern", "idiom", "spelling"})
# Tokens in a short sentence, at most: a marked error in one is taken to be its only error.
_SHORT_SENTENCE = 15
# The shortest words that are doubted, in letters.
_SHORTEST = 2
# The least common words that are doubted (log10 of occurrences in a billion words).
_MIN_FREQUENCY = 3.0
# The parts of speech of the words that are doubted.
_CONTENT = ("NOUN", "VERB", "ADJ", "ADV")


def fault_rate(faults: float, words: int) -> float:
    """Faults per thousand words, smoothed with the rate of good prose.

    >>> round(fault_rate(2, 900), 2)
    2.3
    """
    usual = USUAL_FAULTS * USUAL_WORDS / 1000
    return 1000 * (faults + usual) / (words + USUAL_WORDS)


def is_worth_reading(sure_marks: int, words: int) -> bool:
    """Whether a text is short, or has enough sure marks to suggest that its writer makes errors.

    >>> is_worth_reading(0, 500), is_worth_reading(0, 900), is_worth_reading(3, 900)
    (True, False, True)
    """
    return words <= _SHORT_TEXT or fault_rate(sure_marks, words) >= _WORTH_READING


def is_faulty(faults: float, words: int) -> bool:
    """Whether a text, or a sample of it, has enough faults for its words to be doubted."""
    return fault_rate(faults, words) >= _FAULTY


def is_common_content_word(lexicon: Lexicon, word: Word, begins_sentence: bool) -> bool:
    """Whether a word is one that the network knows: of an open class, no name, not rare."""
    has_usual_case = word.text.islower() or (begins_sentence and word.text[1:].islower())
    return (
        word.pos in _CONTENT
        and has_usual_case
        and len(word.text) >= _SHORTEST
        and lexicon.frequency(word.lemma) > _MIN_FREQUENCY
    )


def doubtful_words(
    lexicon: Lexicon,
    text: Text,
    masked: Sequence[Span],
    marks: Sequence[Improvement],
    in_marked_sentences: bool,
) -> set[int]:
    """The offsets at which the words that may be doubted begin.

    They are common content words that are not part of a compound, and not marked.
    Words of short sentences with a marked error are included only if `in_marked_sentences`.
    """
    words = text.words
    first = {words[0].start for words in text.word_sentences()}
    fixed = compound_places(lexicon, words)
    closed = [*masked, *((mark.start, mark.end) for mark in marks)]
    if not in_marked_sentences:
        closed += _marked_sentences(text, marks)
    return {
        word.start
        for place, (word, eligible) in enumerate(
            zip(words, eligible_words(words, text), strict=True)
        )
        if eligible
        and place not in fixed
        and is_common_content_word(lexicon, word, word.start in first)
        and not any(start < word.end and word.start < end for start, end in closed)
    }


def _marked_sentences(text: Text, marks: Sequence[Improvement]) -> list[Span]:
    """The short sentences in which an error is marked."""
    errors = [mark for mark in marks if mark.kind in ERRORS]
    if not errors:
        return []
    short = [words for words in text.word_sentences() if len(words) <= _SHORT_SENTENCE]
    spans = [(words[0].start, words[-1].end) for words in short]
    return [span for span in spans if touches(span, errors)]
