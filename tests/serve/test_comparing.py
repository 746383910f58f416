"""Runs of a folder compared over HTTP, and nothing outside the folder."""

import json
import os

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")

from motjuste.benchmarks import read_benchmark, read_run
from motjuste.benchmarks.run import write_lsr
from motjuste.metrics import compare
from motjuste.serve.run_folder import RunFolder
from serving import Client, application
from small import run


@pytest.fixture
def folder(tmp_path):
    """A folder of runs on the benchmark `gold`, with a secret beside it."""
    folder = tmp_path / "runs"
    (folder / "more").mkdir(parents=True)
    write_lsr(run({"1": ["train", "auto"], "2": ["hound"]}, system="base"), folder / "a.lsr.json")
    write_lsr(run({"1": ["auto", "bike"], "2": ["hound"]}), folder / "more" / "b.lsr.json")
    (tmp_path / "secret.lsr.json").write_text(json.dumps({"substitutes": {"1": [["x", 1.0]]}}))
    (folder / "notes.md").write_text("no run")
    return folder


@pytest.fixture
def run_folder(folder, gold):
    return RunFolder(folder, (f"swords:{gold}",))


@pytest.fixture
def pages(run_folder):
    with application(run_folder=run_folder) as app:
        yield Client(app)


@pytest.fixture
def query(gold):
    return {"benchmark": f"swords:{gold}", "run": ["a.lsr.json", "more/b.lsr.json"]}


def test_runs_and_benchmarks_are_listed(pages, gold):
    body = pages.get("/api/runs").json()
    assert body["folder"] == "runs"
    assert body["runs"] == [
        {"name": "a.lsr.json", "system": "a"},
        {"name": "more/b.lsr.json", "system": "b"},
    ]
    assert body["benchmarks"][0] == f"swords:{gold}"


def test_without_a_folder_there_is_nothing_to_compare():
    with application() as app:
        body = Client(app).get("/api/runs").json()
    assert (body["folder"], body["runs"]) == (None, [])


def test_figures_are_those_of_compare(pages, folder, gold, query):
    body = pages.get("/api/compare", params={**query, "measure": ["GAP", "P@1"]}).json()
    benchmark = read_benchmark(f"swords:{gold}")
    runs = [read_run(folder / name, benchmark) for name in query["run"]]
    expected = compare(runs, benchmark, ["GAP", "P@1"]).to_json()
    for entry, name in zip(expected["runs"], query["run"], strict=True):
        entry["name"] = name
    assert body == json.loads(json.dumps(expected))
    # Of the baseline's first guesses one of two is conceivable to one in ten people: both are.
    assert body["runs"][0]["scores"]["P@1"] == 100.0


def test_items_show_answers_beside_gold(pages, query):
    body = pages.get("/api/compare/items", params=query).json()
    assert (body["total"], body["pos"]) == (2, ["NOUN"])
    item = body["items"][0]
    assert (item["text"], item["start"], item["end"]) == ("car 1", 0, 3)
    # Nine of ten people for it, one of ten.
    assert item["gold"] == [
        {"text": "auto", "gold": 90.0, "votes": 9, "level": "acceptable"},
        {"text": "train", "gold": 10.0, "votes": 1, "level": "conceivable"},
    ]
    first, second = item["answers"]
    assert [suggestion["text"] for suggestion in first] == ["train", "auto"]
    assert second[1] == {"text": "bike", "gold": None, "votes": None, "level": None}
    # Nobody of three: judged, and not conceivable.
    assert body["items"][1]["gold"][1]["level"] == "not"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"show": "differ"}, ["car"]),
        ({"q": "HOUND"}, ["dog"]),
        ({"q": "bike"}, ["car"]),
        ({"q": "nowhere"}, []),
        ({"pos": "VERB"}, []),
        ({"offset": 1}, ["dog"]),
        ({"limit": 1}, ["car"]),
    ],
)
def test_items_are_filtered_searched_and_paged(pages, query, more, words):
    body = pages.get("/api/compare/items", params={**query, **more}).json()
    assert [item["text"].split()[0] for item in body["items"]] == words
    assert body["total"] == (2 if {"offset", "limit"} & set(more) else len(words))


@pytest.mark.parametrize("path", ["/api/compare", "/api/compare/items"])
def test_nothing_outside_the_folder_is_read(pages, folder, query, path, tmp_path):
    os.symlink(tmp_path / "secret.lsr.json", folder / "link.lsr.json")
    os.symlink(tmp_path, folder / "up", target_is_directory=True)
    names = [
        "../secret.lsr.json",
        "more/../../secret.lsr.json",
        "%2e%2e/secret.lsr.json",
        "..%2fsecret.lsr.json",
        str(tmp_path / "secret.lsr.json"),
        "link.lsr.json",
        "up/secret.lsr.json",
        "a.lsr.json\0",
        "./a.lsr.json",
        "notes.md",
        "",
    ]
    for name in names:
        answer = pages.get(path, params={**query, "run": ["a.lsr.json", name]})
        assert answer.status_code == 404, name
    other = {**query, "benchmark": f"swords:{tmp_path / 'secret.lsr.json'}"}
    assert pages.get(path, params=other).status_code == 404


def test_a_run_that_changes_is_read_again(pages, folder, query):
    def first():
        items = pages.get("/api/compare/items", params=query).json()["items"]
        return items[0]["answers"][0][0]["text"]

    assert first() == "train"
    write_lsr(run({"1": ["autos", "train", "bus"], "2": ["hound"]}), folder / "a.lsr.json")
    assert first() == "auto"


def test_a_file_that_is_no_run_is_told_without_its_place(pages, folder, query):
    (folder / "bad.json").write_text("{}")
    answer = pages.get("/api/compare", params={**query, "run": ["a.lsr.json", "bad.json"]})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("bad.json: is not a run")


def test_one_run_is_no_comparison(pages, query):
    answer = pages.get("/api/compare", params={**query, "run": ["a.lsr.json"]})
    assert answer.status_code == 422
