"""The work of `motjuste check`: checks each file, reports its marks, makes its changes."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from motjuste.cli.findings import ChangeReport, Report, Summary, TextReport
from motjuste.errors import bad_file

if TYPE_CHECKING:
    from motjuste.check import Checker, Checkers, DocumentProperties, Edits, Job
    from motjuste.check.checker import Advance, ImproveTexts
    from motjuste.documents import Format
    from motjuste.documents.document import Document
    from motjuste.documents.places import Places
    from motjuste.text import Improvement

# Characters from which on one file takes so long that its progress is shown.
_LONG = 200_000


class Work:
    """Every job in turn: its findings go to the report."""

    def __init__(
        self, checkers: "Checkers", report: Report, improve: "ImproveTexts | None" = None
    ) -> None:
        self.checkers = checkers
        self.report = report
        self._improve = improve
        self.changed = 0
        # Whether findings are printed while the work goes on.
        self.prints_on_the_way = True
        self._advance: Advance = lambda characters: None
        self._mark_count = 0
        self._files_with = 0
        self._words_found = 0
        self._genres: set[str] = set()

    def run(self, jobs: "list[Job]") -> bool:
        """Do all jobs; returns whether there were any findings."""
        try:
            with self._bar(jobs) as advance:
                for job in jobs:
                    before = self._mark_count
                    self.do(job)
                    self.report.end(job)
                    self._files_with += self._mark_count > before
                    advance(1)
            self.finish()
            self.report.close(self._summary(len(jobs)))
        finally:
            self.report.stop()
        return self._mark_count > 0

    @contextmanager
    def _bar(self, jobs: "list[Job]") -> "Iterator[Advance]":
        """A bar for many files or one long one, but not among findings on the same terminal."""
        from motjuste.cli.progress import item_bar

        disturbs = self.prints_on_the_way and isinstance(self.report, TextReport)
        length = len(jobs[0].read().text) if len(jobs) == 1 else 0
        if disturbs and sys.stdout.isatty():
            yield lambda files: None
        elif len(jobs) > 1:
            with item_bar("checking", len(jobs)) as advance:
                yield advance
        elif length > _LONG:
            with item_bar("checking", length) as self._advance:
                yield lambda files: None
        else:
            yield lambda files: None

    def _summary(self, files: int) -> Summary:
        words = self.checkers.words_read()
        return Summary(
            self._mark_count,
            self.changed,
            files,
            self._files_with,
            words,
            self._words_found,
            tuple(sorted(self._genres)),
        )

    def do(self, job: "Job") -> None:
        """Do one job."""
        for _ in self.findings(job, job.read()):
            pass

    def finish(self) -> None:
        """Called after the last job."""

    def findings(self, job: "Job", document: "Document") -> "Iterator[tuple[Places, Improvement]]":
        """The findings of a job, which are counted and reported on the way."""
        from motjuste.documents.places import Places

        places = Places(document.text)
        checker = self.checkers(job.settings)
        self._begin(job, checker, checker.properties(document.text, job.form))
        for finding in self.marks(checker, document.text, job.form):
            self._mark_count += 1
            self._words_found += max(1, len(finding.text.split()))
            self.report.add(job, places, finding)
            yield places, finding

    def _begin(self, job: "Job", checker: "Checker", properties: "DocumentProperties") -> None:
        """Report what a file is; one that is not English is left alone."""
        self.report.begin(job, properties)
        if not properties.is_english:
            note = f"{job.path}: this does not look like English, and is left alone"
            typer.echo(f"motjuste: note: {note}", err=True)
        elif properties.is_guessed and checker.knows_genres:
            self._genres.add(properties.genre)

    def marks(self, checker: "Checker", text: str, form: "Format") -> "Iterator[Improvement]":
        """The marks of a text to report."""
        if self._improve is None:
            return checker.findings(text, form, advance=self._advance)
        return checker.findings(text, form, self._improve, self._advance)


class ChangeWork(Work):
    """Changes what is sure (`check/autofix.py`): shown as a diff, or written when all is done."""

    def __init__(self, checkers: "Checkers", report: Report, diff: bool) -> None:
        super().__init__(checkers, report)
        self._diff = diff
        # What is changed is shown when all is written; a diff, as soon as it is made.
        self.prints_on_the_way = diff
        self._waiting: list[tuple[Job, Edits, int]] = []

    def do(self, job: "Job") -> None:
        """Gather the edits to a file."""
        from motjuste.check import Edits, unified_diff

        document, edits = job.read(), Edits()
        for places, finding in self.findings(job, document):
            if finding.suggestions and edits.add(finding.suggestions[0]):
                self.changed += 1
                if isinstance(self.report, ChangeReport):
                    self.report.change(job, places, finding, finding.suggestions[0])
        if self._diff:
            _print_diff(unified_diff(document.text, edits.all, job.path.as_posix()))
        elif edits.all or job.document is not None:
            self._waiting.append((job, edits, hash(document)))

    def marks(self, checker: "Checker", text: str, form: "Format") -> "Iterator[Improvement]":
        """The marks of a text to fix, after which nothing is left to change."""
        return checker.changes(text, form, self._advance)

    def finish(self) -> None:
        """Write all files, unless one of them has changed meanwhile."""
        for job, _, seen in self._waiting:
            if hash(job.read()) != seen:
                raise bad_file(job.path, "has changed while it was checked", "check it again")
        for job, edits, _ in self._waiting:
            _write(job, edits)


def _print_diff(lines: Iterable[str]) -> None:
    """Print a diff; if not to a terminal, byte for byte, so that it can be applied."""
    sys.stdout.flush()
    for line in lines:
        if sys.stdout.isatty():
            sys.stdout.write(line)
        else:
            sys.stdout.buffer.write(line.encode("utf-8", "surrogatepass"))
    sys.stdout.flush()


def _write(job: "Job", edits: "Edits") -> None:
    """Put the edits in the file's place, or print the text that came from standard input."""
    from motjuste.check import apply_edits

    document = job.read()
    text = apply_edits(document.text, edits.all)
    if job.document is None:
        job.write(document, text)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(document.encode(text))
        sys.stdout.buffer.flush()
