"""A project's configuration: a TOML file, checked; an error names the file and the line."""

import math
import re
from collections.abc import Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, TypeVar

from motjuste.collect.kinds import KINDS, kind_named
from motjuste.collect.settings import (
    Config,
    CrowdConfig,
    LeaseConfig,
    MemoryConfig,
    MturkConfig,
    PayConfig,
    QualityConfig,
    StageConfig,
    SwsConfig,
    TaskConfig,
)
from motjuste.errors import BadInputError, bad_file, brief, unknown_key
from motjuste.files import parse_toml, read_text

NAME = "project.toml"
Section = TypeVar("Section")


_SECTIONS: Mapping[str, type] = {
    "tasks": TaskConfig,
    "quality": QualityConfig,
    "lease": LeaseConfig,
    "pay": PayConfig,
    "crowd": CrowdConfig,
    "mturk": MturkConfig,
    "sws": SwsConfig,
    "memory": MemoryConfig,
}
# (section, key): the range of a value. Where 0 itself is not allowed, the lower bound is the
# smallest value that is.
_BOUNDS: Mapping[tuple[str, str], tuple[float, float]] = {
    ("tasks", "size"): (1, 100),
    ("quality", "accuracy"): (0, 1),
    ("quality", "grace"): (0, 1e6),
    ("quality", "fastest"): (0, 3600),
    ("lease", "minutes"): (0.01, 1e6),
    ("pay", "task"): (0, 1e6),
    ("pay", "seconds"): (0.1, 1e6),
    ("pay", "slower"): (1, 100),
    ("pay", "lowest"): (0, 1e6),
    ("pay", "target"): (0, 1e6),
    ("pay", "fee"): (0, 10),
    ("pay", "workers"): (1, 1e6),
    ("crowd", "tasks"): (1, 1e6),
    ("crowd", "signups_per_minute"): (1, 1e6),
    ("crowd", "signups"): (1, 1e9),
    ("mturk", "approval"): (0, 100),
    ("mturk", "hits"): (0, 1e9),
    ("sws", "least"): (0, 100),
    ("sws", "refine"): (0, 100),
    ("sws", "passing"): (0, 1),
    ("memory", "most"): (1, 20),
    ("memory", "responses"): (1, 1000),
    ("sws", "returned"): (0, 1000),
    ("sws", "agreeing"): (1, 1000),
    ("sws", "validation"): (0, 1),
    ("stages", "labels"): (1, 1000),
    ("stages", "positives"): (0, 1000),
    ("", "seed"): (0, 2**31),
}
_ONE_OF: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("", "kind"): tuple(KINDS),
    ("tasks", "once"): ("candidate", "target"),
}
# Settings that become links in pages.
_ADDRESSES = frozenset({("crowd", "completion_url")})
_TYPES = {"int": (int,), "float": (int, float), "bool": (bool,), "str": (str,)}
_WORDS = {"int": "a whole number", "float": "a number", "bool": "true or false", "str": "a text"}


def read_config(path: Path) -> Config:
    """The configuration in a file."""
    return parse_config(read_text(path), path)


def parse_config(text: str, path: Path) -> Config:
    """The configuration that a text holds; errors name the path."""
    return _Reader(path, text).config(parse_toml(text, path))


