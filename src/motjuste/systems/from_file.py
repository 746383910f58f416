"""Base of systems that are built on a file of the user's."""

from abc import abstractmethod
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.errors import BadInputError
from motjuste.systems.system import System

Content = TypeVar("Content")


@dataclass
class FromFile(System, Generic[Content]):
    """A system with the setting `file`, which is read when it is first needed."""

    asks: ClassVar[tuple[str, ...]] = ("file",)

    file: str = ""
    _content: Content | None = field(default=None, repr=False)

    @abstractmethod
    def read(self, path: Path) -> Content:
        """The content of the file."""

    @property
    def content(self) -> Content:
        """The content of the file, read once."""
        path = path_of(self, self.file)
        if self._content is None:
            self._content = self.read(path)
        return self._content

    def prepare(self, benchmark: Benchmark) -> None:
        """Read the file now, so that its errors are not blamed on an item."""
        _ = self.content


def path_of(system: System, file: str) -> Path:
    """The path that a system's setting `file` names."""
    if not file:
        raise BadInputError(f"system {system.name!r} needs a file: --set file=PATH")
    return Path(file).expanduser()
