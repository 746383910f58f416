"""Training of the improver on sentences that people marked: what to mark, and what to put there.

All figures and thresholds come from sentences that the networks did not see: five folds, in which
the detector too is trained on what the choosers of the other folds say, and what a word is shown of
the memory never comes from its own sentence.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from zlib import crc32

import numpy as np

from motjuste.analysis import in_form
from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.benchmarks.run import MarkedSentence, MarkedSpan, Run
from motjuste.benchmarks.sws import token_spans
from motjuste.encoder.quantisation import Floats
from motjuste.errors import BadInputError
from motjuste.improver.calibration import Calibration
from motjuste.improver.detector import (
    SUGGESTIONS,
    chooser_rows,
    kind_of,
    listed_and_counted,
    mark_scores,
)
from motjuste.improver.detector_input import (
    DetectorInput,
    InputBuilder,
    kind_row,
    length_in_words,
)
from motjuste.improver.training_counts import TrainingCounts, candidate_keys, key_of
from motjuste.lexicon.array_file import pack
from motjuste.lexicon.lemmas import lemma_of
from motjuste.metrics.scoring import Scores, score
from motjuste.suggester.candidates import find_pool
from motjuste.suggester.filters import Filters
from motjuste.suggester.networks import SUGGEST, probability
from motjuste.suggester.reranking import reranking_features
from motjuste.systems.default import RERANKED_MARKS, SHARE, Default
from motjuste.text import KINDS, Target
from motjuste.training.choosers import Network, train_chooser, train_detector, train_kind
from motjuste.training.folds import FOLDS
from motjuste.training.networks import scores
from motjuste.training.recollection import Event, Recollection

STEPS = 100
# Sensitivities that the report has figures for, and which.
ASKED = (0.03, 0.06, 0.09, 0.12, 0.15, 0.18, 0.25, 0.3, 0.35)
_SHOWN = ("ImpR", "det.F0.5", "sug.Acc", "e2e.F0.5", "NDCG@4")


@dataclass(eq=False)
class Word:
    """A word that may be marked: where, what was noticed, what people put there, their kind."""

    sentence: str
    fold: int
    tokens: tuple[int, int]
    target: Target
    noticed: DetectorInput
    forms: list[str]
    good: Floats
    kind: str | None
    others: frozenset[int]

    @property
    def head(self) -> int:
        """The number under which its headword is remembered."""
        return key_of(self.noticed.pool)

    @property
    def size(self) -> int:
        """The number of its tokens, as the scorer of SWS counts them."""
        return self.tokens[1] - self.tokens[0]

    @property
    def event(self) -> Event:
        """What the memory is told of it."""
        pool, keys = self.noticed.pool, candidate_keys(self.noticed.pool)
        chosen = np.flatnonzero(self.good > 0).tolist()
        # Words that the lexicon does not have count down from -1 in their pool, and mean nothing
        # elsewhere.
        known = (number for number in pool.numbers[chosen].tolist() if number >= 0)
        instead = frozenset(known) | self.others
        put = frozenset(keys[place] for place in chosen if keys[place] >= 0)
        return Event(self.sentence, self.kind is not None, instead, put)


class Report(NamedTuple):
    """Figures for sentences that were not trained on, by sensitivity; of phrases and of kinds."""

    figures: dict[float, Scores]
    usual: float
    one_pass: Scores
    phrases: tuple[int, int]
    kinds: tuple[int, int, int]

    def lines(self) -> Iterator[str]:
        """The figures in words."""
        scores = self.figures[self.usual]
        for name, value in scores.scores.items():
            low, high = scores.intervals[name]
            yield f"{name:12} {value:6.2f}  {low:6.2f} – {high:.2f}"
        for sensitivity, scores in self.figures.items():
            yield f"sensitivity {sensitivity:.2f}: {_shown(scores)}"
        yield f"without a second look: {_shown(self.one_pass)}"
        (marked, both), (count, right, common) = self.phrases, self.kinds
        yield f"phrases: {marked} marked, {both} of them by people too"
        low, high = _interval(right, count)
        yield (
            f"kind: {right} of {count} right ({100 * right / max(count, 1):.1f} %, "
            f"{low:.1f} – {high:.1f}); the commoner kind {100 * common / max(count, 1):.1f} %"
        )


def _shown(scores: Scores) -> str:
    return ", ".join(f"{name} {scores.scores[name]:.1f}" for name in _SHOWN)


def _interval(right: int, count: int) -> tuple[float, float]:
    """Wilson's interval of a share, 95 %, in percent."""
    share, z = right / max(count, 1), 1.96
    middle = share + z * z / (2 * max(count, 1))
    spread = z * (share * (1 - share) / max(count, 1) + (z / (2 * max(count, 1))) ** 2) ** 0.5
    whole = 1 + z * z / max(count, 1)
    return 100 * (middle - spread) / whole, 100 * (middle + spread) / whole