class _Reader:
    """Reads and checks a configuration file."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.lines = text.splitlines()

    def config(self, document: dict[str, Any]) -> Config:
        plain = {k: v for k, v in document.items() if k not in (*_SECTIONS, "stages")}
        if "kind" not in plain:
            raise bad_file(self.path, "line 1: there is no kind", f"it is {_either(tuple(KINDS))}")
        given: dict[str, Any] = {
            name: self._section(name, kind, document[name])
            for name, kind in _SECTIONS.items()
            if name in document
        }
        values = self._values("", Config, plain)
        stages = self._stages(document.get("stages", [])) or KINDS[values["kind"]].stages
        return Config(**values, **given, stages=stages)

    def _section(self, name: str, kind: type[Section], table: Any) -> Section:
        if not isinstance(table, dict):
            raise self._wrong("", name, f"{name} is {brief(table)}, not a table")
        return kind(**self._values(name, kind, table))

    def _stages(self, tables: Any) -> tuple[StageConfig, ...]:
        if not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
            raise self._wrong("", "stages", "write each stage as a table [[stages]]")
        stages = []
        for number, table in enumerate(tables):
            if "name" not in table:
                raise self._wrong("stages", "", "a stage has no name", nth=number)
            stages.append(StageConfig(**self._values("stages", StageConfig, table, number)))
        names = [stage.name for stage in stages]
        twice = next((i for i, name in enumerate(names) if name in names[:i]), None)
        if twice is not None:
            problem = f"there are two stages {names[twice]!r}"
            raise self._wrong("stages", "name", problem, nth=twice)
        return tuple(stages)

    def _values(
        self, section: str, kind: type, table: dict[str, Any], nth: int = 0
    ) -> dict[str, Any]:
        known = {
            setting.name: getattr(setting.type, "__name__", "")
            for setting in fields(kind)
            if setting.default is not MISSING or setting.default_factory is MISSING
        }
        known.pop("stages", None)
        for key, value in table.items():
            if key not in known:
                raise self._wrong(section, key, unknown_key(key, known, section), nth)
            problem = _problem(section, key, value, known[key])
            if problem:
                raise self._wrong(section, key, problem, nth)
        return {k: float(v) if known[k] == "float" else v for k, v in table.items()}

    def _wrong(self, section: str, key: str, problem: str, nth: int = 0) -> BadInputError:
        return bad_file(self.path, f"line {self._line(section, key, nth)}: {problem}")

    def _line(self, section: str, key: str, nth: int) -> int:
        """The line of a key: after the nth header of its section, before the next header."""
        header = re.compile(r"\s*\[+\s*([^\]]*?)\s*\]+")
        wanted = re.compile(rf"""\s*["']?{re.escape(key)}["']?\s*[=.]""") if key else None
        current, seen, last = "", -1, 1
        for number, line in enumerate(self.lines, 1):
            section_header = header.match(line)
            if section_header:
                current = section_header[1].split(".")[0].strip("\"'")
                seen += current == section
                if current == section and (section == "" or seen == nth):
                    last = number
                if key and section == "" and current == key:
                    return number
            elif (
                wanted is not None
                and wanted.match(line)
                and current == section
                and (not section or seen == nth)
            ):
                return number
        return last


def _problem(section: str, key: str, value: Any, kind: str) -> str | None:
    """The error in a value; None if there is none."""
    allowed = _ONE_OF.get((section, key))
    if allowed is not None:
        return None if value in allowed else f"{key} is {brief(value)}; it is {_either(allowed)}"
    if not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind != "bool"):
        return f"{key} is {brief(value)}, not {_WORDS[kind]}"
    if (
        (section, key) in _ADDRESSES
        and value
        and not str(value).startswith(("https://", "http://"))
    ):
        return f"{key} is {brief(value)}; write an address that begins with https://"
    low, high = _BOUNDS.get((section, key), (-math.inf, math.inf))
    if isinstance(value, (int, float)) and not low <= value <= high:
        return f"{key} is {brief(value)}, not from {low:g} to {high:g}"
    return None


def _either(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


TEMPLATE = """\
# A judgement project. Every key is optional; the values written here are the defaults.
kind = "{kind}"
title = "{title}"
seed = {seed}
{database}
[tasks]
size = 10               # candidates in a task, at most
control_target = {controls}   # the target itself must be accepted
control_random = {controls}   # a random dictionary word must not be
once = "candidate"      # what a worker meets only once: a candidate, or a whole target
together = true         # tasks of one target one after the other

[quality]
controls = true         # drop a task with a wrong control
accuracy = 0.9          # drop workers with fewer right controls than this share
grace = 10              # ... once they have had this many, or the stage is at its end
fastest = 0.5           # flag tasks done in less than this many seconds a row

[lease]
minutes = 30            # then a task that was not answered goes to somebody else

[pay]
currency = "USD"
task = 0.10             # paid for a task
seconds = 25            # what a task takes in a pilot
slower = 2              # crowd workers may take up to this many times that
lowest = 7.25           # the wage an hour may not fall below this ...
target = 15             # ... and should come near this
fee = 0.2               # the platform's share on top
workers = 20            # at work at the same time

[crowd]
tasks = 20              # a visit
signups_per_minute = 30 # new workers who may come by the link in a minute ...
signups = 2000          # ... and in all, until a new link is made
completion_code = ""    # the platform's code, if it gives one; else each visit has its own
completion_url = ""     # such as https://app.prolific.com/submissions/complete?cc=

[mturk]                 # whom Mechanical Turk lets in
approval = 98           # percent of a worker's HITs approved, more than this
hits = 10000            # HITs approved, more than this
country = "US"          # or "" for everybody
{stages}"""


def template(
    kind: str, title: str, seed: int, database: str, stages: tuple[StageConfig, ...] = ()
) -> str:
    """The text of a new project's configuration."""
    chosen = kind_named(kind)
    tables = "".join(
        f'\n[[stages]]\nname = "{stage.name}"\nlabels = {stage.labels}\n'
        + (f"positives = {stage.positives}   # at least this many before\n" * bool(stage.positives))
        for stage in stages or chosen.stages
    )
    return TEMPLATE.format(
        kind=kind,
        title=_quoted(title),
        seed=seed,
        database=f'database = "{_quoted(database)}"\n' if database else "",
        controls="true " if chosen.has_controls else "false",
        stages=chosen.settings_template + tables,
    )


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
