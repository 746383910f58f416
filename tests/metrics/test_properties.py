"""Properties that hold for every measure on any benchmark and run.

Each property goes through all measures that it concerns in one test, so that a benchmark that
breaks one of them is searched for once.
"""

import random
from dataclasses import replace
from itertools import permutations, product
from statistics import mean
from typing import Any

import naive_measures as naive
import pytest
from hypothesis import given
from hypothesis import strategies as st
from metric_builders import marked, pairing, run, score
from metric_cases import Case, substitution_cases, sws_cases

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.benchmarks.run import Guess, Run
from motjuste.metrics import Settings, families, parse_measure
from motjuste.metrics.average_precision import average_precision

SWS_FAMILIES = ("det", "sug", "e2e", "WA", "ImpR", "NDCG")
ALL = [name for family in families() for name in family.examples]
SWS = [name for name in ALL if name.split(".")[0].split("@")[0] in SWS_FAMILIES]
MULTIWORD = [name for name in ALL if name.startswith("mw.")]
SUBSTITUTION = [name for name in ALL if name not in SWS and name not in MULTIWORD]
# What is not ranked is tied at the end, so that no answer is as good as a random one.
NEVER_ZERO = ("MAP", "MAP.V")

NAIVE: dict[str, naive.Naive] = {
    **{
        f"{listing}.{reference}.{figure}@{k}": naive.precision_recall(listing, reference, figure, k)
        for listing, reference, figure, k in product(
            ("strict", "lenient"),
            ("acceptable", "conceivable"),
            ("P", "R", "F", "Rs", "Fs"),
            (2, 10),
        )
    },
    "P@1": naive.precision_recall("strict", "conceivable", "P", 1),
    "GAP": naive.gap(by_share=True),
    "GAP.count": naive.gap(by_share=False),
    "GAP.nomwe": naive.gap_nomwe,
    **{
        f"{task}{figure}": naive.semeval(task, figure)
        for task, figure in product(("best", "oot"), ("", ".recall", ".mode", ".mode.recall"))
    },
    "best@1": naive.semeval("best", "", 1),
    "MAP": naive.mean_average_precision(),
    "MAP.V": naive.mean_average_precision("V"),
    "ACC@1": naive.tsar("Potential", 1),
    **{f"MAP@{k}": naive.tsar("MAP", k) for k in (1, 3, 10)},
    **{f"Potential@{k}": naive.tsar("Potential", k) for k in (1, 3, 10)},
    **{f"Accuracy@{k}@top1": naive.tsar("Accuracy", k) for k in (1, 2, 3)},
    **{
        f"{prefix}hard.{figure}@{k}": naive.prolex(bool(prefix), figure, k)
        for prefix, figure, k in product(("", "prof."), "PRF", (2, 10))
    },
}
SWS_NAIVE: dict[str, naive.Naive] = {
    **{
        f"det.{figure}": naive.sws_f(figure, naive.is_detected)
        for figure in ("P", "R", "F1", "F0.5")
    },
    **{f"e2e.{figure}": naive.sws_f(figure, naive.is_right) for figure in ("P", "R", "F1", "F0.5")},
    **{f"sug.{f}": naive.suggestion(f) for f in ("Acc", "Acc.macro", "P", "R", "F1", "F0.5")},
    "WA": naive.weighted_accuracy(),
    "ImpR": naive.improvable_ratio,
    "NDCG": naive.ndcg(None),
    **{f"NDCG@{m}": naive.ndcg(m) for m in (1, 2, 4)},
    "det.R.votes=2": naive.voting_recall(2),
}
for _part in ("refine-usage", "diversify-expression", "NOUN", "VERB", "ADJ"):
    SWS_NAIVE |= {
        f"det.R.{_part}": naive.sws_f("R", naive.is_detected, _part),
        f"e2e.R.{_part}": naive.sws_f("R", naive.is_right, _part),
        f"sug.Acc.{_part}": naive.suggestion("Acc", _part),
        f"sug.R.{_part}": naive.suggestion("R", _part),
        f"WA.{_part}": naive.weighted_accuracy(_part),
        f"NDCG.{_part}": naive.ndcg(None, _part),
    }
SWS_NAIVE["det.R.votes=3.refine-usage"] = naive.voting_recall(3, "refine-usage")
MW_NAIVE = {
    f"mw.{task}.{figure}": naive.multiword(task, figure)
    for task, figure in product(("detection", "identification"), "PR")
}


def scores(names: Any, gold: Benchmark, system: Run[Any]) -> dict[str, float]:
    pair = pairing(gold, system)
    measures = [parse_measure(name) for name in names]
    return {measure.name: measure.value(measure.collect(pair)) for measure in measures}