def see(system: Default, benchmark: Benchmark, memory: TrainingCounts) -> list[Word]:
    """All words that may be marked in the sentences of a benchmark, as the runtime sees them."""
    if benchmark.format != "sws":
        raise BadInputError(f"{benchmark.name} marks no words to improve; give a benchmark of SWS")
    builder = InputBuilder(system.suggester, memory)
    gold = {(item.context_id, tuple(item.extra["tokens"])): item for item in benchmark.items}
    words = []
    for name, context in benchmark.contexts.items():
        spans = token_spans(context.text, context.extra["tokens"]) or []
        starts = {span.start: place for place, span in enumerate(spans)}
        ends = {span.end: place + 1 for place, span in enumerate(spans)}
        for noticed in builder.build(context.text)[0]:
            first, last = starts.get(noticed.word.start), ends.get(noticed.word.end)
            if first is not None and last is not None:
                item = gold.get((name, (first, last)))
                words.append(_word(system, name, (first, last), context.text, noticed, item))
    return words


def _word(
    system: Default, name: str, tokens: tuple[int, int], text: str, noticed: DetectorInput,
    item: Item | None,
) -> Word:  # fmt: skip
    word, pool = noticed.word, noticed.pool
    target, filters = Target(text, word.start, word.end), Filters(pool, word, noticed.around)

    def form(place: int) -> str:
        lemma = pool.word(place)
        fits = not filters.rejects(place) and system.suggester.is_written(lemma, target, word)
        return in_form(target, lemma, word.form) if fits else ""

    forms = [form(place) for place in range(len(pool))]
    votes = {vote.text: len(vote.labels) for vote in item.judgements} if item else {}
    good = np.array([votes.get(form, 0) for form in forms], np.float32)
    unknown = {lemma_of(vote, pool.pos) for vote in votes if vote not in forms}
    numbers = (system.lexicon.number(vote) for vote in unknown)
    others = frozenset(number for number in numbers if number is not None)
    fold = crc32(name.encode()) % FOLDS
    kind = item.extra["kind"] if item else None
    return Word(name, fold, tokens, target, noticed, forms, good, kind, others)


def train_improver(system: Default, benchmark: Benchmark) -> tuple[bytes, Report]:
    """The content of `improver.bin`, and the cross-validated figures."""
    plain = see(system, benchmark, TrainingCounts({}))
    past = Recollection((word.head, word.event) for word in plain)
    words = see(system, benchmark, past.all())
    lessons = Lessons(system, words, past)
    tokens = sum(
        length_in_words(context.extra["tokens"]) for context in benchmark.contexts.values()
    )
    expressions = [word.noticed.expression for word in words]
    mark_score = mark_scores(lessons.detected(), expressions).tolist()
    scale = _thresholds(mark_score, [word.size for word in words], tokens)
    marks = {
        asked: _marked(benchmark, words, mark_score, Calibration(scale), asked)
        for asked in sorted({*ASKED, SHARE})
    }
    offers = lessons.offers(np.any(list(marks.values()), 0))
    figures = {
        asked: score(_run(benchmark, words, marked, offers), benchmark)
        for asked, marked in marks.items()
    }
    arrays = {f"{n}.{part}": a for n, net in lessons.final().items() for part, a in net.items()}
    about = {"content": 3, "trained on": benchmark.name}
    content = pack({**arrays, **past.all().arrays(), "scale": scale}, about)
    usual = marks[SHARE]
    kinds = _kinds(words, usual, lessons.refined())
    one_pass = score(_run(benchmark, words, usual, lessons.first_offers(usual)), benchmark)
    return content, Report(figures, SHARE, one_pass, _phrases(words, usual), kinds)


