"""Training of `doubt.bin`: the network that doubts words, and the words that learners confuse.

In good sentences a word is replaced by a wrong one: a neighbour in the lexicon, a word that
learners confuse with the right one, or a word that labels refuse in that place. Learners' own
sentences add real errors. A network with one hidden layer learns to tell wrong words from right
ones by the encoder's states; a linear model learns to choose what to write instead.
"""

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from motjuste.analysis import Text, in_form, locate
from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.extras import need
from motjuste.improver.doubt import Doubt, remedy_columns
from motjuste.lexicon.array_file import ArrayFile, pack
from motjuste.lexicon.candidates import candidates
from motjuste.lexicon.inflection import lemma_of
from motjuste.rules import Rule
from motjuste.systems.default import Default
from motjuste.text import Target, Word
from motjuste.training.knowledge import Array
from motjuste.training.learner_sentences import LearnerSentence
from motjuste.training.networks import scores
from motjuste.training.senses import tagged_sentences

# Sentences of SemCor that are read.
SEMCOR_SENTENCES = 20_000
# Share of good sentences that are not changed.
_CLEAN = 0.25
# Share of wrong words that are learners' confusions, if there are any for the word.
_CONFUSED = 0.5
# Right words taken from a sentence, at most.
_RIGHT_WORDS = 4
# The weight of the words of learners' sentences: they are few, and their errors are real …
_MARKS_WEIGHT = 3.0
# … and of those of rules' sentences.
_RULES_WEIGHT = 2.0
# One example in this many is held out from the network, to set the thresholds on.
_HELD_OUT_FOR_THRESHOLDS = 10
# The frequency that a wrong word must have (log10 of occurrences in a billion words) …
_MIN_FREQUENCY = 3.3
# … and the largest difference from the frequency of the right one.
_MAX_FREQUENCY_DIFFERENCE = 0.9
# Networks whose scores are averaged.
_COPIES = 3
# Hidden units of each network.
_HIDDEN = 64
# Passes over the examples.
_EPOCHS = 6
# Examples in one optimiser step.
_BATCH = 256
# Shares of right words in good sentences that may be doubted at each setting of the dial: sure,
# balanced, thorough.
_FALSE_ALARMS = (0.002, 0.006, 0.02)
# Parts of speech of the words that are doubted.
_CONTENT = ("NOUN", "VERB", "ADJ", "ADV")
# Kinds of rules whose sentences have a wrong word; the words of other kinds are a matter of style.
_ERRORS = ("collocation", "confusable", "idiom", "pattern")
# Seed of all random choices.
_SEED = 11
# `{wrong|right}` in the sentence of a rule.
_CHANGED = re.compile(r"\{([^|{}]+)\|([^|{}]+)\}")
Advance = Callable[[int], None]


class DoubtExample(NamedTuple):
    """The network's input for a word, whether it is wrong, whether its sentence is good; a weight.

    The weight multiplies the example's loss.
    """

    row: Array
    is_wrong: bool
    is_good_sentence: bool
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


