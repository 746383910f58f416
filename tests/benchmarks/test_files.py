"""Writing files whole or not at all, and reading none that never ends."""

import os
import threading
from pathlib import Path

import pytest

from motjuste.errors import BadInputError
from motjuste.files import read_bytes, readable, write_atomic


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


DEVICES = [path for path in map(Path, ("/dev/zero", "/dev/full", "/dev/random")) if path.exists()]


@pytest.mark.parametrize("path", DEVICES, ids=str)
def test_a_device_is_not_read_because_it_never_ends(path):
    with pytest.raises(BadInputError, match="is not a regular file"):
        read_bytes(path)


def test_the_null_device_is_an_empty_file():
    assert read_bytes(Path(os.devnull)) == b""


def test_what_comes_through_a_pipe_is_read_however_late(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    # While both ends are held here, the pipe has a writer.
    both = os.open(path, os.O_RDWR)

    def write():
        os.write(both, b"through")
        os.close(both)

    threading.Timer(0.1, write).start()
    assert read_bytes(path) == b"through"


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(BadInputError, match="is a pipe, and nothing came through it"):
        read_bytes(path)


def test_a_pipe_does_not_serve_where_a_file_is_read_more_than_once(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(BadInputError, match="is not a regular file"), readable(path):
        pass
