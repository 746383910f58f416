"""The examples that the papers work out, and others worked out here by hand."""

from math import log2

import pytest
from metric_builders import (
    benchmark,
    item,
    marked,
    ranked,
    run,
    score,
    sws_benchmark,
    votes,
)

import small
from motjuste.benchmarks.benchmark import FALSE, TRUE, UNSURE, Judgement
from motjuste.benchmarks.run import Guess
from motjuste.metrics import Settings
from motjuste.metrics import score as score_all
from motjuste.metrics.ndcg import discounted, ndcg

RU, DE = "refine-usage", "diversify-expression"


# SWS, appendix B: "I am writing to answer the previous questions you asked ."
ANSWER, WRITING, TO_ANSWER, QUESTIONS = (4, 5), (2, 3), (3, 5), (7, 8)
PREVIOUS, ASKED = (6, 7), (9, 10)
LETTER = sws_benchmark(
    {
        "letter": (
            11,
            [
                (*ANSWER, {"respond to": 3, "reply to": 1}, RU, "VERB"),
                (*WRITING, {"connecting with": 3}, RU, "VERB"),
                (*TO_ANSWER, {"in response to": 2}, DE, None),
                (*QUESTIONS, {"queries": 2}, DE, "NOUN"),
            ],
        )
    }
)


def test_sws_detection_example() -> None:
    system = run({"letter": marked(11, (*ANSWER, ["tell"]), (*PREVIOUS, ["last"]))}, "sws")
    assert score("det.P", LETTER, system) == pytest.approx(100 / 2)
    assert score("det.R", LETTER, system) == pytest.approx(100 / 4)
    # F0.5 = 1.25 * 1/2 * 1/4 / (0.25 * 1/2 + 1/4) = 5/12
    assert score("det.F0.5", LETTER, system) == pytest.approx(100 * 5 / 12)
    # "answer" has 4 of the 4 + 3 + 2 + 2 votes; two of eleven tokens are marked.
    assert score("WA", LETTER, system) == pytest.approx(100 * 4 / 11)
    assert score("ImpR", LETTER, system) == pytest.approx(100 * 2 / 11)


@pytest.mark.parametrize(
    ("suggestion", "accuracy"), [("respond to", 100), ("reply to", 100), ("respond", 0)]
)
def test_sws_suggestion_example(suggestion: str, accuracy: float) -> None:
    system = run({"letter": marked(11, (*ANSWER, [suggestion]), (*PREVIOUS, ["last"]))}, "sws")
    assert score("sug.Acc", LETTER, system) == accuracy


def test_sws_end_to_end_example() -> None:
    # The paper writes "answer: respond" and counts it; as strings only "respond to" is gold.
    spans = [(*ANSWER, ["respond to"]), (*WRITING, ["connect with"]), (*ASKED, ["gave"])]
    system = run({"letter": marked(11, *spans)}, "sws")
    assert score("e2e.P", LETTER, system) == pytest.approx(100 / 3)
    assert score("e2e.R", LETTER, system) == pytest.approx(100 / 4)


def test_sws_ndcg_example() -> None:
    gold = {"respond to": 3, "respond": 2, "response": 1, "reply to": 1}
    given = ["respond", "respond to", "tell", "response", "solution"]
    # Appendix D, which rounds at every step: 2 + 3 * 0.63 + 1 * 0.43 = 4.4 of
    # 3 + 2 * 0.63 + 1 * 0.5 + 1 * 0.43 = 5.1.
    assert discounted([2, 3, 0, 1, 0]) == pytest.approx(4.4, abs=0.1)
    assert discounted([3, 2, 1, 1]) == pytest.approx(5.1, abs=0.1)
    exact = (2 + 3 / log2(3) + 1 / log2(5)) / (3 + 2 / log2(3) + 1 / 2 + 1 / log2(5))
    assert ndcg(given, gold, 5) == pytest.approx(exact)
    assert ndcg(given, gold) == pytest.approx(exact)
    assert exact == pytest.approx(4.4 / 5.1, abs=0.04)


def test_ndcg_at_m_is_against_the_best_m_suggestions() -> None:
    gold = {"a": 3, "b": 1}
    # Both positions are wanted at 2, though only one is filled: 3 of 3 + 1 / log2(3).
    assert ndcg(["a"], gold, 2) == pytest.approx(3 / (3 + 1 / log2(3)))
    assert ndcg(["a"], gold) == 1
    assert ndcg(["b", "a"], gold, 1) == pytest.approx(1 / 3)


