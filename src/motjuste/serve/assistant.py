"""A system that is loaded once and serves all requests: for a word, or for a whole text.

A request with other settings gets another system, which shares the loaded models; the last few of
them are kept.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from motjuste.check import Checker, Checkers, Settings, suggest_at
from motjuste.check.checker import ImproveTexts, improve_texts
from motjuste.documents import Format
from motjuste.systems.answers import with_top
from motjuste.systems.registry import make_system
from motjuste.systems.system import System, verbs, with_settings
from motjuste.text import Answer, Improvement, Target
from motjuste.text.targets import find_word, marked

# Systems kept in memory, one for each combination of settings that requests ask for.
_CACHED_SYSTEMS = 64
# The settings of a request that sets nothing.
NOTHING_SET = Settings()
_EXAMPLE = "I read an amazing paper today."


class Assistant:
    """Suggests and checks with a system, for all interfaces of a server."""

    def __init__(self, system: str = "default", changes: Mapping[str, str] | None = None) -> None:
        self.name = system
        self.system = with_settings(make_system(system), changes or {})
        self._changes = dict(changes or {})
        self._for_top = lru_cache(_CACHED_SYSTEMS)(self._make_for_top)
        self._checking = lru_cache(_CACHED_SYSTEMS)(self._make_checking)

    def warm_up(self) -> None:
        """Load the models, so that the first request does not wait for them."""
        for verb in verbs(type(self.system)):
            if verb == "suggest":
                suggest_at(self._for_top(10), _EXAMPLE, 10)
            elif verb == "improve":
                list(self.check(_EXAMPLE))

    @property
    def sensitivity(self) -> float | None:
        """The share of words that are marked if a request does not give one."""
        sensitivity = self.system.settings().get("sensitivity")
        return sensitivity if isinstance(sensitivity, float) else None

    def setting(self, name: str) -> str | None:
        """The value of one of the system's settings, if it has that setting and it is a name."""
        value = self.system.settings().get(name)
        return value if isinstance(value, str) else None

    def _make_for_top(self, top: int) -> System:
        return self.system if "most" in self._changes else with_top(self.system, top)

    def _make_checking(self, settings: Settings) -> System:
        return Checkers(self._changes)(settings).system

    def suggest(
        self,
        text: str,
        start: int,
        end: int | None = None,
        top: int = 10,
        form: Format = Format.text,
        explained: bool = False,
    ) -> Answer:
        """Suggestions for a place of a text, or the reason why there are none."""
        return suggest_at(self._for_top(top), text, start, end, form, explained)

    def check(
        self,
        text: str,
        settings: Settings = NOTHING_SET,
        form: Format = Format.text,
        pause: Callable[[], None] = lambda: None,
    ) -> Iterator[Improvement]:
        """What is worth changing in a text, in order; `pause` is called before each piece of it."""
        return self.checker(settings).findings(text, form, paused(pause))

    def checker(self, settings: Settings = NOTHING_SET) -> Checker:
        """The checker for a request's settings, which override those of the server."""
        own_settings = replace(settings, system=self.name)
        return Checker(self._checking(replace(own_settings, ignore=frozenset())), own_settings)


def paused(pause: Callable[[], None]) -> ImproveTexts:
    """The function that improves texts, with a pause before each piece of work."""

    def improve(system: System, texts: Sequence[str]) -> list[list[Improvement]]:
        pause()
        return improve_texts(system, texts)

    return improve


def named_target(text: str, word: str | None, occurrence: int) -> Target:
    """The target that a request names by its word, or else by asterisks."""
    return marked(text) if word is None else find_word(text, word, occurrence)
