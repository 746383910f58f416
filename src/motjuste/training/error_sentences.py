"""Sentences with a wrong word, and good ones, from which the detector of wrong words learns.

Learners' sentences and the sentences of rules have real errors. In good sentences a word is
replaced by a wrong one: a neighbour in the lexicon, a word that learners write for the right one,
or a word that labels refuse in that place.
"""

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from motjuste.analysis import Text, in_form, locate
from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.improver.confusions import Lexeme
from motjuste.improver.correction_options import PLAIN_FORMS
from motjuste.improver.doubt_gate import is_common_content_word
from motjuste.lexicon.candidates import candidates
from motjuste.lexicon.inflection import inflect, lemma_of, match_case
from motjuste.lexicon.lexicon import Lexicon
from motjuste.rules import Rule
from motjuste.text import Target, Word
from motjuste.training.learner_sentences import LearnerSentence
from motjuste.training.senses import tagged_sentences

# Sentences of SemCor that are read; in every second one a word is replaced.
_SEMCOR_SENTENCES = 30_000
# Tokens in the sentences of SemCor that are used: shorter ones are headings …
_MIN_TOKENS = 6
# … and longer ones lists.
_MAX_TOKENS = 45
# Tagged words that they must have.
_MIN_TAGGED = 3
# Of this many sentences of the thesaurus one stays as it is; in the others a word is replaced by
# one that learners write for it.
_THESAURUS_PARTS = 3
# Weights in the loss. Learners' sentences are few, and their errors are real …
_LEARNERS_WEIGHT = 3.0
# … those of rules are like them, but written to show one pattern …
_RULES_WEIGHT = 2.0
_GOOD_WEIGHT = 1.0
# … and words that were put in are wrong less surely.
_REPLACED_WEIGHT = 0.7
_NEIGHBOUR_WEIGHT = 0.4
# The frequency that a neighbour must have (log10 of occurrences in a billion words) …
_MIN_FREQUENCY = 3.3
# … and the largest difference from the frequency of the right word.
_MAX_FREQUENCY_DIFFERENCE = 0.9
# A word with fewer neighbours than this is not replaced.
_MIN_NEIGHBOURS = 3
# Votes of an accepted substitute, of twenty: those of the grades good and best.
_GOOD_VOTES = 15
# Kinds of error where a word is wrong; the others are matters of style.
_ERRORS = ("collocation", "confusable", "idiom", "pattern")
# `{wrong|right}` in the sentence of a rule.
_CHANGED = re.compile(r"\{([^|{}]+)\|([^|{}]+)\}")
# Seed of all random choices.
_SEED = 11


class Example(NamedTuple):
    """A sentence to learn from.

    `weight`: what its words count in the loss.
    `group`: sentences of one group are never on both sides of a split.
    `is_real`: whether it stands as a learner, or the writer of a rule, wrote it. All words of such
        a sentence are learnt from, and its corrections are counted.
    """

    sentence: LearnerSentence
    weight: float
    group: str
    is_real: bool = True


@dataclass(frozen=True)
class Sources:
    """What examples are made from.

    `semcor`: the file of its sentences.
    `labels`: judged targets; `thesaurus`: sentences with their substitutes.
    `marks`: learners' sentences.
    `rules`: rows whose sentences show an error and its correction.
    `listed`: the words that learners mean when they write a word.
    """

    semcor: Path
    labels: Benchmark
    thesaurus: Benchmark
    marks: Sequence[LearnerSentence]
    rules: Sequence[Rule]
    listed: Mapping[Lexeme, Sequence[Lexeme]]


def good(text: str) -> LearnerSentence:
    """A sentence without an error."""
    return LearnerSentence(text, 0, 0, "", (), "")


def error_of(target: Target, wrong: str, right: Iterable[str]) -> LearnerSentence:
    """A sentence in which a target is replaced by a wrong word, with what to write instead."""
    text = target.text[: target.start] + wrong + target.text[target.end :]
    end = target.start + len(wrong)
    return LearnerSentence(text, target.start, end, "confusable", tuple(right), "")