@dataclass(frozen=True, eq=False)
class ExampleMaker:
    """Makes examples for the network with a system's lexicon and encoder."""

    system: Default
    confusions: dict[str, list[str]]
    rng: random.Random

    def of_sentence(self, text: str) -> list[DoubtExample]:
        """Words of a good sentence, in which one may be replaced by a wrong one."""
        content = [word for word in Text.of(text).words if self._is_content(word)]
        if len(content) < 3:
            return []
        if self.rng.random() < _CLEAN:
            return self._right(text, content, True)
        word = self.rng.choice(content)
        wrong = self._wrong_word(word)
        return [] if wrong is None else self.with_wrong(text, word, wrong, content)

    def of_label(self, item: Item) -> list[DoubtExample]:
        """Words of a labelled sentence, in which the target may be replaced by a refused word."""
        refused = [j.text for j in item.judgements if j.share() == 0 and j.text.isalpha()]
        text, word = item.target.text, locate(item.target)
        content = [other for other in Text.of(text).words if self._is_content(other)]
        if not refused or " " in item.target.word or self.rng.random() < _CLEAN:
            return self._right(text, content, True)
        return self.with_wrong(text, word, self.rng.choice(refused), content)

    def of_mark(self, sentence: LearnerSentence, weight: float) -> list[DoubtExample]:
        """Words of a learner's sentence, including the wrong one if there is one."""
        words = [word for word in Text.of(sentence.text).words if self._is_content(word)]
        inside = [w for w in words if w.start < sentence.end and sentence.start < w.end]
        others = [word for word in words if word not in inside]
        whole = [word for word in inside if (word.start, word.end) == sentence[1:3]]
        wrong = [DoubtExample(row, True, False) for row in self._rows(sentence.text, whole)]
        right = self._right(sentence.text, others, sentence.is_good)
        return [example._replace(weight=weight) for example in (*wrong, *right)]

    def with_wrong(
        self, text: str, word: Word, wrong: str, content: Sequence[Word]
    ) -> list[DoubtExample]:
        """Words of a sentence in which one is replaced by a wrong one in the same form."""
        form = in_form(Target(text, word.start, word.end), wrong, word.form)
        if form.lower() == word.text.lower():
            return []
        changed = text[: word.start] + form + text[word.end :]
        place = word._replace(end=word.start + len(form), lemma=wrong)
        others = [
            _moved(other, len(form) - len(word.text)) if other.start > word.start else other
            for other in content
            if other.start != word.start
        ]
        rows = [DoubtExample(row, True, False) for row in self._rows(changed, [place])]
        return [*rows, *self._right(changed, others, False)]

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
        lexicon = self.system.lexicon
        own = lexicon.frequency(lemma)
        words = (candidate.word for candidate in candidates(lexicon, lemma, pos))
        words = (word for word in words if word.isalpha() and word.islower() and len(word) > 2)
        return [
            word
            for word in words
            if (frequency := lexicon.frequency(word)) >= _MIN_FREQUENCY
            and abs(frequency - own) <= _MAX_FREQUENCY_DIFFERENCE
        ]

    def _is_content(self, word: Word) -> bool:
        common = self.system.lexicon.frequency(word.lemma) > 3
        return word.pos in _CONTENT and word.text.islower() and len(word.text) > 2 and common

    def _right(self, text: str, words: Sequence[Word], is_good: bool) -> list[DoubtExample]:
        chosen = self.rng.sample(list(words), min(_RIGHT_WORDS, len(words)))
        return [DoubtExample(row, False, is_good) for row in self._rows(text, chosen)]

    def _rows(self, text: str, words: Sequence[Word]) -> Iterator[Array]:
        """The network's input for words: the mean state of their pieces, and the frequency."""
        readings = list(self.system.encoder.read_through(text)) if words else []
        for word in words:
            pieces = ((reading, reading.pieces(word.start, word.end)) for reading in readings)
            reading, own = next((pair for pair in pieces if len(pair[1])), (None, None))
            if reading is not None:
                frequency = self.system.lexicon.frequency(word.lemma)
                yield np.append(reading.states[own].mean(0), frequency).astype(np.float32)


def _moved(word: Word, by: int) -> Word:
    return word._replace(start=word.start + by, end=word.end + by)


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

    def __len__(self) -> int:
        learners = len(self.marks) + len(rule_sentences(self.rules))
        return SEMCOR_SENTENCES + len(self.labels) + learners


def make_examples(
    maker: ExampleMaker, sources: DoubtSources, advance: Advance = lambda _: None
) -> Iterator[DoubtExample]:
    """Examples from all sources; `advance` is called for each sentence."""
    texts = semcor_texts(sources.semcor)[:SEMCOR_SENTENCES]
    of_sentences = (maker.of_sentence(text) for text in texts)
    of_labels = (maker.of_label(item) for item in sources.labels.items)
    of_marks = (maker.of_mark(sentence, _MARKS_WEIGHT) for sentence in sources.marks)
    of_rules = (maker.of_mark(row, _RULES_WEIGHT) for row in rule_sentences(sources.rules))
    for examples in chain(of_sentences, of_labels, of_marks, of_rules):
        yield from examples
        advance(1)


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


def train_network(examples: Sequence[DoubtExample]) -> dict[str, Array]:
    """The arrays of the network, and the thresholds of the dial's settings.

    The thresholds are set on right words of good sentences that the network has not seen.
    """
    unseen = examples[::_HELD_OUT_FOR_THRESHOLDS]
    seen = [example for n, example in enumerate(examples) if n % _HELD_OUT_FOR_THRESHOLDS]
    table = np.stack([example.row for example in seen])
    mean, deviation = table.mean(0), table.std(0) + np.float32(1e-3)
    inputs = np.clip((table - mean) / deviation, -5, 5).astype(np.float32)
    copies = [_train_copy(inputs, seen, seed) for seed in range(_COPIES)]
    hidden, hidden_bias, output, output_bias = zip(*copies, strict=True)
    arrays = {
        "mean": mean,
        "deviation": deviation,
        "hidden": np.concatenate(hidden, 1),
        "hidden_bias": np.concatenate(hidden_bias),
        "output": np.concatenate(output) / np.float32(_COPIES),
        "output_bias": np.mean(output_bias, 0),
    }
    right = np.stack([e.row for e in unseen if e.is_good_sentence and not e.is_wrong])
    limits = np.quantile(scores(arrays, right)[:, 0], [1 - share for share in _FALSE_ALARMS])
    return {f"doubt.{name}": array.astype(np.float32) for name, array in arrays.items()} | {
        "thresholds": limits.astype(np.float32)
    }


