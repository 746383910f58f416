"""Substitutes from memory: written on the site, lemmas confirmed, exported as SemEval's files."""

import csv
from random import Random

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("sqlalchemy")

from judgement_projects import make_project
from visitors import make_browsers, stored  # noqa: F401

from motjuste.benchmarks.readers import read_benchmark
from motjuste.cli import main
from motjuste.collect.service import Invitation, WrittenAnswer
from motjuste.collect.simulation.annotators import CAREFUL, Judge
from motjuste.collect.simulation.checks import faults
from motjuste.collect.simulation.crowd import Plan, simulate
from motjuste.collect.simulation.truth import truth_of
from small import benchmark, item


def fill(visitor, page, *words, response="", phrase=""):
    fields = dict(zip(page.inputs, words, strict=False))
    return visitor.post(
        page.action, {**page.fields, **fields, "response": response, "phrase": phrase}
    )


def test_people_write_up_to_three_words_nil_or_name_and_the_phrase(browse):
    visitor = browse(kind="memory", targets=3).join()
    page = visitor.task()
    assert page.inputs == ["word-1", "word-2", "word-3"]
    assert page.word
    fill(visitor, page, "frank", "  open  hearted ", phrase="plain speaking")
    fill(visitor, visitor.task(), response="NIL")
    fill(visitor, visitor.task(), response="NAME", phrase="take place")
    answers = [row.answers for row in visitor.project.assignments(1)]
    assert answers == [
        (("frank", "substitute"), ("open hearted", "substitute"), ("plain speaking", "phrase")),
        (("", "NIL"),),
        (("", "NAME"), ("take place", "phrase")),
    ]
    assert stored(visitor.project) == 3


@pytest.mark.parametrize(
    ("words", "response", "phrase", "problem"),
    [
        ((), "", "", "write a substitute, or choose"),
        (("frank",), "NIL", "", "write a substitute, or choose"),
        (("TARGET",), "", "", "is the word itself"),
        (("a;b",), "", "", "without ;"),
        (("123",), "", "", "a word or a short phrase"),
        (("frank",), "", "plain", "a phrase has more than one word"),
        ((), "MAYBE", "", "neither nil nor name"),
    ],
)
def test_what_is_wrong_with_words_of_ones_own_is_reported_and_nothing_lost(
    browse, words, response, phrase, problem
):
    visitor = browse(kind="memory", targets=1).join()
    page = visitor.task()
    words = [page.word.upper() if word == "TARGET" else word for word in words]
    answer = fill(visitor, page, *words, response=response, phrase=phrase)
    assert answer.status_code == 422
    assert problem in answer.text.lower()
    for word in words:
        assert f'value="{word}"' in answer.text
    assert stored(visitor.project) == 0


# What five people wrote: words, NIL or NAME, and after a bar the phrase.
SAID = {
    "candid": ["frank", "franker", "frank honest", "open", "NIL"],
    "said": ["stated", "NIL", "NIL", "NAME", "NIL"],
    "strange": ["odd", "odd", "weird", "peculiar|queer fish", "odd"],
}


@pytest.fixture
def written(tmp_path):
    """A project in which five people wrote about three targets."""
    with make_project(tmp_path / "wild", "memory", targets=3) as project:
        for number, token in enumerate(project.invite(5)):
            worker = project.join(Invitation(token)).worker
            while (task := project.lease(worker)) is not None:
                words, _, phrase = SAID[task.text[task.start : task.end]][number].partition("|")
                alone = words if words in ("NIL", "NAME") else ""
                answer = WrittenAnswer(() if alone else tuple(words.split()), alone, phrase)
                project.submit(worker, task.id, answer, key=task.id)
        yield project


def test_agreement_is_the_mean_overlap_of_two_peoples_sets(written):
    # candid: {frank} {franker} {frank, honest} {open}: of 6 pairs one has 1/2. strange: {odd} {odd}
    # {weird} {peculiar} {odd}: of 10 pairs three are equal. said: one set, no pair.
    assert written.agreement().pairwise == pytest.approx(100 * (0.5 + 3) / 16)


