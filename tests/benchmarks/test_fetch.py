import hashlib
import io
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from motjuste.benchmarks import fetch as fetching
from motjuste.benchmarks.catalogue import CatalogueEntry, Download
from motjuste.errors import BadInputError, BadInputWarning, ExitCode, MissingResourceError

CONTENT = bytes(range(256)) * 1000
SUM = hashlib.sha256(CONTENT).hexdigest()


class Server:
    """A real HTTP server on this machine, with the faults that a test asks for."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {"/file.bin": CONTENT}
        self.ranges = True
        self.cut_after: list[int] = []
        self.fail_with: list[int] = []
        self.seen: list[str | None] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                server.answer(self)

            def log_message(self, *args: object) -> None:
                return

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        wanted = request.headers.get("Range")
        self.seen.append(wanted)
        content = self.files.get(request.path)
        status = self.fail_with.pop(0) if self.fail_with else 200 if content is not None else 404
        if status != 200 or content is None:
            request.send_error(status)
            return
        start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and self.ranges else 0
        if start >= len(content):
            request.send_error(416)
            return
        body = content[start:]
        request.send_response(206 if start else 200)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body[: self.cut_after.pop(0)] if self.cut_after else body)

    def url(self, path: str = "/file.bin") -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}{path}"

    def stop(self) -> None:
        self._http.shutdown()
        self._http.server_close()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(fetching, "PAUSE", 0.0)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    running = Server()
    yield running
    running.stop()


def entry(*sources: Download) -> CatalogueEntry:
    return CatalogueEntry(
        "some", "plain", sources[0].path, sources, "none", "1 target", "Nobody 2020"
    )


def get(server: Server, folder: Path, sha256: str | None = SUM, **kwargs) -> fetching.Fetched:
    source = Download("some/file.bin", server.url(), sha256)
    (fetched,) = fetching.fetch(entry(source), folder, **kwargs)
    return fetched


def test_a_file_is_fetched_checked_and_put_in_its_place(server: Server, tmp_path: Path):
    progress: list[tuple[str, int, int | None]] = []
    fetched = get(server, tmp_path, watch=lambda *args: progress.append(args))
    assert fetched.path.read_bytes() == CONTENT
    assert (fetched.sha256, fetched.already_there) == (SUM, False)
    assert progress[-1] == ("file.bin", len(CONTENT), len(CONTENT))
    assert [path.name for path in (tmp_path / "some").iterdir()] == ["file.bin"]


def test_a_file_with_the_right_sum_is_not_fetched_again(server: Server, tmp_path: Path):
    get(server, tmp_path)
    assert get(server, tmp_path).already_there
    assert len(server.seen) == 1


def test_a_file_with_another_sum_is_left_alone_and_said_so(server: Server, tmp_path: Path):
    (tmp_path / "some").mkdir()
    (tmp_path / "some/file.bin").write_bytes(b"old")
    with pytest.warns(BadInputWarning, match=f"not {SUM}.*left alone: --force replaces it"):
        fetched = get(server, tmp_path)
    assert fetched.path.read_bytes() == b"old"
    assert (fetched.already_there, len(server.seen)) == (True, 0)


def test_with_force_a_file_with_another_sum_is_replaced(server: Server, tmp_path: Path):
    (tmp_path / "some").mkdir()
    (tmp_path / "some/file.bin").write_bytes(b"old")
    assert get(server, tmp_path, force=True).path.read_bytes() == CONTENT


def test_a_folder_where_the_file_belongs_is_an_error(server: Server, tmp_path: Path):
    (tmp_path / "some/file.bin").mkdir(parents=True)
    with pytest.raises(BadInputError, match=r"file\.bin: is a folder"):
        get(server, tmp_path)
    assert server.seen == []


def test_what_was_cut_off_half_way_goes_on_where_it_stopped(server: Server, tmp_path: Path):
    server.cut_after = [100_000]
    assert get(server, tmp_path).path.read_bytes() == CONTENT
    assert server.seen == [None, "bytes=100000-"]


def test_without_ranges_it_starts_again(server: Server, tmp_path: Path):
    server.cut_after, server.ranges = [100_000], False
    assert get(server, tmp_path).path.read_bytes() == CONTENT
    assert len(server.seen) == 2


def test_an_earlier_run_that_was_stopped_is_taken_up(server: Server, tmp_path: Path):
    (tmp_path / "some").mkdir()
    (tmp_path / "some/file.bin.part").write_bytes(CONTENT[:5000])
    assert get(server, tmp_path).path.read_bytes() == CONTENT
    assert server.seen == ["bytes=5000-"]


@pytest.mark.parametrize("left", [b"of another file", CONTENT + b"more", CONTENT])
def test_what_is_left_of_another_file_does_no_harm(server: Server, tmp_path: Path, left: bytes):
    (tmp_path / "some").mkdir()
    (tmp_path / "some/file.bin.part").write_bytes(left)
    assert get(server, tmp_path).path.read_bytes() == CONTENT


def test_without_a_known_sum_the_sum_is_reported_and_nothing_old_is_resumed(
    server: Server, tmp_path: Path
):
    (tmp_path / "some").mkdir()
    (tmp_path / "some/file.bin.part").write_bytes(b"old")
    fetched = get(server, tmp_path, sha256=None)
    assert (fetched.sha256, server.seen) == (SUM, [None])


def test_a_wrong_sum_keeps_nothing_and_names_both_sums(server: Server, tmp_path: Path):
    with pytest.raises(MissingResourceError, match=f"sha256 {SUM}, not {'0' * 64}") as caught:
        get(server, tmp_path, sha256="0" * 64)
    assert caught.value.exit_code == ExitCode.MISSING
    assert list((tmp_path / "some").iterdir()) == []


def test_404_is_not_tried_again_and_says_what_to_do_by_hand(server: Server, tmp_path: Path):
    server.files.clear()
    with pytest.raises(MissingResourceError) as caught:
        get(server, tmp_path)
    message = str(caught.value)
    assert "HTTP 404" in message
    assert server.url() in message
    assert f"put it at {tmp_path / 'some/file.bin'}" in message
    assert len(server.seen) == 1


def test_a_passing_fault_is_tried_again(server: Server, tmp_path: Path):
    server.fail_with = [503, 500]
    assert get(server, tmp_path).sha256 == SUM
    assert len(server.seen) == 3


def test_without_a_network_one_line_names_the_url_and_the_place(server: Server, tmp_path: Path):
    url = server.url()
    server.stop()
    with pytest.raises(MissingResourceError) as caught:
        fetching.fetch(entry(Download("some/file.bin", url, SUM)), tmp_path)
    message = str(caught.value)
    assert url in message
    assert f"put it at {tmp_path / 'some/file.bin'}, and run the same command again" in message
    assert "\n" not in message


def tar(names: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for name, content in names.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return stream.getvalue()


@pytest.mark.parametrize("above", ["", "./", "task10/"])
def test_members_of_a_tar_file_are_unpacked(server: Server, tmp_path: Path, above: str):
    server.files["/a.tar.gz"] = tar({f"{above}trial/x.xml": b"<x/>", f"{above}odd": b""})
    members = (("trial/x.xml", "in/y.xml"),)
    source = Download("in/a.tar.gz", server.url("/a.tar.gz"), None, True, members)
    fetching.fetch(entry(source), tmp_path)
    assert (tmp_path / "in/y.xml").read_bytes() == b"<x/>"
    assert {path.name for path in (tmp_path / "in").iterdir()} == {"a.tar.gz", "y.xml"}
    # Put there by hand, the archive is unpacked without a download.
    (tmp_path / "in/y.xml").unlink()
    server.files.clear()
    fetching.fetch(entry(source), tmp_path)
    assert (tmp_path / "in/y.xml").exists()


def test_a_zip_file_without_named_members_is_unpacked_whole(server: Server, tmp_path: Path):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("top/a/x.txt", "x")
        archive.writestr("../outside.txt", "x")
    server.files["/a.zip"] = stream.getvalue()
    source = Download("in/a.zip", server.url("/a.zip"), None, archive=True)
    for _ in range(2):
        fetching.fetch(entry(source), tmp_path)
        assert (tmp_path / "in/top/a/x.txt").read_text() == "x"
    assert not (tmp_path / "outside.txt").exists()


@pytest.mark.parametrize(
    "content", [b"no archive", tar({"other": b""})], ids=["no archive", "other members"]
)
def test_an_archive_that_is_not_what_it_should_be_is_an_error(
    server: Server, tmp_path: Path, content: bytes
):
    server.files["/a.tar.gz"] = content
    source = Download("in/a.tar.gz", server.url("/a.tar.gz"), None, True, (("x", "in/x"),))
    with pytest.raises(BadInputError, match="delete it, fetch again"):
        fetching.fetch(entry(source), tmp_path)


def test_a_folder_that_cannot_be_written_is_an_error(server: Server, tmp_path: Path):
    (tmp_path / "some").write_text("a file where a folder should be")
    with pytest.raises(BadInputError, match="cannot be written"):
        get(server, tmp_path)
