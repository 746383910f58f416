"""The genre of a text (formal, neutral, casual or fiction), guessed from counts of cues."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from motjuste.text import Genre

# A shorter text, in words, is called neutral: a few cues would decide its genre.
_MIN_WORDS = 30
# Characters of a document that are read; more would only cost time.
MAX_CHARACTERS = 50_000

_WORD = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)*")
_CONTRACTION = re.compile(r"\b\w+(?:n['’]t|['’](?:re|ve|ll|d|m))\b", re.IGNORECASE)
_FIRST_OR_SECOND = frozenset("i me my mine you your yours we us our i'm i've you're".split())
_THIRD = frozenset("he she him her his hers himself herself".split())
_CASUAL = frozenset(
    "hi hey hello thanks lol ok okay yeah yep cool awesome guys stuff btw haha wow gonna wanna "
    "gotta kinda sorta cheers xx bye omg hiya dunno".split()
)
_FORMAL = frozenset(
    "furthermore moreover therefore thus hence however consequently nevertheless regarding "
    "concerning whereas accordingly respectively sincerely hereby pursuant notwithstanding "
    "conclusion essay study analysis research section table figure hypothesis "
    "significant significantly policy government education".split()
)
_NARRATION = frozenset(
    "said asked replied cried whispered answered muttered shouted exclaimed murmured told "
    "nodded smiled laughed sighed looked turned stood walked felt thought knew".split()
)
_SPEECH = re.compile(r"[“\"][^”\"\n]{2,300}[,.!?…—-]{1,2}[”\"]|[‘'][A-Z][^’'\n]{2,200}[,.!?][’']")
_FORMAL_LETTER = re.compile(
    r"\bdear (?:sir|madam)|\byours (?:faithfully|sincerely|truly)\b|\bto whom it may concern\b",
    re.IGNORECASE,
)
# News is full of figures and dates, unlike fiction, which it resembles in its quotations.
_NUMBER = re.compile(r"\d[\d.,]*")
_EMOJI = re.compile("[\U0001f300-\U0001faff☺-♥]|[:;]-?[)(DP]")


class Cues(NamedTuple):
    """How often each cue occurs in a text, per thousand words."""

    contractions: float
    first_or_second: float
    third: float
    casual: float
    formal: float
    narration: float
    speech: float
    exclamations: float
    emoji: float
    formal_letter: float
    numbers: float


# Weights of the cues for each genre, set by hand; neutral is what no other genre claims.
_WEIGHTS: Mapping[Genre, Cues] = {
    "formal": Cues(-0.10, -0.03, -0.01, -0.4, 0.25, -0.06, -0.15, -0.3, -0.5, 0.7, 0.0),
    "casual": Cues(0.05, 0.015, -0.03, 0.25, -0.1, -0.08, -0.1, 0.1, 0.5, -0.3, 0.0),
    "fiction": Cues(0.0, -0.005, 0.035, -0.05, -0.12, 0.07, 0.12, 0.0, -0.3, 0.0, -0.15),
}
# The score that a text needs to be taken for a genre.
_MIN_SCORE: Mapping[Genre, float] = {"formal": 1.0, "casual": 2.0, "fiction": 1.8}


def guess_genre(texts: Sequence[str]) -> Genre:
    """The genre of a document.

    >>> guess_genre(["Hi guys! I'm so happy that you're coming. It's gonna be awesome, lol. " * 3])
    'casual'
    """
    text = "\n".join(texts)[:MAX_CHARACTERS]
    words = [word.lower().replace("’", "'") for word in _WORD.findall(text)]
    if len(words) < _MIN_WORDS:
        return "neutral"
    scores = genre_scores(count_cues(text, words))
    best = max(scores, key=lambda genre: scores[genre] - _MIN_SCORE[genre])
    return best if scores[best] >= _MIN_SCORE[best] else "neutral"


def count_cues(text: str, words: Sequence[str]) -> Cues:
    """The cues of a text, whose words are given in lower case."""

    def per_thousand(count: int) -> float:
        return 1000 * count / len(words)

    def of_words(cue_words: frozenset[str]) -> float:
        return per_thousand(sum(word in cue_words for word in words))

    return Cues(
        per_thousand(len(_CONTRACTION.findall(text))),
        of_words(_FIRST_OR_SECOND),
        of_words(_THIRD),
        of_words(_CASUAL),
        of_words(_FORMAL),
        of_words(_NARRATION),
        per_thousand(len(_SPEECH.findall(text))),
        per_thousand(text.count("!")),
        per_thousand(len(_EMOJI.findall(text))),
        per_thousand(len(_FORMAL_LETTER.findall(text))),
        per_thousand(len(_NUMBER.findall(text))),
    )


def genre_scores(cues: Cues) -> dict[Genre, float]:
    """The score of each genre but neutral: the weighted sum of the cues."""
    return {
        genre: sum(weight * cue for weight, cue in zip(weights, cues, strict=True))
        for genre, weights in _WEIGHTS.items()
    }
