"""A lexical substitution system as an improver: every word that gets a substitute is marked.

This is how Smart Word Suggestions evaluates BERT-LS and LexSubCon. Most systems never suggest the
word itself, so every word for which they have a substitute is marked. With `keep`, a system that
can rank may also leave a word as it is, by ranking it above all its substitutes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from motjuste.analysis import in_form, words_of
from motjuste.benchmarks.benchmark import Benchmark
from motjuste.errors import BadInputError
from motjuste.systems.answers import with_top
from motjuste.systems.registry import make_system
from motjuste.systems.system import (
    SUBSTITUTE_KIND,
    SomeFailedError,
    System,
    best_first,
    check_count,
    verbs,
    with_options,
    with_settings,
)
from motjuste.text import UNIVERSAL_POS, Improvement, Suggestion, Target


@dataclass
class Substitution(System):
    """Substitutes of another system for every word of the parts of speech in `pos`.

    An empty `pos` means every word. `options` are that system's settings, `NAME=VALUE` with commas
    between them.
    """

    name: ClassVar[str] = "substitution"
    paper: ClassVar[str] = "Wang et al. 2023"
    description: ClassVar[str] = "another system's substitutes for every word"

    system: str = "default"
    options: tuple[str, ...] = ()
    pos: tuple[str, ...] = ("NOUN", "VERB", "ADJ", "ADV")
    keep: bool = False
    most: int = 5

    def __post_init__(self) -> None:
        check_count("most", self.most)
        wrong = sorted(set(self.pos) - UNIVERSAL_POS)
        if wrong:
            raise BadInputError(f"setting pos: {wrong[0]!r} is not a POS tag (NOUN, VERB, …)")

    @cached_property
    def substituter(self) -> System:
        """The system that is asked for substitutes."""
        system = with_options(make_system(self.system), self.options)
        for verb in ("suggest", "rank") if self.keep else ("suggest",):
            if verb not in verbs(type(system)):
                raise system.not_offered(verb)
        return _before_ranking(system) if self.keep else with_top(system, self.most)

    def prepare(self, benchmark: Benchmark) -> None:
        """Let the other system prepare."""
        self.substituter.prepare(benchmark)

    def improve(self, texts: Sequence[str]) -> list[list[Improvement]]:
        """Every word for which there is a substitute."""
        targets_of_texts = [list(self._targets(text)) for text in texts]
        answers = iter(
            self._substitutes([target for targets in targets_of_texts for target in targets])
        )
        return [
            [
                _improvement(target, substitutes)
                for target in targets
                if (substitutes := next(answers))
            ]
            for targets in targets_of_texts
        ]

    def _targets(self, text: str) -> Iterator[Target]:
        for word in words_of(text):
            if word.text.replace("-", "").isalpha() and (not self.pos or word.pos in self.pos):
                yield Target(text, word.start, word.end, word.pos, word.lemma)

    def _substitutes(self, targets: list[Target]) -> list[list[Suggestion]]:
        try:
            suggested = self.substituter.suggest(targets)
            answers = self._without_kept(targets, suggested) if self.keep else suggested
            return [answer[: self.most] for answer in answers]
        except SomeFailedError as some:
            # The error's outcomes belong to targets, and ours to texts.
            raise some.first from None

    def _without_kept(
        self, targets: list[Target], suggested: list[list[Suggestion]]
    ) -> list[list[Suggestion]]:
        """The substitutes, none where the system ranks the word itself above all of them."""
        answered = [place for place, offers in enumerate(suggested) if offers]
        is_form = self.substituter.suggests_forms
        forms = {
            place: [_as_written(targets[place], offer, is_form) for offer in suggested[place]]
            for place in answered
        }
        written = {
            place: {offer.text: offer for offer in offers} for place, offers in forms.items()
        }
        words = [list(dict.fromkeys([targets[n].word, *written[n]])) for n in answered]
        ranked = self.substituter.rank([targets[n] for n in answered], words)
        above = {
            place: _above(targets[place].word, order, written[place])
            for place, order in zip(answered, ranked, strict=True)
        }
        return [above.get(place, []) for place in range(len(targets))]


def _before_ranking(system: System) -> System:
    """The system with the settings for suggestions that it will rank itself.

    Suggestions are not ordered twice, and forms are not inflected again.
    """
    known = system.settings()
    changes = {"reorder": "false"} if "reorder" in known else {}
    if system.suggests_forms and "inflect" in known:
        changes["inflect"] = "false"
    return with_settings(system, changes)


def _as_written(target: Target, substitute: Suggestion, is_form: bool) -> Suggestion:
    """The substitute in the form in which it would stand in the text, with its lemma if known."""
    if is_form or substitute.lemma is not None:
        return replace(substitute, lemma=substitute.lemma or substitute.text)
    return replace(substitute, text=in_form(target, substitute.text), lemma=substitute.text)


def _above(
    word: str, ranked: Sequence[Suggestion], suggestions: Mapping[str, Suggestion]
) -> list[Suggestion]:
    """The suggestions with the ranker's scores; none if the word itself scores higher."""
    scores = {suggestion.text: suggestion.score for suggestion in ranked}
    rescored = best_first(
        replace(offer, score=scores[text])
        for text, offer in suggestions.items()
        if text in scores and text != word
    )
    return rescored if rescored and (word not in scores or rescored[0].score > scores[word]) else []


def _improvement(target: Target, suggestions: Sequence[Suggestion]) -> Improvement:
    return Improvement(target.start, target.end, SUBSTITUTE_KIND, tuple(suggestions))
