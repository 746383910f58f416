"""How findings look to people: the place, the line with its words underlined, what to write."""

from typing import TYPE_CHECKING, NamedTuple

from motjuste.cli.output import visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from motjuste.check import DocumentProperties, Job
    from motjuste.documents.places import Places
    from motjuste.text import Improvement, Suggestion

# Columns of context where the output is not a terminal.
_WIDTH = 100
MARGIN = "    "
# What is shown for a suggestion to delete.
DELETED = "(leave it out)"


class Summary(NamedTuple):
    """Counts over all files of a check."""

    findings: int
    changed: int
    files: int
    files_with: int
    words: int
    words_found: int
    genres: tuple[str, ...] = ()

    def line(self) -> str:
        """One line for people."""
        files, words = _number(self.files, "file"), _number(self.words, "word")
        if not self.findings:
            return f"Nothing to improve. ({files}, {words}{self._genre()})"
        return (
            f"{_number(self.findings, 'place')} worth changing in {self.files_with} of {files} "
            f"({words}{self._genre()})."
        )

    def _genre(self) -> str:
        """The genre that was guessed for the files, if it is the same for all."""
        return f", read as {self.genres[0]}; --genre to change" if len(self.genres) == 1 else ""

    def changes(self) -> str:
        """One line for people whose texts were changed."""
        if not self.findings:
            return "Nothing sure to change; without '--apply' places that are not sure are shown."
        return f"{self.changed:,} of {_number(self.findings, 'place')} changed."


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


class Report:
    """A report that shows nothing; subclasses override what they show."""

    def begin(self, job: "Job", properties: "DocumentProperties") -> None:
        """Show what a file is."""

    def add(self, job: "Job", places: "Places", finding: "Improvement") -> None:
        """Show a finding."""

    def end(self, job: "Job") -> None:
        """Show that a file is done."""

    def close(self, summary: Summary) -> None:
        """Show the summary."""

    def stop(self) -> None:
        """Release resources; called even after an error."""


class TextReport(Report):
    """Findings as a linter shows them."""

    def __init__(self, top: int) -> None:
        from motjuste.cli.output import console

        self.out = console()
        self.top = top

    def add(self, job: "Job", places: "Places", finding: "Improvement") -> None:
        """Show a finding."""
        show(self.out, job, places, finding)
        offered = [
            visible(suggestion.text) or DELETED for suggestion in finding.suggestions[: self.top]
        ]
        arrow = "->" if self.out.options.ascii_only else "→"
        if offered:
            print_line(self.out, f"{MARGIN}{arrow} {', '.join(offered)}", "green")

    def close(self, summary: Summary) -> None:
        """Show the summary."""
        print_line(self.out, summary.line(), "bold")


class ChangeReport(TextReport):
    """The changes made, one line each, shown only once they are written.

    `only_sure`: whether only sure changes were looked for, without asking the writer.
    """

    def __init__(self, top: int, only_sure: bool = False) -> None:
        super().__init__(top)
        self._only_sure = only_sure
        self._lines: list[str] = []

    def add(self, job: "Job", places: "Places", finding: "Improvement") -> None:
        """Show nothing: only changes are shown."""

    def change(
        self, job: "Job", places: "Places", finding: "Improvement", chosen: "Suggestion"
    ) -> None:
        """Note a change."""
        place = places.at(finding.start)
        arrow = "->" if self.out.options.ascii_only else "→"
        words = f"{visible(finding.text)} {arrow} {visible(chosen.text) or DELETED}"
        where = f"{visible(str(job.path))}:{place.line}:{place.column}"
        self._lines.append(f"{where}: {words}")

    def close(self, summary: Summary) -> None:
        """Show the changes and the summary."""
        for line in self._lines:
            print_line(self.out, line)
        if self._only_sure or summary.findings:
            print_line(self.out, summary.changes(), "bold")
        else:
            print_line(self.out, summary.line(), "bold")


def print_line(out: "Console", line: "str | Text", style: str = "", fold: bool = True) -> None:
    """Print a line without reading markup in it; only a terminal wraps it."""
    if not out.is_terminal:
        # Rich takes most of the time for layout, which only a terminal needs.
        print(line, file=out.file)
        return
    from rich.text import Text

    out.print(Text(line, style=style) if isinstance(line, str) else line, soft_wrap=not fold)


def show(
    out: "Console", job: "Job", places: "Places", finding: "Improvement", counter: str = ""
) -> None:
    """Where a finding is, what it is, and its line with the words underlined."""
    from rich.cells import cell_len
    from rich.text import Text

    place = places.at(finding.start)
    where = f"{visible(str(job.path))}:{place.line}:{place.column}: "
    where = f"{counter}  {where}" if counter else where
    head = (where, "bold"), (finding.kind, "magenta"), f": {visible(finding.message)}"
    print_line(out, Text.assemble(*head))
    width = max(20, out.width - len(MARGIN) if out.is_terminal else _WIDTH)
    before, words, after = around(
        places.line(place.line), place.column - 1, len(finding.text), width
    )
    line = Text.assemble(MARGIN, before, (words, "bold yellow"), after)
    print_line(out, line, fold=False)
    marks = MARGIN + " " * cell_len(before) + "^" * max(1, cell_len(words))
    print_line(out, marks, "yellow", fold=False)


def around(line: str, start: int, length: int, width: int) -> tuple[str, str, str]:
    """A line before, in and after some words, cut off where it is too long for its place."""
    end = min(start + length, len(line))
    room = max(0, width - (end - start)) // 2
    # Only the text nearby is examined: a line may be a whole book.
    before, after = line[max(0, start - width) : start], line[end : end + width]
    left = room + max(0, room - len(after))
    right = room + max(0, room - len(before))
    shown = visible(before.lstrip() if start <= width else before)
    if len(before) > left:
        shown = "…" + visible(before[len(before) - left + 1 :] if left > 1 else "")
    tail = visible(after if len(after) <= right else after[: max(0, right - 1)])
    if len(after) > right or end + width < len(line):
        tail += "…"
    return shown, visible(line[start:end][:width]), tail
