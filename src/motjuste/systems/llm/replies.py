"""Classifies a server's responses: an answer, a temporary error, or a fatal one."""

import json
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from math import isfinite
from typing import Any, NamedTuple

from motjuste.errors import BadInputError, MissingResourceError, MotjusteError, brief

# HTTP statuses below 500 that a retry may overcome.
_MAY_PASS = frozenset({408, 409, 425, 429})
_NO_CREDIT = frozenset({"insufficient_quota", "billing_hard_limit_reached"})
# Characters of a server's message that are shown.
_LONGEST_MESSAGE = 200


class AnswerError(Exception):
    """A request without an answer; other requests may have one."""


class RetryableError(Exception):
    """A request that failed and may be retried, after the server's waiting time if it gives one."""

    def __init__(self, problem: str, after: float | None = None) -> None:
        super().__init__(problem)
        self.after = after


class UnreachableError(RetryableError):
    """A request that did not reach a server."""


class Reply(NamedTuple):
    """A model's text, the reason why it ended, and the server's token counts."""

    text: str
    ended: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None

    @property
    def cut(self) -> bool:
        """Whether the text was truncated by the token limit."""
        return self.ended == "length"


def read_reply(content: bytes) -> Reply:
    """The first choice of a chat or a completion."""
    try:
        document = json.loads(content)
        if "choices" not in document and "error" in document:
            raise RetryableError(f"the server says {_message(document)}")
        choice = document["choices"][0]
        text = choice["message"]["content"] if "message" in choice else choice["text"]
    except (ValueError, TypeError, LookupError, RecursionError):
        # UnicodeDecodeError is a ValueError too.
        raise RetryableError(f"the server's answer cannot be read: {brief(content[:60])}") from None
    usage = document.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    reply = Reply(
        _text(text),
        str(choice.get("finish_reason")),
        _count(counts.get("prompt_tokens")),
        _count(counts.get("completion_tokens")),
    )
    if reply.cut and not reply.text.strip():
        raise AnswerError("the model gave no answer within max_tokens tokens; set it higher")
    return reply


def _text(value: Any) -> str:
    """The text of a message: null if the model refuses, a list of parts with some servers."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(part, dict) for part in value):
        return "".join(str(part.get("text", "")) for part in value)
    raise RetryableError(f"the server's answer cannot be read: {brief(value)} is not text")


def _count(value: Any) -> int | None:
    return value if type(value) is int and value >= 0 else None


def problem_of(
    status: int, headers: Mapping[str, str], content: bytes, place: str, key_variable: str
) -> Exception:
    """The error for a response that is no answer."""
    document = _document(content)
    message = _message(document)
    fatal = _fatal(status, _code(document), message, place, key_variable)
    if fatal is not None:
        return fatal
    problem = f"the server answers {status}{f': {message}' if message else ''}"
    if status in _MAY_PASS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return RetryableError(problem, seconds_to_wait(headers.get("retry-after")))
    return AnswerError(problem)


def _fatal(
    status: int, code: str, message: str, place: str, key_variable: str
) -> MotjusteError | None:
    """The error, if it concerns every other request too."""
    if status == HTTPStatus.UNAUTHORIZED:
        # The server's own words may show a part of the key.
        return MissingResourceError(
            f"{place} does not accept the key; check the environment variable {key_variable}"
        )
    if status == HTTPStatus.PAYMENT_REQUIRED or code in _NO_CREDIT:
        return MissingResourceError(f"{place} says that the account has no credit left")
    if status == HTTPStatus.NOT_FOUND or code == "model_not_found":
        detail = f" ({message})" if message else ""
        return BadInputError(
            f"{place} is not found{detail}; check the settings model, endpoint and api"
        )
    if 300 <= status < 400:
        return BadInputError(f"{place} redirects elsewhere; set endpoint to where it leads")
    return None


def _document(content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def _error(document: Any) -> Any:
    """What servers put under `error`, or, with other frameworks, `detail` or `message`."""
    if not isinstance(document, dict):
        return None
    names = ("error", "detail", "message")
    return next((document[name] for name in names if document.get(name)), None)


def _message(document: Any) -> str:
    error = _error(document)
    message = error.get("message") if isinstance(error, dict) else error
    return brief(" ".join(message.split()), _LONGEST_MESSAGE) if isinstance(message, str) else ""


def _code(document: Any) -> str:
    error = _error(document)
    return str(error.get("code")) if isinstance(error, dict) else ""


def seconds_to_wait(header: str | None) -> float | None:
    """The seconds to wait by Retry-After, which gives seconds or a date.

    >>> seconds_to_wait("2.5"), seconds_to_wait("soon"), seconds_to_wait(None)
    (2.5, None, None)
    """
    if header is None:
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(header) - datetime.now(timezone.utc)).total_seconds()
        except (ValueError, TypeError):
            return None
    return max(0.0, seconds) if isfinite(seconds) else None
