"""What is decided before the encoder is asked to doubt: which texts, sentences and words it reads.

The encoder takes most of the time of a check, and rules and spelling are cheap. What these find
tells a writer who errs from one who does not, in all but the shortest texts; and where they have
found what is wrong with a short sentence, the encoder hardly ever finds more.
"""

from collections.abc import Sequence

from motjuste.analysis import Text
from motjuste.improver.eligible import eligible_words
from motjuste.improver.marks import Span, touches
from motjuste.improver.phrases import compound_places
from motjuste.lexicon.lexicon import Lexicon
from motjuste.text import Improvement

# Faults (doubted words and sure marks) in a thousand words of good prose, as SemCor's has them.
USUAL_FAULTS = 3.0
# Words of such prose that a document is thought to begin with, so that one fault in a short text
# counts, and a few in a long one do not.
USUAL_WORDS = 100
# Faults in a thousand words from which on words are doubted: whoever writes well has chosen the
# word.
_FAULTY = 3 * USUAL_FAULTS
# Words of a text that is read in any case: it may be too short for a fault that a rule finds.
_SHORT_TEXT = 200
# Sure marks in a thousand words from which on a longer text is read at all. Good prose has 0.6,
# learners' sentences with one error each have 24.
_WORTH_READING = 2.0
# Kinds of marks that say what is wrong with a sentence; others are matters of style.
_ERRORS = frozenset({"collocation", "confusable", "pattern", "idiom", "spelling"})
# Words and signs of a short sentence: one error that is marked in it is taken for all there is.
_SHORT_SENTENCE = 15
# The shortest words that the network was trained on, in letters.
_SHORTEST = 3
# The least common words that it was trained on (log10 of occurrences in a billion words).
_LEAST_FREQUENCY = 3.0


def fault_rate(faults: float, words: int) -> float:
    """Faults in a thousand words, if the usual number of them in good prose came before.

    >>> round(fault_rate(2, 900), 2)
    2.3
    """
    usual = USUAL_FAULTS * USUAL_WORDS / 1000
    return 1000 * (faults + usual) / (words + USUAL_WORDS)


def is_worth_reading(sure_marks: int, words: int) -> bool:
    """Whether a text is short, or its sure marks (of rules, spelling) suggest that its writer errs.

    >>> is_worth_reading(0, 150), is_worth_reading(0, 900), is_worth_reading(3, 900)
    (True, False, True)
    """
    return words <= _SHORT_TEXT or fault_rate(sure_marks, words) >= _WORTH_READING


def is_faulty(faults: float, words: int) -> bool:
    """Whether a text, or a sample of it, has so many faults that its words may be doubted."""
    return fault_rate(faults, words) >= _FAULTY


def doubtful_words(
    lexicon: Lexicon,
    text: Text,
    masked: Sequence[Span],
    marks: Sequence[Improvement],
    in_marked_sentences: bool,
) -> set[int]:
    """Where the words of a text start that the network may be asked about.

    They are content words in lower case that are not rare, no part of a compound, and not marked;
    unless `in_marked_sentences`, they do not stand in a short sentence with a marked error either.
    """
    words = text.words
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
        and word.text.islower()
        and len(word.text) >= _SHORTEST
        and lexicon.frequency(word.lemma) > _LEAST_FREQUENCY
        and not any(start < word.end and word.start < end for start, end in closed)
    }


def _marked_sentences(text: Text, marks: Sequence[Improvement]) -> list[Span]:
    """The short sentences in which an error is marked."""
    errors = [mark for mark in marks if mark.kind in _ERRORS]
    if not errors:
        return []
    short = [words for words in text.word_sentences() if len(words) <= _SHORT_SENTENCE]
    spans = [(words[0].start, words[-1].end) for words in short]
    return [span for span in spans if touches(span, errors)]
