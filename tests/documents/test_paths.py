"""Patterns as `.gitignore` has them, and which files a command means."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from motjuste.documents.document import decode_document, read_document
from motjuste.documents.globs import any_matches
from motjuste.documents.paths import find_files, format_of
from motjuste.errors import BadInputError
from motjuste.files import PRIVATE, replace_file, whole_file, write_atomic

FILES = [
    "a.md",
    "b.txt",
    "docs/a.md",
    "docs/deep/a.md",
    "docs/deep/er/b.txt",
    "build/a.md",
    "x/build/c.md",
    "[odd].md",
    "star*.md",
    "#hash.md",
    "!not.md",
]
PATTERNS = [
    "*.md",
    "/*.md",
    "docs/",
    "/docs",
    "docs/*.md",
    "docs/**",
    "**/a.md",
    "docs/**/b.txt",
    "build",
    "/build/",
    "x/build/",
    "?.md",
    "[ab].md",
    "[!a].md",
    "[a-b].txt",
    "\\[odd].md",
    "star\\*.md",
    "\\#hash.md",
    "\\!not.md",
    "# a.md",
    "",
    "a.md ",
    "**",
    "deep/",
    "docs/deep",
    "*.md\n!a.md",
    "docs/*\n!docs/deep/",
    "[",
    "a[",
]


@pytest.mark.parametrize("patterns", PATTERNS)
def test_git_ignores_the_same_files(tmp_path, monkeypatch, patterns):
    if not shutil.which("git"):
        pytest.skip("needs git")
    monkeypatch.chdir(tmp_path)
    for name in FILES:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text("x")
    subprocess.run(["git", "init", "-q"], check=True, env={"PATH": "/usr/bin:/bin", "HOME": "/"})
    Path(".gitignore").write_text(patterns + "\n")
    names = "\0".join(FILES).encode()
    command = ["git", "-c", "core.quotePath=false", "check-ignore", "--no-index", "-z", "--stdin"]
    ignored = subprocess.run(command, input=names, capture_output=True, check=False).stdout
    theirs = sorted(set(FILES) - set(ignored.decode().split("\0")))
    assert sorted(map(str, find_files([Path()]))) == theirs


def test_a_pattern_of_many_stars_takes_no_time():
    assert not any_matches(["*" * 50 + "b"], "a" * 5_000)


def test_a_folder_that_is_excluded_excludes_what_is_in_it():
    assert any_matches(["vendor/"], "vendor/deep/a.md")
    assert not any_matches(["vendor/"], "vendor")
    assert any_matches(["drafts/*.md"], "drafts/a.md")
    assert not any_matches(["drafts/*.md"], "drafts/deep/a.md")


@pytest.mark.parametrize(
    ("name", "form"),
    [("a.md", "markdown"), ("A.MARKDOWN", "markdown"), ("a.txt", "text"), ("README", "text")],
)
def test_a_name_tells_the_format(name, form):
    assert format_of(Path(name)) == form


@pytest.mark.parametrize("name", ["a.tex", "a.html", "a.rst", "a.docx", "a.PY"])
def test_what_is_not_understood_is_refused(tmp_path, name):
    file = tmp_path / name
    # Of a file that is not there, nothing is said but that.
    assert format_of(file) == "text"
    file.touch()
    with pytest.raises(BadInputError, match="which is not understood"):
        format_of(file)


@pytest.mark.parametrize("text", ["", "é\r\nשלום", "𝄞\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_document_is_encoded_as_it_was(text, encoding):
    content = text.encode(encoding)
    document = decode_document(content, Path("x"))
    assert document.text == text
    assert document.encode(text) == content


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 20 + "b", "a" * 250),
        ("[a-z]*" * 20 + "!", "a" * 250),
        ("**/a/" * 20 + "b", "a/" * 250 + "c"),
    ],
)
def test_a_pattern_that_would_take_for_ever_is_left_out(pattern, path):
    assert not any_matches([pattern], path)
    assert any_matches([pattern, "*a*/**", "a*a*a"], path)


def test_a_file_may_be_replaced_under_a_long_name(tmp_path):
    path = tmp_path / ("x" * 250)
    replace_file(path, b"one")
    replace_file(path, b"two")
    assert read_document(path).text == "two"
    assert list(tmp_path.iterdir()) == [path]


def test_the_users_mask_decides_who_reads_a_new_file_and_is_never_touched(tmp_path, monkeypatch):
    before = os.umask(0o027)
    try:
        # To read the mask is to change it, also for files that other threads make meanwhile.
        with monkeypatch.context() as patch:
            patch.setattr(os, "umask", None)
            replace_file(tmp_path / "shared", b"x")
            write_atomic(tmp_path / "own", b"x", mode=PRIVATE)
            with whole_file(tmp_path / "large") as temporary:
                temporary.write_bytes(b"x")
    finally:
        os.umask(before)
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert modes == {"shared": 0o640, "own": 0o600, "large": 0o640}


def test_a_link_under_a_name_that_could_be_guessed_leads_nowhere(tmp_path):
    other = tmp_path / "other.txt"
    other.write_bytes(b"mine")
    for name in (f".large.{os.getpid()}.bin", f".large.bin.{os.getpid()}"):
        (tmp_path / name).symlink_to(other)
    with whole_file(tmp_path / "large.bin") as temporary:
        temporary.write_bytes(b"new")
    replace_file(tmp_path / "large.bin", b"newer")
    assert other.read_bytes() == b"mine"
    assert (tmp_path / "large.bin").read_bytes() == b"newer"
