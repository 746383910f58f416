import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from motjuste.benchmarks import catalogue, read_benchmark
from motjuste.benchmarks.readers import READERS, guess_reader
from motjuste.errors import BadInputError, MissingResourceError

SWS = {"s": {"sentence": "a b", "sentence_split": ["a", "b"], "substitutes": []}}
SWORDS = {"contexts": {}, "targets": {}, "substitutes": {}, "substitute_labels": {}}
XML = (
    '<corpus><lexelt item="glad.a"><instance id="1"><context>so <head>glad</head></context>'
    "</instance></lexelt></corpus>"
)


@pytest.fixture(autouse=True)
def folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A data folder and an empty cache, both the test's own."""
    monkeypatch.setenv("MOTJUSTE_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(catalogue, "cache_folder", lambda: tmp_path / "cache")
    return tmp_path


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_a_name_of_the_catalogue_is_found_in_the_data_folder_then_in_the_cache(folders: Path):
    put(folders / "cache/sws/sws_validation.json", json.dumps(SWS))
    assert list(read_benchmark("sws-validation").contexts) == ["s"]
    other = json.dumps({"other": SWS["s"]})
    put(folders / "data/sws/sws_validation.json", other)
    benchmark = read_benchmark("sws-validation")
    assert list(benchmark.contexts) == ["other"]
    assert benchmark.name == "sws-validation"


def test_a_part_of_a_shared_folder_is_there_only_with_its_own_file(folders: Path):
    put(folders / "data/semeval2007/lexsub_test.xml", XML)
    put(folders / "data/semeval2007/gold.test", "glad.a 1 :: happy 2;\n")
    assert len(read_benchmark("semeval2007-test")) == 1
    with pytest.raises(MissingResourceError):
        read_benchmark("semeval2007-trial")


def test_a_benchmark_that_lies_elsewhere_in_the_data_folder_is_found_by_its_name(folders: Path):
    put(folders / "data/swords-main/assets/parsed/swords-v1.1_test.json", json.dumps(SWORDS))
    assert read_benchmark("swords-v1.1-test").name == "swords-v1.1-test"
    put(folders / "data/other/task10data/test/lexsub_test.xml", XML)
    put(folders / "data/other/task10data/test/lexsub_test_cleaned.xml", XML)
    put(folders / "data/other/task10data/scoring/gold", "glad.a 1 :: happy 2;\n")
    put(folders / "data/tsar_test_gold.tsv", "so glad\tglad\thappy\n")
    (item,) = read_benchmark("semeval2007-test").items
    assert [judgement.text for judgement in item.judgements] == ["happy"]


def test_an_absent_benchmark_says_where_it_was_looked_for_and_how_to_get_it(folders: Path):
    with pytest.raises(MissingResourceError) as caught:
        read_benchmark("coinco-dev")
    message = str(caught.value)
    assert str(folders / "data/coinco/coinco_patched.xml.gz") in message
    assert str(folders / "cache/coinco/coinco_patched.xml.gz") in message
    assert "motjuste benchmarks fetch coinco-dev" in message


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("swords-1.1-dev", r"unknown benchmark 'swords-1.1-dev' \(did you mean swords-v1.1-dev"),
        ("semeval:some/folder", r"unknown reader 'semeval' .*did you mean semeval2007"),
        ("coco", r"unknown benchmark 'coco' \(did you mean coinco"),
        ("zzzz", "READER:PATH"),
    ],
)
def test_a_wrong_name_shows_close_ones(spec: str, message: str):
    with pytest.raises(BadInputError, match=message):
        read_benchmark(spec)


@pytest.mark.parametrize(
    "spec", ["swords:no/file.json", "no/file.json", "semeval2007:nowhere#test"]
)
def test_a_path_that_is_not_there_is_bad_input(spec: str):
    with pytest.raises(BadInputError, match="no such file"):
        read_benchmark(spec)


def test_reader_path_and_part(folders: Path):
    for part in ("trial", "test"):
        put(folders / f"mine/lexsub_{part}.xml", XML)
        put(folders / f"mine/gold.{part}", f"glad.a 1 :: {part} 2;\n")
    benchmark = read_benchmark(f"semeval2007:{folders}/mine#test")
    assert benchmark.items[0].judgements[0].text == "test"


