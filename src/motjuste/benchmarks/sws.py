"""Smart Word Suggestions (Wang et al. 2023): sentences of learners, and the spans to improve.

A JSON object of sentences by id: `sentence`, its tokens `sentence_split`, and `substitutes`, a list
of [[first token, token after the last], {suggestion: votes}, type], where type 1 is refine-usage
and type 2 diversify-expression. The files have no parts of speech; a target's is the one that
Motjuste's tagger gives its word in the sentence.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from motjuste.benchmarks.benchmark import Benchmark, Context, Item, voted
from motjuste.benchmarks.spans import walk
from motjuste.errors import BadInputError, bad_file, brief
from motjuste.files import fingerprint, parse_json, read_bytes
from motjuste.lexicon.tagging import Tagger
from motjuste.text import KINDS, Target
from motjuste.text.segmentation import Span

_QUOTES = ("``", "''")


def read(path: Path, part: str | None = None) -> Benchmark:
    """Read a JSON file of Smart Word Suggestions."""
    if part is not None:
        raise bad_file(path, f"has no part {part!r}", "a file of SWS is one split")
    content = read_bytes(path)
    document = parse_json(content, path, unique_keys=True)
    if not isinstance(document, dict) or not document:
        raise bad_file(path, "is not a file of SWS", "it is an object of sentences by id")
    contexts: dict[str, Context] = {}
    items: list[Item] = []
    for name, entry in document.items():
        try:
            context, spans = _context(entry)
            contexts[name] = context
            items.extend(_items(name, context, spans, entry["substitutes"]))
        except BadInputError as error:
            raise bad_file(path, f"sentence {name}: {error}") from None
    return Benchmark(
        name=path.name.split(".json")[0],
        format="sws",
        contexts=contexts,
        items=tuple(items),
        lemmatized=False,
        fingerprint=fingerprint(content),
    )


def _context(entry: Any) -> tuple[Context, list[Span]]:
    """The sentence, and the span of each of its tokens."""
    if not isinstance(entry, dict) or not {"sentence", "sentence_split", "substitutes"} <= set(
        entry
    ):
        raise BadInputError("needs sentence, sentence_split and substitutes")
    sentence, tokens = entry["sentence"], entry["sentence_split"]
    if not isinstance(sentence, str) or not is_tokens(tokens):
        raise BadInputError("sentence is not a text, or sentence_split not a list of tokens")
    spans = token_spans(sentence, tokens)
    if spans is None:
        sentence = " ".join(tokens)
        spans = [span for span in walk(sentence, tokens) if span]
    return Context(sentence, {"tokens": tokens}), spans


def is_tokens(value: Any) -> bool:
    """Whether a value is a list of tokens."""
    return isinstance(value, list) and all(isinstance(token, str) and token for token in value)


def token_spans(sentence: str, tokens: list[str]) -> list[Span] | None:
    """The span of each token in the sentence; None if the tokens do not spell it.

    Double quotes may have become `` and '' in the tokens.
    """
    spans = list(walk(sentence, tokens, spellings=lambda t: ('"',) if t in _QUOTES else ()))
    present = [span for span in spans if span]
    end = present[-1].end if present else 0
    return present if len(present) == len(tokens) and not sentence[end:].strip() else None


def _items(name: str, context: Context, spans: list[Span], entries: Any) -> Iterator[Item]:
    if not isinstance(entries, list):
        raise BadInputError("substitutes is not a list")
    seen: dict[str, int] = {}
    tags = Tagger.open().tag(context.extra["tokens"]) if entries else []
    for entry in entries:
        (first, last), votes, kind = _checked(entry, len(spans))
        pos = tags[first].pos if last - first == 1 else None
        target = Target(context.text, spans[first].start, spans[last - 1].end, pos)
        item = f"{name}:{first}-{last}"
        seen[item] = seen.get(item, 0) + 1
        if seen[item] > 1:
            item = f"{item}#{seen[item]}"
        judgements = tuple(voted(suggestion, count) for suggestion, count in votes.items())
        yield Item(item, name, target, judgements, {"tokens": [first, last], "kind": kind})


def _checked(entry: Any, length: int) -> tuple[tuple[int, int], dict[str, int], str]:
    """An entry of `substitutes`, validated."""
    try:
        (first, last), votes, kind = entry
    except (TypeError, ValueError):
        raise BadInputError(f"{entry!r} is not [[start, end], suggestions, type]") from None
    if type(first) is not int or type(last) is not int or not 0 <= first < last <= length:
        raise BadInputError(f"[{first}, {last}] is not a span of its {length} tokens")
    if not isinstance(votes, dict) or any(type(n) is not int for n in votes.values()):
        raise BadInputError(f"{brief(votes)} are not suggestions with their votes")
    if type(kind) is not int or not 1 <= kind <= len(KINDS):
        raise BadInputError(f"the type {kind!r} is neither 1 nor 2")
    return (first, last), votes, KINDS[kind - 1]
