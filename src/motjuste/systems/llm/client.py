"""Requests to a server with OpenAI's API: limited in number, retried, and cached."""

import json
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import BoundedSemaphore, Lock
from typing import TYPE_CHECKING, Any

from motjuste.errors import MissingResourceError, MotjusteError
from motjuste.systems.llm.cache import Cache, request_key
from motjuste.systems.llm.replies import (
    AnswerError,
    Reply,
    RetryableError,
    UnreachableError,
    problem_of,
    read_reply,
)
from motjuste.systems.llm.token_usage import TokenUsage

if TYPE_CHECKING:
    import httpx

# Seconds before the first retry; doubled for each further one.
FIRST_WAIT = 0.5
# Seconds to wait for a connection; answers may take longer (the setting timeout).
LONGEST_CONNECT = 15.0
# Bytes of a response that are read, so that a broken server cannot fill the memory.
MOST_BYTES = 10_000_000
# Consecutive requests that fail for good before the server is taken to be down.
GIVE_UP = 8
# Keys of at least this many characters are hidden in messages. Shorter ones are placeholders such
# as "none", and hiding them would hide words of the message.
SHORTEST_SECRET = 8


@dataclass(frozen=True)
class Endpoint:
    """The address of a server, and the timeouts and retries of requests to it."""

    endpoint: str
    key: str | None = field(repr=False)
    key_variable: str
    concurrency: int
    retries: int
    timeout: float
    longest_wait: float


class Client:
    """A server and the cache of its answers; thread-safe."""

    def __init__(self, server: Endpoint, cache: Cache) -> None:
        self.server, self.cache = server, cache
        self.usage = TokenUsage()
        self._slots = BoundedSemaphore(server.concurrency)
        self._lock = Lock()
        # No request is sent before this time (of the monotonic clock).
        self.not_before = 0.0
        self._reached = False
        self._failures = 0
        self._http = _open(server)

    def ask(self, path: str, body: Mapping[str, Any], attempt: int = 0) -> Reply:
        """The answer to a request; each attempt at the same request is cached separately."""
        place = f"{self.server.endpoint}/{path}"
        name = request_key(place, body, attempt)
        reply = _stored(self.cache.get(name))
        if reply is not None:
            self.usage.add_cached(reply.text)
            return reply
        with self._slots:
            reply = self._send(place, body)
        self.cache.put(name, reply._asdict())
        self.usage.add(reply.text, reply.tokens_in, reply.tokens_out)
        return reply

    def _send(self, place: str, body: Mapping[str, Any]) -> Reply:
        content = json.dumps(body, allow_nan=False).encode()
        tries = 0
        while True:
            time.sleep(max(0.0, self.not_before - time.monotonic()))
            try:
                reply = self._try(place, content)
            except RetryableError as failure:
                self._wait_or_give_up(place, failure, tries)
                tries += 1
            else:
                self._failures = 0
                return reply

    def _try(self, place: str, content: bytes) -> Reply:
        import httpx

        try:
            response, body = self._post(place, content)
        except _no_connection() as error:
            raise UnreachableError(str(error) or type(error).__name__) from None
        except httpx.TimeoutException:
            raise self._too_slow() from None
        except httpx.RequestError as error:
            raise RetryableError(f"the connection broke ({type(error).__name__})") from None
        self._reached = True
        if response.status_code == httpx.codes.OK:
            return read_reply(body)
        variable = self.server.key_variable
        raise problem_of(response.status_code, response.headers, body, place, variable)

    def _post(self, place: str, content: bytes) -> tuple["httpx.Response", bytes]:
        """The response and its content, within the limits of time and size."""
        deadline = time.monotonic() + self.server.timeout
        pieces, size = [], 0
        with self._http.stream("POST", place, content=content) as response:
            for piece in response.iter_bytes():
                pieces.append(piece)
                size += len(piece)
                if size > MOST_BYTES:
                    raise RetryableError(f"the server's answer is longer than {MOST_BYTES:,} bytes")
                if time.monotonic() > deadline:
                    raise self._too_slow()
        return response, self._without_key(b"".join(pieces))

    def _too_slow(self) -> RetryableError:
        return RetryableError(f"no answer within {self.server.timeout:g} seconds")

    def _wait_or_give_up(self, place: str, failure: RetryableError, tries: int) -> None:
        """Wait before the next try, longer each time, or raise the final error."""
        last = tries >= self.server.retries
        if isinstance(failure, UnreachableError) and (last or not self._reached):
            raise MissingResourceError(
                f"{place} cannot be reached ({failure}); is the server running, and is "
                "the setting endpoint right?"
            )
        wait = FIRST_WAIT * 2**tries * random.uniform(0.5, 1.0)
        if failure.after is not None:
            wait = max(wait, failure.after * random.uniform(1.0, 1.1))
        if last or (failure.after or 0.0) > self.server.longest_wait:
            raise self._given_up(place, failure, tries)
        if failure.after is not None:
            # Other threads would get the same error.
            with self._lock:
                self.not_before = max(self.not_before, time.monotonic() + wait)
        time.sleep(min(wait, self.server.longest_wait))

    def _given_up(self, place: str, failure: RetryableError, tries: int) -> Exception:
        with self._lock:
            self._failures += 1
        after = f" and asks to wait {failure.after:,.0f} seconds" if failure.after else ""
        message = f"{failure}{after}, {tries + 1} times" if tries else f"{failure}{after}"
        if self._failures >= GIVE_UP:
            return MissingResourceError(
                f"{place}: {self._failures} requests failed one after the other "
                f"(the last: {message})"
            )
        return AnswerError(message)

    def _without_key(self, body: bytes) -> bytes:
        """A server's message without the key: some servers repeat what they were sent."""
        key = self.server.key
        return body.replace(key.encode(), "…".encode()) if key and is_secret(key) else body


def is_secret(key: str) -> bool:
    """Whether a key must not be shown."""
    return len(key) >= SHORTEST_SECRET


def _stored(entry: Any) -> Reply | None:
    """An answer from the cache, if it is valid."""
    try:
        reply = Reply(**entry)
        return reply if isinstance(reply.text, str) else None
    except TypeError:
        return None


def _no_connection() -> tuple[type[Exception], ...]:
    """The error for a request that did not reach a server."""
    import httpx

    # The standard library raises a Unicode error for an invalid host name.
    wrong = httpx.InvalidURL, UnicodeError
    return httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError, *wrong


def _open(server: Endpoint) -> "httpx.Client":
    import httpx

    from motjuste import __version__

    headers = {"content-type": "application/json", "user-agent": f"motjuste/{__version__}"}
    if server.key:
        headers["authorization"] = f"Bearer {server.key}"
    limits = httpx.Limits(max_connections=server.concurrency)
    timeout = httpx.Timeout(server.timeout, connect=min(server.timeout, LONGEST_CONNECT))
    try:
        return httpx.Client(headers=headers, timeout=timeout, limits=limits)
    except (ValueError, ImportError, OSError) as error:
        # An invalid proxy in the environment, or unreadable certificates.
        raise MotjusteError(f"no connection can be made ({type(error).__name__})") from None
