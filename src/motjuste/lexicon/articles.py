"""`a` or `an`, by the sound with which a word or number begins."""

import re

from motjuste.lexicon.inflection import match_case
from motjuste.text import Edit

_SILENT_H = re.compile(r"h(?:ours?\b|our-|ourly|ourglass|onest|onor|onour|eir|erb(?!iv))", re.I)
# Written with a vowel, pronounced with a consonant: like `you` and `won`.
_SPOKEN_YOU = re.compile(
    r"(?:eu(?!clase)|ewe|u(?:biq|ga|k|ni(?!m[ap]|n[a-z]|dentif)|rina|rol|ran[iou]|rea|reth"
    r"|ri(?:ne|c)|s(?:a[bg]|e|u[aerf]|ing)|t(?:[aeiou](?!t)|opi)|v(?:ul|e|a)|pas|ter))",
    re.I,
)
_SPOKEN_WON = re.compile(r"(?:once|one|oneself|oneness|ones|ouija)(?![a-z])", re.I)
_LETTERS_WITH_VOWEL = frozenset("AEFHILMNORSX")
# Words in capitals that are read as a word; all others are read letter by letter.
_READ_AS_WORD = frozenset(
    "NASA NATO NAFTA NASDAQ NAACP RAM ROM SARS SIM SIDS SWAT SCUBA SONAR RADAR LASER LAN FIFA FEMA "
    "MASH MAD MIDI MENSA NOAA REM RICO SALT SOHO SPAM HUD HIPAA HOPE LIDAR OPEC UNICEF UNESCO AIDS "
    "OSHA ASCII ANSI IKEA UEFA".split()
)
_ARTICLE = re.compile(r"(?<![\w'’.-])(an?)\s{1,4}[\"'“‘(\[*_]?\Z", re.I)
_NUMBER = re.compile(r"\d[\d,]*")


def indefinite_article(phrase: str) -> str:
    """The article that goes before a word, phrase or number.

    >>> [indefinite_article(x) for x in ("hour", "university", "MRI", "8-year-old", "one-off")]
    ['an', 'a', 'an', 'an', 'a']
    """
    text = phrase.strip().lstrip("\"'“‘([*_")
    return "an" if text and _begins_with_vowel_sound(text) else "a"


def _begins_with_vowel_sound(text: str) -> bool:
    if number := _NUMBER.match(text):
        return _is_number_with_vowel(number.group().replace(",", ""))
    first = re.split(r"[\s\-./’']", text, maxsplit=1)[0]
    if _is_spelled_out(first):
        return first[0].upper() in _LETTERS_WITH_VOWEL
    if _SILENT_H.match(text):
        return True
    if _SPOKEN_YOU.match(text) or _SPOKEN_WON.match(text):
        return False
    return text[0].lower() in "aeiouàáâäãåæèéêëìíîïòóôöøœùúûü"


def _is_spelled_out(word: str) -> bool:
    """Whether a word is read letter by letter: one letter, or capitals."""
    if len(word) == 1 and word.isalpha():
        return True
    capitals = word.rstrip("s")
    short = 1 < len(capitals) <= 5 and capitals.isalpha() and capitals.isupper()
    return short and capitals not in _READ_AS_WORD


def _is_number_with_vowel(digits: str) -> bool:
    """Whether a number begins with eight, eleven or eighteen, alone or in larger numbers."""
    if digits.startswith("8"):
        return True
    return (digits[:2] in ("11", "18") and len(digits) % 3 == 2) or re.fullmatch(
        r"1[18]\d\d", digits
    ) is not None


def article_before(text: str, start: int) -> tuple[int, int] | None:
    """Start and end of an `a` or `an` directly before an offset of a text, if there is one.

    >>> article_before("I read an amazing paper", 10)
    (7, 9)
    """
    search_start = max(0, start - 12)
    match = _ARTICLE.search(text[search_start:start])
    if match is None:
        return None
    return match.start(1) + search_start, match.end(1) + search_start


def article_edits(text: str, start: int, following: str) -> tuple[Edit, ...]:
    """The edit that makes `a` or `an` before an offset agree with what is to follow it there.

    There is none if no article stands there or if it agrees already.

    >>> article_edits("I read an amazing paper", 10, "wonderful paper")
    (Edit(start=7, end=9, text='a'),)
    """
    article = article_before(text, start)
    if article is None or not following:
        return ()
    old = text[slice(*article)]
    # A single capital does not tell whether the whole article is written in capitals.
    new = match_case(indefinite_article(following), old if old != "A" else "Aa")
    return () if new == old else (Edit(*article, new),)
