"""SWORDS JSON, versions 1.0 and 1.1: contexts, targets, substitutes and their labels.

Every entry is keyed by the SHA1 of its content. The ids are computed again when a file is read,
and a file whose ids do not fit its content is reported.
"""

import json
import warnings
from collections.abc import Iterable, Mapping
from hashlib import sha1
from json.encoder import encode_basestring_ascii as quoted
from pathlib import Path
from typing import Any

from motjuste.benchmarks.benchmark import NOTHING, Benchmark, Context, Item, Judgement, Labels
from motjuste.benchmarks.files import fingerprint, parse_json, read_bytes, write_atomic
from motjuste.errors import BadInputError, BadInputWarning, bad_file
from motjuste.text import Target

# What an item says in a field of its own, so that its extra need not say it again.
_OWN = ("source_id", "source_context", "pool")
_SECTIONS = ("contexts", "targets", "substitutes", "substitute_labels")


def _id(prefix: str, content: str) -> str:
    return prefix + sha1(content.encode("ascii")).hexdigest()


def context_id(text: str) -> str:
    """The id of a context: its exact text counts."""
    return _id("c:", f'{{"context": {quoted(text)}}}')


def target_id(context: str, word: str, offset: int, pos: str | None) -> str:
    """The id of a target in the context with the given id; case does not count."""
    pos_json = "null" if pos is None else quoted(pos)
    return _id(
        "t:",
        f'{{"context_id": {quoted(context)}, "offset": {offset}, "pos": {pos_json}, '
        f'"target": {quoted(word.lower())}}}',
    )


def substitute_id(target: str, substitute: str) -> str:
    """The id of a substitute for the target with the given id; case does not count."""
    return _id(
        "s:", f'{{"substitute": {quoted(substitute.lower())}, "target_id": {quoted(target)}}}'
    )


def item_id(item: Item) -> str:
    """The SWORDS id of any item, wherever it was read from."""
    target = item.target
    return target_id(context_id(target.text), target.word, target.start, target.pos)


def read(path: Path, part: str | None = None) -> Benchmark:
    """Read a `.json` or `.json.gz` file in SWORDS format."""
    if part is not None:
        raise bad_file(path, f"has no part {part!r}", "a SWORDS file is one split")
    content = read_bytes(path)
    document = parse_json(content, path)
    _check_shape(document, path)
    try:
        contexts, names = _contexts(document["contexts"])
        items = _items(document, contexts, names)
        extra = document.get("extra") or NOTHING
        benchmark = Benchmark(
            name=extra.get("name") or path.name.split(".json")[0],
            format=extra.get("format") or "swords",
            contexts=contexts,
            items=tuple(items),
            lemmatized=bool(document.get("substitutes_lemmatized", True)),
            fingerprint=fingerprint(content),
            extra=extra,
        )
    except (KeyError, TypeError, AttributeError, BadInputError) as error:
        raise bad_file(path, f"is not valid SWORDS JSON: {_said(error)}") from None
    _verify_ids(document, path)
    return benchmark


def _check_shape(document: Any, path: Path) -> None:
    if isinstance(document, dict) and set(_SECTIONS) <= set(document):
        wrong = [name for name in _SECTIONS if not isinstance(document[name], dict)]
        if not wrong:
            return
        raise bad_file(path, f"is not valid SWORDS JSON: {wrong[0]!r} is not an object")
    if isinstance(document, dict) and "substitutes" in document:
        raise bad_file(path, "is a run, not a benchmark", "give it as the run, not --benchmark")
    raise bad_file(
        path, "is not a SWORDS benchmark", f"it needs the objects {', '.join(_SECTIONS)}"
    )


def _said(error: Exception) -> str:
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str) or not value:
        raise BadInputError(f"{where} is {value!r}, not a text")
    return value


def _contexts(section: Mapping[str, Any]) -> tuple[dict[str, Context], dict[str, str]]:
    """The contexts under their sources' ids, and those ids by SWORDS's own."""
    contexts: dict[str, Context] = {}
    names: dict[str, str] = {}
    for cid, entry in section.items():
        text, extra = _text(entry["context"], f"context {cid}"), entry.get("extra") or NOTHING
        repeats: Mapping[str, Any] = {}
        names[cid] = cid
        if type(extra) is dict and "source_id" in extra:
            names[cid], repeats = extra["source_id"], extra.get("repeats", {})
            extra = _without(extra, "source_id", "repeats")
        contexts[names[cid]] = Context(text, extra)
        contexts.update({name: Context(text, other) for name, other in repeats.items()})
    return contexts, names


def _without(extra: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in extra.items() if key not in keys}


def _items(
    document: Mapping[str, Any], contexts: Mapping[str, Context], names: Mapping[str, str]
) -> Iterable[Item]:
    judgements = _judgements(document)
    for tid, entry in document["targets"].items():
        extra = entry.get("extra") or NOTHING
        name = extra.get("source_context") or names[entry["context_id"]]
        context = contexts[name]
        word, start = _text(entry["target"], f"target {tid}"), entry["offset"]
        if type(start) is not int:
            raise BadInputError(f"the offset of target {tid} is {start!r}, not a whole number")
        target = Target(context.text, start, start + len(word), entry["pos"], _lemma(extra))
        if target.word.lower() != word.lower():
            raise BadInputError(f"target {tid}: {word!r} does not stand at {start}")
        source_id = extra.get("source_id") or tid
        pool = extra.get("pool")
        yield Item(
            source_id,
            name,
            target,
            tuple(judgements.pop(tid, ())),
            _without(extra, *_OWN) if any(key in extra for key in _OWN) else extra,
            None if pool is None else tuple(pool),
        )
    if judgements:
        raise BadInputError(f"a substitute is for target {next(iter(judgements))}, not in the file")


