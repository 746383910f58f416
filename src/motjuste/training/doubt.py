"""Training of `doubt.bin`: the network that doubts words, and the words that learners confuse.

A network learns to tell wrong words from right ones by the encoder's states of their sentence; a
linear model learns to choose what to write instead.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from motjuste.analysis import locate
from motjuste.extras import need
from motjuste.improver.doubt import Doubt, remedy_columns
from motjuste.lexicon.array_file import ArrayFile, pack
from motjuste.lexicon.inflection import lemma_of
from motjuste.systems.default import Default
from motjuste.text import Target
from motjuste.training.doubt_examples import DoubtSources, confusions_of
from motjuste.training.doubt_states import ReadExample, StateFile
from motjuste.training.knowledge import Array
from motjuste.training.learner_sentences import LearnerSentence
from motjuste.training.steps import Bar

# The version of the content of `doubt.bin`.
CONTENT = 3
# One example in this many is kept from the network, to set the thresholds on.
_KEPT_FOR_THRESHOLDS = 20
# Shares of right words in good sentences that may be doubted at each setting of the dial: sure,
# balanced, thorough.
_FALSE_ALARMS = (0.002, 0.006, 0.02)


def thresholds(log_odds: Sequence[Array], examples: Sequence[ReadExample]) -> Array:
    """The log odds that the allowed shares of right words in good sentences reach."""
    right = np.concatenate(
        [odds for odds, example in zip(log_odds, examples, strict=True) if example.is_good]
    )
    return np.quantile(right, [1 - share for share in _FALSE_ALARMS]).astype(np.float32)


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


def train_doubt(system: Default, sources: DoubtSources, out: Path, work: Path, bar: Bar) -> str:
    """Write `doubt.bin` to a folder; returns a line about what it was trained on.

    The states of all sentences are kept in the folder `work`, and not read again.
    """
    need("torch", "training", "train")
    from motjuste.training import doubt_network

    states = StateFile(work, sources.fingerprint())
    if not states.is_complete:
        makers = sources.makers(system.lexicon)
        with bar("sentences", len(makers)) as advance:
            states.write(makers, system.encoder, system.lexicon, advance)
    examples = states.read()
    unseen = examples[::_KEPT_FOR_THRESHOLDS]
    seen = [example for n, example in enumerate(examples) if n % _KEPT_FOR_THRESHOLDS]
    with bar("network", doubt_network.EPOCHS * len(seen)) as advance:
        network = doubt_network.train(seen, advance)
    limits = thresholds(doubt_network.log_odds(network, unseen), unseen)
    confusions = confusions_of(sources.rules, sources.marks)
    text = "\n".join(f"{wrong}\t{','.join(right)}" for wrong, right in sorted(confusions.items()))
    arrays = {
        "graph": np.frombuffer(doubt_network.graph(network), np.uint8),
        "thresholds": limits,
        "confusions": np.frombuffer(text.encode(), np.uint8),
        "remedy": np.zeros(1, np.float32),
    }
    path = out / "doubt.bin"
    out.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pack(arrays, {"content": CONTENT}))
    arrays["remedy"] = fit_remedies(system, Doubt(ArrayFile(path)), sources.marks)
    path.write_bytes(pack(arrays, {"content": CONTENT}))
    words = [word for example in examples for word in example.words]
    return (
        f"{len(words):,} words, {sum(word.is_wrong for word in words):,} of them wrong; "
        f"{len(confusions):,} confused words; thresholds {limits.round(2).tolist()}"
    )