def test_a_repeated_suggestion_earns_nothing_the_second_time() -> None:
    assert ndcg(["a", "a"], {"a": 2}) == 1
    assert ndcg([], {"a": 2}) == 0


def test_sws_suggestions_are_pooled_or_averaged_over_sentences() -> None:
    one = {"good": 2}
    gold = sws_benchmark(
        {
            "s1": (4, [(0, 1, one, RU, None), (1, 2, one, RU, None), (2, 3, one, DE, None)]),
            "s2": (4, [(0, 1, one, RU, None)]),
            "s3": (4, [(0, 1, one, RU, None)]),
        }
    )
    system = run(
        {
            "s1": marked(4, (0, 1, ["good", "x"]), (1, 2, ["x", "good"]), (2, 3, ["x"])),
            "s2": marked(4, (0, 1, ["good"])),
            "s3": marked(4, (2, 3, ["good"])),
        },
        "sws",
    )
    # 1 of 3 and 1 of 1; in the third sentence no target is found.
    assert score("sug.Acc", gold, system) == pytest.approx(100 * 2 / 4)
    assert score("sug.Acc.macro", gold, system) == pytest.approx(100 * (1 / 3 + 1) / 2)
    # Three hits among 2 + 2 + 1 + 1 suggestions, of the 4 that annotators gave there.
    assert score("sug.P", gold, system) == pytest.approx(100 * 3 / 6)
    assert score("sug.R", gold, system) == pytest.approx(100 * 3 / 4)
    assert score("sug.F1", gold, system) == pytest.approx(100 * 2 * 3 / (6 + 4))
    assert score("sug.Acc.refine-usage", gold, system) == pytest.approx(100 * 2 / 3)
    assert score("e2e.R.diversify-expression", gold, system) == 0
    assert score("det.R.refine-usage", gold, system) == pytest.approx(100 * 3 / 4)


# SemEval-2007, section 3: the item 9999 for happy.a
HAPPY = benchmark(
    item("happy.a 9999", votes(glad=3, merry=2, cheerful=1, jovial=1)), format="semeval2007"
)


def test_semeval_happy_example() -> None:
    guesses = {"happy.a 9999": ranked("glad", "cheerful")}
    # (3 + 1) / 2 / 7 = .286
    assert score("best", HAPPY, run(guesses, "best")) == 28.57
    assert score("best.mode", HAPPY, run(guesses, "best")) == 100
    # (3 + 1) / 7, since oot does not divide by the number of guesses
    assert score("oot", HAPPY, run(guesses, "oot")) == 57.14


# SWORDS, section 5.2, with words that have no other form.
SHARES = benchmark(
    item(
        "t1",
        [
            Judgement("qualla", (TRUE, TRUE, TRUE)),
            Judgement("quallb", (TRUE, FALSE, UNSURE)),
            Judgement("quallc", (FALSE, FALSE)),
            Judgement("qualld", (TRUE, TRUE, UNSURE)),
            Judgement("qualle", (TRUE, UNSURE, UNSURE)),
        ],
    ),
    item("t2", [Judgement("qualla", (TRUE, TRUE))]),
)
FIVE = run({"t1": ranked("qualla", "unjudged", "quallb", "quallc", "qualle")})
NEGATIVE = Settings(abstentions="negative")


