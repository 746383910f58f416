"""Systems that answer what others said: a second group of people, a source, a file."""

import csv
import json

import pytest

from motjuste.benchmarks.benchmark import Judgement
from motjuste.benchmarks.readers import read_benchmark
from motjuste.benchmarks.run import read_lsr
from motjuste.benchmarks.swords import write
from motjuste.errors import BadInputError, BadInputWarning
from motjuste.metrics import score
from motjuste.systems import make_system, run_system, with_settings
from small import benchmark, item, labels

GOLD = benchmark(
    item("1", "car", {"auto": labels(9, 1), "train": labels(1, 9)}),
    item("2", "dog", {"hound": labels(6, 4), "cat": labels(0, 3)}),
)


def answers(system, gold, folder, setting="generate"):
    run_system(system, gold, folder / "run.lsr.json", setting)
    run = read_lsr(folder / "run.lsr.json")
    return {name: [guess.text for guess in guesses] for name, guesses in run.answers.items()}


@pytest.fixture
def again(tmp_path):
    """The same first target, judged by others: two of four for the train, none for the rest."""
    path = tmp_path / "again.json.gz"
    judged = {"auto": labels(1, 3), "train": labels(2, 2), "tram": labels(0, 4)}
    write(benchmark(item("1", "car", judged)), path)
    return with_settings(make_system("humans"), {"labels": f"swords:{path}"})


def test_humans_answer_what_the_second_group_would_use(tmp_path, again):
    with pytest.warns(BadInputWarning, match="no labels for 1 of the 2 targets"):
        assert answers(again, GOLD, tmp_path) == {"1": ["train", "auto"], "2": []}


def test_humans_rank_by_their_share(tmp_path, again):
    gold = benchmark(item("1", "car", {"auto": labels(9, 1), "train": labels(1, 9)}))
    assert answers(again, gold, tmp_path, "rank") == {"1": ["train", "auto"]}


def test_labels_for_other_targets_are_an_error(tmp_path, again):
    with pytest.raises(BadInputError, match="labels for no target of small"):
        again.prepare(benchmark(item("9", "cow", {"ox": labels(1, 1)})))


def sourced(text, *sources):
    return Judgement(text, labels(1, 1), {"sources": list(sources)})


def with_sources():
    context, one = item("1", "car", {}, coinco_ids=["77", "78"])
    judged = (sourced("train", "roget"), sourced("auto", "coinco"), sourced("van", "coinco"))
    return benchmark((context, type(one)(one.id, one.context_id, one.target, judged, one.extra)))


def test_a_source_answers_in_the_benchmarks_order_or_by_its_own_votes(tmp_path):
    source = make_system("source")
    assert answers(source, with_sources(), tmp_path) == {"1": ["auto", "van"]}
    rows = "id,text,substitutes\n77,a **car**,auto:1;van:3\n78,one **car**,bus:5\n"
    (tmp_path / "coinco.csv").write_text(rows)
    voted = with_settings(source, {"votes": f"plain:{tmp_path / 'coinco.csv'}"})
    # The first of the two ids that the target has counts.
    assert answers(voted, with_sources(), tmp_path) == {"1": ["van", "auto"]}
    (tmp_path / "coinco.csv").write_text("id,text,substitutes\n78,one **car**,bus:5\n")
    with pytest.raises(BadInputError, match="has no target 1"):
        voted.prepare(with_sources())


def test_coinco_by_its_votes_is_what_the_papers_program_gives(data, reference, tmp_path):
    gold = read_benchmark("swords-v1.1-dev")
    coinco = with_settings(make_system("source"), {"votes": "coinco"})
    run_system(coinco, gold, tmp_path / "coinco.lsr.json")
    ours = read_lsr(tmp_path / "coinco.lsr.json").answers
    theirs = read_lsr(reference / "swords_dev" / "coinco.lsr.json").answers
    assert {name: [g.text for g in guesses] for name, guesses in ours.items()} == {
        name: [g.text for g in guesses] for name, guesses in theirs.items()
    }