def _lemma(extra: Mapping[str, Any]) -> str | None:
    return extra.get("lemma") or extra.get("coinco_lemma")


def _judgements(document: Mapping[str, Any]) -> dict[str, list[Judgement]]:
    """The judged substitutes of each target; an entry's turn in the file is its rank in a tie."""
    by_target: dict[str, list[Judgement]] = {}
    all_labels, keep = document["substitute_labels"], Labels()
    for sid, entry in document["substitutes"].items():
        labels = all_labels[sid]
        if type(labels) is not list:
            raise BadInputError(f"the labels of {sid} are not a list")
        text = entry["substitute"]
        if type(text) is not str or not text:
            raise BadInputError(f"substitute {sid} is {text!r}, not a text")
        judgement = Judgement(text, keep(labels), entry.get("extra") or NOTHING)
        by_target.setdefault(entry["target_id"], []).append(judgement)
    return by_target


def _verify_ids(document: Mapping[str, Any], path: Path) -> None:
    wrong = [cid for cid, c in document["contexts"].items() if cid != context_id(c["context"])]
    wrong += [
        tid
        for tid, t in document["targets"].items()
        if tid != target_id(t["context_id"], t["target"], t["offset"], t["pos"])
    ]
    wrong += [
        sid
        for sid, s in document["substitutes"].items()
        if sid != substitute_id(s["target_id"], s["substitute"])
    ]
    if wrong:
        warnings.warn(
            f"{path}: {len(wrong)} ids do not fit their content (the first: {wrong[0]}); "
            "the file was changed after it was made",
            BadInputWarning,
            stacklevel=3,
        )


def write(benchmark: Benchmark, path: Path) -> int:
    """Write any benchmark as SWORDS JSON; returns how many items repeated another's target.

    SWORDS knows a target by its text, place and part of speech, so items that agree in all three
    become one, with the labels of both.
    """
    document, repeated = to_document(benchmark)
    write_atomic(path, json.dumps(document).encode("ascii"))
    return repeated


def to_document(benchmark: Benchmark) -> tuple[dict[str, Any], int]:
    """The benchmark as the JSON document that SWORDS reads, and the number of repeated targets."""
    contexts, names = _context_entries(benchmark.contexts)
    targets: dict[str, Any] = {}
    substitutes: dict[str, Any] = {}
    labels: dict[str, list[str]] = {}
    for item in benchmark.items:
        tid = item_id(item)
        targets.setdefault(tid, _target_entry(item, tid, names))
        for judgement in item.judgements:
            sid = substitute_id(tid, judgement.text)
            entry = {"target_id": tid, "substitute": judgement.text}
            substitutes.setdefault(sid, _entry(entry, judgement.extra))
            labels.setdefault(sid, []).extend(judgement.labels)
    document = {
        "contexts": contexts,
        "targets": targets,
        "substitutes": substitutes,
        "substitutes_lemmatized": benchmark.lemmatized,
        "substitute_labels": labels,
        "extra": {**benchmark.extra, "name": benchmark.name, "format": benchmark.format},
    }
    return document, len(benchmark.items) - len(targets)


def _context_entries(contexts: Mapping[str, Context]) -> tuple[dict[str, Any], dict[str, str]]:
    """The contexts by SWORDS's ids, and under which source's id each of them goes.

    SWORDS knows a context by its text. Where several sources' contexts share a text, the first
    gives its id, and the others are kept beside it.
    """
    entries: dict[str, Any] = {}
    names: dict[str, str] = {}
    for name, (text, extra) in contexts.items():
        cid = context_id(text)
        if cid in names:
            entries[cid].setdefault("extra", {}).setdefault("repeats", {})[name] = dict(extra)
            entries[cid]["extra"].setdefault("source_id", names[cid])
            continue
        names[cid] = name
        entries[cid] = _entry(
            {"context": text}, extra if name == cid else {**extra, "source_id": name}
        )
    return entries, names


def _entry(entry: dict[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    return {**entry, "extra": dict(extra)} if extra else entry


def _target_entry(item: Item, tid: str, names: Mapping[str, str]) -> dict[str, Any]:
    target, extra = item.target, dict(item.extra)
    cid = context_id(target.text)
    if names.get(cid) != item.context_id:
        extra["source_context"] = item.context_id
    if item.id != tid:
        extra["source_id"] = item.id
    if target.lemma is not None and _lemma(extra) is None:
        extra["lemma"] = target.lemma
    if item.pool is not None:
        extra["pool"] = list(item.pool)
    entry = {
        "context_id": cid,
        "target": target.word,
        "offset": target.start,
        "pos": target.pos,
    }
    return _entry(entry, extra)
