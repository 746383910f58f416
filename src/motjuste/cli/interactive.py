"""`motjuste check --interactive`: asks for each mark what to write, line by line."""

import sys
from typing import TYPE_CHECKING

import typer

from motjuste.cli.check_work import Work
from motjuste.cli.findings import DELETED, MARGIN, ChangeReport, around, print_line, show
from motjuste.cli.output import visible

if TYPE_CHECKING:
    from motjuste.check import Checkers, Job
    from motjuste.check.review import Review
    from motjuste.check.review_journal import ReviewJournal
    from motjuste.documents.places import Places
    from motjuste.text import Improvement, Suggestion

_HELP = """\
    a number   put that there
    o WORD     put a word or phrase of your own there
    s, Enter   leave it (after b: Enter keeps what you chose)
    b          go back to the place before
    i          leave it, and ignore the word always
    q          quit: what you chose is written; the same command goes on from here"""
# Columns for a suggestion beside the sentence that it would make.
_WORD_COLUMNS = 24
# Columns of a sentence on a narrow terminal, at least …
_LEAST_COLUMNS = 30
# … and where the output is no terminal.
_SENTENCE_COLUMNS = 80


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

    def do(self, job: "Job") -> None:
        """Ask about one file and write it."""
        from motjuste.check import apply_edits
        from motjuste.check.review import Review
        from motjuste.check.review_journal import ReviewJournal
        from motjuste.documents.places import Places

        if self._quit:
            return
        document, journal = job.read(), ReviewJournal(job.path)
        review = Review(document.text, [finding for _, finding in self.findings(job, document)])
        if answered := journal.restore(review):
            self._say(f"Going on: {answered} of {len(review.findings)} answered before (b: back).")
        try:
            _Questions(self, job, Places(document.text), review, journal).ask_all()
        except _QuitError:
            self._quit = True
        changed = apply_edits(document.text, review.edits())
        if changed != document.text:
            job.write(document, changed)
        self.changed += review.changed()
        if self._quit:
            journal.save_written(review, changed)
        else:
            journal.remove()

    def finish(self) -> None:
        """Show which words were ignored in this run only, and how to continue."""
        if self._unsaved:
            words = ", ".join(self._unsaved)
            _note(
                f"ignored in this run alone: {words}; name a 'dictionary' in the configuration to "
                "keep them"
            )
        if self._quit:
            _note("the same command goes on where you stopped")

    @property
    def out(self) -> ChangeReport:
        """Where questions are shown."""
        return self._out

    @property
    def top(self) -> int:
        """How many suggestions are offered for each place."""
        return self._top

    def is_wanted(self, finding: "Improvement") -> bool:
        """Whether none of a finding's words was ignored after the file was read."""
        from motjuste.check.checker import names_of
        from motjuste.text import Target

        ignored = self.checkers.ignored
        names = names_of(Target(finding.text, 0, len(finding.text))) if ignored else ()
        return ignored.isdisjoint(names)

    def ignore(self, job: "Job", text: str) -> None:
        """Ignore a word from now on, and add it to the dictionary if there is one."""
        from motjuste.check.configuration import add_to_dictionary, plain_word

        word = plain_word(text)
        self.checkers.ignored.add(word)
        if job.settings.dictionary is None:
            self._unsaved.append(word)
        else:
            add_to_dictionary(job.settings.dictionary, word)

    def _say(self, line: str) -> None:
        print_line(self._out.out, line, "bold")


