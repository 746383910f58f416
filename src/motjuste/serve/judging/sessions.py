"""Sessions: cookies of annotators and the owner, and the token that their forms carry.

A cookie holds a random secret that the project knows by its hash, never the owner's key or the id
that a crowd platform gave. What belongs to a session is derived from that secret, so that nothing
is kept in memory: sessions outlive the server, and several servers can share a project.
"""

import hmac
from hashlib import sha256

from fastapi import Request, Response

WORKER_COOKIE = "motjuste_worker"
OWNER_COOKIE = "motjuste_owner"
# Characters of the longest cookie that is read.
_LONGEST = 200
# Seconds that a cookie lasts.
_MONTH = 30 * 24 * 3600


def cookie_of(request: Request, name: str) -> str:
    """The value of a cookie; empty if it cannot be one of ours."""
    value = request.cookies.get(name, "")
    return value if len(value) <= _LONGEST and value.isascii() else ""


def set_cookie(request: Request, answer: Response, name: str, value: str) -> None:
    """Give a browser a cookie that no script and no other site's form can use."""
    owner = name == OWNER_COOKIE
    answer.set_cookie(
        name,
        value,
        max_age=_MONTH,
        path="/owner" if owner else "/",
        secure=request.url.scheme == "https",
        httponly=True,
        # Annotators follow links from other sites, which send only lax cookies; the owner does not.
        samesite="strict" if owner else "lax",
    )


def derived(secret: str, purpose: str) -> str:
    """A value derived from the session's secret for one purpose.

    >>> derived("s", "form") == derived("s", "other")
    False
    """
    return hmac.new(secret.encode(), purpose.encode(), sha256).hexdigest()


def matches(given: str, secret: str, purpose: str) -> bool:
    """Whether a value is the derived one, compared in constant time."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), derived(secret, purpose).encode())
