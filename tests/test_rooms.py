"""The design's rooms: who may import whom, and what start-up may load."""

import ast
import re
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

import motjuste
from motjuste.errors import MissingExtraError

ROOT = Path(motjuste.__file__).parent

ARCHITECTURE = Path(__file__).parents[1] / "ARCHITECTURE.md"


def read_rows(table):
    """The rooms of each row of the architecture's first table, from the highest row down."""
    first_cells = re.findall(r"^\| (`[^|]*`) \|", table, re.MULTILINE)
    return [set(re.findall(r"`(\w+)`", cell)) for cell in first_cells]


# The lower a room stands, the fewer it may import: its own row and the rows below.
ROWS = read_rows(ARCHITECTURE.read_text("utf-8").split("\n## ")[0])
ROW_OF = {room: row for row, rooms in enumerate(ROWS) for room in rooms}
MODULES = sorted(ROOT.rglob("*.py"))


def room(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The rooms of this package that a module imports, anywhere in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    parts = [name.split(".") for name in names if name.split(".")[0] == "motjuste"]
    return {part[1] for part in parts if part[1:] and part[1] in ROW_OF}


def test_a_room_imports_only_its_own_row_and_those_below():
    assert {room(path) for path in MODULES} <= set(ROW_OF), "a new room needs its place"
    above = {
        str(path.relative_to(ROOT)): sorted(rooms)
        for path in MODULES
        if (rooms := {name for name in imported(path) if ROW_OF[name] < ROW_OF[room(path)]})
    }
    assert above == {}


def test_the_table_names_every_room_once_and_no_other():
    named = [name for rooms in ROWS for name in rooms]
    assert sorted(named) == sorted({room(path) for path in MODULES})


@pytest.mark.parametrize("room", sorted(path.parent.name for path in ROOT.glob("*/__init__.py")))
def test_every_room_has_a_face_of_names_that_are_there(room):
    face = import_module(f"motjuste.{room}")
    names = getattr(face, "__all__", ["main"])
    assert names
    for name in names:
        # An extra may be missing here; a module of ours may not.
        with suppress(ModuleNotFoundError, MissingExtraError):
            assert getattr(face, name)
    places = getattr(face, "_MODULES", {}).values()
    assert all((ROOT / room / f"{place.replace('.', '/')}.py").exists() for place in places)


def test_the_walks_name_files_that_exist():
    named = set(re.findall(r"`([\w/]+\.py)`", ARCHITECTURE.read_text("utf-8")))
    assert len(named) > 40
    assert not {name for name in named if not (ROOT / name).is_file()} - {"tests/test_rooms.py"}


def test_files_named_in_docs_docstrings_and_comments_exist():
    repository = ARCHITECTURE.parent
    folders = ("src", "tests", "scripts", "bench")
    modules = [
        f"/{p.as_posix()}" for folder in folders for p in (repository / folder).rglob("*.py")
    ]
    sources = [*repository.glob("*.md"), *repository.glob("docs/*.md"), *MODULES]
    named = {
        (source.name, name)
        for source in sources
        for name in re.findall(r"`([\w/]+\.py)`", source.read_text("utf-8"))
    }
    # A file of the authors of SWORDS.
    named.discard(("reproduce.md", "get_thesaurus.py"))
    assert [
        (source, name)
        for source, name in sorted(named)
        if not any(module.endswith(f"/{name}") for module in modules)
    ] == []


def test_start_up_loads_nothing_heavy():
    heavy = "numpy rich matplotlib wordfreq torch transformers ray fastapi sqlalchemy pygls"
    code = (
        "import sys, motjuste, motjuste.cli\n"
        f"print(sorted(set({heavy.split()!r}) & set(sys.modules)))"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert printed.stdout.strip() == "[]", printed.stderr


def test_suggest_loads_no_room_that_it_does_not_need():
    code = (
        "import sys\n"
        "from motjuste.cli import main\n"
        "main(['suggest', 'I read an *amazing* paper today.', '--json'])\n"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    loaded = printed.stderr.split()
    own = [name for name in loaded if name.split(".")[0] == "motjuste"]
    rooms = {name.split(".")[1] for name in own if "." in name}
    unneeded = {"benchmarks", "check", "documents", "engine", "improver", "metrics", "rules"}
    assert rooms.isdisjoint(unneeded)
    assert "markdown_it" not in loaded
    assert len(own) <= 50
