"""Records in every format, their statistics, and the commands that make and show them."""

import gzip
import json
import os
from pathlib import Path

import pytest

from distant_data import small_settings, thesauri, write_corpus
from motjuste.cli import main
from motjuste.distant.records import Record, Replaced, pack, read_records
from motjuste.distant.shards import make
from motjuste.engine import corpus_files
from motjuste.errors import BadInputError
from motjuste.lexicon.synonymy import combined

RECORDS = [
    Record(
        "0-0",
        "An enormous dog quit.",
        "A big dog gave up.",
        5,
        (Replaced(3, 11, "big", "ADJ"), Replaced(16, 20, "gave up", "VERB")),
    ),
    Record("0-1", "Nichts – ‘naïve’ \U0001f600.", "Nichts – ‘naïve’ \U0001f600.", 7, ()),
    Record("0-2", "They set up shop.", "They begin shop.", 5, (Replaced(5, 11, "begin", "VERB"),)),
]


@pytest.mark.parametrize("form", ["jsonl", "jsonl.gz", "parquet"])
def test_records_are_read_as_they_were_written(tmp_path, form):
    if form == "parquet":
        pytest.importorskip("pyarrow")
    for number in (0, 1):
        (tmp_path / f"part-0000{number}.{form}").write_bytes(pack(RECORDS, form))
    assert list(read_records(tmp_path)) == RECORDS * 2
    assert list(read_records(tmp_path / f"part-00000.{form}")) == RECORDS
    assert pack(RECORDS, form) == pack(RECORDS, form)


def test_lines_are_the_json_of_the_standard_library():
    odd = Record('"', '\\ "a"\tb\n\x00\x7f', "\u2028 é 👍", 3, (Replaced(2, 5, '"\\', "NOUN"),))
    for record in (*RECORDS, odd):
        line = json.dumps(record.as_dict(), ensure_ascii=False, separators=(",", ":")) + "\n"
        assert pack([record], "jsonl").decode() == line


def test_every_format_holds_the_same_records(tmp_path):
    pytest.importorskip("pyarrow")
    files = corpus_files([write_corpus(tmp_path / "a.txt", 60)])
    record_lists = []
    for form in ("jsonl", "jsonl.gz", "parquet"):
        make(files, tmp_path / form, small_settings(tmp_path, form=form))
        record_lists.append(list(read_records(tmp_path / form)))
    assert record_lists[0] == record_lists[1] == record_lists[2]
    assert len(record_lists[0]) == 60


