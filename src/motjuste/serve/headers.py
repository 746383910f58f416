"""Headers of every response: a strict Content-Security-Policy, no caching, no sniffing.

Pages need no inline script or style. A library that creates style sheets at run time gets a nonce
for them, which is new for every page.
"""

from starlette.datastructures import MutableHeaders

from motjuste.serve.problems import App, Message, Receive, Scope, Send

NONCE = "motjuste.nonce"
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # With no-referrer, browsers hide the origin of our own forms, which is checked.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def policy(nonce: str | None = None) -> str:
    """The Content-Security-Policy: only our own files; styles also with the nonce."""
    styles = "'self'" if nonce is None else f"'self' 'nonce-{nonce}'"
    rules = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": styles,
        "img-src": "'self'",
        "font-src": "'self'",
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


class SecureHeaders:
    """Adds the headers to every response, unless its route has set them itself."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with these headers."""

        async def add(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Content-Security-Policy", policy(scope.get(NONCE)))
                headers.setdefault("Cache-Control", "no-store")
                if "access-control-allow-origin" not in headers:
                    headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
            await send(message)

        await self.app(scope, receive, add)