def confirm(folder, file):
    """Propose lemmas, mend one as the owner would, and confirm them all."""
    assert main(["collect", "lemmas", folder, "--out", str(file)]) == 0
    rows = list(csv.DictReader(file.read_text("utf-8").splitlines()))
    assert {row["text"] for row in rows} >= {"frank", "franker", "stated", "queer fish"}
    for row in rows:
        row["lemma"] = {"franker": "frank"}.get(row["text"], row["lemma"])
    with file.open("w", newline="", encoding="utf-8") as out:
        writer = csv.DictWriter(out, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    assert main(["collect", "lemmas", folder, "--confirm", str(file)]) == 0


def test_lemmas_are_confirmed_before_semevals_files_are_written(written, tmp_path, capsys):
    folder, out = str(written.folder), tmp_path / "out"
    assert main(["collect", "export", folder, "--out", str(out)]) == 2
    assert "no confirmed lemma" in capsys.readouterr().err
    confirm(folder, tmp_path / "lemmas.csv")
    pool, labels = tmp_path / "pool.json", tmp_path / "labels.csv"
    command = ["collect", "export", folder, "--out", str(out), "--pool", str(pool)]
    assert main([*command, "--labels", str(labels)]) == 0
    benchmark = read_benchmark(f"semeval2007:{out}")
    gold = {
        item.target.word: {judgement.text: judgement.votes for judgement in item.judgements}
        for item in benchmark.items
        if item.judgements
    }
    # Only one person had a substitute for "said": fewer than two responses, left out.
    assert gold == {
        "candid": {"frank": 3, "honest": 1, "open": 1},
        "strange": {"odd": 3, "peculiar": 1, "weird": 1},
    }
    strange = next(item for item in benchmark.items if item.target.word == "strange")
    assert strange.extra["multiwords"] == {"queer fish": 1}
    # The annotations can be analysed, and the pool be judged in a project of kind swords.
    spec = f"semeval2007:{out}"
    assert main(["benchmarks", "stats", spec, "--annotations", str(labels)]) == 0
    capsys.readouterr()
    assert main(["collect", "init", str(tmp_path / "fit"), "--from", f"swords:{pool}"]) == 0
    assert "2 targets, 6 candidates" in capsys.readouterr().out


def test_two_substitutes_of_one_person_are_two_responses(tmp_path):
    # SemEval-2007 keeps items with two responses or more; each substitute is one.
    with make_project(tmp_path / "wild", "memory", targets=1) as project:
        for token, words in zip(project.invite(5), [("frank", "open"), *[()] * 4], strict=True):
            worker = project.join(Invitation(token)).worker
            task = project.lease(worker)
            answer = WrittenAnswer(words, "" if words else "NIL", "")
            project.submit(worker, task.id, answer, key=task.id)
    out = tmp_path / "out"
    command = ["collect", "export", str(tmp_path / "wild"), "--out", str(out)]
    assert main([*command, "--proposed-lemmas"]) == 0
    (item,) = read_benchmark(f"semeval2007:{out}").items
    assert {judgement.text: judgement.votes for judgement in item.judgements} == {
        "frank": 1,
        "open": 1,
    }


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("text,pos\nodd,\n", "has no column 'lemma'"),
        ("text,pos,lemma\nunheard,,unheard\n", "line 2: nobody wrote 'unheard'"),
        ("text,pos,lemma\nodd,,\n", "line 2: 'odd' has no proper lemma"),
    ],
)
def test_a_wrong_file_of_lemmas_is_one_line_and_confirms_nothing(
    written, tmp_path, capsys, text, problem
):
    file = tmp_path / "lemmas.csv"
    file.write_text(text, "utf-8")
    assert main(["collect", "lemmas", str(written.folder), "--confirm", str(file)]) == 2
    assert problem in capsys.readouterr().err


def test_simulated_people_write_what_the_benchmarks_people_wrote_the_likelier_the_more_did():
    happy = item("1", "happy", {"glad": 4, "merry": 1})
    truth = truth_of(benchmark(happy), seed=1)
    target = happy[1].target
    judge = Judge(CAREFUL, truth, Random(5))
    written = [judge.write(target.text, target.start, 1)[0] for _ in range(400)]
    firsts = [words[0] for words in written if words]
    assert set(firsts) == {"glad", "merry"}
    # One word at a time: four of five of those who write anything write what four of five gave.
    assert firsts.count("glad") / len(firsts) == pytest.approx(4 / 5, abs=0.06)


def test_a_project_from_memory_killed_in_the_middle_loses_nothing(tmp_path):
    folder = tmp_path / "wild"
    with make_project(folder, "memory", targets=6, minutes="0.1") as project:
        outcome = simulate(
            folder, Plan(truth_of(None, 1), annotators=10, kills=2, seed=3, at_once=True)
        )
        assert outcome.complete
        assert outcome.kills == 2
        assert faults(project, outcome) == []
    out = tmp_path / "out"
    command = ["collect", "export", str(folder), "--out", str(out), "--proposed-lemmas"]
    assert main(command) == 0
    benchmark = read_benchmark(f"semeval2007:{out}")
    assert len(benchmark.items) >= 4
    assert main(["collect", "report", str(folder)]) == 0
    # The post hoc study on the result (SemEval-2007, section 5.1), here of the annotators alone.
    run = tmp_path / "some.oot"
    lines = [
        f"{item.extra['lexelt']} {item.extra['instance']} ::: glad" for item in benchmark.items
    ]
    run.write_text("\n".join(lines) + "\n", "utf-8")
    after = ["collect", "judge", str(tmp_path / "after"), str(run), "--sample", "3"]
    assert main([*after, "--from", f"semeval2007:{out}"]) == 0
    assert main(["collect", "open", str(tmp_path / "after"), "--yes"]) == 0
    # So few people are all careful: nobody keeps a task.
    judged = simulate(tmp_path / "after", Plan(truth_of(None, 1), annotators=6, seed=3))
    assert judged.complete
    verdicts = tmp_path / "verdicts.csv"
    assert main(["collect", "export", str(tmp_path / "after"), "--out", str(verdicts)]) == 0
    assert {row["verdict"] for row in csv.DictReader(verdicts.read_text("utf-8").splitlines())} <= {
        "good",
        "reasonable",
        "bad",
    }
