"""The end-to-end models of SWS: all three learn a made-up language, and ended training goes on."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import made_language  # noqa: E402
import tiny_models  # noqa: E402
from motjuste.cli import main  # noqa: E402
from motjuste.distant.records import pack  # noqa: E402
from motjuste.errors import BadInputError  # noqa: E402
from motjuste.systems import make_system, with_settings  # noqa: E402
from motjuste.training.sws.fresh import SIZES, Size  # noqa: E402
from motjuste.training.sws.job import Job  # noqa: E402
from motjuste.training.sws.trainer import Hyperparameters  # noqa: E402
from motjuste.training.sws.validation import as_benchmark, figures  # noqa: E402

MODELS = ("bert", "cmlm", "bart")


@pytest.fixture(scope="module", autouse=True)
def one_thread_and_a_small_size():
    torch.set_num_threads(1)
    SIZES["mini"] = Size(1, 16, 2, 32)
    yield
    del SIZES["mini"]


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return made_language.write(tmp_path_factory.mktemp("made") / "records")


@pytest.fixture(scope="module")
def unseen():
    """Sentences that were not trained on."""
    known = {record.text for record in made_language.records(600, seed=1)}
    new = [record for record in made_language.records(100, seed=99) if record.text not in known]
    return as_benchmark(new[:50])


def job(data, out, model, **changes):
    epochs = 7 if model == "cmlm" else 5
    recipe = Hyperparameters(model, epochs=epochs, batch=16, rate=2e-3, every=90)
    settings = {"fresh": "tiny", "vocabulary": 400, "validation": "held-out", "held_out": 20}
    recipe = replace(recipe, **{k: changes.pop(k) for k in list(changes) if hasattr(recipe, k)})
    return Job([data], out, recipe, **{**settings, **changes})


@pytest.fixture(scope="module", params=MODELS)
def trained(request, data):
    """A model of each paradigm, and what training said."""
    out = data.parent / request.param
    trainer = job(data, out, request.param).run()
    system = with_settings(make_system(f"{request.param}-sws"), {"model": str(out)})
    return system, trainer


def test_the_loss_falls_and_the_model_beats_the_rules_on_unseen_sentences(
    trained, unseen, tmp_path
):
    system, trainer = trained
    losses = [row["loss"] for row in trainer.history]
    assert losses[-1] < losses[0] / 10
    thesaurus = made_language.write_thesaurus(tmp_path / "thesaurus.json")
    rules = with_settings(make_system("rule-based"), {"thesauri": str(thesaurus)})
    baseline, ours = figures(rules, unseen), figures(system, unseen)
    # The rules mark every word that has a synonym, three of eight tokens, and of the two synonyms
    # of a wrong word one is right: even if all words were wrong, e2e F0.5 would be about 50.
    assert baseline["ImpR"] == pytest.approx(100 * 3 / 8)
    assert baseline["e2e.F0.5"] < 40
    assert ours["e2e.F0.5"] > max(60, 2 * baseline["e2e.F0.5"])


def test_several_suggestions_are_given_best_first(trained):
    system, _ = trained
    text = "Look. The glad king observed the big river, as I say."
    (marks,) = with_settings(system, {"threshold": "0.6", "most": "2"}).improve([text])
    by_word = {text[mark.start : mark.end]: mark.suggestions for mark in marks}
    # A king is happy and a river is vast, wherever in a text a sentence begins.
    right = {"glad": "happy", "big": "vast"}
    assert {word: by_word[word][0].text for word in right if word in by_word}
    assert all(by_word[word][0].text == right[word] for word in right if word in by_word)
    for substitutes in by_word.values():
        assert 1 <= len(substitutes) <= 2
        assert [suggestion.score for suggestion in substitutes] == sorted(
            (suggestion.score for suggestion in substitutes), reverse=True
        )


def test_the_threshold_moves_the_improvable_ratio(trained):
    system, _ = trained
    benchmark = as_benchmark(made_language.records(15, seed=5))
    ratios = [
        figures(with_settings(system, {"threshold": at}), benchmark)["ImpR"]
        for at in ("0", "0.001", "0.5", "0.9999")
    ]
    assert ratios == sorted(ratios)
    assert ratios[0] == 0
    assert ratios[-1] > ratios[2] > 5


def test_an_answer_does_not_depend_on_what_else_is_asked(trained):
    system, _ = trained
    texts = [record.text for record in made_language.records(5, seed=7)]
    texts.append("The merry queen viewed the large dog. The happy cat watched the vast king.")
    together = system.improve(texts)
    for text, marks in zip(texts, together, strict=True):
        (alone,) = system.improve([text])
        for one, other in zip(marks, alone, strict=True):
            assert (one.start, one.end) == (other.start, other.end)
            first, again = one.suggestions[0], other.suggestions[0]
            assert first.text == again.text
            assert first.score == pytest.approx(again.score, rel=1e-4)
    # The queen is happy and observes, the dog is big; the cat is glad and watches a large king.
    places = [(mark.start, mark.suggestions[0].text) for mark in together[-1]]
    right = "merry happy, viewed observed, large big, happy glad, vast large"
    pairs = [pair.split() for pair in right.split(", ")]
    expected = [(texts[-1].index(word), better) for word, better in pairs]
    assert places == expected


def weights(trainer):
    return trainer.network.module.state_dict()


def files_of(out):
    return {
        str(path.relative_to(out)): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.suffix != ".png"
    }


@pytest.mark.parametrize("model", MODELS)
def test_interrupted_training_goes_on_to_the_same_weights(model, data, tmp_path):
    small = {"fresh": "mini", "epochs": 2, "every": 8, "held_out": 3, "batch": 100}

    def stop(stage, done, total):
        # After a checkpoint (8, in the second epoch) and a step more, which is lost.
        if stage == "training" and done == 9:
            raise KeyboardInterrupt

    whole = job(data, tmp_path / "whole", model, **small).run()
    with pytest.raises(KeyboardInterrupt):
        job(data, tmp_path / "ended", model, **small, watch=stop).run()
    assert (tmp_path / "ended" / "checkpoint.pt").exists()
    again = job(data, tmp_path / "ended", model, **small).open()
    assert again.state.step == 8
    resumed = job(data, tmp_path / "ended", model, **small).run()
    assert whole.state == resumed.state
    assert whole.history == resumed.history
    for name, value in weights(whole).items():
        assert torch.equal(value, weights(resumed)[name]), name
    assert files_of(tmp_path / "whole") == files_of(tmp_path / "ended")
    assert not (tmp_path / "ended" / "checkpoint.pt").exists()


def test_training_that_is_killed_goes_on_to_the_same_files(data, tmp_path):
    command = [sys.executable, "-m", "motjuste", "train", "sws", str(data), "--model", "bert"]
    command += "--fresh tiny --vocabulary 300 --validation held-out --held-out 3 --batch 64".split()
    command += "--every 3 --epochs 1 --out".split()
    process = subprocess.Popen([*command, str(tmp_path / "killed")], stderr=subprocess.DEVNULL)
    while process.poll() is None and not (tmp_path / "killed" / "checkpoint.pt").exists():
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    for out in ("killed", "whole"):
        assert main([*command[3:], str(tmp_path / out)]) == 0
    assert files_of(tmp_path / "killed") == files_of(tmp_path / "whole")
    assert (tmp_path / "whole" / "curves.svg").exists()
    rows = [*map(json.loads, (tmp_path / "whole" / "log.jsonl").read_text().splitlines())]
    # Of 600 records 597 are trained on, 64 at once: 10 steps an epoch, a line for each.
    assert [row["step"] for row in rows] == list(range(1, 11))
    assert [row["step"] for row in rows if "e2e.F0.5" in row] == [3, 6, 9, 10]


def test_training_ends_when_validation_gets_no_better(data, tmp_path, monkeypatch):
    scores = iter([10.0, 30.0, 30.0, 20.0, 40.0])
    monkeypatch.setattr(
        "motjuste.training.sws.trainer.validate", lambda *_: {"e2e.F0.5": next(scores)}
    )
    settings = {"fresh": "mini", "batch": 64, "every": 2, "patience": 2, "held_out": 3}
    trainer = job(data, tmp_path / "out", "bert", **settings).run()
    # 10, 30, then twice no better than 30: the fifth validation is never asked for.
    assert (trainer.state.step, trainer.state.best) == (8, 30.0)
    about = json.loads((tmp_path / "out" / "model" / "motjuste.json").read_text())
    assert about["step"] == 4


def test_the_rate_rises_then_falls_to_nothing(data, tmp_path):
    trainer = job(data, tmp_path, "bert", fresh="mini", batch=60, warmup=0.2, rate=1.0).open()
    # 580 records in batches of 60 are 10 steps an epoch, 50 in all, of which 10 rise.
    rates = [trainer.rate(step) for step in (0, 4, 9, 10, 30, 49)]
    assert rates == pytest.approx([0.1, 0.5, 1.0, 1.0, 0.5, 1 / 40])


@pytest.mark.parametrize("model", ["bert", "bart"])
def test_any_checkpoint_can_be_trained_on(model, data, tmp_path):
    if model == "bert":
        start = tiny_models.bert(tmp_path / "start")
    else:
        job(data, tmp_path / "first", "bart", fresh="mini", batch=300, epochs=1).run()
        start = str(tmp_path / "first" / "model")
    settings = {"fresh": "", "checkpoint": start, "batch": 300, "epochs": 1, "rate": 1e-4}
    trainer = job(data, tmp_path / "out", model, **settings).run()
    assert trainer.state.step == 2
    system = with_settings(make_system(f"{model}-sws"), {"model": str(tmp_path / "out")})
    system.improve(["She went to the park."])


def test_what_cannot_be_trained_is_reported_before_anything_is_done(data, tmp_path, capsys):
    command = ["train", "sws", str(data), "--model", "bert", "--out", str(tmp_path / "out")]
    fresh = [*command, "--fresh", "tiny"]
    gold = tmp_path / "none.json"
    for arguments, message in (
        (command, "give --checkpoint or --fresh"),
        ([*fresh, "--checkpoint", "x"], "give --checkpoint or --fresh"),
        ([*fresh, "-b", f"sws:{gold}"], "there is no such file"),
        ([*command, "--checkpoint", "./nowhere"], "there is no such folder"),
        ([*fresh, "--rate", "0"], "the learning rate is 0.0; give"),
        ([*fresh, "--rate", "nan"], "the learning rate is nan; give"),
        ([command[0], "sws", str(gold), *fresh[3:]], "there is no such file or folder"),
        ([command[0], "sws", str(tmp_path), *fresh[3:]], "holds no records"),
    ):
        assert main(arguments) in (2, 3)
        error = capsys.readouterr().err
        assert message in error
        assert error.count("\n") == 1
    assert not (tmp_path / "out" / "model").exists()


def test_other_training_and_a_finished_model_are_refused_and_leftovers_go(data, tmp_path):
    small = {"fresh": "mini", "batch": 300, "epochs": 1, "held_out": 3}
    trainer = job(data, tmp_path, "bert", **small).open()
    trainer.save_checkpoint()
    with pytest.raises(BadInputError, match="on other data or with other settings"):
        job(data, tmp_path, "bert", **{**small, "epochs": 2}).open()
    (tmp_path / "model.1").mkdir()
    (tmp_path / "checkpoint.1").touch()
    job(data, tmp_path, "bert", **small).run()
    assert not list(tmp_path.glob("*.1"))
    with pytest.raises(BadInputError, match="holds a trained model already"):
        job(data, tmp_path, "bert", **small).run()
    wrong = with_settings(make_system("cmlm-sws"), {"model": str(tmp_path)})
    with pytest.raises(BadInputError, match="was trained as bert, not as cmlm"):
        wrong.improve(["A dog."])


def test_no_records_and_none_with_targets_are_errors(tmp_path):
    (tmp_path / "part-00000.jsonl").write_bytes(b"")
    with pytest.raises(BadInputError, match="no held-out record has a target"):
        job(tmp_path, tmp_path / "out", "bert", fresh="mini").open()


def test_training_on_records_that_are_all_held_out_is_an_error(tmp_path):
    only = next(record for record in made_language.records(50, seed=1) if record.targets)
    (tmp_path / "part-00000.jsonl").write_bytes(pack([only], "jsonl"))
    with pytest.raises(BadInputError, match="there is no record to train on"):
        job(
            tmp_path,
            tmp_path / "out",
            "bert",
            checkpoint=tiny_models.bert(tmp_path / "b"),
            fresh="",
        ).open()