GOOD = {"id": "1", "text": "a b", "source": "a b", "words": 2, "targets": []}
BAD = {
    "part-0.jsonl": (json.dumps(GOOD) + "\nno\n", "line 2 is not a record"),
    "part-1.jsonl": ('{"id": "1", "text": "a b"}\n', "line 1 is not a record"),
    "part-2.jsonl": (
        json.dumps({**GOOD, "targets": [{"start": 2, "end": 9, "original": "c", "pos": "NOUN"}]}),
        "line 1 is not a record",
    ),
    "part-3.jsonl.gz": (gzip.compress(b"{}\n" * 1000)[:20], "is damaged or cut short"),
    "part-4.parquet": ("abc", "is not a Parquet file"),
    "part-5.jsonl": (b"\xff\xfe\n", "line 1 is not a record"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_record_is_one_clear_line(tmp_path, name):
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    content, message = BAD[name]
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(BadInputError, match=message):
        list(read_records(tmp_path))
    with pytest.raises(BadInputError, match="holds no records"):
        list(read_records(tmp_path.parent))


def test_records_are_read_from_plain_files_alone(tmp_path, capsys):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        assert main(["distant", "show", str(path)]) == 2
        assert capsys.readouterr().err == f"motjuste: {path}: is not a regular file; give a file\n"


SWS = {
    "1": {
        "sentence": "An enormous thing quit .",
        "sentence_split": ["An", "enormous", "thing", "quit", "."],
        "substitutes": [
            [[1, 2], {"big": 3, "huge": 2}, 2],
            [[3, 4], {"gave up": 2, "big": 1}, 1],
        ],
    }
}


def test_statistics_are_what_can_be_counted_by_hand(tmp_path, capsys):
    for number in (0, 1):
        (tmp_path / f"part-0000{number}.jsonl").write_bytes(pack(RECORDS, "jsonl"))
    (tmp_path / "sws.json").write_text(json.dumps(SWS))
    benchmark = f"sws:{tmp_path / 'sws.json'}"
    assert main(["distant", "stats", str(tmp_path), "-b", benchmark, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document == json.loads((tmp_path / "statistics.json").read_text())
    assert document == {
        "sentences": 6,
        "sentences_with_targets": 4,
        "words": 34,
        "targets": 6,
        "targets_by_part_of_speech": {"ADJ": 2, "VERB": 4},
        # enormous, quit and `set up` make four words of 17.
        "improvable_ratio": 23.53,
        # `set up` is one of three targets, `gave up` one of three originals.
        "multiword_targets": 33.33,
        "multiword_originals": 33.33,
        "coverage": {
            "benchmark": "sws",
            # enormous -> big and quit -> gave up are there, twice each; enormous -> huge and
            # quit -> big are not.
            "substitutions": 4,
            "covered": 50.0,
            "times_each": 1.0,
            # big and gave up, but not huge.
            "suggestions": 3,
            "suggestions_seen_as_originals": 66.67,
        },
    }


def test_the_commands_make_count_and_show(tmp_path, capsys):
    (tmp_path / "a.txt").write_text(
        "The dog gave up the big house.\n\nIt is so.\n\nIt was then so."
    )
    out, first = tmp_path / "out", thesauri(tmp_path)[0]
    command = ["distant", "make", str(tmp_path / "a.txt"), "--out", str(out), "--thesaurus", first]
    assert main([*command, "--shortest", "5"]) == 0
    table = capsys.readouterr().out
    # The second sentence has four words; the third has five and no target.
    assert [line.split() for line in table.splitlines()][:2] == [
        ["sentences", "2"],
        ["sentences", "with", "targets", "1"],
    ]
    assert main(["distant", "show", str(out), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)["records"]
    assert shown[0]["source"] == "The dog gave up the big house."
    assert [target["original"] for target in shown[0]["targets"]] == [
        "dog",
        "gave up",
        "big",
        "house",
    ]
    assert shown[1]["targets"] == []
    assert main([*command[:-3], str(tmp_path / "changed"), *command[-2:], "--changed-only"]) == 0
    assert len(list(read_records(tmp_path / "changed"))) == 1


def test_a_corpus_that_is_not_there_or_no_text_is_exit_code_2(tmp_path, capsys):
    (tmp_path / "a.jsonl").write_text("{")
    for name, message in (("no.txt", "there is no such file"), ("a.jsonl", "line 1 is not JSON")):
        out = str(tmp_path / "out")
        assert main(["distant", "make", str(tmp_path / name), "--out", out]) == 2
        assert message in capsys.readouterr().err
    assert main(["distant", "stats", str(tmp_path / "nowhere")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_an_unknown_thesaurus_is_told_which_there_are(tmp_path):
    with pytest.raises(BadInputError, match="no such file; give one, or take wordnet or moby"):
        combined([str(tmp_path / "wordnets")])


def test_a_corpus_that_was_refused_can_be_mended_and_made_in_the_same_folder(tmp_path):
    corpus, out = tmp_path / "a.jsonl", tmp_path / "out"
    for content in ("", '{"text": 3}'):
        corpus.write_text(content)
        assert main(["distant", "make", str(corpus), "--out", str(out)]) == 2
    corpus.write_text('{"text": "It was a very good day."}')
    assert main(["distant", "make", str(corpus), "--out", str(out)]) == 0
