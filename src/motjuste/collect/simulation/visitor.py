"""One simulated annotator at work over HTTP, who tries again whenever the server is gone."""

import random
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from motjuste.collect.simulation.annotators import Judge
from motjuste.collect.simulation.marking import Expected, Sentence, mark_sentence
from motjuste.collect.simulation.pages import Page, read_page
from motjuste.collect.simulation.truth import Place
from motjuste.errors import MotjusteError

if TYPE_CHECKING:
    import httpx

# Seconds before a failed request is sent again.
_PAUSE = 0.1
# Seconds between two requests for a task while there is none: at first …
_FIRST_WAIT = 0.5
# … and at most, after doubling.
_LONGEST_WAIT = 4.0
# Leases that pass before a task that took too long is answered, or a left one is forgotten.
_OVERDUE = 1.5


class Turn(Enum):
    """The end of an annotator's turn: they did something, found no task, or went for good."""

    WORKED = "worked"
    IDLE = "idle"
    LEFT = "left"


@dataclass(frozen=True)
class Acknowledged:
    """A submission that the server acknowledged."""

    task: str
    # A word and its label, as the project shows the answer.
    labels: Sequence[tuple[str, str]]


@dataclass
class Ledger:
    """The actions of one annotator, to be compared with what the project has stored."""

    acknowledged: list[Acknowledged] = field(default_factory=list)
    met: list[tuple[str, int, str]] = field(default_factory=list)
    refused: dict[int, int] = field(default_factory=dict)
    times: dict[str, list[float]] = field(default_factory=dict)
    retries: int = 0
    left: bool = False


class SiteFailedError(MotjusteError):
    """The site answered in a way that no annotator should see."""


