"""SWORDS JSON, versions 1.0 and 1.1: contexts, targets, substitutes and their labels.

Every entry is keyed by the SHA1 of its content. The ids are computed again when a file is read, and
there is a warning if they do not match.
"""

import json
import marshal
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from motjuste.benchmarks.benchmark import (
    NOTHING,
    Benchmark,
    Context,
    Extra,
    Item,
    Judgement,
    Labels,
)
from motjuste.benchmarks.json_stream import JsonCursor, paused_gc
from motjuste.benchmarks.swords_ids import (
    context_id,
    item_id,
    substitute_id,
    substitute_ids,
    target_id,
)
from motjuste.errors import BadInputError, BadInputWarning, bad_file, brief
from motjuste.files import decode, fingerprint, json_errors, read_bytes, write_atomic
from motjuste.text import Target

# Extra fields that are stored as fields of an item instead.
_ITEM_FIELDS = ("source_id", "source_context", "pool", "lemma")
_SECTIONS = ("contexts", "targets", "substitutes", "substitute_labels")
# Different extras that are shared between entries; they are few in a real file.
_MAX_SHARED_EXTRAS = 4096

_Taker: TypeAlias = Callable[[str, Any], None]


def read(path: Path, part: str | None = None) -> Benchmark:
    """Read a `.json` or `.json.gz` file in SWORDS format."""
    if part is not None:
        raise bad_file(path, f"has no part {part!r}", "a SWORDS file is one split")
    content = read_bytes(path)
    checksum = fingerprint(content)
    with paused_gc(), json_errors(path):
        text = decode(content, path)
        del content
        reader = _Reader(path)
        reader.take_all(JsonCursor(text))
        del text
        benchmark = reader.benchmark(checksum)
    reader.report_wrong_ids()
    return benchmark


