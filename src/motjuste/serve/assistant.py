"""A system that is loaded once and serves all requests: for a word, or for a whole text.

A request with other settings gets another system, which shares the loaded models; the last few of
them are kept.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from motjuste.check import Checker, Checkers, Settings, suggest_at
from motjuste.check.checker import improve_texts
from motjuste.check.configuration import known_kinds, plain_word
from motjuste.documents import Format
from motjuste.systems.answers import asked_for
from motjuste.systems.registry import make_system
from motjuste.systems.system import System, verbs, with_settings
from motjuste.text import Answer, Improvement, Kind, Target
from motjuste.text.targets import find_word, marked

# Systems with settings of requests that are kept.
_KEPT = 64
_EXAMPLE = "I read an amazing paper today."


class Assistant:
    """The verbs of a system, for the interfaces of a server."""

    def __init__(self, system: str = "default", changes: Mapping[str, str] | None = None) -> None:
        self.name = system
        self.system = with_settings(make_system(system), changes or {})
        self._changes = dict(changes or {})
        self._for_top = lru_cache(_KEPT)(self._make_for_top)
        self._checking = lru_cache(_KEPT)(self._make_checking)

    def warm_up(self) -> None:
        """Load what answers need, so that the first who asks does not wait for it."""
        for verb in verbs(type(self.system)):
            if verb == "suggest":
                suggest_at(self._for_top(10), _EXAMPLE, 10)
            elif verb == "improve":
                list(self.check(_EXAMPLE))

    @property
    def sensitivity(self) -> float | None:
        """The share of words that are marked where nobody says another one."""
        found = self.system.settings().get("sensitivity")
        return found if isinstance(found, float) else None

    def _make_for_top(self, top: int) -> System:
        return self.system if "most" in self._changes else asked_for(self.system, top)

    def _make_checking(self, sensitivity: float | None, kinds: tuple[Kind, ...]) -> System:
        asked = Settings(self.name, sensitivity, kinds)
        return Checkers(self._changes)(asked).system

    def suggest(
        self,
        text: str,
        start: int,
        end: int | None = None,
        top: int = 10,
        form: Format = Format.text,
        explained: bool = False,
    ) -> Answer:
        """What could stand in a place of a text, or why nothing can."""
        return suggest_at(self._for_top(top), text, start, end, form, explained)

    def check(
        self,
        text: str,
        sensitivity: float | None = None,
        kinds: list[Kind] | None = None,
        ignore: list[str] | None = None,
        form: Format = Format.text,
        pause: Callable[[], None] = lambda: None,
    ) -> Iterator[Improvement]:
        """What is worth changing in a text, in order; `pause` is called before each piece of it."""

        def paused(system: System, texts: Sequence[str]) -> list[list[Improvement]]:
            pause()
            return improve_texts(system, texts)

        chosen = known_kinds(tuple(kinds)) if kinds else Settings().kinds
        ignored = frozenset(map(plain_word, ignore or []))
        settings = Settings(self.name, sensitivity, chosen, ignored)
        return Checker(self._checking(sensitivity, chosen), settings).findings(text, form, paused)


def named_target(text: str, word: str | None, occurrence: int) -> Target:
    """The target that a request names by its word, or else by asterisks."""
    return marked(text) if word is None else find_word(text, word, occurrence)
