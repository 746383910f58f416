"""Reading the site's pages as an annotator does: the context, the rows, the form."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Page:
    """The content of a page of the site."""

    heading: str = ""
    action: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    before: str = ""
    word: str = ""
    after: str = ""
    rows: dict[str, str] = field(default_factory=dict)
    # The names of fields for words of one's own.
    inputs: list[str] = field(default_factory=list)
    # The characters of the words that can be marked, and how many must be.
    tokens: list[tuple[int, int]] = field(default_factory=list)
    least: int = 0
    code: str = ""

    @property
    def text(self) -> str:
        """The context."""
        return self.before + self.word + self.after

    @property
    def is_task(self) -> bool:
        """Whether the page shows a task."""
        return bool(self.rows or self.inputs or self.tokens)


def read_page(html: str) -> Page:
    """The content of a page."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.page


class _Reader(HTMLParser):
    """Goes through a page once; what matters is marked by its classes and names."""

    def __init__(self) -> None:
        super().__init__()
        self.page = Page()
        self._in = ""
        self._candidate = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        classes = given.get("class", "").split()
        if tag == "form" and ("task" in classes or not self.page.action):
            self.page.action = given.get("action", "")
        elif tag == "input" and given.get("type") == "hidden":
            self.page.fields[given["name"]] = given.get("value", "")
        elif tag == "input" and given.get("name", "").startswith("word-"):
            self.page.inputs.append(given["name"])
        elif tag == "input" and given.get("name", "").startswith("row-"):
            self.page.rows[given["name"]] = self._candidate
        elif tag == "ol" and "data-least" in given:
            self.page.least = int(given["data-least"])
        elif tag == "span" and "word" in classes:
            self.page.tokens.append((int(given["data-start"]), int(given["data-end"])))
        elif tag == "p" and "context" in classes:
            self._in = "before"
        elif tag == "mark" and self._in == "before":
            self._in = "word"
        elif tag == "span" and "candidate" in classes:
            self._in, self._candidate = "candidate", ""
        elif tag in ("h1", "code"):
            self._in = tag

    def handle_endtag(self, tag: str) -> None:
        if tag == "mark" and self._in == "word":
            self._in = "after"
        elif tag in ("p", "h1", "code") or self._in == "candidate":
            self._in = ""

    def handle_data(self, data: str) -> None:
        if self._in == "candidate":
            self._candidate += data
        elif self._in in ("before", "word", "after"):
            setattr(self.page, self._in, getattr(self.page, self._in) + data)
        elif self._in == "h1":
            self.page.heading += data
        elif self._in == "code":
            self.page.code += data
