"""Training of the network that doubts words: examples, states on disk, what it learns."""

import gzip
import json
import random

import numpy as np
import pytest

from motjuste.analysis import Text
from motjuste.benchmarks import read_benchmark
from motjuste.encoder import Encoder
from motjuste.errors import BadInputError
from motjuste.improver.doubt import Doubt
from motjuste.lexicon.array_file import ArrayFile, pack
from motjuste.lexicon.lexicon import Lexicon
from motjuste.training.doubt_examples import DoubtExample, DoubtSources, ExampleMaker
from motjuste.training.doubt_states import ReadExample, StateFile, WordOfExample
from motjuste.training.learner_sentences import LearnerSentence

LEXICON = Lexicon.open()
SENTENCE = "The old woman told a long story about the house in which she grew up."


def maker(seed=0, confusions=None):
    return ExampleMaker(LEXICON, confusions or {"say/VERB": ["tell"]}, random.Random(seed))


def changed_words(example):
    return [example.text[start:end] for start, end in example.wrong]


def test_a_good_sentence_that_is_not_changed_has_no_wrong_word():
    examples = [maker(seed).of_sentence(SENTENCE) for seed in range(40)]
    assert any(example.text == SENTENCE for example in examples)
    for example in examples:
        assert example.is_good == (example.text == SENTENCE)
        assert len(example.wrong) <= 2


def test_wrong_words_are_marked_where_they_stand_among_faults_of_grammar():
    for seed in range(60):
        example = maker(seed).of_sentence(SENTENCE)
        words = {(word.start, word.end) for word in Text(example.text).words}
        for span, text in zip(example.wrong, changed_words(example), strict=True):
            assert span in words
            assert text.lower() not in SENTENCE.lower().split()


def test_what_learners_write_for_a_word_stands_in_its_form():
    examples = [maker(seed).of_sentence(SENTENCE) for seed in range(200)]
    assert "said" in {word for example in examples for word in changed_words(example)}


def test_faults_of_grammar_are_not_wrong_words():
    faulty = [
        example
        for seed in range(60)
        if (example := maker(seed).of_sentence(SENTENCE)).text != SENTENCE and not example.wrong
    ]
    assert faulty
    assert not any(example.is_good for example in faulty)


def judged(tmp_path):
    path = tmp_path / "labels.tsv"
    path.write_text(
        "text\tpos\tbest\tgood\tpossible\twrong\n"
        "The *bank* was steep and muddy after rain.\tnoun\tslope\t\t\tvault\n",
        "utf-8",
    )
    return read_benchmark(f"plain:{path}")


def sources(tmp_path, marks=()):
    semcor = tmp_path / "semcor.jsonl.gz"
    row = {"document": "br-a02", "tokens": SENTENCE.split(), "senses": [[1, "old", "a", []]] * 3}
    semcor.write_bytes(gzip.compress(json.dumps(row).encode() + b"\n"))
    return DoubtSources(semcor, judged(tmp_path), list(marks), [])


MARKED = LearnerSentence("He lost the bus again.", 3, 7, "collocation", ("missed",), "")


def test_the_target_of_a_label_is_replaced_by_a_refused_word(tmp_path):
    (item,) = judged(tmp_path).items
    examples = [maker(seed).of_label(item) for seed in range(20)]
    assert {tuple(changed_words(example)) for example in examples} == {(), ("vault",)}


def test_examples_come_from_all_sources_and_are_the_same_every_time(tmp_path):
    given = sources(tmp_path, [MARKED])
    first, second = ([make() for make in given.makers(LEXICON)] for _ in range(2))
    assert first == second
    assert first[-1] == DoubtExample(MARKED.text, ((3, 7),), False, first[-1].weight)
    assert first[-1].weight > first[0].weight


def test_states_are_made_again_if_the_inputs_changed_or_the_work_was_cut_short(tmp_path):
    given = sources(tmp_path, [MARKED])
    states = StateFile(tmp_path / "work", given.fingerprint())
    assert not states.is_complete

    def stop(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        states.write(given.makers(LEXICON), Encoder.open(), LEXICON, stop)
    assert not states.is_complete
    states.write(given.makers(LEXICON), Encoder.open(), LEXICON)
    assert states.is_complete
    assert not StateFile(tmp_path / "work", sources(tmp_path).fingerprint()).is_complete


def test_the_states_on_disk_are_those_of_the_encoder(tmp_path):
    example = DoubtExample(MARKED.text, ((3, 7),), False, 2.0)
    states = StateFile(tmp_path, "inputs")
    states.write([lambda: example], Encoder.open(), LEXICON)
    (read,) = states.read()
    (reading,) = Encoder.open().read_through(MARKED.text)
    assert np.allclose(read.states.astype(np.float32), reading.states, atol=0.02)
    assert [word.is_wrong for word in read.words] == [True, False, False]
    assert (read.words[0].first, read.words[0].end) == tuple(reading.pieces(3, 7)[[0, -1]] + [0, 1])
    assert (read.is_good, read.weight) == (False, 2.0)


def toy_examples(count, rng):
    """Sentences of two words; the first is wrong if their partners' numbers differ."""
    examples = []
    for _ in range(count):
        verb, noun = rng.integers(2), rng.integers(2)
        states = rng.normal(0, 0.1, (4, 8)).astype(np.float32)
        states[1, verb] += 2
        states[2, 2 + noun] += 2
        words = [WordOfExample(1, 2, 4.0, bool(verb != noun)), WordOfExample(2, 3, 4.0, False)]
        examples.append(ReadExample(states, words, bool(verb == noun), 1.0))
    return examples


def test_the_network_learns_that_a_word_is_wrong_beside_another():
    pytest.importorskip("torch")
    from motjuste.training import doubt_network

    rng = np.random.default_rng(0)
    network = doubt_network.train(toy_examples(3200, rng))
    unseen = toy_examples(50, rng)
    for row, example in zip(doubt_network.log_odds(network, unseen), unseen, strict=True):
        assert (row[0] > 0) == example.words[0].is_wrong
        assert row[1] < 0


def test_the_graph_gives_what_the_network_gives(tmp_path):
    torch = pytest.importorskip("torch")
    from motjuste.training import doubt_network

    torch.manual_seed(0)
    network = doubt_network.DoubtNetwork(torch.zeros(8), torch.ones(8)).eval()
    graph = np.frombuffer(doubt_network.graph(network), np.uint8)
    path = tmp_path / "doubt.bin"
    path.write_bytes(pack({"graph": graph, "thresholds": np.zeros(3, np.float32)}, {}))
    doubt = Doubt(ArrayFile(path))
    for example in toy_examples(10, np.random.default_rng(0)):
        (expected,) = doubt_network.log_odds(network, [example])
        scores = doubt.scores(example.states, [np.array([1]), np.array([2])], [4.0, 4.0])
        assert np.allclose(scores, expected, atol=1e-5)


def test_a_graph_from_elsewhere_that_reads_other_files_is_refused(tmp_path):
    path = tmp_path / "doubt.bin"
    graph = np.frombuffer(b"... location ...", np.uint8)
    path.write_bytes(pack({"graph": graph, "thresholds": np.zeros(3, np.float32)}, {}))
    with pytest.raises(BadInputError, match="takes weights from other files"):
        Doubt(ArrayFile(path)).scores(np.zeros((2, 8), np.float32), [np.array([1])], [4.0])
