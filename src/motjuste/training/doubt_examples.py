"""Examples for the network that doubts words: sentences, with the words that are wrong in them.

In good sentences words are replaced by wrong ones: neighbours in the lexicon, words that learners
confuse with the right ones, or words that labels refuse in that place. Faults of grammar are added
to some, because learners make them too and the network must not take them for wrong words.
Learners' own sentences, and those of rules, have real errors.
"""

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from motjuste.analysis import Text, in_form, locate
from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.lexicon.candidates import candidates
from motjuste.lexicon.inflection import inflect, lemma_of
from motjuste.lexicon.lexicon import Lexicon
from motjuste.rules import Rule
from motjuste.text import Edit, Target, Word, apply_edits
from motjuste.training.learner_sentences import LearnerSentence
from motjuste.training.senses import tagged_sentences

# Each sentence of SemCor is used this often, each time with other words replaced.
SEMCOR_VARIANTS = 2
# Each labelled sentence is used this often.
LABEL_VARIANTS = 2
# Shares of SemCor's sentences in which no word, one word, or two words are replaced.
_REPLACED = (0.3, 0.45, 0.25)
# Share of labelled sentences that are not changed.
_UNCHANGED_LABELS = 0.3
# Share of SemCor's sentences that get faults of grammar …
_FAULTY_SEMCOR = 0.4
# … and of labelled sentences.
_FAULTY_LABELS = 0.3
# Share of wrong words that are learners' confusions, if there are any for the word.
_CONFUSED = 0.5
# The weight of the words of learners' sentences: they are few, and their errors are real …
_MARKS_WEIGHT = 3.0
# … and of those of rules' sentences.
_RULES_WEIGHT = 2.0
# The frequency that a wrong word must have (log10 of occurrences in a billion words) …
_MIN_FREQUENCY = 3.3
# … and the largest difference from the frequency of the right one.
_MAX_FREQUENCY_DIFFERENCE = 0.9
# The least frequency of a word that is learnt from.
_MIN_FREQUENCY_CONTENT = 3.0
# Fewest letters of a word that is learnt from.
_MIN_LETTERS = 3
# Parts of speech of the words that are doubted.
_CONTENT = ("NOUN", "VERB", "ADJ", "ADV")
# Share of articles that are dropped …
_DROPPED_ARTICLES = 0.25
# … and of those that become another one.
_CHANGED_ARTICLES = 0.1
# Share of prepositions that become another one.
_CHANGED_PREPOSITIONS = 0.1
# Share of nouns and verbs that get another form.
_CHANGED_FORMS = 0.12
_ARTICLES = ("a", "an", "the")
_PREPOSITIONS = ("in", "on", "at", "to", "for", "of", "with", "by", "from", "about")
_VERB_FORMS = ("VB", "VBZ", "VBD", "VBG", "VBN")
# Kinds of rules whose sentences have a wrong word; the words of other kinds are a matter of style.
_ERRORS = ("collocation", "confusable", "idiom", "pattern")
# Seed of all random choices.
_SEED = 11
# `{wrong|right}` in the sentence of a rule.
_CHANGED = re.compile(r"\{([^|{}]+)\|([^|{}]+)\}")


class DoubtExample(NamedTuple):
    """A sentence, the spans of the wrong words in it, and the weight of its words.

    `is_good`: whether nothing is wrong in it, not even its grammar.
    """

    text: str
    wrong: tuple[tuple[int, int], ...] = ()
    is_good: bool = True
    weight: float = 1.0


def confusions_of(rules: Iterable[Rule], marks: Iterable[LearnerSentence]) -> dict[str, list[str]]:
    """The words that learners confuse: right lemmas by `wrong lemma/POS`, the most common first.

    They come from the sentences in which rules fire, and from learners' sentences.
    """
    pairs: dict[str, Counter[str]] = defaultdict(Counter)
    for wrong, right in (*_pairs_of_rules(rules), *_pairs_of_marks(marks)):
        word = locate(wrong)
        lemma = lemma_of(right, word.pos)
        if word.pos in _CONTENT and " " not in wrong.word and lemma != word.lemma:
            pairs[f"{word.lemma}/{word.pos}"][lemma] += 1
    return {wrong: [lemma for lemma, _ in right.most_common()] for wrong, right in pairs.items()}


def _pairs_of_rules(rules: Iterable[Rule]) -> Iterator[tuple[Target, str]]:
    for rule in rules:
        for match in _CHANGED.finditer(rule.fires):
            text = _CHANGED.sub(lambda changed: changed[1], rule.fires)
            start = len(_CHANGED.sub(lambda changed: changed[1], rule.fires[: match.start()]))
            yield Target(text, start, start + len(match[1])), match[2]


