"""Training of the improver on sentences that annotators marked: what to mark, what to suggest.

All figures and thresholds are cross-validated in five folds. The chooser orders the candidates of a
word; the detector is trained on out-of-fold predictions of the chooser, and the count features of a
word (`counts_by_sentence.py`) exclude its own sentence.
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
from motjuste.lexicon.inflection import lemma_of
from motjuste.metrics.scoring import Scores, score
from motjuste.suggester.candidates import find_pool
from motjuste.suggester.filters import Filters
from motjuste.suggester.networks import SUGGEST, probability
from motjuste.suggester.reranking import reranking_features
from motjuste.systems.default import BENCHMARK_SENSITIVITY, RERANKED_MARKS, Default
from motjuste.text import KINDS, Target
from motjuste.training.choosers import Network, train_chooser, train_detector, train_kind
from motjuste.training.counts_by_sentence import CountsBySentence, Occurrence
from motjuste.training.folds import FOLDS
from motjuste.training.networks import scores

# Steps of the calibration: thresholds are kept for 0, 1, …, 100 % of all words.
STEPS = 100
# Sensitivities for which figures are reported …
SENSITIVITIES = (0.03, 0.06, 0.09, 0.12, 0.15, 0.18, 0.25, 0.3, 0.35)
# … and the measures that are reported for each of them.
_MEASURES = ("ImpR", "det.F0.5", "sug.Acc", "e2e.F0.5", "NDCG@4")


# For the index of a word: its best candidates by the chooser, and their features for re-ranking.
ToRerank = dict[int, tuple[Floats, Floats]]


@dataclass(eq=False)
class MarkableWord:
    """A word or phrase of a benchmark sentence that may be marked.

    `sentence`: the sentence's id.
    `tokens`: the positions of its first token and of the token after its last.
    `input`: the detector's input for it.
    `forms`: each candidate in the form that fits; empty for one that is never offered.
    `votes`: the number of annotators who gave each candidate.
    `kind`: the annotators' kind of mark; None if they did not mark it.
    `other_replacements`: numbers of the annotators' words that are not candidates.
    """

    sentence: str
    fold: int
    tokens: tuple[int, int]
    target: Target
    input: DetectorInput
    forms: list[str]
    votes: Floats
    kind: str | None
    other_replacements: frozenset[int]

    @property
    def head(self) -> int:
        """The key of its headword's counts."""
        return key_of(self.input.pool)

    @property
    def size(self) -> int:
        """The number of its tokens, as the scorer of SWS counts them."""
        return self.tokens[1] - self.tokens[0]

    @property
    def occurrence(self) -> Occurrence:
        """Its contribution to the counts."""
        pool, keys = self.input.pool, candidate_keys(self.input.pool)
        chosen = np.flatnonzero(self.votes > 0).tolist()
        # Negative numbers stand for words that the lexicon does not have, in this pool only.
        in_lexicon = (number for number in pool.numbers[chosen].tolist() if number >= 0)
        replacements = frozenset(in_lexicon) | self.other_replacements
        chosen_keys = frozenset(keys[place] for place in chosen if keys[place] >= 0)
        return Occurrence(self.sentence, self.kind is not None, replacements, chosen_keys)


class CrossValidation(NamedTuple):
    """Figures for sentences that were not trained on.

    `scores`: by sensitivity.
    `sensitivity`: the default one, for which all measures are reported.
    `without_reranking`: the scores at the default sensitivity without the second look.
    `phrases`: how many phrases are marked, and how many of these by annotators too.
    `kinds`: of the words that both mark: how many, how many of the right kind, and how many of the
        more frequent kind.
    """

    scores: dict[float, Scores]
    sensitivity: float
    without_reranking: Scores
    phrases: tuple[int, int]
    kinds: tuple[int, int, int]

    def lines(self) -> Iterator[str]:
        """The figures as lines of text."""
        scores = self.scores[self.sensitivity]
        for name, value in scores.scores.items():
            low, high = scores.intervals[name]
            yield f"{name:12} {value:6.2f}  {low:6.2f} – {high:.2f}"
        for sensitivity, scores in self.scores.items():
            yield f"sensitivity {sensitivity:.2f}: {_shown(scores)}"
        yield f"without a second look: {_shown(self.without_reranking)}"
        (marked, both), (count, right, common) = self.phrases, self.kinds
        yield f"phrases: {marked} marked, {both} of them by people too"
        low, high = _interval(right, count)
        yield (
            f"kind: {right} of {count} right ({100 * right / max(count, 1):.1f} %, "
            f"{low:.1f} – {high:.1f}); the commoner kind {100 * common / max(count, 1):.1f} %"
        )