def test_a_file_with_a_sharp_in_its_name_is_read(folders: Path):
    path = put(folders / "my#data.csv", "text\nso *glad*\n")
    assert len(read_benchmark(f"plain:{path}")) == 1


@pytest.mark.parametrize(
    ("text", "reader"),
    [
        (json.dumps(SWORDS), "swords"),
        (json.dumps({"substitutes_lemmatized": True, **SWORDS}), "swords"),
        (json.dumps(SWS, indent=4), "sws"),
        (XML, "semeval2007"),
        ("glad.a 1 :: happy 3;\n", "semeval2007"),
        ("<document><sent><targetsentence>x</targetsentence></sent></document>", "coinco"),
        ("bank\tn\tshore\tgold_candidate\n", "twsi"),
        ("target word,Sentence,acc_subs,unacc_subs\n", "prolex"),
        ("\ufeffHe is a novice .\tnovice\tbeginner\n", "tsar2022"),
        ("id,text\n1,so *glad*\n", "plain"),
        ('{"text": "so *glad*"}\n{"text": "x"}\n', "plain"),
    ],
)
def test_a_path_alone_is_read_by_what_it_holds(folders: Path, text: str, reader: str):
    assert guess_reader(put(folders / "file", text)) == reader
    (folders / "file.gz").write_bytes(gzip.compress(text.encode()))
    assert guess_reader(folders / "file.gz") == reader


def test_a_folder_alone_is_read_by_what_it_holds(folders: Path):
    put(folders / "one/x.xml", XML)
    put(folders / "two/TWSI/x/substitutions_per_sentence/a.turkresults", "")
    assert guess_reader(folders / "one") == "semeval2007"
    assert guess_reader(folders / "two") == "twsi"


@pytest.mark.parametrize("text", ["", "some words\n", "{}", "[1]", '{"a": 1}', "<html></html>"])
def test_a_file_that_tells_nothing_must_be_named_with_its_reader(folders: Path, text: str):
    path = put(folders / "file", text)
    with pytest.raises(BadInputError, match=f"READER:{path} with one of swords"):
        read_benchmark(str(path))


def test_every_entry_of_the_catalogue_is_complete():
    for name, entry in catalogue.CATALOGUE.items():
        assert entry.name == name
        assert entry.reader in READERS
        assert entry.licence
        assert entry.citation
        for source in entry.sources:
            assert source.url.startswith(("http://", "https://"))
            assert source.sha256 is None or len(source.sha256) == 64


def test_readers_are_not_imported_before_they_are_needed():
    code = (
        "import sys, motjuste.benchmarks.readers as r; "
        "late = [f'motjuste.benchmarks.{name}' for name in ('coinco', 'twsi', 'plain', 'fetch')];"
        "print([m for m in late if m in sys.modules])"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("name", "items", "contexts"),
    [
        ("swords-v1.0-dev", 370, 370),
        ("swords-v1.1-dev", 370, 370),
        ("semeval2007-trial", 300, 300),
        ("coinco-dev", 10179, 1577),
        ("sws-validation", 1440, 200),
    ],
)
def test_the_catalogue_reads_the_real_data(
    data: Path, monkeypatch: pytest.MonkeyPatch, name: str, items: int, contexts: int
):
    monkeypatch.setenv("MOTJUSTE_DATA", str(data))
    benchmark = read_benchmark(name)
    assert (len(benchmark), len(benchmark.contexts)) == (items, contexts)
    assert (benchmark.name, benchmark.format) == (name, name.split("-")[0])


def test_known_sums_are_those_of_the_real_files(data: Path):
    from motjuste.benchmarks.fetch import file_sha256

    checked = set()
    for entry in catalogue.CATALOGUE.values():
        for source in entry.sources:
            if source.sha256 and not source.archive and (data / source.path).is_file():
                assert file_sha256(data / source.path) == source.sha256
                checked.add(source.path)
    assert len(checked) >= 6
