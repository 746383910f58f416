"""Every figure that the papers' own scoring programs print for the outputs in `reference`."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from metric_builders import benchmark, item, marked, pairing, run, score, sws_benchmark

from motjuste.benchmarks import swords
from motjuste.benchmarks.benchmark import Benchmark, voted
from motjuste.benchmarks.run import Guess, Run, read_lsr
from motjuste.metrics import Pairing, default_measures, parse_measure
from motjuste.text import KINDS

SWORDS_RUNS = (
    "bert_proposal_keep",
    "bert_proposal_validation",
    "coinco",
    "messy",
    "random_rank",
)
SEMEVAL_SYSTEMS = ("alphabetical", "hedging", "noisy", "oracle")


def expected(folder: Path) -> dict[str, Any]:
    figures: dict[str, Any] = json.loads((folder / "expected.json").read_text())
    return figures


def swords_name(key: str) -> str:
    """The name here of a figure that SWORDS's evaluator prints."""
    if key == "strict_c_p@1":
        return "P@1"
    listed = re.fullmatch(r"(strict|lenient)_(a|c)_(\w+)@10", key)
    if listed:
        reference = {"a": "acceptable", "c": "conceivable"}[listed[2]]
        return f"{listed[1]}.{reference}.{listed[3].capitalize()}@10"
    task = re.fullmatch(r"(best|oot)(_mode)?_(p|r)", key)
    if task:
        return task[1] + (".mode" if task[2] else "") + (".recall" if task[3] == "r" else "")
    return {"gap": "GAP.count", "gap_rat": "GAP"}[key]


@cache
def swords_dev(data: Path) -> Benchmark:
    return swords.read(data / "swords" / "swords-v1.1_dev.json.gz")


@pytest.mark.parametrize("name", SWORDS_RUNS)
def test_swords_figures_are_those_of_its_evaluator(name: str, data: Path, reference: Path) -> None:
    figures = expected(reference / "swords_dev")[name]
    assert len(figures) == 31
    pair = pairing(swords_dev(data), read_lsr(reference / "swords_dev" / f"{name}.lsr.json"))
    ours = {key: parse_measure(swords_name(key)) for key in figures}
    values = {key: measure.value(measure.collect(pair)) for key, measure in ours.items()}
    assert values == pytest.approx(figures, abs=1e-9, rel=0)


_IN_A_NEW_PROCESS = """
import sys, warnings
from pathlib import Path
from motjuste.benchmarks import swords
from motjuste.benchmarks.run import read_lsr
from motjuste.metrics import Pairing, default_measures
warnings.simplefilter("ignore")
benchmark = swords.read(Path(sys.argv[1]))
pair = Pairing(benchmark, read_lsr(Path(sys.argv[2])))
for measure in default_measures(benchmark, "swords"):
    print(measure, repr(measure.value(measure.collect(pair))))
"""


def test_figures_do_not_depend_on_the_hash_seed(data: Path, reference: Path) -> None:
    files = [
        str(data / "swords" / "swords-v1.1_dev.json.gz"),
        str(reference / "swords_dev" / "messy.lsr.json"),
    ]
    command = [sys.executable, "-c", _IN_A_NEW_PROCESS, *files]
    printed = [
        subprocess.run(
            command,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "20210607")
    ]
    assert printed[0] == printed[1]
    figures = expected(reference / "swords_dev")["messy"]
    ours = {line.split()[0]: float(line.split()[1]) for line in printed[0].splitlines()}
    assert ours["strict.acceptable.F@10"] == pytest.approx(figures["strict_a_f@10"], abs=1e-9)
    assert ours["best"] == figures["best_p"]


def semeval_lines(path: Path) -> Iterator[tuple[str, str]]:
    """The lines of a gold or system file: the id and what follows the colons."""
    for line in path.read_text(encoding="latin-1").splitlines():
        if line.strip():
            name, _, content = re.split(r" (::+) ?", line, maxsplit=1)
            yield name, content


def semeval_entries(content: str) -> list[tuple[str, int]]:
    """`glad 3;merry 2;` as pairs."""
    entries = (entry.rpartition(" ") for entry in content.split(";") if entry.strip())
    return [(text.strip(), int(count)) for text, _, count in entries]


def semeval_answers(path: Path) -> dict[str, tuple[Guess, ...]]:
    answers: dict[str, tuple[Guess, ...]] = {}
    for name, content in semeval_lines(path):
        texts = content.split(";") if content.strip() else []
        guesses = tuple(Guess(text, float(-place)) for place, text in enumerate(texts))
        answers.setdefault(name, guesses)
    return answers


def printed_figures(report: str) -> list[float]:
    return [float(figure) for figure in re.findall(r"= (\d+\.\d\d)", report)]