def _train_copy(inputs: Array, examples: Sequence[DoubtExample], seed: int) -> tuple[Array, ...]:
    torch: Any = need("torch", "training", "train")
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    network = torch.nn.Sequential(
        torch.nn.Dropout(0.2),
        torch.nn.Linear(inputs.shape[1], _HIDDEN),
        torch.nn.ReLU(),
        torch.nn.Dropout(0.3),
        torch.nn.Linear(_HIDDEN, 1),
    )
    optimiser = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=0.1)
    x = torch.from_numpy(inputs)
    y = torch.tensor([float(example.is_wrong) for example in examples])
    weight = torch.tensor([example.weight for example in examples])
    entropy = torch.nn.functional.binary_cross_entropy_with_logits
    for _ in range(_EPOCHS):
        for batch in torch.randperm(len(y)).split(_BATCH):
            outputs = network(x[batch])[:, 0]
            loss = entropy(outputs, y[batch], weight[batch])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    layers = (network[1].weight.T, network[1].bias, network[4].weight.T, network[4].bias)
    return tuple(layer.detach().numpy() for layer in layers)


def fit_remedies(system: Default, doubt: Doubt, marks: Sequence[LearnerSentence]) -> Array:
    """Weights of the linear model that chooses what to write for a doubted word.

    A conditional logistic regression over the columns of `remedy_columns`, on learners' sentences
    in which the right word is among the candidates.
    """
    lessons = []
    for sentence in marks:
        target = Target(sentence.text, sentence.start, sentence.end) if sentence.kind else None
        if target is None or " " in target.word:
            continue
        word = locate(target)
        remedies = doubt.candidates(system.suggester, target, word)
        right = {lemma_of(text, word.pos) for text in sentence.alternatives}
        goals = np.array([candidate.lemma in right for candidate in remedies])
        if goals.any() and not goals.all():
            lessons.append((remedy_columns(remedies), goals))
    return _conditional_regression(lessons)


def _conditional_regression(lessons: Sequence[tuple[Array, Array]]) -> Array:
    """Weights by gradient ascent with a fixed rate, enough for a few hundred short lists."""
    weights = np.zeros(lessons[0][0].shape[1])
    for _ in range(500):
        gradient = np.zeros_like(weights)
        for rows, goals in lessons:
            powers = np.exp(np.clip(rows @ weights - (rows @ weights).max(), -30, 0))
            expected = powers / powers.sum()
            wanted = powers * goals / (powers * goals).sum()
            gradient += rows.T @ (wanted - expected)
        weights += 0.5 * gradient / len(lessons)
    return weights.astype(np.float32)


def train_doubt(
    system: Default, sources: DoubtSources, path: Path, advance: Advance = lambda _: None
) -> str:
    """Write `doubt.bin`; returns a line about what it was trained on."""
    confusions = confusions_of(sources.rules, sources.marks)
    maker = ExampleMaker(system, confusions, random.Random(_SEED))
    examples = list(make_examples(maker, sources, advance))
    arrays = train_network(examples)
    text = "\n".join(f"{wrong}\t{','.join(right)}" for wrong, right in sorted(confusions.items()))
    arrays["confusions"] = np.frombuffer(text.encode(), np.uint8)
    arrays["remedy"] = np.zeros(1, np.float32)
    path.write_bytes(pack(arrays, {"content": 2}))
    arrays["remedy"] = fit_remedies(system, Doubt(ArrayFile(path)), sources.marks)
    path.write_bytes(pack(arrays, {"content": 2}))
    wrong = sum(example.is_wrong for example in examples)
    return (
        f"{len(examples):,} words, {wrong:,} of them wrong; {len(confusions):,} confused words; "
        f"thresholds {arrays['thresholds'].round(2).tolist()}"
    )