@pytest.mark.parametrize(
    ("name", "by_hand"),
    [
        # Without abstentions the shares are 1, 1/2, 0, 1, 1: a, d and e are acceptable, and
        # with them b is conceivable. The second target has one acceptable word and no answer.
        ("strict.acceptable.P@10", 2 / 5),
        ("strict.acceptable.R@10", 2 / (3 + 1)),
        ("strict.acceptable.F@10", 2 * (2 / 5) * (2 / 4) / (2 / 5 + 2 / 4)),
        ("strict.conceivable.P@10", 3 / 5),
        ("strict.conceivable.R@10", 3 / (4 + 1)),
        ("lenient.acceptable.P@10", 2 / 4),
        ("lenient.conceivable.P@10", 3 / 4),
        # At 2, the list is (a, unjudged) or leniently (a, b), and two words can be found.
        ("strict.acceptable.P@2", 1 / 2),
        ("strict.acceptable.R@2", 1 / (2 + 1)),
        ("strict.acceptable.Rs@2", 1 / (3 + 1)),
        ("lenient.conceivable.P@2", 2 / 2),
        ("lenient.conceivable.R@2", 2 / (2 + 1)),
        ("P@1", 1 / 1),
        # Weights 1, 0, 1/2, 0, 1 in the order given: 1/1 + 1.5/3 + 2.5/5. The best order has
        # 1, 1, 1, 1/2: 1 + 1 + 1 + 3.5/4. The second target earns nothing.
        ("GAP", (1 + 1.5 / 3 + 2.5 / 5) / (3 + 3.5 / 4) / 2),
        # Votes 3, 0, 1, 0, 1 of 3, 2, 1, 1.
        ("GAP.count", (3 + 4 / 3 + 5 / 5) / (3 + 5 / 2 + 6 / 3 + 7 / 4) / 2),
    ],
)
def test_swords_formulas(name: str, by_hand: float) -> None:
    assert score(name, SHARES, FIVE) == pytest.approx(100 * by_hand)


@pytest.mark.parametrize(
    ("name", "by_hand"),
    [
        # With abstentions as rejections the shares are 1, 1/3, 0, 2/3, 1/3.
        ("strict.acceptable.P@10", 1 / 5),
        ("strict.acceptable.R@10", 1 / (2 + 1)),
        ("strict.conceivable.P@10", 3 / 5),
        ("GAP", (1 + (4 / 3) / 3 + (5 / 3) / 5) / (1 + (5 / 3) / 2 + 2 / 3 + (7 / 3) / 4) / 2),
    ],
)
def test_swords_formulas_with_abstentions_as_the_paper_says(name: str, by_hand: float) -> None:
    assert score(name, SHARES, FIVE, NEGATIVE) == pytest.approx(100 * by_hand)


# ANVAN-LS, section 3: two of four candidates are right.
QUERY = item("q1", votes(firm=1, company=1), pool=["firm", "hand", "company", "build"])


@pytest.mark.parametrize(
    "answer",
    [
        (),
        tuple(Guess(word, 0.5) for word in ("build", "company", "firm", "hand")),
        ranked("no", "candidate"),
    ],
    ids=["nothing ranked", "all tied", "no candidate ranked"],
)
def test_map_of_any_order_is_that_of_anvan_ls(answer: tuple[Guess, ...]) -> None:
    # The two right ones stand at 1 2, 1 3, 1 4, 2 3, 2 4 or 3 4.
    orders = [1 + 2 / 2, 1 + 2 / 3, 1 + 2 / 4, 1 / 2 + 2 / 3, 1 / 2 + 2 / 4, 1 / 3 + 2 / 4]
    mean = sum(orders) / 2 / 6
    assert mean == pytest.approx(49 / 72)
    assert mean == pytest.approx(0.680, abs=0.001)
    assert score("MAP", benchmark(QUERY), run({"q1": answer})) == pytest.approx(100 * mean)


def test_map_leaves_out_what_is_no_candidate_and_ties_what_is_not_ranked() -> None:
    answer = ranked("unheard of", "firm", "hand")
    # firm, hand, then company and build in either order: company at 3 or at 4.
    by_hand = (1 + (2 / 3 + 2 / 4) / 2) / 2
    assert score("MAP", benchmark(QUERY), run({"q1": answer})) == pytest.approx(100 * by_hand)


def test_map_by_position() -> None:
    gold = benchmark(
        item("q1", votes(firm=1), pool=["firm", "hand"], extra={"position": "N1"}),
        item("q2", votes(build=1), pool=["make", "build"], extra={"position": "V"}),
    )
    system = run({"q1": ranked("firm", "hand"), "q2": ranked("make", "build")})
    assert score("MAP", gold, system) == pytest.approx(75)
    assert score("MAP.N1", gold, system) == pytest.approx(100)
    assert score("MAP.V", gold, system) == pytest.approx(50)


