"""A lexical substitution system as an improver: every word is substituted, and what changes counts.

So Smart Word Suggestions tries BERT-LS and LexSubCon. Most systems never offer the word itself, and
then every word for which they know anything is marked; with `keep` a system that can rank may also
leave a word as it is, by ranking it above all its substitutes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from motjuste.analysis import in_form, read
from motjuste.benchmarks.benchmark import Benchmark
from motjuste.errors import BadInputError
from motjuste.systems.answers import asked_for
from motjuste.systems.registry import make_system
from motjuste.systems.system import SomeFailedError, System, verbs, with_settings
from motjuste.text import UNIVERSAL_POS, Improvement, Kind, Suggestion, Target

# A substitute keeps the meaning: it says the same in another way.
_KIND: Kind = "diversify-expression"


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
        if self.most < 1:
            raise BadInputError(f"most is {self.most}; ask for at least 1 substitute")
        wrong = sorted(set(self.pos) - UNIVERSAL_POS)
        if wrong:
            raise BadInputError(f"setting pos: {wrong[0]!r} is no part of speech (NOUN, VERB, …)")

    @cached_property
    def substituter(self) -> System:
        """The system that is asked for substitutes."""
        pairs = [option.partition("=") for option in self.options]
        system = with_settings(make_system(self.system), {name: to for name, _, to in pairs})
        for verb in ("suggest", "rank") if self.keep else ("suggest",):
            if verb not in verbs(type(system)):
                raise system.not_offered(verb)
        return _before_ranking(system) if self.keep else asked_for(system, self.most)

    def prepare(self, benchmark: Benchmark) -> None:
        """Let the other system prepare."""
        self.substituter.prepare(benchmark)

    def improve(self, texts: Sequence[str]) -> list[list[Improvement]]:
        """Every word for which there is a substitute."""
        asked = [list(self._targets(text)) for text in texts]
        answers = iter(self._substitutes([target for targets in asked for target in targets]))
        return [
            [_improvement(target, found) for target in targets if (found := next(answers))]
            for targets in asked
        ]

    def _targets(self, text: str) -> Iterator[Target]:
        for word in read(text):
            if word.text.replace("-", "").isalpha() and (not self.pos or word.pos in self.pos):
                yield Target(text, word.start, word.end, word.pos, word.lemma)

    def _substitutes(self, targets: list[Target]) -> list[list[Suggestion]]:
        try:
            suggested = self.substituter.suggest(targets)
            kept = self._without_kept(targets, suggested) if self.keep else suggested
            return [answer[: self.most] for answer in kept]
        except SomeFailedError as some:
            # Its outcomes are of targets, ours of texts.
            raise some.first from None

    def _without_kept(
        self, targets: list[Target], found: list[list[Suggestion]]
    ) -> list[list[Suggestion]]:
        """Nothing in place of the substitutes that the system likes less than the word itself."""
        asked = [place for place, offers in enumerate(found) if offers]
        is_form = self.substituter.suggests_forms
        forms = {
            place: [_as_written(targets[place], offer, is_form) for offer in found[place]]
            for place in asked
        }
        written = {
            place: {offer.text: offer for offer in offers} for place, offers in forms.items()
        }
        words = [list(dict.fromkeys([targets[n].word, *written[n]])) for n in asked]
        ranked = self.substituter.rank([targets[n] for n in asked], words)
        above = {
            place: _above(targets[place].word, order, written[place])
            for place, order in zip(asked, ranked, strict=True)
        }
        return [above.get(place, []) for place in range(len(targets))]


def _before_ranking(system: System) -> System:
    """The system without what its ranking of the word and its substitutes makes superfluous.

    Nothing is cut off before it is ranked, nor ordered twice, and forms are not inflected again.
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
    word: str, ranked: Sequence[Suggestion], offers: Mapping[str, Suggestion]
) -> list[Suggestion]:
    """The offers with the scores that they were ranked with; none if the word stands above them."""
    scores = {each.text: each.score for each in ranked}
    found = [
        replace(offer, score=scores[text])
        for text, offer in offers.items()
        if text in scores and text != word
    ]
    found.sort(key=lambda each: -each.score)
    return found if found and (word not in scores or found[0].score > scores[word]) else []


def _improvement(target: Target, found: Sequence[Suggestion]) -> Improvement:
    return Improvement(target.start, target.end, _KIND, tuple(found))
