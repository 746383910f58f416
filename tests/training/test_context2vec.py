"""context2vec: a made-up grammar is learned, both programs agree, ended training goes on."""

import os
import random
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from motjuste.benchmarks.benchmark import Benchmark, Context, Item  # noqa: E402
from motjuste.engine.corpus import corpus_files  # noqa: E402
from motjuste.errors import BadInputError  # noqa: E402
from motjuste.spaces.context2vec import Context2Vec  # noqa: E402
from motjuste.systems import make_system, with_settings  # noqa: E402
from motjuste.text import Target  # noqa: E402
from motjuste.training.context2vec import Hyperparameters, Trainer  # noqa: E402

ANIMALS = "dog cat horse".split()
FOODS = "bread rice soup".split()
SMALL = Hyperparameters(
    dimensions=24, hidden=24, negatives=5, rate=0.01, epochs=12, batch=400, least=2
)


def sentences(count, seed=0):
    """Animals chase animals, people cook foods: what fits depends on both sides."""
    rng = random.Random(seed)
    for _ in range(count):
        if rng.random() < 0.5:
            yield f"The {rng.choice(ANIMALS)} chased the {rng.choice(ANIMALS)} again."
        else:
            yield f"The {rng.choice(('cook', 'baker'))} made the {rng.choice(FOODS)} again."


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    path = tmp_path_factory.mktemp("corpus") / "a.txt"
    path.write_text("\n\n".join(sentences(1500)), "utf-8")
    return path


@pytest.fixture(scope="module")
def trained(corpus):
    torch.set_num_threads(1)
    trainer = Trainer(corpus_files([corpus]), corpus.parent / "model", SMALL)
    trainer.train()
    return trainer


def fillers(model, words, place, most=3):
    scores = model.likeness(model.context(words, place))
    return {model.space.rows[row] for row in np.argsort(-scores)[:most]}


def test_the_right_fillers_come_first(trained):
    model = Context2Vec.open(trained.out)
    assert fillers(model, "the _ chased the cat again".split(), 1) == set(ANIMALS)
    assert fillers(model, "the dog chased the _ again".split(), 4) == set(ANIMALS)
    assert fillers(model, "the baker made the _ again".split(), 4) == set(FOODS)
    assert fillers(model, "the _ made the rice again".split(), 1, 2) == {"cook", "baker"}


def test_reading_without_torch_gives_what_training_saw(trained):
    model = Context2Vec.open(trained.out)
    words = "the horse chased the unseen again".split()
    ids = [0, *(model.space.row_of.get(word, 2) for word in words), 1]
    with torch.no_grad():
        expected = trained.network.contexts(torch.tensor([ids]))[0].numpy()
    for place in range(len(words)):
        assert model.context(words, place) == pytest.approx(expected[place], abs=1e-4)


def test_the_word_in_the_place_is_not_looked_at(trained):
    model = Context2Vec.open(trained.out)
    one, two = (model.context(["the", word, "chased"], 1) for word in ("dog", "soup"))
    assert (one == two).all()


def test_the_system_suggests_and_ranks(trained):
    system = with_settings(make_system("context2vec"), {"file": str(trained.out), "most": "2"})
    target = Target("The baker made the rice again.", 19, 23, "NOUN", "rice")
    (suggested,) = system.suggest([target])
    assert {suggestion.lemma for suggestion in suggested} == {"bread", "soup"}
    (ranked,) = system.rank([target], [["dog", "soup", "zebra", "horse", "bread"]])
    assert {suggestion.text for suggestion in ranked[:2]} == {"soup", "bread"}
    assert ranked[-1].text == "zebra"
    narrow = with_settings(system, {"first": "3"})
    (ranked,) = narrow.rank([target], [["dog", "soup", "zebra", "horse", "bread"]])
    assert [suggestion.score for suggestion in ranked[2:]] == [-1.0] * 3, (
        "what is not among three is tied"
    )


