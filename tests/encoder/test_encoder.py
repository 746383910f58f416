"""The embedded encoder: what it finds, and what may not change it."""

import shutil
from hashlib import sha256

import numpy as np
import pytest

from motjuste.encoder import Encoder
from motjuste.encoder.encoder import DATA, unit
from motjuste.errors import BadInputError, MissingResourceError
from motjuste.lexicon.array_file import ArrayFile, pack

TEXT = "The bank of the river was muddy after the storm."


@pytest.fixture(scope="module")
def encoder():
    return Encoder.open()


def near(encoder, words, text=TEXT, target="bank"):
    start = text.index(target)
    reading = encoder.read(text, start, start + len(target))
    return encoder.in_place(reading, reading.pieces(start, start + len(target)), words)


def test_vectors_become_one_long_and_zeros_stay():
    rows = np.array([[3, 4], [0, 0], [0, -2]], np.float32)
    assert unit(rows).tolist() == [pytest.approx([0.6, 0.8]), [0, 0], [0, -1]]
    assert unit(rows).dtype == np.float32


def test_the_same_word_stands_nearer_in_the_sentence_that_means_it(encoder):
    money = "The bank lent them money for the house."
    for text, better, worse in ((TEXT, "shore", "lender"), (money, "lender", "shore")):
        first, second = near(encoder, [better, worse], text).mean(1)
        assert first > second


def test_the_order_of_the_words_does_not_matter(encoder):
    words = [f"word{n}" for n in range(95)]
    forward, back = near(encoder, words), near(encoder, words[::-1])[::-1]
    assert np.array_equal(forward, back)


def test_the_number_of_threads_does_not_matter(encoder):
    several = Encoder(DATA, threads=3)
    assert np.array_equal(near(encoder, ["shore", "edge"]), near(several, ["shore", "edge"]))


def test_a_reading_does_not_depend_on_what_was_read_before(encoder):
    first = encoder.read(TEXT, 4, 8)
    for text in ("Something else entirely.", TEXT * 3):
        encoder.read(text, 0, 5)
    again = Encoder(DATA).read(TEXT, 4, 8)
    assert np.array_equal(first.states, again.states)


def test_words_without_pieces_and_very_long_ones_get_a_number(encoder):
    cosines = near(encoder, ["", "\u200b", "x" * 10_000, "many words " * 500])
    assert np.isfinite(cosines).all()


@pytest.mark.parametrize("name", ["encoder.onnx", "tokenizer.json", "encoder.bin"])
def test_a_damaged_file_is_named_and_never_believed(tmp_path, name):
    shutil.copytree(DATA, tmp_path / "model")
    file = tmp_path / "model" / name
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(BadInputError, match=name):
        Encoder(tmp_path / "model")
    file.unlink()
    with pytest.raises(MissingResourceError, match=name):
        Encoder(tmp_path / "model")


def field(number, content):
    """A field of a protocol buffer: its number and type, its length, its content."""
    return bytes([number << 3 | 2, len(content)]) + content


def test_a_foreign_graph_reads_no_other_file(tmp_path):
    folder = tmp_path / "model"
    shutil.copytree(DATA, folder)
    place = field(1, b"location") + field(2, b"../../etc/passwd")
    # A tensor of one number: its shape, its type, its name, and that its data are elsewhere.
    tensor = b"\x08\x01\x10\x01" + field(8, b"outside") + field(13, place) + b"\x70\x01"
    # Messages one after the other are one message: the graph gets one tensor more.
    graph = (DATA / "encoder.onnx").read_bytes() + field(7, field(5, tensor))
    (folder / "encoder.onnx").write_bytes(graph)
    store = ArrayFile(DATA / "encoder.bin")
    names = ("embedding.codes", "embedding.scale", "query.weight", "query.bias", "fit.weight")
    arrays = {name: store.array(name) for name in names}
    about = {**store.about, "onnx_sha256": sha256(graph).hexdigest()}
    (folder / "encoder.bin").write_bytes(pack(arrays, about))
    with pytest.raises(BadInputError, match=r"encoder\.onnx: takes weights from other files"):
        Encoder(folder)