def check_against(definitions: dict[str, naive.Naive], case: Case) -> None:
    for name, value in scores(definitions, *case).items():
        digits = parse_measure(name).digits
        tolerance = 1e-9 if digits is None else 0.5 * 10**-digits + 1e-9
        assert value == pytest.approx(definitions[name](*case), abs=tolerance, rel=0), name


def test_every_family_has_a_naive_version() -> None:
    defined = {**NAIVE, **SWS_NAIVE, **MW_NAIVE}
    without = [f.pattern for f in families() if not any(map(f.parse, defined))]
    assert without == []


@given(substitution_cases())
def test_substitution_measures_agree_with_their_definitions(case: Case) -> None:
    check_against(NAIVE, case)


@given(substitution_cases(form="mw"))
def test_multiword_measures_agree_with_their_definitions(case: Case) -> None:
    check_against(MW_NAIVE, case)


@given(sws_cases())
def test_sws_measures_agree_with_their_definitions(case: Case) -> None:
    check_against(SWS_NAIVE, case)


@given(substitution_cases(), substitution_cases(form="mw"), sws_cases())
def test_every_measure_is_between_0_and_100(given_targets: Case, mw: Case, sws: Case) -> None:
    for names, case in ((SUBSTITUTION, given_targets), (MULTIWORD, mw), (SWS, sws)):
        for name, value in scores(names, *case).items():
            assert 0 <= value <= 100 + 1e-9, name


def shuffled(gold: Benchmark, seed: int) -> Benchmark:
    contexts, items = list(gold.contexts.items()), list(gold.items)
    random.Random(seed).shuffle(contexts)
    random.Random(seed).shuffle(items)
    return replace(gold, contexts=dict(contexts), items=tuple(items), memo={})


@given(substitution_cases(), substitution_cases(form="mw"), sws_cases(), st.integers(0, 9))
def test_the_order_of_items_does_not_matter(
    given_targets: Case, mw: Case, sws: Case, seed: int
) -> None:
    for names, (gold, system) in ((SUBSTITUTION, given_targets), (MULTIWORD, mw), (SWS, sws)):
        expected = pytest.approx(scores(names, gold, system), abs=1e-9)
        assert scores(names, shuffled(gold, seed), system) == expected


@given(substitution_cases(), sws_cases())
def test_items_twice_score_as_items_once(given_targets: Case, sws: Case) -> None:
    for names, (gold, system) in ((SUBSTITUTION, given_targets), (SWS, sws)):
        again = {f"{name}'": context for name, context in gold.contexts.items()}
        copies = [
            replace(item, id=f"{item.id}'", context_id=f"{item.context_id}'") for item in gold.items
        ]
        twice = replace(
            gold, contexts={**gold.contexts, **again}, items=(*gold.items, *copies), memo={}
        )
        answers = {
            **system.answers,
            **{f"{key}'": answer for key, answer in system.answers.items()},
        }
        expected = pytest.approx(scores(names, gold, system), abs=1e-9)
        assert scores(names, twice, replace(system, answers=answers)) == expected


@given(substitution_cases())
def test_only_the_order_of_scores_matters(case: Case) -> None:
    gold, system = case
    stretched = {
        key: tuple(Guess(guess.text, 3 * guess.score**3 - 7) for guess in answer)
        for key, answer in system.answers.items()
    }
    assert scores(SUBSTITUTION, gold, replace(system, answers=stretched)) == scores(
        SUBSTITUTION, gold, system
    )


@given(substitution_cases(), sws_cases())
def test_empty_answers_score_nothing(given_targets: Case, sws: Case) -> None:
    gold, _ = given_targets
    names = [name for name in SUBSTITUTION if name not in NEVER_ZERO]
    assert set(scores(names, gold, run({item.id: () for item in gold.items})).values()) == {0}
    gold, _ = sws
    nothing = run({name: marked(6) for name in gold.contexts}, "sws")
    assert set(scores(SWS, gold, nothing).values()) == {0}


def oracle(gold: Benchmark, wanted: Any) -> Run[Any]:
    """For each item the words with some weight, the heaviest first."""
    return run(
        {
            item.id: tuple(Guess(text, weight) for text, weight in wanted(item).items() if weight)
            for item in gold.items
        }
    )


@given(substitution_cases())
def test_an_oracle_gets_everything_that_can_be_had(case: Case) -> None:
    gold, _ = case
    # GAP, like the original, gives 0 to an item whose gold nobody was for.
    liked = [item for item in gold.items if any(yes for yes, _ in naive.counted(item).values())]
    gold = replace(gold, items=tuple(liked), memo={})
    by_share = oracle(gold, lambda item: {w: y / n for w, (y, n) in naive.counted(item).items()})
    by_count = oracle(gold, lambda item: {w: y for w, (y, _) in naive.counted(item).items()})
    by_string = oracle(gold, naive.for_votes)
    for name in ("strict.conceivable.F@10", "lenient.conceivable.R@10", "P@1", "GAP"):
        assert score(name, gold, by_share) == pytest.approx(100), name
    for name in ("GAP.count", "oot", "oot.recall", "best.mode.recall", "oot.mode.recall"):
        assert score(name, gold, by_count) == pytest.approx(100), name
    for name in ("MAP", "hard.F@10", "soft.F@10"):
        assert score(name, gold, by_string) == pytest.approx(100), name
    for name in ("ACC@1", "Accuracy@1@top1", "Potential@3"):
        assert score(name, simplifiable(gold), by_string) == pytest.approx(100), name