def test_a_phrase_that_the_benchmark_names_stands_for_the_sentence(trained):
    target = Target("In no way did they eat rice.", 23, 27, "NOUN", "rice")
    words = ["baker NOUN", "the DET", "made VERB", "the DET", "rice NOUN"]
    item = Item("1", "c", target, (), {"anvan": words, "position": "N2"})
    benchmark = Benchmark("b", "swords", {"c": Context(target.text)}, (item,))
    settings = {"file": str(trained.out), "context": "phrase", "target": "false"}
    system = with_settings(make_system("context2vec"), settings)
    system.prepare(benchmark)
    model = Context2Vec.open(trained.out)
    expected = model.likeness(model.context("baker the made the rice".split(), 4))
    (ranked,) = system.rank([target], [["soup"]])
    assert ranked[0].score == pytest.approx((1 + expected[model.row("soup")]) / 2)
    with pytest.raises(BadInputError, match="names no phrases"):
        system.prepare(Benchmark("b", "swords", {}, ()))


def test_the_whole_sentence_that_a_benchmark_of_phrases_names_is_read(trained):
    target = Target("baker make rice", 11, 15, "NOUN", "rice")
    extra = {"sentence": ["The baker made the rice again.", 19, 23]}
    benchmark = Benchmark(
        "b", "swords", {"c": Context(target.text)}, (Item("1", "c", target, (), extra),)
    )
    settings = {"file": str(trained.out), "context": "sentence", "target": "false"}
    system = with_settings(make_system("context2vec"), settings)
    system.prepare(benchmark)
    model = Context2Vec.open(trained.out)
    expected = model.likeness(model.context("the baker made the rice again".split(), 4))
    (ranked,) = system.rank([target], [["soup"]])
    assert ranked[0].score == pytest.approx((1 + expected[model.row("soup")]) / 2)
    with pytest.raises(BadInputError, match="'page' is not one of text, phrase, sentence"):
        with_settings(system, {"context": "page"})


SCRIPT = """
import sys
from pathlib import Path
import torch
torch.set_num_threads(1)
from motjuste.engine.corpus import corpus_files
from motjuste.training.context2vec import Hyperparameters, Trainer
recipe = Hyperparameters(dimensions=8, hidden=8, negatives=3, epochs=2, batch=100,
                         least=2, block=2000)
Trainer(corpus_files([Path(sys.argv[1])]), Path(sys.argv[2]), recipe).train()
"""


def test_training_that_is_killed_goes_on_to_the_same_model(tmp_path):
    (tmp_path / "a.txt").write_text("\n\n".join(sentences(300)), "utf-8")
    (tmp_path / "train.py").write_text(SCRIPT)

    def started(out):
        arguments = [sys.executable, tmp_path / "train.py", tmp_path / "a.txt", tmp_path / out]
        return subprocess.Popen(list(map(str, arguments)))

    process, checkpoint = started("killed"), tmp_path / "killed.checkpoint"
    while process.poll() is None and not checkpoint.exists():
        time.sleep(0.001)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert process.returncode == -signal.SIGKILL
    assert checkpoint.exists()
    for out in ("killed", "whole"):
        assert started(out).wait() == 0
    files = [
        {p.name: p.read_bytes() for p in (tmp_path / out).iterdir()} for out in ("killed", "whole")
    ]
    assert files[0] == files[1]
    assert not checkpoint.exists()


def test_a_checkpoint_of_other_training_is_refused(tmp_path):
    (tmp_path / "a.txt").write_text("\n\n".join(sentences(20)), "utf-8")
    files = corpus_files([tmp_path / "a.txt"])
    trainer = Trainer(files, tmp_path / "model", Hyperparameters(4, 4, least=1))
    trainer.save_checkpoint()
    with pytest.raises(BadInputError, match="another corpus or with other settings"):
        Trainer(files, tmp_path / "model", Hyperparameters(5, 4, least=1))
    with pytest.raises(BadInputError, match="no word occurs 500 times in the corpus"):
        Trainer(files, tmp_path / "other", Hyperparameters(4, 4, least=500))


def test_a_rate_or_a_power_that_is_no_number_above_nothing_is_refused():
    for rate in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(BadInputError, match="the learning rate is"):
            Hyperparameters(rate=rate)
    with pytest.raises(BadInputError, match="frequencies cannot be raised to nan"):
        Hyperparameters(power=float("nan"))


def test_what_is_no_model_is_refused(tmp_path):
    from motjuste.spaces.space import write_dense

    with pytest.raises(BadInputError, match="is not a model"):
        Context2Vec(write_dense(tmp_path / "space", ["a"], np.ones((1, 2))))