def _shown(scores: Scores) -> str:
    return ", ".join(f"{name} {scores.scores[name]:.1f}" for name in _MEASURES)


def _interval(right: int, count: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share, in percent."""
    share, z = right / max(count, 1), 1.96
    middle = share + z * z / (2 * max(count, 1))
    spread = z * (share * (1 - share) / max(count, 1) + (z / (2 * max(count, 1))) ** 2) ** 0.5
    whole = 1 + z * z / max(count, 1)
    return 100 * (middle - spread) / whole, 100 * (middle + spread) / whole


def markable_words(
    system: Default, benchmark: Benchmark, counts: TrainingCounts
) -> list[MarkableWord]:
    """All words that may be marked in the sentences of a benchmark, as at inference time."""
    if benchmark.format != "sws":
        raise BadInputError(f"{benchmark.name} marks no words to improve; give a benchmark of SWS")
    builder = InputBuilder(system.suggester, counts)
    gold = {(item.context_id, tuple(item.extra["tokens"])): item for item in benchmark.items}
    words = []
    for name, context in benchmark.contexts.items():
        spans = token_spans(context.text, context.extra["tokens"]) or []
        starts = {span.start: place for place, span in enumerate(spans)}
        ends = {span.end: place + 1 for place, span in enumerate(spans)}
        for of_word in builder.build(context.text)[0]:
            first, last = starts.get(of_word.word.start), ends.get(of_word.word.end)
            if first is not None and last is not None:
                item = gold.get((name, (first, last)))
                words.append(_word(system, name, (first, last), context.text, of_word, item))
    return words


def _word(
    system: Default, name: str, tokens: tuple[int, int], text: str, of_word: DetectorInput,
    item: Item | None,
) -> MarkableWord:  # fmt: skip
    word, pool = of_word.word, of_word.pool
    target, filters = Target(text, word.start, word.end), Filters(pool, word, of_word.around)

    def form(place: int) -> str:
        lemma = pool.word(place)
        fits = not filters.rejects(place) and system.suggester.is_written(lemma, target, word)
        return in_form(target, lemma, word.form) if fits else ""

    forms = [form(place) for place in range(len(pool))]
    given = {vote.text: len(vote.labels) for vote in item.judgements} if item else {}
    votes = np.array([given.get(form, 0) for form in forms], np.float32)
    no_candidates = {lemma_of(text, pool.pos) for text in given if text not in forms}
    numbers = (system.lexicon.number(lemma) for lemma in no_candidates)
    others = frozenset(number for number in numbers if number is not None)
    fold = crc32(name.encode()) % FOLDS
    kind = item.extra["kind"] if item else None
    return MarkableWord(name, fold, tokens, target, of_word, forms, votes, kind, others)


def train_improver(system: Default, benchmark: Benchmark) -> tuple[bytes, CrossValidation]:
    """The content of `improver.bin`, and the cross-validated figures."""
    uncounted = markable_words(system, benchmark, TrainingCounts({}))
    counts = CountsBySentence((word.head, word.occurrence) for word in uncounted)
    words = markable_words(system, benchmark, counts.all())
    folds = FoldTraining(system, words, counts)
    thresholds, marks = _thresholds_and_marks(benchmark, words, folds.detector_log_odds())
    to_rerank = folds.to_rerank(np.any(list(marks.values()), 0))
    networks = folds.final(to_rerank).items()
    arrays = {f"{name}.{part}": array for name, parts in networks for part, array in parts.items()}
    about = {"content": 3, "trained on": benchmark.name}
    content = pack({**arrays, **counts.all().arrays(), "scale": thresholds}, about)
    return content, _cross_validation(benchmark, folds, marks, to_rerank)


def _thresholds_and_marks(
    benchmark: Benchmark, words: Sequence[MarkableWord], log_odds: Floats
) -> tuple[Floats, dict[float, Floats]]:
    """The thresholds of the calibration, and which words are marked at each sensitivity."""
    tokens = sum(
        length_in_words(context.extra["tokens"]) for context in benchmark.contexts.values()
    )
    mark_score = mark_scores(log_odds, [word.input.expression for word in words]).tolist()
    thresholds = _thresholds(mark_score, [word.size for word in words], tokens)
    marks = {
        share: _marked(benchmark, words, mark_score, Calibration(thresholds), share)
        for share in sorted({*SENSITIVITIES, BENCHMARK_SENSITIVITY})
    }
    return thresholds, marks


def _cross_validation(
    benchmark: Benchmark, folds: "FoldTraining", marks: dict[float, Floats], to_rerank: ToRerank
) -> CrossValidation:
    words, marked = folds.words, marks[BENCHMARK_SENSITIVITY]
    suggestions = folds.reranked_suggestions(to_rerank, np.any(list(marks.values()), 0))
    figures = {
        share: score(_run(benchmark, words, marked, suggestions), benchmark)
        for share, marked in marks.items()
    }
    without_reranking = folds.first_suggestions(to_rerank, marked)
    return CrossValidation(
        figures,
        BENCHMARK_SENSITIVITY,
        score(_run(benchmark, words, marked, without_reranking), benchmark),
        _phrases(words, marked),
        _kinds(words, marked, folds.refine_usage()),
    )


class FoldTraining:
    """Trains the networks fold by fold; each word is scored by networks of the other folds."""

    def __init__(
        self, system: Default, words: Sequence[MarkableWord], counts: CountsBySentence
    ) -> None:
        self._system, self.words, self._by_sentence = system, words, counts
        self._folds = {word.sentence: word.fold for word in words}
        self._fold = np.array([word.fold for word in words])
        # For each word, the counts from all sentences but those of its own fold.
        self._counts = [counts.of(w.input.pool, self._not_in(w.fold)) for w in words]
        all_counts = counts.all()
        for word, own_counts in zip(words, self._counts, strict=True):
            _remove_counted_candidates(system, word, all_counts, own_counts)
        self._probabilities = self._choose()
        self._rows = np.stack(
            [
                word.input.row(own, counted.of_head(word.input.pool))
                for word, own, counted in zip(words, self._probabilities, self._counts, strict=True)
            ]
        )
        pairs = zip(words, self._probabilities, strict=True)
        self._labels = np.array([_labels(*pair) for pair in pairs], np.float32)

    def _not_in(self, fold: int) -> Callable[[str], bool]:
        return lambda sentence: self._folds[sentence] != fold

    def _choose(self) -> list[Floats]:
        """The probabilities of each word's candidates, by the choosers of the other folds."""
        probabilities: list[Floats] = [np.zeros(0, np.float32)] * len(self.words)
        for held in range(FOLDS):
            network = self._chooser(held)
            for place in np.flatnonzero(self._fold == held).tolist():
                rows = self._chooser_rows(self.words[place], self._counts[place])
                probabilities[place] = probability(scores(network, rows)[:, SUGGEST])
        return probabilities

    def _chooser_rows(self, word: MarkableWord, counts: TrainingCounts) -> Floats:
        first = word.input.candidate_features
        counted = listed_and_counted(word.input.pool, word.input.expression, counts)
        return chooser_rows(first, counted, self._system.rankers.first.scores(first))

    def _chooser(self, held: int | None) -> Network:
        """A chooser trained on the words that annotators replaced, without one fold."""
        used = [word for word in self.words if word.fold != held and word.votes.any()]
        rows = [self._chooser_rows(word, self._counts_without(word, held)) for word in used]
        return train_chooser(rows, [word.votes for word in used])

    def _counts_without(self, word: MarkableWord, held: int | None) -> TrainingCounts:
        """The counts from all sentences but the word's own and those of one fold."""
        return self._by_sentence.of(
            word.input.pool, lambda name: name != word.sentence and self._folds[name] != held
        )

    def detector_log_odds(self) -> Floats:
        """The outputs of the detectors of the other folds for each word."""
        logits = np.zeros_like(self._labels)
        for held in range(FOLDS):
            train = self._fold != held
            detector = train_detector(self._rows[train], self._labels[train])
            logits[~train] = scores(detector, self._rows[~train])
        return logits

    def refine_usage(self) -> Floats:
        """The probability that a mark is of the kind refine-usage, by networks of other folds."""
        logits = np.zeros(len(self.words), np.float32)
        for held in range(FOLDS):
            own = self._fold == held
            logits[own] = scores(self._kind(held), kind_row(self._rows[own]))[:, 0]
        return probability(logits)

    def _kind(self, held: int | None) -> Network:
        used = np.array([w.kind is not None and w.fold != held for w in self.words])
        is_refined = np.array([word.kind == KINDS[0] for word in self.words], np.float32)
        return train_kind(kind_row(self._rows[used]), is_refined[used])

    def to_rerank(self, marked: Floats) -> ToRerank:
        """The candidates to re-rank, of marked words and of words that annotators replaced."""
        return {
            place: self._candidates_to_rerank(place)
            for place, word in enumerate(self.words)
            if marked[place] or word.votes.any()
        }

    def first_suggestions(self, to_rerank: ToRerank, marked: Floats) -> dict[int, list[str]]:
        """The suggestions for the marked words in the order of the first step."""
        return {
            place: self._suggested(place, to_rerank[place][0])
            for place in np.flatnonzero(marked).tolist()
        }

    def _suggested(self, place: int, order: Floats) -> list[str]:
        forms = [self.words[place].forms[n] for n in order]
        return list(dict.fromkeys(forms))[:SUGGESTIONS]

    def reranked_suggestions(self, to_rerank: ToRerank, marked: Floats) -> dict[int, list[str]]:
        """The suggestions for the marked words, re-ranked by networks of other folds."""
        suggestions = {}
        for held in range(FOLDS):
            network = self._second(to_rerank, held)
            for place in np.flatnonzero((self._fold == held) & marked).tolist():
                order, rows = to_rerank[place]
                if len(order):
                    best = np.argsort(-scores(network, rows)[:, SUGGEST], kind="stable")
                    suggestions[place] = self._suggested(place, order[best])
        return suggestions

    def _candidates_to_rerank(self, place: int) -> tuple[Floats, Floats]:
        """The best candidates of a word by its chooser, and their features for re-ranking."""
        word, pool = self.words[place], self.words[place].input.pool
        order = np.argsort(-self._probabilities[place], kind="stable")
        best = np.array([n for n in order if word.forms[n]][:RERANKED_MARKS], np.intp)
        reading = self._system.suggester.read(word.target)
        rows = self._chooser_rows(word, self._counts[place])[best]
        if reading is None or not len(best):
            return best[:0], rows[:0]
        return best, reranking_features(self._system.encoder, reading, pool, best, rows)

    def _second(self, to_rerank: ToRerank, held: int | None) -> Network:
        """The network of the second look, trained without one fold."""
        used = [
            (rows, self.words[place].votes[order])
            for place, (order, rows) in to_rerank.items()
            if self.words[place].fold != held and self.words[place].votes[order].any()
        ]
        return train_chooser([rows for rows, _ in used], [votes for _, votes in used])

    def final(self, to_rerank: ToRerank) -> dict[str, Network]:
        """The networks trained on all sentences."""
        return {
            "choose": self._chooser(None),
            "again": self._second(to_rerank, None),
            "detect": train_detector(self._rows, self._labels),
            "kind": self._kind(None),
        }


def _remove_counted_candidates(
    system: Default, word: MarkableWord, all_counts: TrainingCounts, own_counts: TrainingCounts
) -> None:
    """Remove candidates that a word has only through counts from its own fold."""
    pool = find_pool(system.lexicon, system.table, word.input.word)
    added = set(all_counts.words(pool)) - set(own_counts.words(pool)) if pool else set()
    listed = word.input.expression.usage
    added -= set(listed.replacements if listed else ())
    for place in word.input.pool.places(sorted(added)):
        word.forms[place], word.votes[place] = "", 0


def _labels(word: MarkableWord, probabilities: Floats) -> tuple[bool, bool]:
    """The detector's two labels: the word is marked, and our first suggestion is apt."""
    allowed = np.array([bool(form) for form in word.forms])
    first = int(np.argmax(np.where(allowed, probabilities, -1)))
    return word.kind is not None, bool(word.votes[first])


def _thresholds(mark_score: Sequence[float], size: Sequence[int], tokens: float) -> Floats:
    """The scores at and above which 0, 1, …, 100 % of all words are marked."""
    values, sizes = np.array(mark_score), np.array(size, np.float64)
    order = np.argsort(-values, kind="stable")
    share = np.cumsum(sizes[order]) / tokens
    scores = np.interp(np.linspace(0, 1, STEPS + 1), share, values[order], left=1.0, right=0.0)
    return np.minimum.accumulate(scores).astype(np.float32)


def _marked(
    benchmark: Benchmark, words: Sequence[MarkableWord], mark_score: Sequence[float],
    calibration: Calibration, share: float,
) -> Floats:  # fmt: skip
    """Which words are marked at a sensitivity if each sentence is a text of its own."""
    marked = np.zeros(len(words), bool)
    for places, count in _by_sentence(benchmark, words):
        sizes = [words[place].size for place in places]
        mandatory_from = [words[place].input.expression.mandatory_from for place in places]
        of_sentence = [mark_score[place] for place in places]
        marked[places] = calibration.marked_in_text(
            share, of_sentence, sizes, mandatory_from, count
        )
    return marked


def _by_sentence(
    benchmark: Benchmark, words: Sequence[MarkableWord]
) -> Iterator[tuple[list[int], float]]:
    places: dict[str, list[int]] = {}
    for place, word in enumerate(words):
        places.setdefault(word.sentence, []).append(place)
    for name, own in places.items():
        tokens = benchmark.contexts[name].extra["tokens"]
        yield own, length_in_words(tokens)


def _run(
    benchmark: Benchmark,
    words: Sequence[MarkableWord],
    marked: Floats,
    suggestions: dict[int, list[str]],
) -> "Run[MarkedSentence]":
    spans: dict[str, list[MarkedSpan]] = {name: [] for name in benchmark.contexts}
    for place in np.flatnonzero(marked).tolist():
        word, forms = words[place], suggestions.get(place, [])
        if forms:
            spans[word.sentence].append(MarkedSpan(word.tokens[0], word.tokens[1], tuple(forms)))
    answers = {
        name: MarkedSentence(len(context.extra["tokens"]), tuple(spans[name]))
        for name, context in benchmark.contexts.items()
    }
    return Run("default", "sws", answers)


def _phrases(words: Sequence[MarkableWord], marked: Floats) -> tuple[int, int]:
    """How many phrases are marked, and how many of these by annotators too."""
    marked_words = [words[place] for place in np.flatnonzero(marked).tolist()]
    phrases = [word for word in marked_words if word.tokens[1] - word.tokens[0] > 1]
    return len(phrases), sum(word.kind is not None for word in phrases)


def _kinds(
    words: Sequence[MarkableWord], marked: Floats, refine_usage: Floats
) -> tuple[int, int, int]:
    """Words that annotators marked too: all, of the right kind, and of the more frequent kind."""
    both = [n for n in np.flatnonzero(marked).tolist() if words[n].kind is not None]
    guessed = [kind_of(words[n].input.expression, float(refine_usage[n])) for n in both]
    right = sum(words[n].kind == kind for n, kind in zip(both, guessed, strict=True))
    refine = sum(words[n].kind == KINDS[0] for n in both)
    return len(both), right, max(refine, len(both) - refine)