def _pairs_of_marks(marks: Iterable[LearnerSentence]) -> Iterator[tuple[Target, str]]:
    for sentence in marks:
        for right in sentence.alternatives:
            yield Target(sentence.text, sentence.start, sentence.end), right


def rule_sentences(rules: Iterable[Rule]) -> list[LearnerSentence]:
    """The sentences of rules that correct one word: with the error, corrected, and without one."""
    sentences = []
    for rule in rules:
        changes = list(_CHANGED.finditer(rule.fires))
        if rule.kind not in _ERRORS or len(changes) != 1 or " " in changes[0][1]:
            continue
        wrong, right = changes[0].groups()
        before, after = rule.fires[: changes[0].start()], rule.fires[changes[0].end() :]
        span = (len(before), len(before) + len(wrong))
        sentences += [
            LearnerSentence(before + wrong + after, *span, rule.kind, (right,), rule.reason),
            LearnerSentence(before + right + after, 0, 0, "", (), ""),
            LearnerSentence(rule.quiet, 0, 0, "", (), ""),
        ]
    return sentences


def is_doubtable(lexicon: Lexicon, word: Word) -> bool:
    """Whether a word is learnt from: a content word in lower case that is not rare."""
    return (
        word.pos in _CONTENT
        and word.text.islower()
        and len(word.text) >= _MIN_LETTERS
        and lexicon.frequency(word.lemma) > _MIN_FREQUENCY_CONTENT
    )


@dataclass(frozen=True)
class DoubtSources:
    """What examples are made from.

    `semcor`: its sentences; `labels`: judged targets; `marks`: learners' sentences; `rules`: rows
    whose sentences show an error and its correction.
    """

    semcor: Path
    labels: Benchmark
    marks: Sequence[LearnerSentence]
    rules: Sequence[Rule]

    def fingerprint(self) -> str:
        """A checksum of everything that examples are made from."""
        judged = [
            (item.target.text, [(j.text, j.share()) for j in item.judgements])
            for item in self.labels.items
        ]
        content = repr((judged, list(self.marks), list(self.rules))).encode()
        return sha256(self.semcor.read_bytes() + content).hexdigest()

    def makers(self, lexicon: Lexicon) -> "list[Callable[[], DoubtExample]]":
        """Functions that make one example each, in a fixed order; they must be called in order."""
        confusions = confusions_of(self.rules, self.marks)
        maker = ExampleMaker(lexicon, confusions, random.Random(_SEED))
        return [
            *(partial(maker.of_sentence, t) for t in SEMCOR_VARIANTS * semcor_texts(self.semcor)),
            *(partial(maker.of_label, item) for item in LABEL_VARIANTS * self.labels.items),
            *(partial(_of_learner, row, _RULES_WEIGHT) for row in rule_sentences(self.rules)),
            *(partial(_of_learner, sentence, _MARKS_WEIGHT) for sentence in self.marks),
        ]


def _of_learner(sentence: LearnerSentence, weight: float) -> DoubtExample:
    wrong = () if sentence.is_good else ((sentence.start, sentence.end),)
    return DoubtExample(sentence.text, wrong, sentence.is_good, weight)


