"""The options for a word that may be wrong: itself, and what could be written instead.

They come from confusion lists, earlier corrections, collocations, the word's family, and the
suggester. Each has features: the evidence for it, and its state, read by the encoder in the place.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from math import log, log1p
from typing import NamedTuple

import numpy as np
from rapidfuzz.distance import Indel

from motjuste.analysis import in_form
from motjuste.encoder.encoder import unit
from motjuste.encoder.quantisation import Floats
from motjuste.improver.confusions import (
    RELATIONS,
    Confusions,
    Governor,
    Lexeme,
    governors,
)
from motjuste.lexicon.inflection import inflect, match_case
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS
from motjuste.suggester.labelled import is_candidate
from motjuste.suggester.suggester import Suggester
from motjuste.text import Target, Word

# Options for a word at most, itself included: few enough for one pass of the encoder.
MAX_OPTIONS = 28
# The suggester's words that become options; it scores them from the pass over the sentence alone.
_FROM_SUGGESTER = 24
# Earlier corrections of the word that become options.
_FROM_CORRECTIONS = 24
# Words of another part of speech that are taken from a confusion list under that part of speech.
_FROM_OTHER_POS = 6
# Members of its word family that become options.
_FROM_FAMILY = 8
# Derived words from which the search for a word's family goes on.
_FAMILY_STEPS = 8
# First letters that the members of a family share.
_SHARED_LETTERS = 3
# The least common words of a family that are tried (log10 of occurrences in a billion words).
_MIN_FREQUENCY = 2.3
# The score of a suggestion at which its feature is zero, like that of a word not suggested.
_MIN_SCORE = 0.007

# The tag of the plain form of each part of speech.
PLAIN_FORMS = {"NOUN": "NN", "VERB": "VB", "ADJ": "JJ", "ADV": "RB"}
# The forms in which a verb may replace a word that is no verb.
_VERB_FORMS = ("VB", "VBD", "VBG")
# Forms of a verb or noun whose replacement by a noun is plural (`he informations me`).
_PLURAL_FORMS = frozenset({"NNS", "VBZ"})

# What the network reads of an option besides its state in place, in this order:
FEATURES = (
    # 1 for the word itself.
    "is_original",
    # How well it fits without a look at the word, and its cosine with the word in both layers.
    "fit",
    "cosine_1",
    "cosine_2",
    # Its frequency (log10 of occurrences in a billion words), and that minus the word's.
    "frequency",
    "frequency_difference",
    # 1 / rank in the word's confusion list, and in the lists of other parts of speech.
    "listed",
    "listed_elsewhere",
    # Log of how often the word was corrected to it, its share of the word's corrections, and log of
    # how often it was the right word at all.
    "corrected",
    "share_of_corrections",
    "right",
    # Log of the suggester's score, in units of the least one, and 1 / rank.
    "suggested",
    "suggested_rank",
    "same_pos",
    # Similarity of spelling, and share of the longer word that is a common prefix.
    "similarity",
    "prefix",
    # 1 for members of the word family.
    "family",
    # 1 if a related noun goes with it, by relation; 1 if the table says anything of that noun.
    "verbs",
    "subject_verbs",
    "adjectives",
    "has_collocates",
    "spaces",
    # Log of how often the original word was corrected at all.
    "original_corrected",
    # The log odds that the original word is wrong.
    "doubt",
)
# The features that say that a related noun goes with an option.
_RELATIONS_OF_NOUNS = {relation.field for relation in RELATIONS}
_COLUMN = {name: index for index, name in enumerate(FEATURES)}


@dataclass(frozen=True)
class Option:
    """A word that may stand in a place, with the features that are known without the encoder."""

    lexeme: Lexeme
    text: str
    evidence: Mapping[str, float] = field(default_factory=dict)


class Options(NamedTuple):
    """The options for a word, the word itself first: features, and states read in its place."""

    options: tuple[Option, ...]
    features: Floats
    states: Floats


@dataclass(frozen=True, eq=False)
class OptionFinder:
    """Finds the options for a word of a sentence."""

    suggester: Suggester
    confusions: Confusions

    def find(
        self,
        words: Sequence[Word],
        index: int,
        target: Target,
        doubt: float,
        left_out: Mapping[Lexeme, int] | None = None,
    ) -> Options | None:
        """The options for the target, a word of a sentence; None if the encoder cannot see it.

        `left_out` are corrections of the word that training takes out of the counts.
        """
        read = self.quick_suggester.read(target)
        if read is None:
            return None
        options = self.options(words, index, target, left_out or {})
        states = self.suggester.encoder.states_in_place(*read, [option.text for option in options])
        features = np.array([self._row(option, doubt) for option in options], np.float32)
        seen = read.reading.states[read.pieces].mean(0).reshape(2, -1)
        layers = unit(states.reshape(len(options), 2, -1))
        # Row by row, unlike a matrix product, whose last digits depend on the other rows.
        features[:, _COLUMN["cosine_1"] : _COLUMN["cosine_2"] + 1] = np.einsum(
            "wld,ld->wl", layers, unit(seen)
        )
        features[:, _COLUMN["fit"]] = self.suggester.encoder.fit(states)
        return Options(tuple(options), features, states)

    @cached_property
    def quick_suggester(self) -> Suggester:
        """The suggester without its second step: all options are read in place anyway."""
        return replace(
            self.suggester,
            reranked_count=0,
            max_suggestions=_FROM_SUGGESTER,
            glosses=0,
            phrases=False,
        )

    def options(
        self, words: Sequence[Word], index: int, target: Target, left_out: Mapping[Lexeme, int]
    ) -> list[Option]:
        """The word itself and what could replace it, without what only the encoder knows."""
        word = words[index]
        original = Lexeme(word.lemma, word.pos)
        corrected = self.confusions.corrected(original)
        corrected = Counter({key: n - left_out.get(key, 0) for key, n in corrected.items()})
        evidence: dict[Lexeme, dict[str, float]] = {original: {}}
        for lexeme, features in self._proposed(words, index, target, +corrected):
            known = evidence.setdefault(lexeme, {})
            for name, value in features.items():
                known[name] = max(value, known.get(name, 0.0))
        shared = {
            "original_corrected": log1p((+corrected).total()),
            "has_collocates": float(
                any(_RELATIONS_OF_NOUNS & set(known) for known in evidence.values())
            ),
        }
        return _OptionMaker(self, words, index, target, shared, left_out).made(evidence)

    def _proposed(
        self, words: Sequence[Word], index: int, target: Target, corrected: Counter[Lexeme]
    ) -> Iterator[tuple[Lexeme, dict[str, float]]]:
        """The words that could replace a word, the best sources first, each with features."""
        word, total = words[index], corrected.total()
        for lexeme, count in corrected.most_common(_FROM_CORRECTIONS):
            yield lexeme, {"corrected": log1p(count), "share_of_corrections": count / total}
        yield from self._listed(word)
        for lexeme, relation in self.confusions.of_related_nouns(words, index):
            yield lexeme, {relation: 1.0}
        for lexeme in self._family(word.lemma):
            yield lexeme, {"family": 1.0}
        for rank, suggestion in enumerate(self.quick_suggester.answer(target).suggestions):
            if not suggestion.edits:
                score = max(0.0, log(max(suggestion.score, _MIN_SCORE) / _MIN_SCORE))
                features = {"suggested": score, "suggested_rank": 1 / (1 + rank)}
                yield Lexeme(suggestion.lemma or suggestion.text, word.pos), features
        for lemma in self.confusions.common(word.pos):
            yield Lexeme(lemma, word.pos), {}

    def _listed(self, word: Word) -> Iterator[tuple[Lexeme, dict[str, float]]]:
        """What learners mean by a word or its form, also where it is another part of speech."""
        for written in dict.fromkeys((word.lemma, word.text.lower())):
            for rank, lexeme in enumerate(self.confusions.listed(Lexeme(written, word.pos))):
                yield lexeme, {"listed": 1 / (1 + rank)}
            for pos in PLAIN_FORMS:
                if pos == word.pos:
                    continue
                others = self.confusions.listed(Lexeme(written, pos))[:_FROM_OTHER_POS]
                for rank, lexeme in enumerate(others):
                    yield lexeme, {"listed_elsewhere": 1 / (1 + rank)}

    @cached_property
    def _family(self) -> "_Family":
        return _Family(self.suggester.lexicon)

    def _row(self, option: Option, doubt: float) -> list[float]:
        values = {**option.evidence, "doubt": doubt}
        return [float(values.get(name, 0.0)) for name in FEATURES]


class _Family:
    """The words that are derived from the same word (`fluent`, `fluency`, `fluently`)."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._cached = lru_cache(1 << 14)(self._find)

    def __call__(self, lemma: str) -> tuple[Lexeme, ...]:
        """The family of a lemma, without itself, the nearest first."""
        return self._cached(lemma)

    def _find(self, lemma: str) -> tuple[Lexeme, ...]:
        near = self._derived(lemma, lemma)
        far = [word for other in near[:_FAMILY_STEPS] for word in self._derived(other, lemma)]
        adverbs = [form for word in (lemma, *near, *far) for form in _adverbs(word)]
        family = [
            word
            for word in dict.fromkeys([*near, *far, *adverbs])
            if word != lemma and self._lexicon.frequency(word) > _MIN_FREQUENCY
        ]
        return tuple(Lexeme(word, self._usual_pos(word)) for word in family[:_FROM_FAMILY])

    def _derived(self, word: str, like: str) -> list[str]:
        lexicon = self._lexicon
        synsets = [
            synset
            for sense in lexicon.senses(word)
            for relation in ("derivation", "pertainym")
            for synset in lexicon.targets(sense.synset, relation)
        ]
        members = dict.fromkeys(n for synset in synsets for n in lexicon.members(synset))
        words = map(lexicon.spelling, members)
        return [w for w in words if " " not in w and w.startswith(like[:_SHARED_LETTERS])]

    def _usual_pos(self, word: str) -> str:
        return next(iter(self._lexicon.parts_of_speech(word)), "NOUN")


