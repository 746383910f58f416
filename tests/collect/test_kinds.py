"""Kinds of judgement projects: a class each, and nothing else asks which kind a project is of."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy")

import motjuste
from motjuste.cli.collect_create import KIND_NAMES
from motjuste.collect.kinds import KINDS, kind_named
from motjuste.errors import BadInputError
from motjuste.serve.judging.answer_forms import FORMS

ROOT = Path(motjuste.__file__).parent


def test_the_help_names_all_kinds_that_there_are():
    assert re.findall("[a-z]+", KIND_NAMES.replace(" or ", " ")) == list(KINDS)


def test_every_kind_has_a_form_on_the_site():
    assert {kind.form for kind in KINDS.values()} == set(FORMS)


def test_a_kind_that_is_not_there_is_named_with_those_that_are():
    with pytest.raises(BadInputError, match="no kind 'sword' of project; it is swords, sws"):
        kind_named("sword")


def test_no_module_compares_a_kind_with_a_name():
    names = "|".join(KINDS)
    compared = re.compile(rf"""kind\b[^\n]*(==|!=|is|in)\s*\(?["']({names})["']""")
    places = [*ROOT.glob("collect/**/*.py"), *ROOT.glob("serve/**/*"), *ROOT.glob("cli/*.py")]
    texts = {
        place: place.read_text("utf-8") for place in places if place.suffix in (".py", ".html")
    }
    assert [str(place) for place, text in texts.items() if compared.search(text)] == []


IMPORT_EACH_FIRST = """
import importlib, sys
for name in sys.argv[1:]:
    for known in [one for one in sys.modules if one.startswith("motjuste.collect")]:
        del sys.modules[known]
    importlib.import_module(f"motjuste.collect.{name}")
"""


def test_every_module_can_be_imported_first():
    names = sorted(path.stem for path in (ROOT / "collect").glob("[a-z]*.py"))
    command = [sys.executable, "-c", IMPORT_EACH_FIRST, *names]
    assert subprocess.run(command, capture_output=True, text=True).stderr == ""
