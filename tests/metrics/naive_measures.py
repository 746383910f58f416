"""The measures once more, each straight from its definition and without regard to speed."""

from collections.abc import Callable
from itertools import pairwise, permutations
from math import log2
from statistics import mean
from typing import Any

from motjuste.benchmarks.benchmark import FALSE, TRUE, TRUE_IMPLICIT, Benchmark, Item
from motjuste.benchmarks.run import Guess, Run

Naive = Callable[[Benchmark, Run[Any]], float]
Shares = dict[str, float]


def over(part: float, whole: float) -> float:
    return 100 * part / whole if whole else 0.0


def f_beta(p: float, r: float, beta: float = 1.0) -> float:
    return (1 + beta**2) * p * r / (beta**2 * p + r) if p + r else 0.0


def best_first(guesses: tuple[Guess, ...]) -> list[str]:
    return [guess.text for guess in sorted(guesses, key=lambda guess: guess.score, reverse=True)]


def for_votes(item: Item) -> dict[str, int]:
    """How many labels are for each substitute."""
    return {
        judgement.text: sum(label in (TRUE, TRUE_IMPLICIT) for label in judgement.labels)
        for judgement in item.judgements
    }


# SWORDS and SemEval: without regard to case, without the target.


def counted(item: Item) -> dict[str, tuple[int, int]]:
    """Positive labels and all labels of each word, abstentions dropped."""
    pooled: dict[str, list[str]] = {}
    for judgement in item.judgements:
        labels = [label for label in judgement.labels if label in (TRUE, FALSE, TRUE_IMPLICIT)]
        if labels and judgement.text.lower() != item.target.word:
            pooled.setdefault(judgement.text.lower(), []).extend(labels)
    return {
        word: (len(labels) - labels.count(FALSE), len(labels)) for word, labels in pooled.items()
    }


def lists(gold: Benchmark, run: Run[Any]) -> list[tuple[dict[str, tuple[int, int]], list[str]]]:
    """For every item with gold, the gold and the words of the answer, each once.

    Of a repeated word the best score counts, and among equal scores its first place.
    """
    pairs = []
    for item in gold.items:
        guesses = [(text.lower(), score) for text, score in run.answers.get(item.id, ())]
        words = dict.fromkeys(word for word, _ in guesses if word != item.target.word)
        best = [(max(score for guess, score in guesses if guess == word), word) for word in words]
        answer = [word for _, word in sorted(best, key=lambda pair: pair[0], reverse=True)]
        if counted(item):
            pairs.append((counted(item), answer))
    return pairs


def precision_recall(listing: str, reference: str, figure: str, k: int) -> Naive:
    def naive(gold: Benchmark, run: Run[Any]) -> float:
        hits = listed = wanted = all_wanted = 0
        for judged, answer in lists(gold, run):
            ratio = {word: yes / total for word, (yes, total) in judged.items()}
            least = 0.5001 if reference == "acceptable" else 0.1
            good = {word for word in ratio if ratio[word] >= least}
            top = [word for word in answer if listing == "strict" or word in judged][:k]
            hits += len(good & set(top))
            listed += len(top)
            wanted += min(k, len(good))
            all_wanted += len(good)
        p = over(hits, listed)
        r, rs = over(hits, wanted), over(hits, all_wanted)
        return {"P": p, "R": r, "F": f_beta(p, r), "Rs": rs, "Fs": f_beta(p, rs)}[figure]

    return naive


def gap(by_share: bool) -> Naive:
    def mean_weights(weights: list[float]) -> float:
        return sum(mean(weights[: i + 1]) for i, weight in enumerate(weights) if weight)

    def naive(gold: Benchmark, run: Run[Any]) -> float:
        figures = []
        for judged, answer in lists(gold, run):
            weight = {w: yes / total if by_share else yes for w, (yes, total) in judged.items()}
            ideal = mean_weights(sorted(weight.values(), reverse=True))
            reached = mean_weights([weight.get(word, 0.0) for word in answer])
            figures.append(reached / ideal if ideal else 0.0)
        return 100 * mean(figures)

    return naive