def _adverbs(adjective: str) -> tuple[str, str]:
    """The forms that an adverb derived from an adjective may have; most are no words.

    >>> _adverbs("gentle")[1], _adverbs("true")[1], _adverbs("full")[1], _adverbs("basic")[1]
    ('gently', 'truly', 'fully', 'basically')
    """
    endings = {"y": (1, "ily"), "le": (1, "y"), "ue": (1, "ly"), "ll": (0, "y")}
    cut, ending = next(
        (change for end, change in endings.items() if adjective.endswith(end)), (0, "ally")
    )
    return f"{adjective}ly", adjective[: len(adjective) - cut] + ending


@dataclass(frozen=True, eq=False)
class _OptionMaker:
    """Makes options of proposed words: their forms in the place, and the features of each.

    `shared` are the features that all options of a word have in common.
    """

    finder: OptionFinder
    words: Sequence[Word]
    index: int
    target: Target
    shared: Mapping[str, float]
    left_out: Mapping[Lexeme, int]

    def made(self, proposed: Mapping[Lexeme, Mapping[str, float]]) -> list[Option]:
        """The options for the proposed words, of which the first is the word itself."""
        options: dict[str, Option] = {}
        for lexeme, evidence in proposed.items():
            for text in self._texts(lexeme, is_original=not options):
                if text.lower() not in options and len(options) < MAX_OPTIONS:
                    features = self._features(lexeme, text, evidence, is_original=not options)
                    options[text.lower()] = Option(lexeme, text, features)
        return list(options.values())

    @property
    def _word(self) -> Word:
        return self.words[self.index]

    def _texts(self, lexeme: Lexeme, is_original: bool) -> list[str]:
        """A word in the form, or the forms, that may replace the target."""
        word = self._word
        if is_original:
            return [word.text]
        letter = WORDNET_POS.get(lexeme.pos)
        if letter is None or lexeme.lemma == word.lemma or not is_candidate(lexeme.lemma, letter):
            return []
        if lexeme.pos == word.pos:
            return [in_form(self.target, lexeme.lemma, word.form)]
        forms: Sequence[str] = (PLAIN_FORMS[lexeme.pos],)
        if lexeme.pos == "VERB":
            forms = (word.form,) if word.form.startswith("VB") else _VERB_FORMS
        elif lexeme.pos == "NOUN" and word.form in _PLURAL_FORMS:
            forms = ("NNS",)
        return [match_case(inflect(lexeme.lemma, form), word.text) for form in forms]

    def _features(
        self, lexeme: Lexeme, text: str, evidence: Mapping[str, float], is_original: bool
    ) -> dict[str, float]:
        word, frequency = self._word, self.finder.suggester.lexicon.frequency
        confusions = self.finder.confusions
        right = confusions.times_right(lexeme) - self.left_out.get(lexeme, 0)
        return {
            **self.shared,
            **evidence,
            **self._collocation(lexeme),
            "is_original": float(is_original),
            "frequency": frequency(lexeme.lemma),
            "frequency_difference": frequency(lexeme.lemma) - frequency(word.lemma),
            "right": log1p(max(0, right)),
            "same_pos": float(lexeme.pos == word.pos),
            "similarity": _similarity(text, word.text),
            "prefix": _shared_prefix(text.lower(), word.text.lower()),
            "spaces": float(lexeme.lemma.count(" ")),
        }

    def _collocation(self, lexeme: Lexeme) -> dict[str, float]:
        """Whether a noun goes with what it is related to; of verbs and adjectives that is known."""
        if lexeme.pos != "NOUN" or not self._governors:
            return {}
        fields = self.finder.confusions.goes_with(lexeme.lemma, self._governors)
        if fields is None:
            return {}
        return {"has_collocates": 1.0} | dict.fromkeys(fields, 1.0)

    @cached_property
    def _governors(self) -> list[Governor]:
        return governors(self.words, self.index) if self._word.pos == "NOUN" else []


@lru_cache(1 << 14)
def _similarity(one: str, other: str) -> float:
    return Indel.normalized_similarity(one.lower(), other.lower())


def _shared_prefix(one: str, other: str) -> float:
    shared = next(
        (place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]),
        min(len(one), len(other)),
    )
    return shared / max(len(one), len(other))
