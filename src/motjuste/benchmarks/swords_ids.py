"""The ids of SWORDS: SHA1 digests of the content of contexts, targets and substitutes."""

from collections.abc import Callable
from hashlib import sha1
from json.encoder import encode_basestring_ascii as quoted

from motjuste.benchmarks.benchmark import Item


def _id(prefix: str, content: str) -> str:
    return prefix + sha1(content.encode("ascii")).hexdigest()


def context_id(text: str) -> str:
    """The id of a context: the digest of its exact text."""
    return _id("c:", f'{{"context": {quoted(text)}}}')


def target_id(context: str, word: str, offset: int, pos: str | None) -> str:
    """The id of a target in the context with the given id; case is ignored."""
    pos_json = "null" if pos is None else quoted(pos)
    return _id(
        "t:",
        f'{{"context_id": {quoted(context)}, "offset": {offset}, "pos": {pos_json}, '
        f'"target": {quoted(word.lower())}}}',
    )


def substitute_ids(target: str) -> Callable[[str], str]:
    """A function from substitutes of the target with the given id to their ids; ignores case."""
    tail = f', "target_id": {quoted(target)}}}'.encode("ascii")

    def id_of(substitute: str) -> str:
        text = quoted(substitute.lower()).encode("ascii")
        return "s:" + sha1(b'{"substitute": ' + text + tail).hexdigest()

    return id_of


def substitute_id(target: str, substitute: str) -> str:
    """The id of one substitute for the target with the given id."""
    return substitute_ids(target)(substitute)


def item_id(item: Item) -> str:
    """The SWORDS id of any item, wherever it was read from."""
    target = item.target
    return target_id(context_id(target.text), target.word, target.start, target.pos)
