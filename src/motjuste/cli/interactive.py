"""`motjuste check --interactive`: asks for each mark what to write, line by line."""

import sys
from typing import TYPE_CHECKING

import typer

from motjuste.cli.check_work import Work
from motjuste.cli.findings import ChangeReport, print_line, show

if TYPE_CHECKING:
    from motjuste.check import Checkers, Edits, Job
    from motjuste.documents.places import Places
    from motjuste.text import Improvement, Suggestion

_HELP = "a number to put that there, s to skip, i to ignore the word always, q to quit"


class _QuitError(Exception):
    """The user quits; the choices so far are kept."""


class Interview(Work):
    """Each finding is shown, and the user chooses. A file is written when it is done."""

    def __init__(self, checkers: "Checkers", top: int) -> None:
        self._top = top
        self._out = ChangeReport(top)
        self._quit = False
        self._unsaved: list[str] = []
        super().__init__(checkers, self._out)

    def one(self, job: "Job") -> None:
        """Ask about one file and write it."""
        from motjuste.check import Edits, apply_edits

        if self._quit:
            return
        document, edits = job.read(), Edits()
        try:
            for places, finding in self.findings(job, document):
                self._ask(job, places, finding, edits)
        except _QuitError:
            self._quit = True
        if edits.all:
            job.write(document, apply_edits(document.text, edits.all))

    def finish(self) -> None:
        """Say which words are to be ignored in this run alone."""
        if self._unsaved:
            words = ", ".join(self._unsaved)
            typer.echo(
                f"motjuste: note: ignored in this run alone: {words}; name a 'dictionary' in the "
                "configuration to keep them",
                err=True,
            )

    def _ask(self, job: "Job", places: "Places", finding: "Improvement", edits: "Edits") -> None:
        offered = [
            suggestion for suggestion in finding.suggestions[: self._top] if edits.fits(suggestion)
        ]
        if not offered:
            return
        show(self._out.out, job, places, finding)
        for number, suggestion in enumerate(offered, start=1):
            print_line(self._out.out, f"    {number}  {suggestion.text}", "green")
        chosen = self._answer(job, finding, offered)
        if chosen is not None:
            edits.add(chosen)
            self.changed += 1

    def _answer(
        self, job: "Job", finding: "Improvement", offered: "list[Suggestion]"
    ) -> "Suggestion | None":
        numbers = "1" if len(offered) == 1 else f"1-{len(offered)}"
        while True:
            answer = _read(f"[{numbers}, s, i, q, ?] ")
            if answer in map(str, range(1, len(offered) + 1)):
                return offered[int(answer) - 1]
            if answer in ("s", ""):
                return None
            if answer == "i":
                self._ignore(job, finding.text)
                return None
            if answer == "q":
                raise _QuitError
            typer.echo(_HELP)

    def _ignore(self, job: "Job", text: str) -> None:
        """Never mention a word again: its dictionary keeps it, if there is one."""
        from motjuste.check.configuration import add_to_dictionary, plain_word

        word = plain_word(text)
        self.checkers.ignored.add(word)
        if job.settings.dictionary is None:
            self._unsaved.append(word)
        else:
            add_to_dictionary(job.settings.dictionary, word)


def _read(prompt: str) -> str:
    """A line of the user's; the end of the input is the wish to quit."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        sys.stdout.write("\n")
        raise _QuitError
    return line.strip().lower()
