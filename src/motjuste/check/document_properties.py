"""Properties of a document as a whole: its genre, and whether it is English."""

from itertools import islice
from typing import NamedTuple, cast

from motjuste.documents import Format, passages
from motjuste.improver.evidence import is_foreign
from motjuste.improver.genre import MAX_CHARACTERS, guess_genre
from motjuste.lexicon.lexicon import Lexicon
from motjuste.systems.system import GUESS
from motjuste.text import Genre
from motjuste.text.segmentation import words

# Characters at the beginning of a document by which its language is detected.
_LANGUAGE_SAMPLE = 5_000
# Words below which a document is taken for English.
_MIN_WORDS = 8
# Passages that are examined: a list may have thousands of short ones.
_MAX_PASSAGES = 2_000


class DocumentProperties(NamedTuple):
    """A document's properties; `is_guessed` is False if the genre was set by the user."""

    genre: Genre
    is_guessed: bool
    is_english: bool


def properties_of(text: str, form: Format, genre: str | None = None) -> DocumentProperties:
    """The properties of a document; its genre is guessed unless it is given.

    >>> text = "Er ging nach Hause, und niemand folgte ihm auf dem Weg."
    >>> properties_of(text, Format.text).is_english
    False
    """
    sample = _prose(text, form)
    chosen = None if genre in (None, GUESS) else cast(Genre, genre)
    return DocumentProperties(chosen or guess_genre([sample]), chosen is None, _is_english(sample))


def _prose(text: str, form: Format) -> str:
    """The prose at the beginning of a document."""
    texts, size = [], 0
    for passage in islice(passages(text, form), _MAX_PASSAGES):
        texts.append(passage.text)
        size += len(passage.text)
        if size >= MAX_CHARACTERS:
            break
    return "\n\n".join(texts)


def _is_english(sample: str) -> bool:
    beginning = sample[:_LANGUAGE_SAMPLE]
    spellings = [token.text for token in words(beginning)]
    return len(spellings) < _MIN_WORDS or not is_foreign(Lexicon.open(), spellings)