def make_examples(sources: Sources, lexicon: Lexicon) -> list[Example]:
    """Examples from all sources, always the same and in the same order."""
    replacer = Replacer(sources, lexicon, random.Random(_SEED))
    return [
        *of_learners(sources.marks),
        *of_rules(sources.rules),
        *replacer.of_semcor(),
        *replacer.of_labels(),
        *replacer.of_thesaurus(),
    ]


def of_learners(marks: Iterable[LearnerSentence]) -> Iterator[Example]:
    """Learners' sentences; those in which only the style is bad are left out."""
    for sentence in marks:
        if sentence.is_good or sentence.kind in _ERRORS:
            yield Example(sentence, _LEARNERS_WEIGHT, sentence.text)


def of_rules(rules: Iterable[Rule]) -> Iterator[Example]:
    """The sentences of rules that correct one word: with the error, corrected, and without one."""
    for rule in rules:
        if rule.kind not in _ERRORS:
            continue
        changes = list(_CHANGED.finditer(rule.fires))
        if len(changes) == 1 and " " not in changes[0][1]:
            wrong, right = changes[0].groups()
            before, after = rule.fires[: changes[0].start()], rule.fires[changes[0].end() :]
            target = Target(before + right + after, len(before), len(before) + len(right))
            yield Example(error_of(target, wrong, [right]), _RULES_WEIGHT, rule.fires)
            yield Example(good(target.text), _GOOD_WEIGHT, rule.fires)
        yield Example(good(rule.quiet), _GOOD_WEIGHT, rule.fires)


def corrections_of(examples: Iterable[Example]) -> dict[Lexeme, Counter[Lexeme]]:
    """How often each word was corrected to which others in real sentences."""
    counts: dict[Lexeme, Counter[Lexeme]] = defaultdict(Counter)
    for example in examples:
        for wrong, right in lexemes_of(example.sentence) if example.is_real else ():
            counts[wrong][right] += 1
    return dict(counts)


def lexemes_of(sentence: LearnerSentence) -> list[tuple[Lexeme, Lexeme]]:
    """The wrong word of a sentence with each right one; none unless one content word is wrong."""
    if sentence.is_good or " " in sentence.text[sentence.start : sentence.end]:
        return []
    target = Target(sentence.text, sentence.start, sentence.end)
    word = locate(target)
    wrong = Lexeme(word.lemma, word.pos)
    if wrong.pos not in PLAIN_FORMS:
        return []
    pairs = [
        (wrong, _lexeme_in(target, right, word.pos))
        for right in sentence.alternatives
        if right != "-"
    ]
    return [
        (wrong, right)
        for wrong, right in pairs
        if right.lemma != wrong.lemma and right.pos in PLAIN_FORMS
    ]


def _lexeme_in(target: Target, text: str, pos: str) -> Lexeme:
    """A text as a lexeme where it replaces the target; a phrase keeps the part of speech."""
    if " " in text:
        return Lexeme(lemma_of(text, pos), pos)
    corrected = target.text[: target.start] + text + target.text[target.end :]
    word = locate(Target(corrected, target.start, target.start + len(text)))
    return Lexeme(word.lemma, word.pos)