@dataclass
class Visitor:
    """An annotator with a browser of their own."""

    link: str
    sites: Sequence[str]
    judge: Judge
    pools: Mapping[Place, frozenset[str]]
    lease: float
    over: threading.Event
    acknowledged: Callable[[], None] = lambda: None
    tests: Mapping[str, Expected] = field(default_factory=dict)
    ledger: Ledger = field(default_factory=Ledger)

    def __post_init__(self) -> None:
        # The choice of the server must not change the answers.
        self._choice = random.Random(self.link)
        self._agreed = False
        # A task that was not answered within its lease; it is answered on the next turn.
        self._late: Page | None = None

    def work(self) -> None:
        """Come, agree, and do tasks until there are none or the project is over."""
        wait = _FIRST_WAIT
        with self.visiting():
            while not self.over.is_set():
                turn = self.take_turn()
                if turn is Turn.LEFT:
                    return
                if turn is Turn.WORKED:
                    wait = _FIRST_WAIT
                else:
                    self.over.wait(wait)
                    wait = min(2 * wait, _LONGEST_WAIT)

    @contextmanager
    def visiting(self) -> Iterator[None]:
        """Come by the link, and close the browser at the end."""
        import httpx

        with httpx.Client(trust_env=False, follow_redirects=False, timeout=30) as client:
            self._client = client
            self._ask("GET", self.link)
            yield

    def take_turn(self) -> Turn:
        """Agree, or do a task if there is one."""
        if self._late is not None:
            page, self._late = self._late, None
            return self._answer(page)
        page = self._task()
        if not self._agreed and page.action == "/consent":
            self._ask("POST", "/consent", page.fields)
            self._agreed = True
            return Turn.WORKED
        if page.is_task:
            return self._do(page)
        return Turn.IDLE if page.heading.startswith("Nothing to do") else Turn.LEFT

    def _task(self) -> Page:
        answer = self._ask("GET", "/task")
        if answer.status_code == 303:
            answer = self._ask("GET", answer.headers["location"])
        if answer.status_code == 403:
            return Page("dropped")
        if answer.status_code != 200:
            raise SiteFailedError(f"GET /task was answered with {answer.status_code}")
        return read_page(answer.text)

    def _do(self, page: Page) -> Turn:
        """Leave, return a task, let its lease run out, or answer it: in the annotator's way."""
        profile, source = self.judge.profile, self.judge.source
        if source.random() < profile.leaves:
            self.ledger.left = True
            self.over.wait(_OVERDUE * self.lease)
            return Turn.LEFT
        if source.random() < profile.returns:
            self._ask("POST", f"{page.action}/return", {**page.fields, "comment": "not sure"})
            return Turn.WORKED
        if source.random() < profile.dawdles:
            self.over.wait(_OVERDUE * self.lease)
            self._late = page
            return Turn.WORKED
        return self._answer(page)

    def _answer(self, page: Page) -> Turn:
        """Send the answers to a task."""
        if page.inputs:
            self._write(page)
        elif page.tokens:
            self._mark(page)
        else:
            self._judge(page)
        return Turn.WORKED

    def _judge(self, page: Page) -> None:
        """Label the rows of a task."""
        start = len(page.before)
        known = self.pools[page.text, start]
        labels = {
            row: self.judge.label(page.text, start, page.word, candidate, candidate in known)
            for row, candidate in page.rows.items()
        }
        answer = self._ask("POST", page.action, {**page.fields, **labels})
        self._note(page, labels, answer.status_code)

    def _write(self, page: Page) -> None:
        """Answer a task with words of one's own."""
        words, response, phrase = self.judge.write(page.text, len(page.before), len(page.inputs))
        fields = {**dict(zip(page.inputs, words, strict=False)), "response": response}
        answer = self._ask("POST", page.action, {**page.fields, **fields, "phrase": phrase})
        if answer.status_code == 303:
            given = dict.fromkeys(words, "substitute") or {"": response}
            if phrase:
                given[phrase] = "phrase"
            self._acknowledge(page, given.items())
        else:
            self._refused(page, answer.status_code)

    def _mark(self, page: Page) -> None:
        """Mark words of a sentence, with substitutes and kinds."""
        tokens, expected = tuple(page.tokens), self.tests.get(page.text, ())
        marks = mark_sentence(self.judge, Sentence(page.text, tokens, page.least, expected))
        fields: dict[str, str] = {}
        given = []
        for number, mark in enumerate(marks):
            start, end = tokens[mark.start][0], tokens[mark.end - 1][1]
            fields[f"start-{number}"] = str(start)
            fields[f"phrase-{number}"] = page.text[start:end]
            fields[f"substitutes-{number}"] = "; ".join(mark.substitutes)
            fields[f"kind-{number}"] = mark.kind
            words = " ".join(page.text[a:b] for a, b in tokens[mark.start : mark.end])
            given += [(words, f"{substitute} ({mark.kind})") for substitute in mark.substitutes]
        answer = self._ask("POST", page.action, {**page.fields, **fields})
        if answer.status_code == 303:
            self._acknowledge(page, given)
        else:
            self._refused(page, answer.status_code)

    def _acknowledge(self, page: Page, given: Iterable[tuple[str, str]]) -> None:
        task = page.action.rsplit("/", 1)[1]
        self.ledger.acknowledged.append(Acknowledged(task, tuple(given)))
        self.acknowledged()

    def _refused(self, page: Page, status: int) -> None:
        if status not in (403, 404, 410):
            raise SiteFailedError(f"POST {page.action} was answered with {status}")
        self.ledger.refused[status] = self.ledger.refused.get(status, 0) + 1

    def _note(self, page: Page, labels: Mapping[str, str], status: int) -> None:
        if status == 303:
            self.ledger.met += [
                (page.text, len(page.before), candidate) for candidate in page.rows.values()
            ]
            self._acknowledge(page, [(page.rows[row], label) for row, label in labels.items()])
        else:
            self._refused(page, status)

    def _ask(
        self, method: str, place: str, form: Mapping[str, str] | None = None
    ) -> "httpx.Response":
        """Ask one of the servers; if it is killed meanwhile, ask the same again."""
        import httpx

        while True:
            site = self._choice.choice(self.sites)
            url = place if urlsplit(place).netloc else site + place
            headers = {"Origin": site} if form is not None else {}
            began = monotonic()
            try:
                answer = self._client.request(method, url, data=form, headers=headers)
            except httpx.TransportError:
                answer = None
            if answer is not None and answer.status_code != 503:
                self.ledger.times.setdefault(method, []).append(monotonic() - began)
                return answer
            self.ledger.retries += 1
            self.over.wait(_PAUSE)
