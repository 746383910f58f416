"""Training of the improver on sentences that people marked: what to mark, and what to put there.

All figures and thresholds come from sentences that the networks did not see: five folds, in which
the detector too is trained on what the choosers of the other folds say.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.benchmarks.run import MarkedSentence, MarkedSpan, Run
from motjuste.benchmarks.sws import token_spans
from motjuste.encoder.quantisation import Floats
from motjuste.errors import BadInputError
from motjuste.lexicon.context import in_form, read
from motjuste.lexicon.store import pack
from motjuste.metrics.scoring import Scores, score
from motjuste.report.extras import need
from motjuste.systems.default import Default
from motjuste.systems.default.improving import APT, IMPROVABLE, REFINE, SUGGESTIONS, Noticed, worth
from motjuste.systems.default.ranker import SUGGEST, probability
from motjuste.systems.default.refusals import Refusals
from motjuste.text import KINDS, Target
from motjuste.training.folds import FOLDS
from motjuste.training.networks import COPIES, HIDDEN, Lesson, scores, side_by_side, train

STEPS = 100
_EPOCHS, _TOGETHER, _RATE, _DECAY, _DROPPED = 30, 64, 2e-3, 0.3, 0.3
Network = dict[str, Floats]


class Word(NamedTuple):
    """A word that may be marked: where, what was noticed, what people put there, their kind."""

    sentence: str
    fold: int
    tokens: tuple[int, int]
    noticed: Noticed
    forms: list[str]
    good: Floats
    kind: str | None


def see(system: Default, benchmark: Benchmark) -> list[Word]:
    """All words that may be marked in the sentences of a benchmark, as the runtime sees them."""
    if benchmark.format != "sws":
        raise BadInputError(f"{benchmark.name} marks no words to improve; give a benchmark of SWS")
    gold = {(item.context_id, tuple(item.extra["tokens"])): item for item in benchmark.items}
    found = []
    for name, context in benchmark.contexts.items():
        spans = token_spans(context.text, context.extra["tokens"]) or []
        places = {(span.start, span.end): n for n, span in enumerate(spans)}
        for noticed in system.noticed(context.text, read(context.text)):
            at = places.get((noticed.word.start, noticed.word.end))
            if at is not None:
                item = gold.get((name, (at, at + 1)))
                found.append(_word(name, (at, at + 1), context.text, noticed, item))
    return found


def _word(
    name: str, tokens: tuple[int, int], text: str, noticed: Noticed, item: Item | None
) -> Word:
    word, pool = noticed.word, noticed.pool
    target, refusals = Target(text, word.start, word.end), Refusals(pool, word)
    forms = [
        "" if place in refusals else in_form(target, pool.word(place), word.form)
        for place in range(len(pool))
    ]
    votes = {each.text: len(each.labels) for each in item.judgements} if item else {}
    good = np.array([votes.get(form, 0) for form in forms], np.float32)
    kind = item.extra["kind"] if item else None
    return Word(name, crc32(name.encode()) % FOLDS, tokens, noticed, forms, good, kind)


def train_improver(system: Default, benchmark: Benchmark) -> tuple[bytes, Scores]:
    """The content of `improver.bin`, and the cross-validated figures at the usual sensitivity."""
    words = see(system, benchmark)
    fold = np.array([word.fold for word in words])
    chosen: list[Floats] = [np.zeros(0)] * len(words)
    for held in range(FOLDS):
        chooser = _chooser([word for word in words if word.fold != held])
        for place in np.flatnonzero(fold == held):
            chosen[place] = _chances(chooser, words[place])
    rows = np.stack([w.noticed.detection_row(c) for w, c in zip(words, chosen, strict=True)])
    labels = np.array([_labels(*pair) for pair in zip(words, chosen, strict=True)], np.float32)
    said = np.zeros_like(labels)
    for held in range(FOLDS):
        detector = _detector(rows[fold != held], labels[fold != held])
        said[fold == held] = probability(scores(detector, rows[fold == held]))
    tokens = sum(len(context.extra["tokens"]) for context in benchmark.contexts.values())
    thresholds = _thresholds(worth(said), tokens)
    least = thresholds[round(system.sensitivity * STEPS)]
    figures = score(_run(benchmark, words, chosen, worth(said) >= least), benchmark)
    networks = {"choose": _chooser(words), "detect": _detector(rows, labels)}
    arrays = {f"{n}.{part}": a for n, net in networks.items() for part, a in net.items()}
    content = pack(
        {**arrays, "thresholds": thresholds}, {"content": 1, "trained on": benchmark.name}
    )
    return content, figures


def _labels(word: Word, chances: Floats) -> tuple[bool, bool, bool]:
    """What the detector should say of a word: marked, as misused, and our first offer is apt."""
    allowed = np.array([bool(form) for form in word.forms])
    first = int(np.argmax(np.where(allowed, chances, -1)))
    return word.kind is not None, word.kind == KINDS[0], bool(word.good[first])


def _chooser(words: Sequence[Word]) -> Network:
    """A network that orders candidates, from the words that people replaced."""
    lessons = [
        Lesson(word.noticed.rows, word.good / word.good.sum(), np.ones(len(word.good), bool))
        for word in words
        if word.good.any()
    ]
    return train(lessons)


def _chances(chooser: Network, word: Word) -> Floats:
    return probability(scores(chooser, word.noticed.rows)[:, SUGGEST])


def _thresholds(chances: Floats, tokens: int) -> Floats:
    """The chance from which on 0, 1, …, 100 % of all tokens are marked."""
    ordered = np.concatenate([[1.0], np.sort(chances)[::-1]])
    marked = np.round(np.arange(STEPS + 1) / STEPS * tokens).astype(int)
    return np.where(
        marked < len(ordered), ordered[np.minimum(marked, len(ordered) - 1)], 0.0
    ).astype(np.float32)


def _run(
    benchmark: Benchmark, words: Sequence[Word], chosen: Sequence[Floats], marked: Floats
) -> "Run[MarkedSentence]":
    spans: dict[str, list[MarkedSpan]] = {name: [] for name in benchmark.contexts}
    for word, chances, keep in zip(words, chosen, marked, strict=True):
        order = np.argsort(-chances, kind="stable")
        forms = list(dict.fromkeys(word.forms[n] for n in order if word.forms[n]))[:SUGGESTIONS]
        if keep and forms:
            spans[word.sentence].append(MarkedSpan(*word.tokens, tuple(forms)))
    answers = {
        name: MarkedSentence(len(context.extra["tokens"]), tuple(spans[name]))
        for name, context in benchmark.contexts.items()
    }
    return Run("default", "sws", answers)


def _detector(rows: Floats, labels: Floats, seed: int = 0) -> Network:
    """A network that says of a word what `_labels` does."""
    torch = need("torch", "training", "train")
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    mean, deviation = rows.mean(0), rows.std(0) + np.float32(1e-3)
    standard = torch.from_numpy(np.clip((rows - mean) / deviation, -5, 5))
    goal = torch.from_numpy(labels)
    weights = _start(torch, rows.shape[1])
    optimiser = torch.optim.AdamW(weights.values(), lr=_RATE, weight_decay=_DECAY)
    rng = np.random.default_rng(seed)
    for _ in range(_EPOCHS):
        for batch in np.array_split(rng.permutation(len(rows)), max(1, len(rows) // _TOGETHER)):
            loss = _loss(torch, weights, standard[batch], goal[batch])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    arrays = {name: tensor.detach().numpy() for name, tensor in weights.items()}
    return side_by_side(arrays) | {"mean": mean, "deviation": deviation}


def _start(torch: Any, features: int) -> dict[str, Any]:
    made = {
        "hidden": torch.randn(COPIES, features, HIDDEN) / features**0.5,
        "hidden_bias": torch.zeros(COPIES, 1, HIDDEN),
        "output": torch.randn(COPIES, HIDDEN, 3) / HIDDEN**0.5,
        "output_bias": torch.zeros(COPIES, 1, 3),
    }
    return {name: tensor.requires_grad_() for name, tensor in made.items()}


def _loss(torch: Any, weights: dict[str, Any], rows: Any, goal: Any) -> Any:
    """Cross-entropy; the kind is asked only of words that were marked."""
    functional = torch.nn.functional
    dropped = functional.dropout(rows.expand(COPIES, -1, -1), _DROPPED)
    hidden = torch.relu(dropped @ weights["hidden"] + weights["hidden_bias"])
    said = functional.dropout(hidden, _DROPPED) @ weights["output"] + weights["output_bias"]
    entropy = functional.binary_cross_entropy_with_logits
    loss = sum(entropy(said[..., n], goal[:, n].expand(COPIES, -1)) for n in (IMPROVABLE, APT))
    known = goal[:, IMPROVABLE] > 0
    if known.any():
        refine = goal[known, REFINE].expand(COPIES, -1)
        loss = loss + 0.3 * entropy(said[:, known, REFINE], refine)
    return loss