class _Questions:
    """The questions about one file."""

    def __init__(
        self,
        interview: Interview,
        job: "Job",
        places: "Places",
        review: "Review",
        journal: "ReviewJournal",
    ) -> None:
        self._interview, self._job, self._places = interview, job, places
        self._review, self._journal = review, journal
        self._out = interview.out.out
        # The finding that the user went back to.
        self._back: int | None = None

    def ask_all(self) -> None:
        """Ask until every finding has an answer."""
        while (number := self._next()) is not None:
            offered = self._review.offered(number, self._interview.top)
            if self._review.findings[number].suggestions and not offered:
                self._answer(number, None)
                continue
            self._show(number, offered)
            self._ask(number, offered)

    def _next(self) -> int | None:
        if self._back is not None:
            return self._back
        return self._review.next_open(self._interview.is_wanted)

    def _show(self, number: int, offered: "list[Suggestion]") -> None:
        finding = self._review.findings[number]
        counter = f"{number + 1} of {len(self._review.findings)}"
        print_line(self._out, "")
        show(self._out, self._job, self._places, finding, counter)
        columns = min(
            _WORD_COLUMNS, max((len(_name(suggestion)) for suggestion in offered), default=0)
        )
        for place, suggestion in enumerate(offered, start=1):
            self._show_sentence(number, suggestion, f"{place}  {_name(suggestion):<{columns}}")
        if number in self._review.answers:
            chosen = self._review.answers[number]
            print_line(self._out, f"{MARGIN}now: {_name(chosen) if chosen else 'left as it is'}")

    def _show_sentence(self, number: int, suggestion: "Suggestion", label: str) -> None:
        """A suggestion and the sentence that it would make, cut to one line."""
        from rich.cells import cell_len
        from rich.text import Text

        room = self._out.width if self._out.is_terminal else _SENTENCE_COLUMNS
        width = max(_LEAST_COLUMNS, room - len(MARGIN) - cell_len(label) - 2)
        sentence, at = self._review.sentence_with(number, suggestion)
        before, words, after = around(sentence, at, len(suggestion.text), width)
        line = Text.assemble(MARGIN, (label, "green"), "  ", before, (words, "bold green"), after)
        print_line(self._out, line, fold=False)

    def _ask(self, number: int, offered: "list[Suggestion]") -> None:
        keys = [] if not offered else ["1"] if len(offered) == 1 else [f"1-{len(offered)}"]
        prompt = f"[{', '.join([*keys, 'o', 's', 'b', 'i', 'q', '?'])}] "
        while not self._take(number, offered, _read(prompt)):
            pass

    def _take(self, number: int, offered: "list[Suggestion]", line: str) -> bool:
        """Do what the user typed; False if the same question is to be asked again."""
        key, _, rest = line.partition(" ")
        key = key.lower()
        if line in map(str, range(1, len(offered) + 1)):
            self._answer(number, offered[int(line) - 1])
        elif not line:
            self._answer(number, self._review.answers.get(number))
        elif line.lower() == "s":
            self._answer(number, None)
        elif line.lower() == "i":
            self._interview.ignore(self._job, self._review.findings[number].text)
            self._answer(number, None)
        elif line.lower() == "b":
            return self._go_back(number)
        elif key == "o":
            return self._own(number, rest.strip() or _read("write: "))
        elif line.lower() == "q":
            raise _QuitError
        else:
            typer.echo(_HELP)
            return False
        return True

    def _answer(self, number: int, chosen: "Suggestion | None") -> None:
        self._review.answers[number] = chosen
        self._back = None
        self._journal.save(self._review)

    def _go_back(self, number: int) -> bool:
        self._back = self._review.answered_before(number)
        if self._back is None:
            typer.echo("    This is the first place.")
        return self._back is not None

    def _own(self, number: int, words: str) -> bool:
        """Put the user's own words there, and show the sentence."""
        if not words or not words.isprintable():
            return False
        suggestion = self._review.own(number, words)
        if not self._review.fits(number, suggestion):
            typer.echo("    This overlaps what you chose before; go back (b) to change that.")
            return False
        self._show_sentence(number, suggestion, "=")
        self._answer(number, suggestion)
        return True


def _name(suggestion: "Suggestion") -> str:
    return visible(suggestion.text) or DELETED


def _note(message: str) -> None:
    typer.echo(f"motjuste: note: {message}", err=True)


def _read(prompt: str) -> str:
    """A line that the user typed; the end of the input means quit."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        sys.stdout.write("\n")
        raise _QuitError
    return line.strip()
