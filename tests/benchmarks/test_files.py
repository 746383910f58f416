"""Writing files whole or not at all."""

import os
import threading

import pytest

from motjuste.errors import BadInputError
from motjuste.files import write_atomic


def test_a_file_is_replaced_whole_and_nothing_is_left_beside_it(tmp_path):
    path = tmp_path / "deep" / "file"
    write_atomic(path, b"old")
    write_atomic(path, b"new")
    assert path.read_bytes() == b"new"
    assert [entry.name for entry in path.parent.iterdir()] == ["file"]


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read = []
    reader = threading.Thread(target=lambda: read.append(path.read_bytes()))
    reader.start()
    write_atomic(path, b"through")
    reader.join()
    assert read == [b"through"]
    assert path.is_fifo()


def test_a_folder_cannot_be_written(tmp_path):
    with pytest.raises(BadInputError, match="cannot be written"):
        write_atomic(tmp_path, b"")
