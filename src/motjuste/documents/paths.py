"""Which files a command means: those that it names, and the texts in the folders that it names."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from motjuste.documents.formats import Format, by_suffix
from motjuste.documents.globs import Patterns
from motjuste.errors import bad_file

# Named, so that nobody gets advice on the words of a macro.
_OTHERS = {
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
    """How a file is to be read, by its name; whatever has no telling name is plain text."""
    suffix = path.suffix.lower()
    if suffix in _OTHERS and os.path.lexists(path):
        raise bad_file(
            path, f"is {_OTHERS[suffix]}, which is not understood", "name a format with --as"
        )
    return by_suffix(path) or Format.text


def find_files(given: Sequence[Path]) -> Iterator[Path]:
    """The files named, and those in the folders named, each once, in order.

    In folders, only files with a known extension are taken, and neither hidden ones nor what
    `.gitignore` names. Links to folders are not followed.
    """
    seen: set[str] = set()
    for path in given:
        for found in _walk(path, _ignored_above(path)) if path.is_dir() else [path]:
            real = os.path.realpath(found)
            if real not in seen:
                seen.add(real)
                yield found


# Patterns, and the folder to which they are relative.
_Ignored = list[tuple[Path, Patterns]]


def _walk(folder: Path, ignored: _Ignored) -> Iterator[Path]:
    try:
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        raise bad_file(folder, f"cannot be read ({error.strerror})") from None
    ignored = [*ignored, *_gitignore(folder)]
    for entry in found:
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
        # A link that leads nowhere, or to itself.
        return False


def _ignored_above(folder: Path) -> _Ignored:
    """What the folders above say, up to the root of the repository."""
    above: _Ignored = []
    here = Path(os.path.abspath(folder))
    chain = [here, *here.parents]
    root = next((n for n, each in enumerate(chain) if os.path.exists(each / ".git")), 0)
    for each in reversed(chain[1 : root + 1]):
        above += _gitignore(each)
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
        found = patterns.verdict(relative, is_folder)
        verdict = verdict if found is None else found
    return verdict
