import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from motjuste.benchmarks import catalogue, swords
from motjuste.benchmarks.catalogue import CATALOGUE, CatalogueEntry, Download
from motjuste.cli.benchmarks import app
from motjuste.errors import BadInputError, MissingResourceError

run = CliRunner()
PLAIN = (
    "text,lemma,pos,substitutes\nso *glad*,glad,ADJ,happy:2; in luck\nso *glad*,glad,ADJ,merry\n"
)


@pytest.fixture(autouse=True)
def folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.delenv("MOTJUSTE_DATA", raising=False)
    monkeypatch.setattr(catalogue, "cache_folder", lambda: tmp_path / "cache")
    (tmp_path / "own.csv").write_text(PLAIN)
    return tmp_path


def test_list_shows_every_benchmark_and_what_is_here(folders: Path):
    here = folders / "cache/sws/sws_validation.json"
    here.parent.mkdir(parents=True)
    here.write_text("{}")
    lines = run.invoke(app, ["list"]).stdout.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(CATALOGUE)
    assert next(line for line in lines if str(here) in line).startswith("sws-validation")


def test_list_as_json_is_one_document():
    document = json.loads(run.invoke(app, ["list", "--json"]).stdout)
    first = document["benchmarks"][0]
    assert (first["name"], first["path"]) == ("swords-v1.0-dev", None)
    assert first["urls"][0].startswith("https://")


def test_convert_says_what_was_merged(folders: Path):
    out = folders / "out.json.gz"
    result = run.invoke(app, ["convert", str(folders / "own.csv"), str(out)])
    assert (result.exit_code, result.stdout) == (0, f"{out}\n")
    assert result.stderr.startswith("1 items repeat the target of another")
    assert len(swords.read(out)) == 1


def test_convert_writes_pools(folders: Path):
    out = folders / "out.json"
    arguments = ["convert", f"plain:{folders}/own.csv", str(out), "--pool"]
    run.invoke(app, arguments)
    assert swords.read(out).items[0].pool == ("happy", "in luck", "merry")
    run.invoke(app, [*arguments, "--no-multiwords"])
    assert swords.read(out).items[0].pool == ("happy", "merry")


def test_convert_writes_semeval_files(folders: Path):
    out = folders / "out"
    result = run.invoke(app, ["convert", f"{folders}/own.csv", str(out), "--to", "semeval2007"])
    assert result.stdout.splitlines() == [str(out / "lexsub.xml"), str(out / "gold")]
    assert (out / "gold").read_text().startswith("glad.a 1 :: happy 2;in luck 1;\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--to", "semeval2007", "--pool"], "no place for pools"),
        (["--no-multiwords"], "add --pool"),
    ],
)
def test_options_that_would_be_ignored_are_errors(folders: Path, options: list[str], message: str):
    result = run.invoke(app, ["convert", f"{folders}/own.csv", f"{folders}/out", *options])
    assert isinstance(result.exception, BadInputError)
    assert message in str(result.exception)


def test_fetch_puts_the_file_where_read_benchmark_finds_it(
    folders: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(CATALOGUE, "own", own(folders / "own.csv"))
    result = run.invoke(app, ["fetch", "own", "own"])
    place = folders / "cache/own/own.csv"
    assert result.exit_code == 0
    first, second = result.stdout.splitlines()
    assert first.startswith(f"{place}: fetched (sha256 ")
    assert first.endswith("no checksum is known to compare it with)")
    assert second.startswith(f"{place}: already there")
    run.invoke(app, ["convert", "own", f"{folders}/out.json"])
    assert swords.read(folders / "out.json").name == "own"


def own(path: Path) -> CatalogueEntry:
    source = Download("own/own.csv", path.as_uri())
    return CatalogueEntry("own", "plain", source.path, (source,), "none", "2 targets", "Me 2020")


def test_fetch_goes_to_a_folder_of_choice(folders: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(CATALOGUE, "own", own(folders / "own.csv"))
    run.invoke(app, ["fetch", "own", "--to", str(folders / "there")])
    assert (folders / "there/own/own.csv").read_text() == PLAIN


def test_fetch_of_a_wrong_name_fetches_nothing(folders: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(CATALOGUE, "own", own(folders / "own.csv"))
    result = run.invoke(app, ["fetch", "own", "sws-validatoin"])
    assert isinstance(result.exception, BadInputError)
    assert "did you mean sws-validation" in str(result.exception)
    assert not (folders / "cache").exists()


def test_fetch_without_the_file_is_a_missing_resource(
    folders: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("motjuste.benchmarks.fetch.PAUSE", 0.0)
    monkeypatch.setitem(CATALOGUE, "own", own(folders / "absent.csv"))
    result = run.invoke(app, ["fetch", "own"])
    assert isinstance(result.exception, MissingResourceError)
    assert str(folders / "cache/own/own.csv") in str(result.exception)


@pytest.mark.parametrize("command", ["list", "fetch", "convert"])
def test_every_command_shows_an_example(command: str):
    assert "Example:  motjuste benchmarks" in run.invoke(app, [command, "--help"]).stdout
