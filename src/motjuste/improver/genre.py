"""What a text is: formal, neutral, casual or fiction, guessed from signs that can be counted."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from motjuste.rules import Genre

# A text of fewer words says too little of itself: it is neutral.
_FEWEST = 30
# Characters of a document that are looked at.
LOOKED_AT = 50_000

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
    "conclusion furthermore essay study analysis research section table figure hypothesis "
    "significant significantly policy government education".split()
)
_SAYING = frozenset(
    "said asked replied cried whispered answered muttered shouted exclaimed murmured told "
    "nodded smiled laughed sighed looked turned stood walked felt thought knew".split()
)
_SPEECH = re.compile(r"[“\"][^”\"\n]{2,300}[,.!?…—-]{1,2}[”\"]|[‘'][A-Z][^’'\n]{2,200}[,.!?][’']")
_EMOJI = re.compile("[\U0001f300-\U0001faff☺-♥]|[:;]-?[)(DP]")


class Signs(NamedTuple):
    """How often something stands in a text, in a thousand words."""

    contractions: float
    persons: float
    third: float
    casual: float
    formal: float
    saying: float
    speech: float
    shouts: float
    emoji: float


# What each sign says for a genre; neutral is what no other genre claims.
_WEIGHTS: Mapping[Genre, Signs] = {
    "formal": Signs(-0.10, -0.03, -0.01, -0.4, 0.25, -0.06, -0.15, -0.3, -0.5),
    "casual": Signs(0.05, 0.015, -0.03, 0.25, -0.1, -0.08, -0.1, 0.1, 0.5),
    "fiction": Signs(0.0, -0.005, 0.035, -0.05, -0.12, 0.07, 0.12, 0.0, -0.3),
}
# From this score on a genre is believed.
_LEAST: Mapping[Genre, float] = {"formal": 1.0, "casual": 2.0, "fiction": 1.8}


def guess_genre(texts: Sequence[str]) -> Genre:
    """The genre of a document.

    >>> guess_genre(["Hi guys! I'm so happy that you're coming. It's gonna be awesome, lol. " * 3])
    'casual'
    """
    text = "\n".join(texts)[:LOOKED_AT]
    words = [word.lower().replace("’", "'") for word in _WORD.findall(text)]
    if len(words) < _FEWEST:
        return "neutral"
    scores = genre_scores(signs_of(text, words))
    best = max(scores, key=lambda genre: scores[genre] - _LEAST[genre])
    return best if scores[best] >= _LEAST[best] else "neutral"


def signs_of(text: str, words: Sequence[str]) -> Signs:
    """The signs of a text, of which the words in small letters are known."""

    def share(count: int) -> float:
        return 1000 * count / len(words)

    def among(known: frozenset[str]) -> float:
        return share(sum(word in known for word in words))

    return Signs(
        share(len(_CONTRACTION.findall(text))),
        among(_FIRST_OR_SECOND),
        among(_THIRD),
        among(_CASUAL),
        among(_FORMAL),
        among(_SAYING),
        share(len(_SPEECH.findall(text))),
        share(text.count("!")),
        share(len(_EMOJI.findall(text))),
    )


def genre_scores(signs: Signs) -> dict[Genre, float]:
    """How much the signs say for each genre but neutral."""
    return {
        genre: sum(weight * sign for weight, sign in zip(weights, signs, strict=True))
        for genre, weights in _WEIGHTS.items()
    }
