"""Masked language models: where targets stand in texts, and what is said if a model is no use."""

import os
import sys

import pytest

from motjuste.cli import main
from motjuste.errors import MissingExtraError
from motjuste.systems import make_system, with_settings

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

import tiny_models  # noqa: E402
from motjuste.benchmarks.run import read_lsr  # noqa: E402
from motjuste.errors import BadInputError, MissingResourceError  # noqa: E402
from motjuste.systems.masked_lm.model import load  # noqa: E402
from motjuste.text import Target  # noqa: E402


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    return tiny_models.bert(tmp_path_factory.mktemp("bert"))


@pytest.fixture(scope="module")
def roberta(tmp_path_factory):
    return tiny_models.roberta(tmp_path_factory.mktemp("roberta"))


@pytest.fixture(params=["bert", "roberta"])
def pieces(request):
    return load(request.getfixturevalue(request.param), "a test").pieces


@pytest.mark.parametrize(
    ("before", "word", "after"),
    [
        ("", "big", " dog"),
        ("a ", "big", ""),
        ("big, ", "big", ", big"),
        ("café — “", "big", "” dog"),
        ("the 🐕🐕 was  ", "big", "!"),
        ("a\n", "walk", "ing"),
        ("meat", "ball", "s"),
        ("dog-", "walk", "-ing"),
    ],
)
def test_a_target_is_found_by_its_characters(pieces, before, word, after):
    place = pieces.place(Target(before + word + after, len(before), len(before) + len(word)))
    assert "".join(map(pieces.text, place.target)) == word
    rest = [*map(pieces.text, place.ids[: place.start]), *map(pieces.text, place.ids[place.end :])]
    assert word not in rest or word in before + after


def test_a_target_without_any_piece_is_an_error_of_its_item(bert):
    # BERT's normaliser drops what is no character of a text.
    target = Target("a \u200b b", 2, 3)
    with pytest.raises(ValueError, match="no word piece"):
        load(bert, "a test").pieces.place(target)


def test_byte_level_words_are_offered_and_put_as_they_stand_in_the_text(roberta):
    pieces = load(roberta, "a test").pieces
    after_space = pieces.place(Target("a big dog", 2, 5))
    after_quote = pieces.place(Target("a “big” dog", 3, 6))
    assert pieces.tokenizer.decode(pieces.of("dog", after_space)) == " dog"
    assert pieces.tokenizer.decode(pieces.of("dog", after_quote)) == "dog"
    generator = with_settings(make_system("bert-m"), {"model": roberta, "top": "1000"})
    (offered,) = generator.suggest([Target("a big dog", 2, 5)])
    words = [suggestion.text for suggestion in offered]
    assert "dog" in words
    assert "big" not in words
    assert all(word.isalnum() for word in words)
    begin = {
        t[1:] for t in pieces.vocabulary if t[0] == "Ġ" and t[1:].isalnum() and t[1:].isascii()
    }
    assert {word for word in words if word.isascii()} == begin - {"big"}


@pytest.mark.parametrize("kind", ["bert", "roberta"])
@pytest.mark.parametrize("start", [0, 250, 499])
def test_a_long_text_is_cut_around_the_target(request, kind, start):
    folder = request.getfixturevalue(kind)
    pieces = load(folder, "a test").pieces
    words = ["dog", "car"] * 250
    words[start] = "big"
    text = " ".join(words)
    at = text.index("big")
    target = Target(text, at, at + 3, "ADJ", "big")
    place = pieces.place(target)
    assert [pieces.text(piece) for piece in place.target] == ["big"]
    assert place.ids[0] == pieces.tokenizer.cls_token_id
    assert place.ids[-1] == pieces.tokenizer.sep_token_id
    # 48 positions, a quarter of them kept free for longer substitutes.
    assert len(place.ids) == 36
    sides = (place.start - 1, len(place.ids) - 1 - place.end)
    assert min(sides) >= 15 or start in (0, 499)
    ranker = with_settings(make_system("bert-ranker"), {"model": folder})
    long = "small large " * 30
    (ranked,) = ranker.rank([target], [["small", long.strip()]])
    assert len(ranked) == 2
    near = Target(" ".join(words[max(0, start - 60) : start + 60]), 0, 3)
    at = near.text.index("big")
    (nearby,) = ranker.rank([Target(near.text, at, at + 3, "ADJ")], [["small", long.strip()]])
    if start == 250:
        assert nearby == ranked


def error(model, name="bert-m", **settings):
    def run():
        chosen = with_settings(make_system(name), {"model": model, **settings})
        return chosen.rank([], []) if "rank" in name else chosen.suggest([])

    with pytest.raises((BadInputError, MissingResourceError)) as caught:
        run()
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_folder_that_is_not_there_is_reported(tmp_path):
    assert "there is no such folder" in error(str(tmp_path / "none"))
    assert "needs a model" in error("")


