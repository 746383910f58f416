"""Systems for tests of `suggest` and `rank`: they know three words, or fail."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from motjuste.analysis import locate
from motjuste.systems.system import System
from motjuste.text import Answer, Suggestion, Target

PAPER = "I read an *amazing* paper today."
KNOWN = {
    "amazing": [
        Suggestion("wonderful", 0.83, "wonderful", "extraordinarily good"),
        Suggestion("awesome", 0.5, "awesome", None),
        Suggestion("great", 0.25, "great", "very good"),
    ],
    "quit": [Suggestion("gave up", 0.5, "give up", "stop trying")],
    "bank": [Suggestion("shore", 0.5, "shore", None)],
}


@dataclass
class Plain(System):
    """Knows three words; gives forms with their lemmas."""

    name: ClassVar[str] = "plain"

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        return [list(KNOWN.get(target.word, [])) for target in targets]

    def rank(
        self, targets: Sequence[Target], candidates: Sequence[Sequence[str]]
    ) -> list[list[Suggestion]]:
        return [
            [Suggestion(word, -len(word)) for word in sorted(words, key=len)]
            for words in candidates
        ]


@dataclass
class Fake(Plain):
    """The same, with reasons and all settings."""

    name: ClassVar[str] = "fake"
    max_rarity: str = "any"
    thesauri: tuple[str, ...] = ()

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        if self.thesauri or self.max_rarity != "any":
            settings_text = " ".join((self.max_rarity, *self.thesauri))
            return [[Suggestion(settings_text, 1.0, settings_text)] for _ in targets]
        return super().suggest(targets)

    def answer(self, target: Target, origins: bool = False) -> Answer:
        (known,) = self.suggest([target])
        if not known:
            return Answer(target, locate(target), reason="it is a name")
        if not origins:
            return Answer(target, locate(target), tuple(known))
        parts = (("fits the sentence", 0.31), ("is rare", -0.02))
        origin = "synonym, WordNet sense 2"
        offered = tuple(replace(suggestion, origin=origin, parts=parts) for suggestion in known)
        return Answer(target, locate(target), offered, "surprising greatly")


@dataclass
class Broken(System):
    """Fails, or says what is no answer."""

    name: ClassVar[str] = "broken"

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        if targets[0].word == "crash":
            raise ValueError("no\nidea")
        if targets[0].word == "nan":
            return [[Suggestion("x", float("nan"))]]
        return []


def texts(document):
    return [substitute["text"] for substitute in document["substitutes"]]