def gap_nomwe(gold: Benchmark, run: Run[Any]) -> float:
    """Melamud et al.'s program, option no-mwe: sums of precisions of ranking and gold."""

    def precisions(weights: list[int]) -> float:
        return sum(sum(weights[: i + 1]) / (i + 1) for i, weight in enumerate(weights) if weight)

    figures = []
    for item in gold.items:
        single = [judgement for judgement in item.judgements if not set(" -") & set(judgement.text)]
        weight = {judgement.text: judgement.votes for judgement in single if judgement.votes}
        if weight:
            words = dict.fromkeys(best_first(run.answers.get(item.id, ())))
            ranked = [weight.get(word, 0) for word in words if not set(" -") & set(word)]
            figures.append(precisions(ranked) / precisions(sorted(weight.values(), reverse=True)))
    return 100 * mean(figures) if figures else 0.0


def semeval(task: str, figure: str, k: int | None = None) -> Naive:
    def naive(gold: Benchmark, run: Run[Any]) -> float:
        credit, hits = 0.0, 0
        items = attempted = modes = modes_attempted = 0
        for judged, answer in lists(gold, run):
            votes = {word: yes for word, (yes, _) in judged.items() if yes}
            if sum(votes.values()) < 2:
                continue
            most = [word for word in votes if votes[word] == max(votes.values())]
            given = answer[: 10 if task == "oot" else None][:k]
            got = sum(votes.get(word, 0) for word in given) / sum(votes.values())
            items += 1
            modes += len(most) == 1
            attempted += bool(given)
            modes_attempted += bool(given) and len(most) == 1
            credit += got / len(given) if task == "best" and given else got
            hits += len(most) == 1 and most[0] in (given[:1] if task == "best" else given)
        return {
            "": over(credit, attempted),
            ".recall": over(credit, items),
            ".mode": over(hits, modes_attempted),
            ".mode.recall": over(hits, modes),
        }[figure]

    return naive


def multiword(task: str, figure: str) -> Naive:
    def naive(gold: Benchmark, run: Run[Any]) -> float:
        hits = answered = wanted = 0
        for item in gold.items:
            multiwords = item.extra["multiwords"]
            first = next(iter(multiwords), None)
            sure = (
                first is not None
                and multiwords[first] > 1
                and [*multiwords.values()].count(multiwords[first]) == 1
            )
            given = [guess.text for guess in run.answers.get(item.id, ())]
            wanted += sure
            answered += bool(given)
            hits += sure and bool(given) and (task == "detection" or given[0] == first)
        return over(hits, answered if figure == "P" else wanted)

    return naive


# Strings as they are.


def mean_average_precision(position: str | None = None) -> Naive:
    def of_order(order: tuple[str, ...], relevant: set[str]) -> float:
        places = [place for place, word in enumerate(order, start=1) if word in relevant]
        return mean(hit / place for hit, place in enumerate(places, start=1))

    def naive(gold: Benchmark, run: Run[Any]) -> float:
        figures = []
        for item in gold.items:
            relevant = {text for text, votes in for_votes(item).items() if votes}
            if not relevant or position not in (None, item.extra["position"]):
                continue
            scores: dict[str, float] = {}
            for text, score in run.answers.get(item.id, ()):
                scores[text] = max(score, scores.get(text, score))
            rank = {word: scores.get(word, -1.0) for word in item.candidates}
            orders = [
                order
                for order in permutations(rank)
                if all(rank[a] >= rank[b] for a, b in pairwise(order))
            ]
            figures.append(mean(of_order(order, relevant) for order in orders))
        return 100 * mean(figures) if figures else 0.0

    return naive


def tsar(figure: str, k: int) -> Naive:
    def naive(gold: Benchmark, run: Run[Any]) -> float:
        figures = []
        for item in gold.items:
            if item.id not in run.answers:
                continue
            votes_for = {t: n for t, n in for_votes(item).items() if n and t != item.target.word}
            texts = dict.fromkeys(best_first(run.answers[item.id]))
            top = [text for text in texts if text != item.target.word][:k]
            hits = [text in votes_for for text in top]
            if figure == "MAP":
                precisions = [sum(hits[: i + 1]) / (i + 1) for i, hit in enumerate(hits) if hit]
                figures.append(sum(precisions) / k)
            elif figure == "Accuracy":
                figures.append(
                    any(votes_for.get(t) == max(votes_for.values(), default=0) for t in top)
                )
            else:
                figures.append(any(hits))
        return 100 * mean(figures)

    return naive