def test_a_folder_without_a_model_is_reported(tmp_path):
    assert "cannot be loaded" in error(str(tmp_path))


def test_a_damaged_model_is_reported(tmp_path):
    folder = tiny_models.bert(tmp_path)
    (tmp_path / "model.safetensors").write_bytes(b"nothing")
    assert "cannot be loaded" in error(folder)


def test_a_name_that_cannot_be_fetched_is_one_line(monkeypatch):
    def offline(*_, **__):
        raise OSError("We couldn't connect to the hub.\nCheck your connection.")

    monkeypatch.setattr(transformers.AutoConfig, "from_pretrained", offline)
    expected = "model 'nobody/nothing' cannot be loaded: We couldn't connect to the hub"
    assert error("nobody/nothing") == expected


def test_a_model_without_its_head_can_rank_but_not_generate(tmp_path):
    folder = tiny_models.bert(tmp_path, head=False)
    assert "no masked language model head" in error(folder)
    ranker = with_settings(make_system("encoder-ranker"), {"model": folder, "layer": "2"})
    assert ranker.rank([Target("a big dog", 2, 5)], [["small"]])


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("bert-m", {"top": "0"}, "at least 1"),
        ("bert-m", {"batch": "0"}, "at least 1"),
        ("bert-ls", {"dropout": "1"}, "below 1"),
        ("bert-ls", {"proposal": "no", "validation": "no"}, "nothing to rank by"),
        ("encoder-ranker", {"layer": "6"}, "layers 0 to 5"),
        ("encoder-ranker", {"layer": "last"}, "not numbers"),
        ("lexsubcon", {"mix": "2"}, "from 0 to 1"),
    ],
)
def test_a_setting_that_cannot_be_is_reported(bert, name, settings, message):
    assert message in error(bert, name, **settings)


def test_changing_the_model_forgets_the_one_before(bert, roberta):
    first = with_settings(make_system("bert-m"), {"model": bert})
    target = Target("a big dog", 2, 5)
    before = first.suggest([target])
    second = with_settings(first, {"model": roberta})
    assert second.suggest([target]) != before


def test_loading_prints_nothing_and_leaves_the_librarys_settings(bert, capfd):
    verbosity = transformers.utils.logging.get_verbosity()
    with_settings(make_system("bert-m"), {"model": bert}).suggest([Target("a big dog", 2, 5)])
    assert capfd.readouterr() == ("", "")
    assert transformers.utils.logging.get_verbosity() == verbosity


@pytest.mark.parametrize(
    "arguments",
    [
        ["bert-ls"],
        ["bert-ls", "--setting", "rank"],
        ["bert-k", "--rerank", "bert-ranker"],
    ],
)
def test_the_command_runs_them_on_a_benchmark(tmp_path, gold, bert, capsys, arguments):
    out = tmp_path / "run.lsr.json"
    given = [*arguments, "--set", f"model={bert}", "--benchmark", f"swords:{gold}"]
    given += ["--set-ranker", f"model={bert}"] if "--rerank" in arguments else []
    assert main(["run", *given, "--out", str(out)]) == 0, capsys.readouterr().err
    run = read_lsr(out)
    assert sorted(run.answers) == ["1", "2"]
    assert all(run.answers.values())


def test_without_its_extra_the_setting_onnx_names_it(monkeypatch, bert):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    chosen = with_settings(make_system("bert-m"), {"model": bert, "onnx": "yes"})
    with pytest.raises(MissingExtraError, match=r"pip install 'motjuste\[onnx\]'"):
        chosen.suggest([])


@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_onnx_gives_the_same_scores(request, tmp_path, monkeypatch, capfd, kind):
    pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    bert = request.getfixturevalue(kind)
    capfd.readouterr()
    monkeypatch.setattr("motjuste.systems.masked_lm.onnx.cache_folder", lambda: tmp_path / "cache")
    targets = [Target("a very big dog", 7, 10, "ADJ"), Target("the dog walked", 8, 14, "VERB")]
    given = [["small", "large dog"], ["drive", "go"]]
    plain = with_settings(make_system("bert-ls"), {"model": bert})
    fast = with_settings(plain, {"onnx": "true"})
    for expected, actual in zip(
        plain.rank(targets, given) + plain.suggest(targets),
        fast.rank(targets, given) + fast.suggest(targets),
        strict=True,
    ):
        assert [suggestion.text for suggestion in actual] == [
            suggestion.text for suggestion in expected
        ]
        assert [e.score for e in actual] == pytest.approx([e.score for e in expected], rel=1e-4)
    files = sorted(os.listdir(tmp_path / "cache"))
    assert [name.split("-", 1)[1] for name in files] == ["logits.onnx", "states-1-2-3-4.onnx"]
    assert capfd.readouterr() == ("", "")
