"""How well an annotator does against the others: the line "Human" of SWS's Table 3."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from motjuste.errors import BadInputError
from motjuste.reports.agreement import Marked, marked
from motjuste.reports.annotations import Annotations, Span

MEAN = "mean"
# F0.5 weighs precision twice as much as recall, as in Smart Word Suggestions.
_BETA = 0.5

Merged: TypeAlias = Mapping[Span, frozenset[str]]


@dataclass(frozen=True)
class HumanScores:
    """The scores of one annotator, or the mean over all, in percent under the usual keys."""

    annotator: str
    scores: Mapping[str, float]


def human_performance(
    annotations: Annotations, agreeing: int = 2, lengths: Mapping[str, int] | None = None
) -> list[HumanScores]:
    """Each annotator scored as a system against the others' merged annotations; then the mean.

    As when the benchmark was made, a span is gold if at least `agreeing` of the others marked it.
    An annotator's first suggestion for a span is the answer. Given the number of tokens of every
    sentence, the improvable ratio (`ImpR`) is added: the share of tokens in marked spans.
    """
    names = annotations.annotators
    if len(names) <= agreeing:
        raise BadInputError(
            f"{len(names)} annotators are too few to leave one out: "
            f"a span counts where {agreeing} of the others agree"
        )
    sentences = marked(annotations)
    lengths = lengths or {}
    known = all(sentence in lengths for sentence in sentences)
    rows = [
        HumanScores(
            name,
            {
                **_scores(sentences, name, agreeing),
                **({"ImpR": improvable_ratio(sentences, name, lengths)} if known else {}),
            },
        )
        for name in names
    ]
    means = {key: sum(row.scores[key] for row in rows) / len(rows) for key in rows[0].scores}
    return [*rows, HumanScores(MEAN, means)]


def improvable_ratio(sentences: Marked, name: str, lengths: Mapping[str, int]) -> float:
    """The share of tokens, in percent, that an annotator marked in the sentences they saw."""
    seen = {item: given[name] for item, given in sentences.items() if name in given}
    changed = sum(end - start for spans in seen.values() for start, end in spans)
    return _ratio(changed, sum(lengths[item] for item in seen))


def merge_others(sentences: Marked, sentence: str, name: str, agreeing: int) -> Merged:
    """The changes that enough of the other annotators of a sentence agree on."""
    others = [spans for who, spans in sentences[sentence].items() if who != name]
    votes = Counter(span for spans in others for span in spans)
    return {
        span: frozenset(word for spans in others for word in spans.get(span, ()))
        for span, count in votes.items()
        if count >= agreeing
    }


def _scores(sentences: Marked, name: str, agreeing: int) -> dict[str, float]:
    """Detection, suggestion and end-to-end figures from counts over the annotator's sentences."""
    predicted = gold = detected = right = 0
    for sentence, by_annotator in sentences.items():
        if name in by_annotator:
            own_spans = by_annotator[name]
            merged = merge_others(sentences, sentence, name, agreeing)
            agreed = [span for span in own_spans if span in merged]
            predicted += len(own_spans)
            gold += len(merged)
            detected += len(agreed)
            right += sum(own_spans[span][0] in merged[span] for span in agreed)
    return {
        **_precision_recall("det", detected, predicted, gold),
        "sug.Acc": _ratio(right, detected),
        **_precision_recall("e2e", right, predicted, gold),
    }


def _precision_recall(task: str, hits: int, predicted: int, gold: int) -> dict[str, float]:
    p, r = _ratio(hits, predicted), _ratio(hits, gold)
    f = (1 + _BETA**2) * p * r / (_BETA**2 * p + r) if hits else 0.0
    return {f"{task}.P": p, f"{task}.R": r, f"{task}.F0.5": f}


def _ratio(part: int, whole: int) -> float:
    return 100.0 * part / whole if whole else 0.0