@dataclass(frozen=True, eq=False)
class Replacer:
    """Puts wrong words into good sentences."""

    sources: Sources
    lexicon: Lexicon
    rng: random.Random

    def of_semcor(self) -> Iterator[Example]:
        """Sentences of SemCor, in every second of which a word is replaced by a neighbour."""
        for number, text in enumerate(semcor_texts(self.sources.semcor)[:_SEMCOR_SENTENCES]):
            if number % 2:
                yield Example(good(text), _GOOD_WEIGHT, text, is_real=False)
            elif error := self._with_neighbour(Text.of(text)):
                yield Example(error, _NEIGHBOUR_WEIGHT, text, is_real=False)

    def _with_neighbour(self, text: Text) -> LearnerSentence | None:
        content = [word for word in text.words if is_common_content_word(self.lexicon, word, False)]
        if not content:
            return None
        word = self.rng.choice(content)
        neighbours = self._neighbours(word.lemma, word.pos)
        if len(neighbours) < _MIN_NEIGHBOURS:
            return None
        target = Target(text, word.start, word.end)
        wrong = in_form(target, self.rng.choice(neighbours), word.form)
        return None if wrong.lower() == word.text.lower() else error_of(target, wrong, [word.text])

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

    def of_labels(self) -> Iterator[Example]:
        """Judged targets, replaced by a word that was refused there."""
        for item in self.sources.labels.items:
            refused = [j.text for j in item.judgements if j.share() == 0 and j.text.isalpha()]
            if not refused or " " in item.target.word:
                continue
            word = locate(item.target)
            wrong = in_form(item.target, self.rng.choice(refused), word.form)
            if wrong.lower() != item.target.word.lower():
                error = error_of(item.target, wrong, _accepted(item, word))
                yield Example(error, _REPLACED_WEIGHT, item.target.text, is_real=False)

    def of_thesaurus(self) -> Iterator[Example]:
        """Sentences of the thesaurus; in most a word is replaced by one that learners write."""
        written_for = self._written_for()
        for number, item in enumerate(self.sources.thesaurus.items):
            text = item.target.text
            if number % _THESAURUS_PARTS == 0:
                yield Example(good(text), _GOOD_WEIGHT, text, is_real=False)
            elif error := self._confused(item, written_for):
                yield Example(error, _REPLACED_WEIGHT, text, is_real=False)

    def _confused(
        self, item: Item, written_for: Mapping[Lexeme, Sequence[Lexeme]]
    ) -> LearnerSentence | None:
        """The item's sentence with a word that learners write instead of its target."""
        target = item.target
        if " " in target.word or not target.word.islower():
            return None
        word = locate(target)
        accepted = {judgement.text for judgement in item.judgements}
        choices = [
            lexeme
            for lexeme in written_for.get(Lexeme(word.lemma, word.pos), ())
            if lexeme.lemma not in accepted and lexeme.lemma != word.lemma
        ]
        if not choices:
            return None
        chosen = self.rng.choice(choices)
        if chosen.pos == word.pos:
            wrong = in_form(target, chosen.lemma, word.form)
        else:
            form = "NNS" if chosen.pos == "NOUN" and word.form == "NNS" else PLAIN_FORMS[chosen.pos]
            wrong = match_case(inflect(chosen.lemma, form), word.text)
        return (
            None
            if wrong.lower() == word.text.lower()
            else error_of(target, wrong, _accepted(item, word))
        )

    def _written_for(self) -> dict[Lexeme, list[Lexeme]]:
        """The words that learners write, by the right word; from lists and from corrections."""
        written: dict[Lexeme, list[Lexeme]] = defaultdict(list)
        for wrong, right_words in self.sources.listed.items():
            for right in right_words:
                written[right].append(wrong)
        real = [*of_learners(self.sources.marks), *of_rules(self.sources.rules)]
        for wrong, rights in corrections_of(real).items():
            for right in rights:
                written[right].append(wrong)
        return written


def _accepted(item: Item, word: Word) -> list[str]:
    """The target's word and the substitutes that were accepted for it, in its form."""
    accepted = [judgement.text for judgement in item.judgements if judgement.votes >= _GOOD_VOTES]
    return [word.text, *(in_form(item.target, text, word.form) for text in accepted)]


def semcor_texts(path: Path) -> list[str]:
    """SemCor's training sentences, detokenised, in a fixed random order."""
    texts = []
    for row in tagged_sentences(path):
        is_usable = _MIN_TOKENS <= len(row["tokens"]) <= _MAX_TOKENS
        if is_usable and len(row["senses"]) >= _MIN_TAGGED:
            text = " ".join(row["tokens"]).replace("`` ", '"').replace(" ''", '"')
            text = re.sub(r" ([.,;:!?)])", r"\1", text).replace("( ", "(")
            texts.append(text.replace(" n't", "n't").replace(" 's", "'s"))
    random.Random(_SEED).shuffle(texts)
    return texts