TABLE = [
    {"text": "car   1", "offset": 0, "target": "Car", "substitutes": ["train", "auto"]},
    {"text": "dog 2", "offset": 0, "substitutes": {"cat": 1, "hound": 2}},
    {"text": "cow 3", "offset": 0, "target": "cow", "substitutes": []},
]


def as_csv(path):
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["text", "offset", "target", "substitutes"])
        writer.writerow(["car   1", "0", "Car", "train;auto"])
        writer.writerow(["dog 2", "0", "dog", "cat:1;hound:2"])
        writer.writerow(["cow 3", "0", "cow", ""])


@pytest.mark.parametrize(
    ("name", "write_table"),
    [
        ("told.json", lambda path: path.write_text(json.dumps(TABLE))),
        ("told.jsonl", lambda path: path.write_text("\n".join(map(json.dumps, TABLE)))),
        ("told.csv", as_csv),
    ],
)
def test_stored_answers_are_matched_by_text_and_offset(tmp_path, name, write_table):
    write_table(tmp_path / name)
    stored = with_settings(make_system("stored"), {"file": str(tmp_path / name)})
    with pytest.warns(BadInputWarning, match="1 answers are for targets that are not in the"):
        given = answers(stored, GOLD, tmp_path)
    assert given == {"1": ["train", "auto"], "2": ["hound", "cat"]}


def test_what_workers_warn_of_is_reported_once(tmp_path):
    gold = benchmark(*(item(str(n), "car", {"auto": labels(9, 1)}) for n in range(20)))
    (tmp_path / "told.json").write_text(json.dumps([*TABLE[:1], TABLE[2]]))
    stored = with_settings(make_system("stored"), {"file": str(tmp_path / "told.json")})
    with pytest.warns(BadInputWarning) as warned:
        run_system(stored, gold, tmp_path / "run.lsr.json", workers=2)
    assert (
        len([warning for warning in warned if "not in the benchmark" in str(warning.message)]) == 1
    )


def test_a_run_file_is_a_stored_answer_and_scores_the_same(tmp_path):
    oracle = tmp_path / "oracle.lsr.json"
    run_system(make_system("oracle"), GOLD, oracle)
    stored = with_settings(make_system("stored"), {"file": str(oracle)})
    run_system(stored, GOLD, tmp_path / "again.lsr.json")
    runs = [read_lsr(oracle), read_lsr(tmp_path / "again.lsr.json")]
    assert score(runs[0], GOLD).scores == score(runs[1], GOLD).scores


def test_stored_scores_rank_candidates_those_without_come_last(tmp_path):
    (tmp_path / "told.json").write_text(json.dumps(TABLE[:2]))
    stored = with_settings(make_system("stored"), {"file": str(tmp_path / "told.json")})
    stored.prepare(GOLD)
    ranked = stored.rank([GOLD.items[0].target], [["bus", "auto", "train"]])[0]
    assert [suggestion.text for suggestion in ranked] == ["train", "auto", "bus"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "no such file"),
        ('[{"text": "cow 3", "offset": 0, "substitutes": []}]', "no answer of run 'told'"),
        ('[{"text": "cow 3", "offset": 9, "substitutes": []}]', "does not stand at the offset 9"),
        ('[{"text": "x"}, 3]', "entry 2 is not a JSON object|no target"),
        ("{}", "is not a run"),
    ],
)
def test_files_without_answers_are_errors(tmp_path, content, message):
    if content is not None:
        (tmp_path / "told.json").write_text(content)
    with pytest.raises(BadInputError, match=message):
        with_settings(make_system("stored"), {"file": str(tmp_path / "told.json")}).prepare(GOLD)
    with pytest.raises(BadInputError, match="--set file=PATH"):
        make_system("stored").prepare(GOLD)
