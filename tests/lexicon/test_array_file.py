"""The file of arrays: what goes in comes out, and a damaged file is never believed."""

import json
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motjuste.errors import BadInputError, MissingResourceError
from motjuste.lexicon.array_file import MAGIC, ArrayFile, pack, rows
from motjuste.lexicon.keys import from_nibbles, key, to_nibbles
from motjuste.lexicon.lexicon import DATA

TABLE = [[1, 2, 3], [], [4], *([number] * (number % 5) for number in range(100))]


@pytest.fixture
def path(tmp_path):
    flat = np.array([number for row in TABLE for number in row], np.uint32)
    lengths = np.array([len(row) for row in TABLE], np.uint8)
    arrays = {"plain": np.arange(5, dtype=np.uint16), **rows("table", flat, lengths)}
    file = tmp_path / "arrays.bin"
    file.write_bytes(pack(arrays, {"notices": ["mine"]}))
    return file


def test_arrays_and_rows_come_out_as_they_went_in(path):
    store = ArrayFile(path)
    assert store.about == {"notices": ["mine"]}
    assert store.array("plain").tolist() == [0, 1, 2, 3, 4]
    table = store.ragged("table")
    assert [list(table[row]) for row in range(len(table))] == TABLE


def test_arrays_cannot_be_changed(path):
    with pytest.raises(ValueError, match="read-only"):
        ArrayFile(path).array("plain")[0] = 1


def read_all(path):
    """Read every array that the directory of a file names (see the layout in `array_file.py`)."""
    store, content = ArrayFile(path), path.read_bytes()
    head = struct.calcsize("<16sIII")
    size = struct.unpack_from("<16sIII", content)[2]
    for name in json.loads(content[head : head + size])["arrays"]:
        store.array(name)
    return store


def _complaint(path):
    try:
        read_all(path)
    except BadInputError as error:
        return str(error)
    return ""


def test_any_changed_byte_is_noticed(path):
    content = path.read_bytes()
    for at in range(len(content)):
        changed = bytearray(content)
        changed[at] ^= 0x55
        path.write_bytes(changed)
        complaint = _complaint(path)
        # Only what pads an array to its boundary belongs to nothing.
        assert complaint.startswith(str(path)) or content[at] == 0
        assert "\n" not in complaint


@pytest.mark.parametrize("size", [0, 5, 20, 100, -8])
def test_a_file_that_is_cut_short_is_noticed(path, size):
    content = path.read_bytes()
    path.write_bytes(content[:size])
    with pytest.raises(BadInputError, match=r"cut short|damaged"):
        read_all(path)


def test_another_file_and_another_version_are_named(path):
    content = path.read_bytes()
    path.write_bytes(b"x" * 100)
    with pytest.raises(BadInputError, match="is not one of Motjuste"):
        ArrayFile(path)
    path.write_bytes(MAGIC + b"\x63" + content[17:])
    with pytest.raises(BadInputError, match="version 99"):
        ArrayFile(path)


def test_a_file_that_lacks_something_is_of_another_version(path):
    with pytest.raises(BadInputError, match="has no 'nosuch': it is of another version"):
        ArrayFile(path).array("nosuch")


def test_a_missing_file_says_what_to_do(tmp_path):
    with pytest.raises(MissingResourceError, match="install the package again"):
        ArrayFile(tmp_path / "none.bin")


def test_the_files_in_the_package_pass_their_checksums_and_carry_their_notices():
    lexicon, tagger = read_all(DATA), read_all(DATA.with_name("tagger.bin"))
    for store in (lexicon, tagger):
        assert "WordNet 3.0" in " ".join(store.about["notices"])
    assert "Moby" in " ".join(lexicon.about["notices"])
    assert DATA.stat().st_size < 15_000_000
    assert DATA.with_name("tagger.bin").stat().st_size < 3_000_000


@given(st.lists(st.integers(0, 2**40), min_size=1))
def test_numbers_survive_packing(numbers):
    assert from_nibbles(to_nibbles(numbers)).tolist() == numbers


@given(st.text())
def test_a_key_is_the_same_for_the_key_of_it(text):
    assert key(key(text)) == key(text)