class Lessons:
    """The words of a benchmark with what the networks of the other folds say of them."""

    def __init__(self, system: Default, words: Sequence[Word], past: Recollection) -> None:
        self._system, self._words, self._past = system, words, past
        self._folds = {word.sentence: word.fold for word in words}
        self._fold = np.array([word.fold for word in words])
        # As each word is seen by whoever has read all sentences but those of its own fold.
        self._memories = [past.of(w.noticed.pool, self._not_in(w.fold)) for w in words]
        known = past.all()
        for word, memory in zip(words, self._memories, strict=True):
            _forget(system, word, known, memory)
        self._chosen = self._choose()
        self._rows = np.stack(
            [
                word.noticed.row(own, memory.of_head(word.noticed.pool))
                for word, own, memory in zip(words, self._chosen, self._memories, strict=True)
            ]
        )
        pairs = zip(words, self._chosen, strict=True)
        self._labels = np.array([_labels(*pair) for pair in pairs], np.float32)

    def _not_in(self, fold: int) -> Callable[[str], bool]:
        return lambda sentence: self._folds[sentence] != fold

    def _choose(self) -> list[Floats]:
        chosen: list[Floats] = [np.zeros(0, np.float32)] * len(self._words)
        for held in range(FOLDS):
            network = self._chooser(held)
            for place in np.flatnonzero(self._fold == held).tolist():
                rows = self._chooser_rows(self._words[place], self._memories[place])
                chosen[place] = probability(scores(network, rows)[:, SUGGEST])
        return chosen

    def _chooser_rows(self, word: Word, memory: TrainingCounts) -> Floats:
        first = word.noticed.candidate_features
        known = listed_and_counted(word.noticed.pool, word.noticed.expression, memory)
        return chooser_rows(first, known, self._system.rankers.first.scores(first))

    def _chooser(self, held: int | None) -> Network:
        """A network from the words that people replaced, those of a fold left out."""
        used = [word for word in self._words if word.fold != held and word.good.any()]
        rows = [self._chooser_rows(word, self._without(word, held)) for word in used]
        return train_chooser(rows, [word.good for word in used])

    def _without(self, word: Word, held: int | None) -> TrainingCounts:
        """What is remembered from all other sentences, those of a fold left out."""
        return self._past.of(
            word.noticed.pool, lambda name: name != word.sentence and self._folds[name] != held
        )

    def detected(self) -> Floats:
        """What the detectors of the other folds say of each word."""
        logits = np.zeros_like(self._labels)
        for held in range(FOLDS):
            train = self._fold != held
            detector = train_detector(self._rows[train], self._labels[train])
            logits[~train] = scores(detector, self._rows[~train])
        return logits

    def refined(self) -> Floats:
        """The chance that a mark is for the usage, by networks of other folds."""
        logits = np.zeros(len(self._words), np.float32)
        for held in range(FOLDS):
            own = self._fold == held
            logits[own] = scores(self._kind(held), kind_row(self._rows[own]))[:, 0]
        return probability(logits)

    def _kind(self, held: int | None) -> Network:
        used = np.array([w.kind is not None and w.fold != held for w in self._words])
        refined = np.array([word.kind == KINDS[0] for word in self._words], np.float32)
        return train_kind(kind_row(self._rows[used]), refined[used])

    def first_offers(self, marked: Floats) -> dict[int, list[str]]:
        """The suggestions for the marked words, as one pass orders them."""
        return {
            place: self._offered(place, self._looks[place][0])
            for place in np.flatnonzero(marked).tolist()
        }

    def _offered(self, place: int, order: Floats) -> list[str]:
        forms = [self._words[place].forms[n] for n in order]
        return list(dict.fromkeys(forms))[:SUGGESTIONS]

    def offers(self, marked: Floats) -> dict[int, list[str]]:
        """The suggestions for the marked words, looked at again by networks of other folds."""
        looks = {
            place: self._look(place)
            for place, word in enumerate(self._words)
            if marked[place] or word.good.any()
        }
        offered = {}
        for held in range(FOLDS):
            network = self._second(looks, held)
            for place in np.flatnonzero((self._fold == held) & marked).tolist():
                order, rows = looks[place]
                if len(order):
                    best = np.argsort(-scores(network, rows)[:, SUGGEST], kind="stable")
                    offered[place] = self._offered(place, order[best])
        self._looks = looks
        return offered

    def _look(self, place: int) -> tuple[Floats, Floats]:
        """The best candidates of a word by its chooser, and what a second look sees of them."""
        word, pool = self._words[place], self._words[place].noticed.pool
        order = [n for n in np.argsort(-self._chosen[place], kind="stable") if word.forms[n]]
        best = np.array(order[:RERANKED_MARKS], np.intp)
        read = self._system.suggester.read(word.target)
        rows = self._chooser_rows(word, self._memories[place])[best]
        if read is None or not len(best):
            return best[:0], rows[:0]
        return best, reranking_features(self._system.encoder, read, pool, best, rows)

    def _second(self, looks: dict[int, tuple[Floats, Floats]], held: int | None) -> Network:
        used = [
            (rows, self._words[place].good[order])
            for place, (order, rows) in looks.items()
            if self._words[place].fold != held and self._words[place].good[order].any()
        ]
        return train_chooser([rows for rows, _ in used], [good for _, good in used])

    def final(self) -> dict[str, Network]:
        """The networks from all sentences."""
        return {
            "choose": self._chooser(None),
            "again": self._second(self._looks, None),
            "detect": train_detector(self._rows, self._labels),
            "kind": self._kind(None),
        }