def prolex(proficient: bool, figure: str, k: int) -> Naive:
    def naive(gold: Benchmark, run: Run[Any]) -> float:
        hits = given = wanted = 0
        for item in gold.items:
            good = {text for text, votes in for_votes(item).items() if votes}
            good = set(item.extra["proficient"]) if proficient else good
            top = set(best_first(run.answers.get(item.id, ()))[:k])
            if good:
                hits += len(good & top)
                given += len(top)
                wanted += min(k, len(good))
        p, r = over(hits, given), over(hits, wanted)
        return {"P": p, "R": r, "F": f_beta(p, r)}[figure]

    return naive


# Smart Word Suggestions: every target with its votes and what the system suggests for it.


def targets(gold: Benchmark, run: Run[Any], *only: str) -> list[tuple[str, Shares, Any]]:
    rows = []
    for item in gold.items:
        answer = run.answers.get(item.context_id)
        marked = {(start, end): listed for start, end, listed in (answer.spans if answer else ())}
        if all(label in (item.extra["kind"], item.target.pos) for label in only):
            votes: Shares = {**for_votes(item)}
            rows.append((item.context_id, votes, marked.get(tuple(item.extra["tokens"]))))
    return rows


def is_right(votes: Shares, listed: Any) -> bool:
    return bool(listed) and listed[0] in votes


def sws_f(figure: str, hit: Callable[[Shares, Any], bool], *only: str) -> Naive:
    def naive(gold: Benchmark, run: Run[Any]) -> float:
        rows = targets(gold, run, *only)
        hits = sum(hit(votes, listed) for _, votes, listed in rows)
        spans = sum(len(sentence.spans) for sentence in run.answers.values())
        p, r = over(hits, spans), over(hits, len(rows))
        return {"P": p, "R": r, "F1": f_beta(p, r), "F0.5": f_beta(p, r, 0.5)}[figure]

    return naive


def is_detected(votes: Shares, listed: Any) -> bool:
    return listed is not None


def voting_recall(index: int, *only: str) -> Naive:
    def naive(gold: Benchmark, run: Run[Any]) -> float:
        rows = [row for row in targets(gold, run, *only) if sum(row[1].values()) == index]
        return over(sum(listed is not None for _, _, listed in rows), len(rows))

    return naive


def weighted_accuracy(*only: str) -> Naive:
    def naive(gold: Benchmark, run: Run[Any]) -> float:
        rows = targets(gold, run, *only)
        weights = [sum(votes.values()) for _, votes, _ in rows]
        marked = [listed is not None for _, _, listed in rows]
        return over(sum(w for w, m in zip(weights, marked, strict=True) if m), sum(weights))

    return naive


def improvable_ratio(gold: Benchmark, run: Run[Any]) -> float:
    spans = [span for sentence in run.answers.values() for span in sentence.spans]
    tokens = sum(len(context.extra["tokens"]) for context in gold.contexts.values())
    return over(sum(span.end - span.start for span in spans), tokens)


def suggestion(figure: str, *only: str) -> Naive:
    def naive(gold: Benchmark, run: Run[Any]) -> float:
        rows = [row for row in targets(gold, run, *only) if row[2] is not None]
        right = [(sentence, is_right(votes, listed)) for sentence, votes, listed in rows]
        if figure == "Acc":
            return over(sum(hit for _, hit in right), len(right))
        if figure == "Acc.macro":
            sentences = {sentence for sentence, _ in right}
            means = [mean(hit for s, hit in right if s == sentence) for sentence in sentences]
            return 100 * mean(means) if means else 0.0
        hits = sum(len(set(listed) & set(votes)) for _, votes, listed in rows)
        p = over(hits, sum(len(listed) for _, _, listed in rows))
        r = over(hits, sum(len(votes) for _, votes, _ in rows))
        return {"P": p, "R": r, "F1": f_beta(p, r), "F0.5": f_beta(p, r, 0.5)}[figure]

    return naive


def ndcg(m: int | None, *only: str) -> Naive:
    def gain(weights: list[float]) -> float:
        return sum(weight / log2(place + 2) for place, weight in enumerate(weights))

    def naive(gold: Benchmark, run: Run[Any]) -> float:
        figures = []
        for _, votes, listed in targets(gold, run, *only):
            if listed is None:
                continue
            new = [text not in listed[:place] for place, text in enumerate(listed)]
            weights = [votes.get(t, 0) * first for t, first in zip(listed, new, strict=True)][:m]
            best = gain(sorted(votes.values(), reverse=True)[: len(listed) if m is None else m])
            figures.append(gain(weights) / best if best else 0.0)
        return 100 * mean(figures) if figures else 0.0

    return naive
