"""What a document is as a whole: its genre, and whether it is English at all."""

from itertools import islice
from typing import NamedTuple, cast

from motjuste.documents import Format, passages
from motjuste.improver.evidence import is_foreign
from motjuste.improver.genre import LOOKED_AT, guess_genre
from motjuste.lexicon.lexicon import Lexicon
from motjuste.rules.kinds import Genre
from motjuste.systems.choices import GUESS
from motjuste.text.segmentation import words

# Characters of a document that tell its language.
_LANGUAGE_SAMPLE = 5_000
# A document of fewer words is taken for English.
_FEWEST = 8
# Passages that are looked at: a list may have thousands of short ones.
_PASSAGES = 2_000


class Profile(NamedTuple):
    """What a document is; `is_guessed` says whether somebody else has set the genre."""

    genre: Genre
    is_guessed: bool
    is_english: bool


def profile_of(text: str, form: Format, genre: str | None = None) -> Profile:
    """The profile of a document, with its genre unless that is given.

    >>> text = "Er ging nach Hause, und niemand folgte ihm auf dem Weg."
    >>> profile_of(text, Format.text).is_english
    False
    """
    sample = _prose(text, form)
    given = None if genre in (None, GUESS) else cast(Genre, genre)
    return Profile(given or guess_genre([sample]), given is None, _is_english(sample))


def _prose(text: str, form: Format) -> str:
    """The beginning of a document, without what is no prose."""
    found, size = [], 0
    for passage in islice(passages(text, form), _PASSAGES):
        found.append(passage.text)
        size += len(passage.text)
        if size >= LOOKED_AT:
            break
    return "\n\n".join(found)


def _is_english(sample: str) -> bool:
    beginning = sample[:_LANGUAGE_SAMPLE]
    spellings = [token.text for token in words(beginning)]
    return len(spellings) < _FEWEST or not is_foreign(Lexicon.open(), spellings)