class _Reader:
    """The sections of a file, taken entry by entry in any order."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.contexts: dict[str, Context] = {}
        self.names: dict[str, str] = {}
        self.targets: dict[str, Any] = {}
        # Until its labels are read, a substitute is a pair of text and extra.
        self.substitutes: dict[str, Judgement | tuple[str, Extra]] = {}
        # The target of each substitute, in the same order: a list takes the least memory.
        self.targets_of: list[str] = []
        self.labels: dict[str, tuple[str, ...]] = {}
        self.rest: dict[str, Any] = {}
        self.wrong: list[str] = []
        self._keep_labels = Labels()
        self._extras: dict[bytes, Extra] = {}

    def take_all(self, cursor: JsonCursor) -> None:
        """Read the whole document, and check that it is a benchmark."""
        takers: dict[str, _Taker] = {
            "contexts": self._take_context,
            "targets": self._take_target,
            "substitutes": self._substitute_taker(),
            "substitute_labels": self._labels_taker(),
        }
        missing = set(_SECTIONS)
        for section in self._sections(cursor):
            if section not in takers:
                self.rest[section] = cursor.value()
                continue
            missing.discard(section)
            if not cursor.at_object():
                raise bad_file(self.path, f"is not valid SWORDS JSON: {section!r} is not an object")
            self._take_section(section, takers[section], cursor)
        cursor.end()
        if missing:
            raise self._no_benchmark()

    def _sections(self, cursor: JsonCursor) -> Iterator[str]:
        if not cursor.at_object():
            raise self._no_benchmark()
        return cursor.keys()

    def _no_benchmark(self) -> BadInputError:
        needed = f"it needs the objects {', '.join(_SECTIONS)}"
        return bad_file(self.path, "is not a SWORDS benchmark", needed)

    def _take_section(self, section: str, take: _Taker, cursor: JsonCursor) -> None:
        key = entry = None
        try:
            for key, entry in cursor.items():
                take(key, entry)
        except (KeyError, TypeError, AttributeError, BadInputError) as error:
            raise self._invalid(section, str(key), entry, error) from None

    def _invalid(self, section: str, key: str, entry: Any, error: Exception) -> BadInputError:
        if section == "substitutes" and isinstance(entry, list):
            remedy = "give it as the run, not as the benchmark"
            return bad_file(self.path, "is a run, not a benchmark", remedy)
        problem = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        return bad_file(self.path, f"is not valid SWORDS JSON: {section}, {key}: {problem}")

    def _take_context(self, cid: str, entry: Any) -> None:
        """A context under its source's id, which may differ from SWORDS's."""
        text, extra = _text(entry["context"]), self._extra(entry)
        if cid != context_id(text):
            self.wrong.append(cid)
        repeats: Mapping[str, Any] = {}
        self.names[cid] = cid
        if "source_id" in extra:
            self.names[cid], repeats = extra["source_id"], extra.get("repeats", {})
            extra = _without(extra, "source_id", "repeats")
        self.contexts[self.names[cid]] = Context(text, extra)
        self.contexts.update({name: Context(text, other) for name, other in repeats.items()})

    def _take_target(self, tid: str, entry: Any) -> None:
        word, start, pos = _text(entry["target"]), entry["offset"], entry["pos"]
        if type(start) is not int:
            raise BadInputError(f"the offset is {start!r}, not a whole number")
        if tid != target_id(entry["context_id"], word, start, pos):
            self.wrong.append(tid)
        self.targets[tid] = entry

    def _substitute_taker(self) -> _Taker:
        """A function that takes a substitute; most entries are substitutes, so it is fast."""
        substitutes, wrong, extra_of = self.substitutes, self.wrong, self._extra
        note_target = self.targets_of.append
        targets: dict[str, tuple[str, Callable[[str], str]]] = {}

        def take(sid: str, entry: Any) -> None:
            text, name = entry["substitute"], entry["target_id"]
            if type(text) is not str or not text:
                raise BadInputError(f"{text!r} is not a text")
            target_and_ids = targets.get(name)
            if target_and_ids is None:
                target_and_ids = targets[name] = (name, substitute_ids(name))
            tid, id_of = target_and_ids
            if sid != id_of(text):
                wrong.append(sid)
            if sid in substitutes:
                raise BadInputError("the id occurs twice")
            substitutes[sid] = (text, extra_of(entry))
            note_target(tid)

        return take

    def _labels_taker(self) -> _Taker:
        """A function that takes labels: they go to their substitute, or wait until it is read."""
        substitutes, waiting, keep = self.substitutes, self.labels, self._keep_labels

        def take(sid: str, labels: Any) -> None:
            if type(labels) is not list:
                raise BadInputError("the labels are not a list")
            shared, substitute = keep(labels), substitutes.get(sid)
            if substitute is None:
                waiting[sid] = shared
            else:
                substitutes[sid] = Judgement(substitute[0], shared, substitute[-1])

        return take

    def _extra(self, entry: Any) -> Extra:
        """The extra fields of an entry; equal ones are shared."""
        extra = entry.get("extra")
        if type(extra) is list:
            # SWORDS's files of CoInCo list what was merged into an entry.
            extra = {"entries": extra}
        if not extra:
            return NOTHING
        if type(extra) is not dict:
            raise BadInputError(f"extra is {brief(extra)}, not an object")
        content = marshal.dumps(extra)
        shared = self._extras.get(content)
        if shared is None:
            _check_extra(extra)
            shared = extra
            if len(self._extras) < _MAX_SHARED_EXTRAS:
                self._extras[content] = extra
        return shared

    def benchmark(self, checksum: str) -> Benchmark:
        """The benchmark from everything that was read."""
        extra = self.rest.get("extra") or NOTHING
        try:
            _check_extra(extra)
            name = extra.get("name") or self.path.name.split(".json")[0]
            return Benchmark(
                name=" ".join(name.split()),
                format=extra.get("format") or "swords",
                contexts=self.contexts,
                items=tuple(self._items()),
                lemmatized=bool(self.rest.get("substitutes_lemmatized", True)),
                fingerprint=checksum,
                extra=extra,
            )
        except (KeyError, TypeError, AttributeError, BadInputError) as error:
            problem = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise bad_file(self.path, f"is not valid SWORDS JSON: {problem}") from None

    def _items(self) -> Iterator[Item]:
        judgements = self._judgements()
        for tid, entry in self.targets.items():
            yield self._item(tid, entry, tuple(judgements.pop(tid, ())))
        if judgements:
            stray = next(iter(judgements))
            raise BadInputError(f"a substitute is for target {stray}, which the file does not have")

    def _item(self, tid: str, entry: Any, judgements: tuple[Judgement, ...]) -> Item:
        extra = self._extra(entry)
        name = extra.get("source_context") or self.names[entry["context_id"]]
        word, start, pool = entry["target"], entry["offset"], extra.get("pool")
        text = self.contexts[name].text
        target = Target(text, start, start + len(word), entry["pos"], _lemma(extra))
        if target.word.lower() != word.lower():
            raise BadInputError(f"target {tid}: {word!r} does not stand at {start}")
        return Item(
            extra.get("source_id") or tid,
            name,
            target,
            judgements,
            _without(extra, *_ITEM_FIELDS) if any(key in extra for key in _ITEM_FIELDS) else extra,
            None if pool is None else tuple(pool),
        )

    def _judgements(self) -> dict[str, list[Judgement]]:
        """The judged substitutes of each target, in file order."""
        by_target: dict[str, list[Judgement]] = {}
        for tid, (sid, judgement) in zip(self.targets_of, self.substitutes.items(), strict=True):
            if not isinstance(judgement, Judgement):
                judgement = Judgement(judgement[0], self.labels[sid], judgement[1])
            by_target.setdefault(tid, []).append(judgement)
        self.substitutes.clear()
        return by_target

    def report_wrong_ids(self) -> None:
        """Warn of ids that are not the SHA1 of their content."""
        if self.wrong:
            warnings.warn(
                f"{self.path}: {len(self.wrong)} ids do not fit their content (the first: "
                f"{self.wrong[0]}); the file was changed after it was made",
                BadInputWarning,
                stacklevel=3,
            )


def _text(value: Any) -> str:
    if type(value) is not str or not value:
        raise BadInputError(f"{value!r} is not a text")
    return value


def _check_extra(extra: Any) -> None:
    """Check the types of the extra fields that are used."""
    if not isinstance(extra, Mapping):
        raise BadInputError(f"extra is {brief(extra)}, not an object")
    for key, value in extra.items():
        if key in _KINDS and value is not None and not _KINDS[key][0](value):
            raise BadInputError(f"extra.{key} is {brief(value)}, not {_KINDS[key][1]}")


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _is_counts(value: Any) -> bool:
    return isinstance(value, dict) and all(type(count) is int for count in value.values())


_TEXT = (_is_text, "a text")
_TEXTS = (_is_texts, "a list of texts")
_COUNTS = (_is_counts, "an object of whole numbers")
_KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(("name", "format", "source_id", "source_context", "lemma"), _TEXT),
    **dict.fromkeys(("coinco_lemma", "target", "kind", "position"), _TEXT),
    **dict.fromkeys(("sources", "pool", "proficient"), _TEXTS),
    "multiwords": _COUNTS,
}


def _without(extra: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in extra.items() if key not in keys}


def _lemma(extra: Mapping[str, Any]) -> str | None:
    """A target's lemma, also as SWORDS's files of SemEval-2007 and CoInCo give it."""
    lemma: str | None = extra.get("lemma") or extra.get("coinco_lemma")
    if lemma or not ("lexelt_item" in extra or "entries" in extra):
        return lemma
    try:
        attributes = extra["entries"][0]["coinco"]["xml_attrs"] if "entries" in extra else {}
        return attributes.get("lemma") or extra["lexelt_item"].partition(".")[0] or None
    except (AttributeError, IndexError, KeyError, TypeError):
        return None


def write(benchmark: Benchmark, path: Path) -> int:
    """Write any benchmark as SWORDS JSON; returns how many items repeated another's target.

    SWORDS identifies a target by its text, offset and part of speech, so items that are equal in
    all three become one, with the labels of both.
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
    """The contexts by SWORDS's ids, and the source id that represents each of them.

    SWORDS identifies a context by its text. If several contexts have the same text, the first gives
    its id, and the others are stored with it.
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
    if target.lemma is not None and _lemma(extra) != target.lemma:
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