@pytest.mark.parametrize("task", ["best", "oot"])
@pytest.mark.parametrize("system", SEMEVAL_SYSTEMS)
def test_semeval_figures_are_those_of_its_scorer(
    system: str, task: str, data: Path, reference: Path
) -> None:
    lines = semeval_lines(data / "semeval2007" / "gold.trial")
    gold = benchmark(
        *(
            item(name, [voted(*entry) for entry in semeval_entries(answer)])
            for name, answer in lines
        ),
        format="semeval2007",
    )
    folder = reference / "semeval2007_trial"
    system_run = Run(system, task, semeval_answers(folder / f"{system}.{task}"))  # type: ignore[arg-type]
    report = expected(folder)[f"{system}.{task}"]
    names = [task, f"{task}.recall", f"{task}.mode", f"{task}.mode.recall"]
    assert [score(name, gold, system_run) for name in names] == printed_figures(report)

    counted = parse_measure(task).collect(pairing(gold, system_run)).sum(axis=0)
    totals = re.findall(r"(?:Total =|with mode) (\d+),? attempted =? ?(\d+)", report)
    assert [tuple(map(int, pair)) for pair in totals] == [
        (counted[2], counted[1]),
        (counted[5], counted[4]),
    ]
    assert totals[0][0] == "295"


def test_multiword_figures_are_those_of_the_scorer(reference: Path) -> None:
    folder = reference / "semeval2007_trial"
    gold = dict(semeval_lines(folder / "multiword.gold"))
    answers = semeval_answers(folder / "multiword.mw")
    items = [
        item(name, [], extra={"multiwords": dict(semeval_entries(gold.get(name, "")))})
        for name in {**gold, **answers}
    ]
    system_run = run(answers, "mw")
    names = [f"mw.{task}.{letter}" for task in ("detection", "identification") for letter in "PR"]
    report = expected(folder)["multiword.mw"]
    assert [score(name, benchmark(*items), system_run) for name in names] == printed_figures(report)


SWS_NAMES = {
    "p_detection": "det.P",
    "r_detection": "det.R",
    "f_detection": "det.F1",
    "f_detection_05": "det.F0.5",
    "weighted_acc_detection": "WA",
    "p_recommendation": "sug.P",
    "r_recommendation": "sug.R",
    "f_recommendation": "sug.F1",
    "f_recommendation_05": "sug.F0.5",
    "ndcg_recommendation": "NDCG",
    "acc_recommendation": "sug.Acc",
    "p_e2e": "e2e.P",
    "r_e2e": "e2e.R",
    "f_e2e": "e2e.F1",
    "f_e2e_05": "e2e.F0.5",
    "substitute_rate": "ImpR",
    "r_detection_type": "det.R",
    "acc_recommendation_type": "sug.Acc",
    "r_e2e_type": "e2e.R",
}


@cache
def sws_validation(data: Path) -> Benchmark:
    document = json.loads((data / "sws" / "sws_validation.json").read_text())
    return sws_benchmark(
        {
            name: (
                len(entry["sentence_split"]),
                [
                    (*span, suggestion, KINDS[kind - 1], None)
                    for span, suggestion, kind in entry["substitutes"]
                ],
            )
            for name, entry in document.items()
        }
    )


def sws_run(path: Path) -> Run[Any]:
    document = json.loads(path.read_text())
    return run(
        {
            name: marked(
                len(entry["input_words"]),
                *((start, end, texts) for (_, start, end), texts in entry["substitute_topk"]),
            )
            for name, entry in document.items()
        },
        "sws",
    )


@pytest.mark.parametrize("name", ["trivial", "perturbed"])
def test_sws_figures_are_those_of_its_scorer(name: str, data: Path, reference: Path) -> None:
    figures = expected(reference / "sws_validation")[name]
    assert figures.keys() == SWS_NAMES.keys()
    pair = Pairing(sws_validation(data), sws_run(reference / "sws_validation" / f"{name}.json"))
    for key, figure in figures.items():
        names = [SWS_NAMES[key]]
        if isinstance(figure, list):
            names = [f"{SWS_NAMES[key]}.{kind}" for kind in KINDS]
        values = [parse_measure(name).value(parse_measure(name).collect(pair)) for name in names]
        wanted = figure if isinstance(figure, list) else [figure]
        assert values == pytest.approx([100 * share for share in wanted], abs=1e-9, rel=0), key


def test_default_measures_of_sws_have_a_row_for_every_sentence(data: Path, reference: Path) -> None:
    gold = sws_validation(data)
    pair = Pairing(gold, sws_run(reference / "sws_validation" / "perturbed.json"))
    for measure in default_measures(gold, "sws"):
        assert len(measure.collect(pair)) == 200
