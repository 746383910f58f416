"""The files that SWORDS's authors published: raw answers of two APIs, and the thesaurus pickle."""

import gzip
import json
import pickle
from pathlib import Path

import pytest

from motjuste.benchmarks.readers import read_benchmark
from motjuste.benchmarks.run import read_lsr
from motjuste.benchmarks.run_files import read_run
from motjuste.cli import main
from motjuste.errors import BadInputError, BadInputWarning
from motjuste.lexicon.thesauri import read_thesaurus
from motjuste.reports.reproduced_tables import to_json
from motjuste.reports.reproduction import reproduce

THESAURUS = {
    ("car", "n1"): {"content": "vehicle", "synonyms": ["auto"], "results": ["auto", "train"]},
    ("car", "v1"): {"content": "drive", "synonyms": ["ride"], "results": ["ride"]},
    ("car", "adj/n2"): {"content": "", "synonyms": [], "results": ["bus", "auto"]},
}


def wordtune(*suggestions: tuple[str, int]) -> dict:
    listed = [{"suggestion": text, "rank": rank, "score": 0.5} for text, rank in suggestions]
    return {"context": "…", "drilldown": {"indices": [4, 7], "suggestions": listed}}


def write(path: Path, document: object) -> Path:
    path.write_bytes(gzip.compress(json.dumps(document).encode()))
    return path


def run_stored(gold: Path, file: Path, out: Path) -> dict[str, list[str]]:
    command = ["run", "stored", "--benchmark", f"swords:{gold}", "--out", str(out)]
    assert main([*command, "--file", str(file)]) == 0
    answers = read_lsr(out).answers
    return {item: [guess.text for guess in guesses] for item, guesses in answers.items()}


@pytest.fixture
def ids(gold: Path) -> list[str]:
    with gzip.open(gold) as stream:
        targets = json.load(stream)["targets"]
    return list(targets)


def test_wordtunes_raw_answers_are_used_in_order_of_rank(gold, ids, tmp_path):
    raw = {ids[0]: wordtune(("train", 2), ("auto", 1)), ids[1]: wordtune()}
    answers = run_stored(gold, write(tmp_path / "w.json.gz", raw), tmp_path / "o.lsr.json")
    assert list(answers.values()) == [["auto", "train"], []]


def test_wordtunes_answers_without_ranks_go_by_score_and_errors_are_left_out(gold, ids, tmp_path):
    listed = [{"suggestion": "train", "score": 0.2}, {"suggestion": "auto", "score": 0.7}]
    raw = {ids[0]: {"drilldown": {"suggestions": listed}}, ids[1]: {"drilldown": None}}
    path = write(tmp_path / "w.json.gz", raw)
    with pytest.warns(BadInputWarning, match="1 entries are neither"):
        answers = read_run(path, read_benchmark(f"swords:{gold}")).answers
    assert {name: [g.text for g in guesses] for name, guesses in answers.items()} == {
        ids[0]: ["auto", "train"]
    }


@pytest.mark.parametrize("nested", [False, True])
def test_gpt_3s_raw_completions_are_split_at_commas(gold, ids, tmp_path, nested):
    completion = {"choices": [{"text": " auto, Train, AUTO, bu"}]}
    raw = {ids[0]: [completion], ids[1]: completion}
    document = {"outputs": raw} if nested else raw
    answers = run_stored(gold, write(tmp_path / "g.json.gz", document), tmp_path / "o.lsr.json")
    # The last word, cut off where the tokens ended, counts.
    assert list(answers.values()) == [["auto", "Train", "bu"]] * 2


def test_the_thesaurus_pickle_lists_all_senses_of_the_part_of_speech(tmp_path):
    path = tmp_path / "rogets.pkl"
    path.write_bytes(pickle.dumps(THESAURUS, protocol=3))
    listed = [entry.word for entry in read_thesaurus(path).lookup("car") if entry.pos == "NOUN"]
    assert listed == ["auto", "train", "bus"]
    assert [e.word for e in read_thesaurus(path).lookup("car") if e.pos == "ADJ"] == ["bus", "auto"]


