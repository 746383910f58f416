"""The kinds of judgement projects: a class each, in one table."""

from collections.abc import Mapping

from motjuste.collect.kind import Kind
from motjuste.collect.kinds.memory import Memory
from motjuste.collect.kinds.posthoc import PostHoc
from motjuste.collect.kinds.swords import Swords
from motjuste.collect.kinds.sws import SmartWordSuggestions
from motjuste.errors import BadInputError

KINDS: Mapping[str, Kind] = {
    kind.name: kind for kind in (Swords(), SmartWordSuggestions(), PostHoc(), Memory())
}


def kind_named(name: str) -> Kind:
    """The kind of that name."""
    if name not in KINDS:
        raise BadInputError(f"there is no kind {name!r} of project; it is {', '.join(KINDS)}")
    return KINDS[name]
