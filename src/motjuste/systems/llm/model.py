"""A language model behind a server: the settings that every system built on one shares."""

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, ClassVar, TypeVar
from urllib.parse import urlsplit

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.errors import BadInputError, MissingResourceError, brief
from motjuste.systems.llm.cache import open_cache
from motjuste.systems.llm.client import Client, Endpoint, is_secret
from motjuste.systems.llm.parallel_requests import ask_all
from motjuste.systems.llm.prompts import Turn, as_text
from motjuste.systems.llm.replies import Reply
from motjuste.systems.system import System

OPENAI = "https://api.openai.com/v1"
PATHS = {"chat": "chat/completions", "completion": "completions"}

Q = TypeVar("Q")
A = TypeVar("A")

# The range of each setting.
_BOUNDS: Mapping[str, tuple[float, float]] = {
    "temperature": (0, 10),
    "presence_penalty": (-10, 10),
    "frequency_penalty": (-10, 10),
    "max_tokens": (1, 1_000_000),
    "concurrency": (1, 1000),
    "retries": (0, 20),
    "timeout": (0.001, 86_400),
    "longest_wait": (0, 86_400),
    "price_in": (0, 1e9),
    "price_out": (0, 1e9),
}


@dataclass
class LanguageModel(System):
    """The base of systems that ask a language model by OpenAI's API.

    The key is read from the environment on first use and is not a setting, so that it never gets
    into a file.
    """

    needs: ClassVar[Mapping[str, str]] = {"httpx": "llm"}
    asks: ClassVar[tuple[str, ...]] = ("model",)
    unrecorded: ClassVar[frozenset[str]] = frozenset(
        "concurrency retries timeout longest_wait price_in price_out key_variable cache".split()
    )
    stop: ClassVar[tuple[str, ...]] = ()

    model: str = ""
    endpoint: str = ""
    api: str = "chat"
    temperature: float = 1.0
    presence_penalty: float = 0.0
    frequency_penalty: float = 0.0
    max_tokens: int = 1024
    logit_bias: tuple[str, ...] = ()
    leave_out: tuple[str, ...] = ()
    extra: str = ""
    concurrency: int = 4
    retries: int = 5
    timeout: float = 120.0
    longest_wait: float = 300.0
    price_in: float = 0.0
    price_out: float = 0.0
    key_variable: str = "OPENAI_API_KEY"
    cache: str = ""
    _client: Client | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        for name, (least, most) in _BOUNDS.items():
            value = getattr(self, name)
            if not (isfinite(value) and least <= value <= most):
                raise BadInputError(f"setting {name}: {value} is not from {least:g} to {most:g}")
        if self.api not in PATHS:
            raise BadInputError(f"setting api: {brief(self.api)} is not one of {', '.join(PATHS)}")
        # Not all capitals: probably the key itself, which must not be shown.
        if not re.fullmatch(r"[A-Z_][A-Z0-9_]*", self.key_variable):
            raise BadInputError(
                "setting key_variable: give the name of an environment variable, in capitals"
            )
        self.fixed = {**self._biases(), **self._extra()}

    def _biases(self) -> dict[str, Any]:
        try:
            pairs = (pair.split(":") for pair in self.logit_bias)
            biases = {str(int(token)): float(bias) for token, bias in pairs}
            json.dumps(biases, allow_nan=False)
        except ValueError:
            raise BadInputError("setting logit_bias: give TOKEN:BIAS, such as 198:-100") from None
        return {"logit_bias": biases} if biases else {}

    def _extra(self) -> dict[str, Any]:
        try:
            extra = json.loads(self.extra or "{}")
            json.dumps(extra, allow_nan=False)
        except (ValueError, RecursionError):
            extra = None
        if not isinstance(extra, dict):
            raise BadInputError('setting extra: give a JSON object, such as {"top_p": 0.9}')
        return extra

    def __getstate__(self) -> object:
        # In several processes, limits would not hold and tokens would not be added up.
        raise TypeError("it asks about several items at once by itself: --set concurrency=N")

    @property
    def address(self) -> str:
        """The endpoint: from the setting, else the environment, else OpenAI's."""
        given = self.endpoint or os.environ.get("OPENAI_BASE_URL", "") or OPENAI
        given = given.strip().rstrip("/")
        for path in PATHS.values():
            given = given.removesuffix(f"/{path}")
        return given

    def settings(self) -> dict[str, Any]:
        """The settings with the resolved endpoint, without any part that may be a secret."""
        address = self.address
        return {**super().settings(), "endpoint": address if _is_plain(address) else ""}

    def prepare(self, benchmark: Benchmark) -> None:
        """Check now that everything needed is there, so that errors are not blamed on an item."""
        _ = self.client

    @property
    def client(self) -> Client:
        """The connection to the server, made when it is first needed."""
        if self._client is None:
            if not self.model:
                raise BadInputError(f"system {self.name!r} needs a model: --set model=NAME")
            self._client = Client(self._server(), open_cache(self.cache))
        return self._client

    def _server(self) -> Endpoint:
        if not _is_plain(self.address):
            raise BadInputError(
                "the endpoint is not a plain http:// or https:// address; give one such as "
                "http://127.0.0.1:8080/v1, without user, password or query"
            )
        return Endpoint(
            self.address,
            self._key(),
            self.key_variable,
            self.concurrency,
            self.retries,
            self.timeout,
            self.longest_wait,
        )

    def _key(self) -> str | None:
        key = os.environ.get(self.key_variable, "").strip()
        if not key:
            if self.address == OPENAI:
                raise MissingResourceError(
                    f"the environment variable {self.key_variable} is not set to a key; set it, or "
                    "name a server that needs none: --set endpoint=http://127.0.0.1:8080/v1"
                )
            return None
        if not re.fullmatch(r"[!-~]+", key):
            raise BadInputError(f"{self.key_variable} holds characters that no key has")
        if is_secret(key) and any(key in str(value) for value in super().settings().values()):
            raise BadInputError(f"the key stands in a setting; it belongs in {self.key_variable}")
        return key

    def summary(self) -> str:
        """Tokens and cost so far."""
        if self._client is None:
            return ""
        return self._client.usage.summary(self.price_in, self.price_out)

    def body(self, turns: Sequence[Turn]) -> dict[str, Any]:
        """The body of a request; the model answers the last turn."""
        body: dict[str, Any] = {"model": self.model}
        if self.api == "chat":
            body["messages"] = [{"role": role, "content": text} for role, text in turns]
        else:
            body["prompt"] = as_text(turns)
        body["temperature"] = self.temperature
        for name in ("presence_penalty", "frequency_penalty"):
            if value := getattr(self, name):
                body[name] = value
        body["max_tokens"] = self.max_tokens
        if self.stop:
            body["stop"] = list(self.stop)
        body |= self.fixed
        return {name: value for name, value in body.items() if name not in self.leave_out}

    def ask(self, turns: Sequence[Turn], attempt: int = 0) -> Reply:
        """The model's answer."""
        return self.client.ask(PATHS[self.api], self.body(turns), attempt)

    def ask_all(self, ask: Callable[[Q], A], questions: Sequence[Q]) -> list[A]:
        """The answers to several questions, in parallel as far as the settings allow."""
        _ = self.client
        return ask_all(ask, questions, self.concurrency)

    def show(self, turns: Sequence[Turn]) -> str:
        """A prompt in readable form."""
        if self.api == "completion":
            return as_text(turns)
        return "\n\n".join(f"[{role}]\n{text}" for role, text in turns)


def _is_plain(address: str) -> bool:
    """Whether an address is a plain web address, without parts that may be secret."""
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return False
    plain = re.fullmatch(r"[!-~]+", address) and not re.search(r"[@?#]", address)
    return bool(plain and parts.scheme in ("http", "https") and parts.hostname)