def test_stored_looks_targets_up_in_a_thesaurus_pickle(gold, tmp_path):
    path = tmp_path / "rogets.pkl"
    path.write_bytes(pickle.dumps(THESAURUS))
    answers = run_stored(gold, path, tmp_path / "o.lsr.json")
    assert list(answers.values()) == [["auto", "train", "bus"], []]


class Harmful:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self):
        return (Path.touch, (self.path,))


def test_a_pickle_that_would_run_something_is_refused_and_runs_nothing(tmp_path, capsys, gold):
    path, mark = tmp_path / "bad.pkl", tmp_path / "was-run"
    path.write_bytes(pickle.dumps({("car", "n1"): Harmful(mark)}))
    with pytest.raises(BadInputError, match="not a pickle of plain dicts and lists"):
        read_thesaurus(path)
    command = ["run", "stored", "--benchmark", f"swords:{gold}", "--out", str(tmp_path / "o.json")]
    assert main([*command, "--file", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not mark.exists()


@pytest.mark.parametrize("content", [[1], {"x": 1}, {("a", "n1"): {"results": [1]}}])
def test_a_pickle_of_something_else_is_an_error(tmp_path, content):
    path = tmp_path / "odd.pkl"
    path.write_bytes(pickle.dumps(content))
    with pytest.raises(BadInputError, match=r"odd\.pkl"):
        read_thesaurus(path)


def test_a_damaged_pickle_is_an_error(tmp_path):
    path = tmp_path / "cut.pkl"
    path.write_bytes(pickle.dumps(THESAURUS)[:40])
    with pytest.raises(BadInputError, match=r"cut\.pkl"):
        read_thesaurus(path)


@pytest.mark.filterwarnings("ignore:run .* have no answer")
def test_reproduce_takes_the_authors_files_from_the_data_folder(gold, ids, tmp_path, monkeypatch):
    data = tmp_path / "data" / "raw"
    data.mkdir(parents=True)
    monkeypatch.setenv("MOTJUSTE_DATA", str(tmp_path / "data"))
    write(data / "swords-v0.8_dev-valid_wordtuneclues.out.json.gz", {ids[0]: wordtune(("auto", 1))})
    (data / "rogets.pkl").write_bytes(pickle.dumps(THESAURUS))
    made = reproduce(
        "swords", tmp_path / "work", f"swords:{gold}", chosen=["wordtune", "thesaurus"]
    )
    rows = {row["system"]: row for row in to_json(made)["tables"][0]["rows"]}
    # Wordtune: auto, the one acceptable of two targets' two; the thesaurus: auto, train and bus,
    # of which the judged two stay in the lenient list.
    assert rows["Wordtune"]["missing"] is None
    assert rows["Wordtune"]["ours"]["lenient.acceptable.F@10"] == pytest.approx(100 * 2 / 3)
    assert rows["Thesaurus"]["ours"]["lenient.acceptable.F@10"] == 50.0


@pytest.mark.filterwarnings("ignore:run .* have no answer")
def test_of_several_files_the_one_with_answers_to_the_benchmark_is_taken(
    gold, ids, tmp_path, monkeypatch
):
    data = tmp_path / "data"
    data.mkdir()
    monkeypatch.setenv("MOTJUSTE_DATA", str(data))
    write(data / "a_wordtune.json.gz", {"t:other": wordtune(("auto", 1))})
    write(data / "b_WordTune.json.gz", {ids[0]: wordtune(("auto", 1))})
    made = reproduce("swords", tmp_path / "work", f"swords:{gold}", chosen=["wordtune"])
    rows = {row["system"]: row for row in to_json(made)["tables"][0]["rows"]}
    assert rows["Wordtune"]["ours"]["lenient.acceptable.F@10"] == pytest.approx(100 * 2 / 3)
