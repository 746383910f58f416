"""The files that a command means: the given files, and the text files in the given folders."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from motjuste.documents.formats import Format, by_suffix
from motjuste.documents.globs import Patterns
from motjuste.errors import bad_file

# Formats that are refused by name: markup and code would be checked as prose.
_UNSUPPORTED = {
    **dict.fromkeys((".tex", ".ltx", ".sty", ".bib"), "LaTeX"),
    **dict.fromkeys((".htm", ".html", ".xhtml", ".xml", ".svg"), "HTML or XML"),
    **dict.fromkeys((".docx", ".doc", ".odt", ".rtf", ".pdf", ".epub"), "a word processor's file"),
    **dict.fromkeys((".rst", ".rest"), "reStructuredText"),
    **dict.fromkeys((".adoc", ".asciidoc"), "AsciiDoc"),
    **dict.fromkeys((".org", ".wiki", ".typ", ".textile"), "markup"),
    **dict.fromkeys((".mdx", ".rmd", ".qmd", ".ipynb"), "text mixed with code"),
    **dict.fromkeys((".json", ".yaml", ".yml", ".toml", ".csv", ".tsv", ".ini"), "data"),
    **dict.fromkeys((".py", ".js", ".ts", ".c", ".h", ".cpp", ".java", ".rs", ".sh"), "code"),
}


def format_of(path: Path) -> Format:
    """The format of a file by its name; a name that does not tell means plain text."""
    suffix = path.suffix.lower()
    if suffix in _UNSUPPORTED and os.path.lexists(path):
        raise bad_file(
            path, f"is {_UNSUPPORTED[suffix]}, which is not understood", "name a format with --as"
        )
    return by_suffix(path) or Format.text


def find_files(paths: Sequence[Path]) -> Iterator[Path]:
    """The given files, and those in the given folders, without repeats, in order.

    In folders, only files with a known suffix are taken, except hidden ones and those that
    `.gitignore` excludes. Symbolic links to folders are not followed.
    """
    seen: set[str] = set()
    for path in paths:
        for file in _walk(path, _ignored_above(path)) if path.is_dir() else [path]:
            real = os.path.realpath(file)
            if real not in seen:
                seen.add(real)
                yield file


# Patterns with the folder to which they are relative.
_Ignored = list[tuple[Path, Patterns]]


def _walk(folder: Path, ignored: _Ignored) -> Iterator[Path]:
    try:
        with os.scandir(folder) as entries:
            sorted_entries = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        raise bad_file(folder, f"cannot be read ({error.strerror})") from None
    ignored = [*ignored, *_gitignore(folder)]
    for entry in sorted_entries:
        path = folder / entry.name
        is_folder = entry.is_dir(follow_symlinks=False)
        if entry.name.startswith(".") or _is_ignored(path, is_folder, ignored):
            continue
        if is_folder:
            yield from _walk(path, ignored)
        elif by_suffix(path) and _is_file(entry):
            yield path


def _is_file(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_file()
    except OSError:
        # A broken or circular link.
        return False


def _ignored_above(folder: Path) -> _Ignored:
    """The patterns of the folders above, up to the root of the repository."""
    above: _Ignored = []
    absolute = Path(os.path.abspath(folder))
    chain = [absolute, *absolute.parents]
    root = next((index for index, parent in enumerate(chain) if os.path.exists(parent / ".git")), 0)
    for parent in reversed(chain[1 : root + 1]):
        above += _gitignore(parent)
    return above


def _gitignore(folder: Path) -> _Ignored:
    try:
        text = (folder / ".gitignore").read_text("utf-8", errors="replace")
    except OSError:
        return []
    return [(Path(os.path.abspath(folder)), Patterns(text.splitlines()))]


def _is_ignored(path: Path, is_folder: bool, ignored: _Ignored) -> bool:
    verdict = False
    if not ignored:
        return verdict
    absolute = os.path.abspath(path)
    for folder, patterns in ignored:
        relative = os.path.relpath(absolute, folder).replace(os.sep, "/")
        decision = patterns.verdict(relative, is_folder)
        verdict = verdict if decision is None else decision
    return verdict