def _forget(system: Default, word: Word, known: TrainingCounts, own: TrainingCounts) -> None:
    """Bar candidates that are there only because of what the word itself must not know."""
    pool = find_pool(system.lexicon, system.table, word.noticed.word)
    added = set(known.words(pool)) - set(own.words(pool)) if pool else set()
    listed = word.noticed.expression.usage
    added -= set(listed.replacements if listed else ())
    for place in word.noticed.pool.places(sorted(added)):
        word.forms[place], word.good[place] = "", 0


def _labels(word: Word, chances: Floats) -> tuple[bool, bool]:
    """What the detector should say of a word: it is marked, and our first offer is apt."""
    allowed = np.array([bool(form) for form in word.forms])
    first = int(np.argmax(np.where(allowed, chances, -1)))
    return word.kind is not None, bool(word.good[first])


def _thresholds(mark_score: Sequence[float], size: Sequence[int], tokens: float) -> Floats:
    """The scores from which on 0, 1, …, 100 % of all words are marked."""
    values, sizes = np.array(mark_score), np.array(size, np.float64)
    order = np.argsort(-values, kind="stable")
    share = np.cumsum(sizes[order]) / tokens
    scores = np.interp(np.linspace(0, 1, STEPS + 1), share, values[order], left=1.0, right=0.0)
    return np.minimum.accumulate(scores).astype(np.float32)


def _marked(
    benchmark: Benchmark, words: Sequence[Word], mark_score: Sequence[float], scale: Calibration,
    asked: float,
) -> Floats:  # fmt: skip
    """Which words are marked where each sentence is a text of its own."""
    marked = np.zeros(len(words), bool)
    for places, count in _by_sentence(benchmark, words):
        sizes = [words[place].size for place in places]
        mandatory_from = [words[place].noticed.expression.mandatory_from for place in places]
        of_sentence = [mark_score[place] for place in places]
        marked[places] = scale.marked_in_text(asked, of_sentence, sizes, mandatory_from, count)
    return marked


def _by_sentence(benchmark: Benchmark, words: Sequence[Word]) -> Iterator[tuple[list[int], float]]:
    places: dict[str, list[int]] = {}
    for place, word in enumerate(words):
        places.setdefault(word.sentence, []).append(place)
    for name, own in places.items():
        tokens = benchmark.contexts[name].extra["tokens"]
        yield own, length_in_words(tokens)


def _run(
    benchmark: Benchmark, words: Sequence[Word], marked: Floats, offers: dict[int, list[str]]
) -> "Run[MarkedSentence]":
    spans: dict[str, list[MarkedSpan]] = {name: [] for name in benchmark.contexts}
    for place in np.flatnonzero(marked).tolist():
        word, forms = words[place], offers.get(place, [])
        if forms:
            spans[word.sentence].append(MarkedSpan(word.tokens[0], word.tokens[1], tuple(forms)))
    answers = {
        name: MarkedSentence(len(context.extra["tokens"]), tuple(spans[name]))
        for name, context in benchmark.contexts.items()
    }
    return Run("default", "sws", answers)


def _phrases(words: Sequence[Word], marked: Floats) -> tuple[int, int]:
    """How many phrases are marked, and how many of these by people too."""
    some = [words[place] for place in np.flatnonzero(marked).tolist()]
    phrases = [word for word in some if word.tokens[1] - word.tokens[0] > 1]
    return len(phrases), sum(word.kind is not None for word in phrases)


def _kinds(words: Sequence[Word], marked: Floats, refined: Floats) -> tuple[int, int, int]:
    """Of words that are marked as people did: how many, of the right kind, of the commoner one."""
    both = [n for n in np.flatnonzero(marked).tolist() if words[n].kind is not None]
    guessed = [kind_of(words[n].noticed.expression, float(refined[n])) for n in both]
    right = sum(words[n].kind == kind for n, kind in zip(both, guessed, strict=True))
    refine = sum(words[n].kind == KINDS[0] for n in both)
    return len(both), right, max(refine, len(both) - refine)
