"""State of a server while an editor is open: settings, checkers, ignored words and places."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from motjuste.check import Checkers, Settings, find_configuration, suggest_at
from motjuste.check.configuration import (
    NAMES,
    add_to_dictionary,
    forget_configurations,
    plain_word,
    read_settings,
)
from motjuste.documents import Format
from motjuste.errors import BadInputError
from motjuste.lsp.documents import OpenDocument
from motjuste.systems.system import verbs
from motjuste.text import Answer, Improvement


class Session:
    """One editor's settings, which override those of the project's files."""

    def __init__(self) -> None:
        self.root = Path()
        self._given: dict[str, Any] = {}
        self._checkers = Checkers()
        self._passed: set[tuple[str, str, str]] = set()

    def configure(self, given: Mapping[str, Any]) -> None:
        """Take the editor's settings, with the names of the configuration file."""
        known = {key: value for key, value in given.items() if value is not None}
        self._given = read_settings(known, self.root / "the editor's settings")
        self.reload()

    def reload(self) -> None:
        """Read configurations and dictionaries again."""
        forget_configurations()
        ignored = self._checkers.ignored
        self._checkers = Checkers()
        self._checkers.ignored |= ignored

    def decides(self, path: Path, documents: Iterable[OpenDocument]) -> bool:
        """Whether a changed file may change the findings in documents."""
        return path.name in NAMES or any(
            path == self.dictionary(document) for document in documents
        )

    def settings(self, document: OpenDocument) -> Settings | None:
        """The settings for a document; None if it is not to be checked."""
        path = document.path or self.root / "unnamed"
        configuration = find_configuration(path)
        if document.form is None or configuration.excludes(path):
            return None
        return configuration.settings(path).over(**self._given)

    def findings(self, document: OpenDocument) -> Iterator[Improvement]:
        """The marks of a document, without those that the writer ignored."""
        settings = self.settings(document)
        if settings is None or document.form is None:
            return
        for finding in self._checkers(settings).findings(document.text, document.form):
            if self._place(document, finding) not in self._passed:
                yield finding

    def ask(self, document: OpenDocument, start: int, end: int | None = None) -> Answer:
        """The suggestions for any word."""
        system = self._checkers(self.settings(document) or Settings()).system
        if "suggest" not in verbs(type(system)):
            system = self._checkers(Settings()).system
        return suggest_at(
            system, document.text, start, end, document.form or Format.text, explained=True
        )

    def pass_over(self, document: OpenDocument, finding: Improvement) -> None:
        """Do not report this place again while its line is unchanged."""
        self._passed.add(self._place(document, finding))

    def ignore(self, document: OpenDocument, word: str) -> None:
        """Do not report a word again anywhere; permanently if there is a dictionary."""
        self._checkers.ignored.add(plain_word(word))
        dictionary = self.dictionary(document)
        if dictionary is not None:
            add_to_dictionary(dictionary, word)

    def dictionary(self, document: OpenDocument) -> Path | None:
        """The personal dictionary for a document, if there is one."""
        settings = self.settings(document)
        return None if settings is None else settings.dictionary

    @staticmethod
    def _place(document: OpenDocument, finding: Improvement) -> tuple[str, str, str]:
        line = document.line(document.position(finding.start).line)
        return document.uri, finding.text, line


def settings_in(answer: Any) -> Mapping[str, Any]:
    """The settings in what an editor sends: a table, or a table of tables."""
    table = {} if answer is None else answer
    if isinstance(table, dict) and isinstance(table.get("motjuste"), dict):
        table = table["motjuste"]
    if not isinstance(table, dict):
        raise BadInputError("the editor's settings are not a table")
    return table