def simplifiable(gold: Benchmark) -> Benchmark:
    """The items for which anybody was for another word than the target."""
    votes = [(item, naive.for_votes(item)) for item in gold.items]
    kept = [item for item, counts in votes if any({**counts, item.target.word: 0}.values())]
    return replace(gold, items=tuple(kept), memo={})


@given(sws_cases())
def test_a_system_that_marks_what_annotators_marked_gets_everything(case: Case) -> None:
    gold, _ = case
    spans: dict[str, list[Any]] = {name: [] for name in gold.contexts}
    for item in gold.items:
        votes = naive.for_votes(item)
        best = sorted(votes, key=lambda text: -votes[text])
        spans[item.context_id].append((*item.extra["tokens"], best))
    system = run({name: marked(6, *marks) for name, marks in spans.items()}, "sws")
    for name, value in scores([n for n in SWS if n != "ImpR"], gold, system).items():
        assert value == pytest.approx(100), name


PRECISIONS = [f"strict.{reference}.P@10" for reference in ("acceptable", "conceivable")]


@given(substitution_cases())
def test_an_unjudged_guess_at_the_end_never_raises_strict_precision(case: Case) -> None:
    gold, system = case
    longer = {key: (*answer, Guess("unjudged", -1.0)) for key, answer in system.answers.items()}
    before = scores(PRECISIONS, gold, system)
    after = scores(PRECISIONS, gold, replace(system, answers=longer))
    assert all(after[name] <= before[name] + 1e-9 for name in PRECISIONS)
    lenient = [name.replace("strict", "lenient") for name in PRECISIONS]
    assert scores(lenient, gold, replace(system, answers=longer)) == scores(lenient, gold, system)


@given(substitution_cases())
def test_lenient_is_never_below_strict(case: Case) -> None:
    for reference, figure in product(("acceptable", "conceivable"), "PRF"):
        strict, lenient = (f"{setting}.{reference}.{figure}@2" for setting in ("strict", "lenient"))
        assert score(lenient, *case) >= score(strict, *case) - 1e-9


@given(substitution_cases())
def test_more_guesses_never_find_less(case: Case) -> None:
    for lower, higher in (
        ("Potential@1", "Potential@3"),
        ("Accuracy@1@top1", "Accuracy@2@top1"),
        ("strict.acceptable.Rs@1", "strict.acceptable.Rs@2"),
        ("oot@1", "oot"),
        ("best.recall", "oot.recall"),
    ):
        assert score(lower, *case) <= score(higher, *case) + 1e-9
    assert score("ACC@1", *case) == score("MAP@1", *case) == score("Potential@1", *case)


@given(sws_cases())
def test_kinds_add_up_to_the_whole(case: Case) -> None:
    gold, _ = case
    kinds = [item.extra["kind"] for item in gold.items]
    for name in ("det.R", "e2e.R"):
        parts = [score(f"{name}.{kind}", *case) * kinds.count(kind) for kind in set(kinds)]
        assert sum(parts) == pytest.approx(score(name, *case) * len(kinds))
    assert score("e2e.R", *case) <= score("det.R", *case) + 1e-9


@given(substitution_cases(form="oot"))
def test_strict_semeval_stays_in_bounds_though_guesses_repeat(case: Case) -> None:
    gold, system = case
    for name in ("best", "oot", "NMWT.oot", "NMWS.best.mode", "oot.mode.recall"):
        assert 0 <= score(name, gold, system, Settings(semeval="strict")) <= 100


ties = st.lists(st.lists(st.booleans(), min_size=1, max_size=3), min_size=1, max_size=3)


@given(ties)
def test_average_precision_with_ties_is_the_mean_over_all_orders(groups: list[list[bool]]) -> None:
    orders = [sum(order, ()) for order in product(*(permutations(group) for group in groups))]
    untied = mean(average_precision([[hit] for hit in order]) for order in orders)
    assert average_precision(groups) == pytest.approx(untied)


def test_average_precision_of_many_tied_candidates_is_exact() -> None:
    # With one relevant candidate, the mean of 1 / place over all places.
    places = 10_000
    tie = [place == 17 for place in range(places)]
    by_hand = mean(1 / place for place in range(1, places + 1))
    assert average_precision([tie]) == pytest.approx(by_hand)
