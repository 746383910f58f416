"""`motjuste collect` on the command line."""

import csv
import json

import pytest

pytest.importorskip("sqlalchemy")

from projects import people, right, work

from motjuste.benchmarks.readers import read_benchmark
from motjuste.cli import main
from motjuste.collect import open_project
from motjuste.collect.database import newest_revision
from motjuste.collect.pools import targets_only
from motjuste.reports.annotations import read_annotations

SENTENCES = """id,text,pos,substitutes
a,It was a *happy* day.,ADJ,glad;merry
b,She *said* no.,VERB,state
"""


@pytest.fixture
def typed(tmp_path, monkeypatch, capsys):
    """What types a command of collect and gives its exit code, output and errors."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sentences.csv").write_text(SENTENCES)

    def run(command, *more):
        code = main(["collect", *command.split(), *more])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def document(typed, command):
    code, out, err = typed(command)
    assert code == 0, err
    return json.loads(out)


def test_from_sentences_to_a_published_benchmark(typed, tmp_path):
    made = document(typed, "init fit --csv sentences.csv --seed 3 --json")
    assert (made["targets"], made["candidates"]) == (2, 3)
    (tmp_path / "own.json").write_text('{"happy": ["cheery", "jolly"], "say": ["utter"]}')
    run = {"substitutes": {"a": [["gleeful", 0.9], ["sad", 0.1]]}, "substitutes_lemmatized": True}
    (tmp_path / "gpt.lsr.json").write_text(json.dumps(run))
    pooled = document(typed, "pool fit --thesaurus own.json --run gpt.lsr.json --top 1 --json")
    assert [row["new"] for row in pooled["sources"]] == [3, 1]
    assert pooled["candidates"] == 7
    cost = document(typed, "estimate fit --passing 0.5 --dropped 0 --json")
    # Two tasks x 3 labels, then two x 7, at 0.10.
    assert cost["total"]["pay"] == pytest.approx(2.0)
    assert typed("open fit")[0] == 2
    assert typed("open fit --yes")[0] == 0
    links = document(typed, "invite fit --number 10 --site https://x.org/ --json")["links"]
    assert all(link.startswith("https://x.org/join/") for link in links)
    with open_project("fit") as project:
        crowd = people(project, 10)
        for worker in (*crowd, *crowd):
            work(project, worker, yes=frozenset({"glad", "cheery", "state"}))
        assert project.open_owner_session(made["owner_key"])
    status = document(typed, "status fit --json")
    assert status["complete"]
    assert [stage["passed"] for stage in status["stages"]] == [3, None]
    assert len(document(typed, "workers fit --json")) == 10
    code, out, _ = typed(
        "export fit --out fit.json.gz --labels l.csv --run h.lsr.json --no-workers"
    )
    assert code == 0
    assert out.split() == ["fit.json.gz", "l.csv", "h.lsr.json"]
    benchmark = read_benchmark("swords:fit.json.gz")
    shares = {j.text: (j.share(), j.sources) for item in benchmark.items for j in item.judgements}
    assert shares["cheery"] == (1.0, ("own",))
    assert shares["gleeful"] == (0.0, ("gpt",))
    with (tmp_path / "l.csv").open() as stream:
        assert {row["worker"] for row in csv.DictReader(stream)} == {""}
    assert main(["score", "h.lsr.json", "--benchmark", "swords:fit.json.gz", "--json"]) == 0
    pytest.importorskip("matplotlib")
    code, out, err = typed("report fit --out report")
    assert code == 0, err
    names = {path.rsplit("/", 1)[-1] for path in out.split()}
    assert {"report.md", "data-statement.md", "workers.png", "fit.distribution.svg"} <= names
    report = (tmp_path / "report" / "report.md").read_text()
    assert "| reduce | 7 | 2 | 21 | 3.00 | 3 | 42.86 |" in report
    assert "2 targets in context" in (tmp_path / "report" / "data-statement.md").read_text()


def test_work_is_dropped_and_restored_by_name(typed):
    document(typed, "init fit --csv sentences.csv --json")
    typed("open fit --yes")
    with open_project("fit") as project:
        (worker,) = people(project, 1)
        task = project.lease(worker)
        project.submit(worker, task.id, right(task), key="1", comment="odd sentence")
    assert typed("drop fit a1 --reason copied")[0] == 0
    (row,) = document(typed, "workers fit --worker w1 --json")
    assert row["dropped"] == ["copied"]
    assert typed("restore fit a1")[0] == 0
    assert document(typed, "workers fit --worker w1 --json")[0]["dropped"] == []
    assert document(typed, "workers fit --comments --json")[0]["comment"] == "odd sentence"
    for wrong in ("x7", "w", "w99", "a99"):
        code, _, err = typed(f"drop fit {wrong} --reason x")
        assert code == 2
        assert err.count("\n") == 1


def test_a_post_hoc_project_mixes_runs_and_annotators(typed, tmp_path):
    gold = "id,text,pos,substitutes\na,It was a *happy* day.,ADJ,glad;merry;jolly\n" + (
        "b,She *said* no.,VERB,state\n"
    )
    (tmp_path / "gold.csv").write_text(gold)
    run = {"substitutes": {"a": [["cheery", 0.9], ["glad", 0.1]], "b": [["utter", 1]]}}
    (tmp_path / "sys.lsr.json").write_text(json.dumps(run))
    # Only the first has more than two substitutes of one word.
    made = document(typed, "judge after sys.lsr.json --from plain:gold.csv --sample 1 --json")
    assert (made["targets"], made["candidates"]) == (1, 4)
    typed("open after --yes")
    with open_project("after") as project:
        for worker in people(project, 3):
            task = project.lease(worker)
            good = {row.number: "bad" if row.text == "cheery" else "good" for row in task.rows}
            project.submit(worker, task.id, good, key="1")
    assert typed("export after --out verdicts.csv")[0] == 0
    assert read_annotations(tmp_path / "verdicts.csv").form == "verdicts"
    sections = document(typed, "report after --json")["sections"]
    (table,) = [section["rows"] for section in sections if section["section"] == "posthoc"]
    assert {row["group"]: row["good"] for row in table} == {"origA": 100.0, "sys": 50.0}


def test_sentences_are_drawn_by_the_seed(typed, tmp_path):
    rows = "".join(f"s{n},Sentence number {n} is here.\n" for n in range(30))
    (tmp_path / "essays.csv").write_text(f"id,sentence\n{rows}")
    names = []
    for folder, seed in (("one", 1), ("same", 1), ("other", 2)):
        typed(f"init {folder} --kind sws --csv essays.csv --sample 4 --seed {seed}")
        with open_project(folder) as project:
            names.append([item.id for item in targets_only(project.store).items])
    assert len(names[0]) == 4
    assert names[0] == names[1] != names[2]


def test_sentences_become_an_sws_project(typed, tmp_path):
    (tmp_path / "essays.csv").write_text("sentence\nI am happy with your help.\n")
    assert document(typed, "init essays --kind sws --csv essays.csv --json")["targets"] == 1
    assert document(typed, "estimate essays --dropped 0 --json")["total"]["assignments"] == 10
    assert typed("open essays --yes")[0] == 0
    assert typed("export essays --out out --partial")[0] == 0
    assert list(json.loads((tmp_path / "out" / "test.json").read_text())) == ["1"]
    assert document(typed, "report essays --json")["sections"]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("init fit", "one of --from, --csv, --coinco, --humans"),
        ("init fit --csv nowhere.csv", "nowhere.csv: there is no such file"),
        ("init fit --csv broken.csv", "broken.csv: line 3: no target is given"),
        ("init fit --kind sws --coinco broken.csv", "whole sentences"),
        ("init fit --kind sws --csv essays.csv --sample 3", "there are 2 sentences, not 3"),
        ("init fit --csv sentences.csv --labels 4", "--labels goes with --humans"),
        ("init fit --humans made --kind sws", "from the other project"),
        ("judge fit broken.csv --from plain:gold.csv --sample 1", "broken.csv"),
        ("judge fit other.lsr.json --from plain:gold.csv --sample 1", "answers none of"),
        ("status nowhere", "nowhere: holds no project"),
        ("upgrade made --to essay.md", "no such revision"),
        ("pool made", "--thesaurus or --run"),
        ("pool made --run sentences.csv", "sentences.csv"),
        ("export made --out x.json", "--partial takes what there is"),
        ("mturk-import made sentences.csv", "sentences.csv: line 1: has no column 'HITId'"),
        ("prolific made", "nothing is to be asked now"),
    ],
)
def test_a_mistake_is_one_line_and_changes_nothing(typed, tmp_path, command, message):
    (tmp_path / "broken.csv").write_text("text\nA *big* dog\nno mark\n")
    (tmp_path / "essays.csv").write_text("sentence\nI am happy.\nYou are sad.\n")
    (tmp_path / "gold.csv").write_text("text,substitutes\nA *big* dog,large;huge;tall\n")
    (tmp_path / "other.lsr.json").write_text('{"substitutes": {"z": [["glad", 1]]}}')
    document(typed, "init made --csv sentences.csv --json")
    before = document(typed, "status made --json")
    code, _, err = typed(command)
    assert code == 2
    assert message in err
    assert err.count("\n") == 1
    assert document(typed, "status made --json") == before
    assert not (tmp_path / "fit").exists()


def test_upgrade_brings_an_older_project_up_to_date(typed):
    document(typed, "init fit --csv sentences.csv --json")
    with open_project("fit") as project:
        project.store.db.downgrade("base")
    assert typed("status fit")[0] == 2
    code, out, _ = typed("upgrade fit")
    assert (code, out) == (0, f"fit: from nothing to {newest_revision()}\n")


@pytest.mark.parametrize("older", ["base", "0001"])
def test_an_upgrade_to_an_older_revision_is_refused_and_changes_nothing(typed, older):
    document(typed, "init fit --csv sentences.csv --json")
    code, out, problem = typed(f"upgrade fit --to {older}")
    assert (code, out) == (2, "")
    assert f"'{older}' is older: an upgrade only goes forward" in problem
    assert typed("status fit")[0] == 0