# TSAR-2022
NOVICE = benchmark(
    item("i1", votes(novice=3, beginner=2, newcomer=1), word="novice"),
    item("i2", votes(easy=2, simple=2, plain=1)),
    item("i3", votes(easy=1)),
    format="tsar2022",
)
SIMPLER = run(
    {
        # Without the target and repetitions: newcomer, Beginner, beginner.
        "i1": ranked("novice", "newcomer", "newcomer", "Beginner", "beginner"),
        "i2": ranked("simple"),
    },
    "tsar2022",
)


@pytest.mark.parametrize(
    ("name", "by_hand"),
    [
        ("ACC@1", 2 / 2),
        ("Potential@1", 2 / 2),
        ("MAP@1", 2 / 2),
        ("MAP@3", ((1 / 1 + 2 / 3) / 3 + 1 / 3) / 2),
        ("MAP@10", ((1 / 1 + 2 / 3) / 10 + 1 / 10) / 2),
        # beginner is the top annotation of the first, easy and simple both of the second.
        ("Accuracy@1@top1", 1 / 2),
        ("Accuracy@2@top1", 1 / 2),
        ("Accuracy@3@top1", 2 / 2),
    ],
)
def test_tsar_measures_over_the_items_answered(name: str, by_hand: float) -> None:
    assert score(name, NOVICE, SIMPLER) == pytest.approx(100 * by_hand)


def test_tsar_counts_an_empty_answer_but_no_missing_one() -> None:
    assert score("ACC@1", NOVICE, run({"i2": ranked("plain"), "i3": ()}, "tsar2022")) == 50
    assert score("ACC@1", NOVICE, run({"i2": ranked("plain")}, "tsar2022")) == 100


def test_tsar_measures_sort_a_swords_run_by_score() -> None:
    answer = (Guess("wrong", 0.1), Guess("easy", 0.9))
    assert score("ACC@1", NOVICE, run({"i2": answer})) == 100


# ProLex
PLAIN = benchmark(
    item(
        "p1",
        [Judgement("simple", (TRUE,)), Judgement("bare", (TRUE,)), Judgement("flat", (FALSE,))],
        extra={"proficient": ["bare"]},
    ),
    item("p2", [Judgement("odd", (FALSE,))], extra={"proficient": []}),
    item("p3", [Judgement("strolled along", (TRUE,))], extra={"proficient": []}),
    format="prolex",
)
PROLEX_RUN = run(
    {"p1": ranked("simple", "flat", "bare", "bare"), "p2": ranked("odd"), "p3": ranked("strolls")},
    "prolex",
)


@pytest.mark.parametrize(
    ("name", "by_hand"),
    [
        # Two hits among three different guesses and one more; the second item has no gold.
        ("hard.P@10", 2 / (3 + 1)),
        ("hard.R@10", 2 / (2 + 1)),
        ("hard.F@10", 2 * 2 / (4 + 3)),
        # By the lemma of the first word, "strolls" is "strolled along".
        ("soft.P@10", 3 / (3 + 1)),
        ("soft.R@10", 3 / (2 + 1)),
        ("prof.hard.P@10", 1 / 3),
        ("prof.hard.R@10", 1 / 1),
        ("prof.hard.F@10", 2 * 1 / (3 + 1)),
        # The first guess alone, of at most one word.
        ("hard.P@1", 1 / (1 + 1)),
        ("hard.R@1", 1 / (1 + 1)),
    ],
)
def test_prolex_measures(name: str, by_hand: float) -> None:
    assert score(name, PLAIN, PROLEX_RUN) == pytest.approx(100 * by_hand)


def test_prolex_cuts_the_list_before_it_removes_repetitions() -> None:
    system = run({"p1": ranked("simple", "simple", "bare")}, "prolex")
    assert score("prof.hard.P@2", PLAIN, system) == 0
    assert score("prof.hard.P@3", PLAIN, system) == pytest.approx(100 / 2)


def test_the_best_answer_of_a_ranked_list_is_its_first_except_on_swords() -> None:
    # Three annotators said `clever`, one `smart`: the first guess earns 3/4, the list half of it.
    gold = small.item("1", "bright", {"clever": 3, "smart": 1}, "ADJ")
    answers = small.run({"1": ["clever", "odd"]})
    for form, expected in (("semeval2007", 75.0), ("swords", 37.5)):
        scores = score_all(answers, small.benchmark(gold, format=form), ["best"])
        assert scores.scores["best"] == expected