@dataclass(frozen=True, eq=False)
class ExampleMaker:
    """Puts wrong words and faults of grammar into good sentences."""

    lexicon: Lexicon
    confusions: Mapping[str, Sequence[str]]
    rng: random.Random

    def of_sentence(self, text: str) -> DoubtExample:
        """A good sentence, in which up to two words are replaced."""
        words = [word for word in Text.of(text).words if is_doubtable(self.lexicon, word)]
        (count,) = self.rng.choices(range(len(_REPLACED)), _REPLACED)
        chosen = self.rng.sample(words, min(count, len(words)))
        wrong = [(word, self._wrong_word(word)) for word in chosen]
        replaced = [(word, lemma) for word, lemma in wrong if lemma is not None]
        return self._spoilt(text, replaced, _FAULTY_SEMCOR)

    def of_label(self, item: Item) -> DoubtExample:
        """A labelled sentence, in which a refused word may stand for the target."""
        refused = [j.text for j in item.judgements if j.share() == 0 and j.text.isalpha()]
        keep = not refused or " " in item.target.word or self.rng.random() < _UNCHANGED_LABELS
        replaced = [] if keep else [(locate(item.target), self.rng.choice(refused))]
        return self._spoilt(item.target.text, replaced, _FAULTY_LABELS)

    def _spoilt(
        self, text: str, replaced: Sequence[tuple[Word, str]], faulty: float
    ) -> DoubtExample:
        """A text with words replaced, each by a wrong one in the same form, and maybe faults."""
        edits = [
            Edit(word.start, word.end, form)
            for word, lemma in replaced
            if (form := in_form(Target(text, word.start, word.end), lemma, word.form)).lower()
            != word.text.lower()
        ]
        faults = self._faults(text, edits) if self.rng.random() < faulty else []
        every = sorted([*edits, *faults])
        wrong = tuple(_span_after(edit, every) for edit in every if edit in edits)
        return DoubtExample(apply_edits(text, every), wrong, not every)

    def _faults(self, text: str, taken: Sequence[Edit]) -> list[Edit]:
        """Faults of grammar outside the given edits."""
        free = (
            word
            for word in Text.of(text).words
            if word.text.islower()
            and not any(edit.start < word.end and word.start < edit.end for edit in taken)
        )
        faults = ((word, self._faulty_form(word)) for word in free)
        return [
            # With the space behind a dropped word.
            Edit(word.start, word.end + (not form and word.end < len(text)), form)
            for word, form in faults
            if form is not None and form != word.text
        ]

    def _faulty_form(self, word: Word) -> str | None:
        """What a learner might write for a word; an empty string drops it, None keeps it."""
        chance = self.rng.random()
        if word.text in _ARTICLES:
            if chance < _DROPPED_ARTICLES:
                return ""
            return self._one_of(_ARTICLES, chance - _DROPPED_ARTICLES < _CHANGED_ARTICLES)
        if word.text in _PREPOSITIONS:
            return self._one_of(_PREPOSITIONS, chance < _CHANGED_PREPOSITIONS)
        if word.pos == "NOUN" and chance < _CHANGED_FORMS:
            return word.lemma if word.form == "NNS" else inflect(word.lemma, "NNS")
        if word.pos == "VERB" and chance < _CHANGED_FORMS:
            return inflect(word.lemma, self.rng.choice(_VERB_FORMS))
        return None

    def _one_of(self, words: Sequence[str], change: bool) -> str | None:
        return self.rng.choice(words) if change else None

    def _wrong_word(self, word: Word) -> str | None:
        confused = self._confused_with.get(f"{word.lemma}/{word.pos}", [])
        if confused and self.rng.random() < _CONFUSED:
            return self.rng.choice(confused)
        choices = self._neighbours(word.lemma, word.pos)
        return self.rng.choice(choices) if len(choices) >= 3 else None

    @cached_property
    def _confused_with(self) -> dict[str, list[str]]:
        """The wrong lemmas that learners write, by the right word."""
        wrong: dict[str, list[str]] = defaultdict(list)
        for key, right in self.confusions.items():
            lemma, pos = key.split("/")
            for word in right:
                wrong[f"{word}/{pos}"].append(lemma)
        return wrong

    @lru_cache(1 << 14)  # noqa: B019 - one object a training run
    def _neighbours(self, lemma: str, pos: str) -> list[str]:
        """Words that the lexicon links to a word, of similar frequency."""
        own = self.lexicon.frequency(lemma)
        words = (candidate.word for candidate in candidates(self.lexicon, lemma, pos))
        words = (word for word in words if word.isalpha() and word.islower() and len(word) > 2)
        return [
            word
            for word in words
            if (frequency := self.lexicon.frequency(word)) >= _MIN_FREQUENCY
            and abs(frequency - own) <= _MAX_FREQUENCY_DIFFERENCE
        ]


def _span_after(edit: Edit, edits: Sequence[Edit]) -> tuple[int, int]:
    """Where the text of an edit stands after all edits are made."""
    shift = sum(len(e.text) - (e.end - e.start) for e in edits if e.start < edit.start)
    return edit.start + shift, edit.start + shift + len(edit.text)


def semcor_texts(path: Path) -> list[str]:
    """SemCor's training sentences, detokenised, in a fixed random order."""
    texts = []
    for row in tagged_sentences(path):
        if 6 <= len(row["tokens"]) <= 45 and len(row["senses"]) >= 3:
            text = " ".join(row["tokens"]).replace("``", '"').replace("''", '"')
            text = re.sub(r" ([.,;:!?)])", r"\1", text).replace("( ", "(")
            texts.append(text.replace(" n't", "n't").replace(" 's", "'s"))
    random.Random(_SEED).shuffle(texts)
    return texts
