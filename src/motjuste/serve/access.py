"""Access: requests from this machine, or requests that carry the token.

Pages of other sites must not use a writer's own server: the host name of a request and its origin
are checked.
"""

import base64
import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from urllib.parse import parse_qsl, quote, urlencode

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response

from motjuste.errors import BadInputError
from motjuste.serve.problems import App, Receive, Scope, Send, problem

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
# Characters of the shortest token that is accepted.
SHORTEST_TOKEN = 8
# Where a request may show the token: a parameter of the query, ...
_PARAMETER = "token"
# ... or the beginning of the path, before the token itself.
_PREFIX = "/token/"
_SHOWN = "motjuste.token"
_ORIGIN = re.compile(r"([a-z][a-z0-9+.-]*://[^/?#\s]+)/?")


@dataclass(frozen=True)
class Access:
    """The token, the names and origins that are accepted, and the paths that need no token."""

    token: str | None = None
    hosts: frozenset[str] | None = LOOPBACK_NAMES
    origins: frozenset[str] = frozenset()
    free: frozenset[str] = frozenset({"/healthz"})

    @property
    def cookie(self) -> str:
        """The cookie's name; cookies are shared by all ports of a machine."""
        return f"motjuste_{self._derived('name')[:8]}"

    @property
    def cookie_value(self) -> str:
        """The cookie's value: not the token, since other servers on the machine can read it."""
        return self._derived("cookie")

    def _derived(self, what: str) -> str:
        return hmac.new((self.token or "").encode(), what.encode(), sha256).hexdigest()

    def is_token(self, given: str) -> bool:
        """Whether this is the token, compared in constant time."""
        expected = (self.token or "").encode()
        return self.token is not None and hmac.compare_digest(given.encode("utf-8"), expected)

    def knows_host(self, host: str) -> bool:
        """Whether the server may be called by this name (with or without a port)."""
        return self.hosts is None or _without_port(host) in self.hosts

    def knows_origin(self, origin: str, host: str) -> bool:
        """Whether pages of this origin may send requests."""
        return origin in self.origins or origin.partition("://")[2] == host.lower()


def access_for(
    host: str,
    addresses: Iterable[str],
    token: str | None,
    no_auth: bool = False,
    names: Iterable[str] = (),
    origins: Iterable[str] = (),
) -> Access:
    """The access for a server that listens on these addresses.

    A server that other machines can reach needs a token, or an explicit `no_auth`.
    """
    _check_token(token, no_auth)
    local = all(ip_address(address.partition("%")[0]).is_loopback for address in addresses)
    if not local and token is None and not no_auth:
        raise BadInputError(
            f"{host} can be reached from other machines: give a --token that they must know, "
            "or say --no-auth if everybody may use it"
        )
    known = frozenset(map(_plain_origin, origins))
    if not local:
        return Access(token, frozenset(map(str.lower, names)) or None, known)
    own_names = {*LOOPBACK_NAMES, _bracketed(host), *map(_bracketed, addresses), *names}
    return Access(token, frozenset(map(str.lower, own_names)), known)


def _check_token(token: str | None, no_auth: bool) -> None:
    if token is None:
        return
    if no_auth:
        raise BadInputError("choose one of --token and --no-auth")
    if len(token) < SHORTEST_TOKEN or not token.isascii() or not token.isprintable():
        raise BadInputError(
            f"the token must be {SHORTEST_TOKEN} or more printable ASCII characters; make one with"
            '  python -c "import secrets; print(secrets.token_urlsafe())"'
        )


def _plain_origin(origin: str) -> str:
    match = _ORIGIN.fullmatch(origin.lower())
    if match is None:
        raise BadInputError(f"{origin!r} is not an origin; give one such as https://example.org")
    return match[1]


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _without_port(host: str) -> str:
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdigit() else host.lower()


class CheckAccess:
    """Refuses requests without access, before any of their body is read."""

    def __init__(self, app: App, access: Access) -> None:
        self.app = app
        self.access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        if scope["type"] != "http":
            return await send({"type": "websocket.close", "code": 1008})
        scope = self._without_prefix(scope)
        refusal = self._refusal(scope, Headers(scope=scope))
        if refusal is not None:
            return await refusal(scope, receive, send)
        return await self.app(scope, receive, send)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        access, host = self.access, headers.get("host", "")
        if "content-length" in headers and "transfer-encoding" in headers:
            # A proxy before us may trust the other header and so read the next request as a body.
            message = "the request gives its length in two ways; send Content-Length alone"
            return problem(scope, 400, message, {"Connection": "close"})
        if not access.knows_host(host):
            return problem(scope, 403, f"this server is not called {host!r}; see --allow-host")
        origin = headers.get("origin")
        if origin is not None and not access.knows_origin(origin.lower(), host):
            return problem(
                scope, 403, f"pages of {origin!r} may not use this server; see --allow-origin"
            )
        known = access.token is None or _SHOWN in scope or scope["path"] in access.free
        if known or _is_preflight(scope, headers):
            return None
        return self._without_token(scope, headers)

    def _without_prefix(self, scope: Scope) -> Scope:
        """The request without /token/TOKEN/ at the beginning of its path.

        In clients of LanguageTool one can set an address and nothing else.
        """
        if not scope["path"].startswith(_PREFIX):
            return scope
        token, _, rest = scope["path"].removeprefix(_PREFIX).partition("/")
        if not self.access.is_token(token):
            return scope
        path = "/" + rest.lstrip("/")
        return {**scope, "path": path, "raw_path": quote(path).encode(), _SHOWN: True}

    def _without_token(self, scope: Scope, headers: Headers) -> Response | None:
        """A refusal if the token is missing; a browser that sends it gets a cookie."""
        access = self.access
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        tokens = [value for name, value in query if name == _PARAMETER]
        if tokens and access.is_token(tokens[0]):
            rest = urlencode([pair for pair in query if pair[0] != _PARAMETER])
            if scope["method"] == "GET" and "text/html" in headers.get("accept", ""):
                return self._redirect_with_cookie(scope, rest)
            scope["query_string"] = rest.encode("latin-1")
            return None
        if any(map(access.is_token, _shown(headers))) or self._has_cookie(headers):
            return None
        message = "this server needs its token: open the address that it printed, or send the token"
        header = {"WWW-Authenticate": "Bearer"}
        return problem(scope, 401, f"{message} as  Authorization: Bearer TOKEN", header)

    def _redirect_with_cookie(self, scope: Scope, query: str) -> Response:
        """A redirect to the same page without the token in its address."""
        # Two slashes at the start would name another server.
        place = "/" + scope["path"].lstrip("/\\") + (f"?{query}" if query else "")
        answer = RedirectResponse(place, 303)
        value = self.access.cookie_value
        secure = scope["scheme"] == "https"
        answer.set_cookie(
            self.access.cookie, value, secure=secure, httponly=True, samesite="strict"
        )
        return answer

    def _has_cookie(self, headers: Headers) -> bool:
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(self.access.cookie)
        except CookieError:
            return False
        expected = self.access.cookie_value.encode()
        return cookie is not None and hmac.compare_digest(cookie.value.encode(), expected)


def _is_preflight(scope: Scope, headers: Headers) -> bool:
    return scope["method"] == "OPTIONS" and "access-control-request-method" in headers


def _shown(headers: Headers) -> list[str]:
    """The token in a request: a bearer token, or the password in an address."""
    kind, _, rest = headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return [rest.strip()]
    if kind.lower() != "basic":
        return []
    try:
        return [base64.b64decode(rest).decode("utf-8").partition(":")[2]]
    except ValueError:
        return []
