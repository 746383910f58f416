"""A real editor: Neovim, headless, attached to the language server."""

import io
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from improver import program

pytest.importorskip("pygls")
pytestmark = pytest.mark.skipif(shutil.which("nvim") is None, reason="needs Neovim")

# Opens a file and waits until enough is underlined: a slow server publishes what it has so far.
OPEN = r"""
vim.o.columns, vim.o.lines = 110, 12
vim.cmd("set number signcolumn=yes")
vim.cmd("edit " .. FILE)
local client = vim.lsp.start_client({name = "motjuste", cmd = COMMAND, root_dir = ROOT})
vim.lsp.buf_attach_client(0, client)
local function diagnostics() return vim.diagnostic.get(0) end
assert(vim.wait(300000, function() return #diagnostics() >= LEAST end, 50), "no diagnostics")
local words, screen = {}, {}
for _, diagnostic in ipairs(diagnostics()) do
  local line = vim.api.nvim_buf_get_lines(0, diagnostic.lnum, diagnostic.lnum + 1, true)[1]
  table.insert(words, line:sub(diagnostic.col + 1, diagnostic.end_col))
end
vim.cmd("redraw!")
for row = 1, vim.api.nvim_buf_line_count(0) do
  screen[row] = ""
  for column = 1, vim.o.columns do
    screen[row] = screen[row] .. vim.fn.screenstring(row, column)
  end
end
"""
# Takes a fix from the menu of code actions of the last word found, as a user does, and saves.
FIX = r"""
local shown = {}
vim.ui.select = function(items, _, choose)
  for _, item in ipairs(items) do
    local action = item[2] or item.action or item
    table.insert(shown, action.title)
    if action.title == TITLE then choose(item) return end
  end
  choose(nil)
end
local last = diagnostics()[#diagnostics()]
vim.api.nvim_win_set_cursor(0, {last.lnum + 1, last.col})
local before = vim.api.nvim_buf_get_changedtick(0)
vim.lsp.buf.code_action()
assert(vim.wait(300000, function() return vim.api.nvim_buf_get_changedtick(0) > before end, 50),
       "no fix: " .. table.concat(shown, ", "))
vim.cmd("write")
"""


def neovim(essay: Path, script: str, least: int, title: str = "") -> tuple[list[str], list[str]]:
    """The words that are underlined in a file, and the screen, after a script has run."""
    values = {
        "FILE": str(essay),
        "ROOT": str(essay.parent),
        "COMMAND": program("lsp"),
        "TITLE": title,
    }
    given = "".join(f"local {name} = {_lua(value)}\n" for name, value in values.items())
    given += f"local LEAST = {least}\n"
    path = essay.with_suffix(".lua")
    path.write_text(f"{given}{script}\nprint(vim.json.encode({{words, screen}}))")
    ended = subprocess.run(
        ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-c", f"luafile {path}", "-c", "qa!"],
        capture_output=True,
        text=True,
        timeout=900,
        cwd=essay.parent,
    )
    words, screen = json.loads(ended.stderr.strip().splitlines()[-1])
    return words, screen


def _lua(value: object) -> str:
    if isinstance(value, list):
        return "{" + ", ".join(map(_lua, value)) + "}"
    return f"[==[{value}]==]"


def test_a_quick_fix_changes_the_text_after_emoji_and_combining_marks(tmp_path):
    text = "👩‍👧 e\u0301 It was a big dog.\n\nHow very nice, 🎉 a big 🎉 day.\n"
    essay = tmp_path / "essay.md"
    essay.write_text(text)
    (tmp_path / ".motjuste.toml").write_text('system = "listed"\nignore = ["nice"]\n')
    words, screen = neovim(essay, OPEN + FIX, 3, "Change 'a big' to 'an enormous'")
    assert words == ["big", "very", "big"]
    assert "“big” may not be quite the right word here." in screen[0]
    assert essay.read_text() == text.replace("🎉 a big 🎉", "🎉 an enormous 🎉")


def test_what_the_default_system_finds_is_shown_beside_the_line(tmp_path):
    letter = tmp_path / "letter.md"
    letter.write_text(
        "# A letter\n\nWe had a nice holiday, but on the first day\n"
        "we lost the bus and I did a mistake\nwith the tickets.\n"
    )
    words, screen = neovim(letter, OPEN, 1)
    assert all(word in letter.read_text() for word in words)
    assert any("■" in line and words[0] in line for line in screen)
    if os.environ.get("MOTJUSTE_SCREENSHOTS"):
        picture(screen, words, Path(__file__).parents[2] / "docs" / "images" / "neovim.svg")


def picture(screen: list[str], words: list[str], path: Path) -> None:
    """The editor's screen for the docs."""
    console = Console(record=True, width=110, file=io.StringIO())
    for line in screen:
        shown = Text(line.rstrip())
        shown.highlight_regex(r"■.*", "cyan")
        shown.highlight_words(words, "underline")
        console.print(shown, soft_wrap=True)
    console.save_svg(str(path), title="Neovim", unique_id="neovim")
