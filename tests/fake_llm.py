"""A server that speaks OpenAI's API and answers as a test tells it to."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any


@dataclass
class Says:
    """A response that is more than a text: a status, headers, raw content, a delay."""

    text: str | None = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    after: float = 0.0
    ended: str = "stop"
    usage: Any = field(default_factory=lambda: {"prompt_tokens": 100, "completion_tokens": 10})
    error: Any = None


@dataclass
class Fake:
    """What was asked, and how many questions were open at once."""

    answer: Callable[[str], Says | str]
    url: str = ""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    open: int = 0
    peak: int = 0
    lock: Any = field(default_factory=Lock)


def prompt_of(body: dict[str, Any]) -> str:
    """The text that the model sees last."""
    return str(body["messages"][-1]["content"] if "messages" in body else body["prompt"])


def _content(path: str, reply: Says) -> bytes:
    if reply.raw is not None:
        return reply.raw
    if reply.error is not None:
        return json.dumps({"error": reply.error}).encode()
    text: dict[str, Any] = {"text": reply.text}
    if path.endswith("/chat/completions"):
        text = {"message": {"role": "assistant", "content": reply.text}}
    document = {"choices": [{**text, "finish_reason": reply.ended}], "usage": reply.usage}
    return json.dumps(document).encode()


class _Handler(BaseHTTPRequestHandler):
    fake: Fake

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        fake = self.fake
        with fake.lock:
            fake.bodies.append(body)
            fake.paths.append(self.path)
            fake.headers.append({name.lower(): value for name, value in self.headers.items()})
            fake.times.append(time.monotonic())
            fake.open += 1
            fake.peak = max(fake.peak, fake.open)
            reply = fake.answer(prompt_of(body))
        reply = reply if isinstance(reply, Says) else Says(reply)
        time.sleep(reply.after)
        with fake.lock:
            fake.open -= 1
        self._send(reply)

    def _send(self, reply: Says) -> None:
        content = _content(self.path, reply)
        try:
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
        except OSError:
            # Whoever asked did not wait.
            self.close_connection = True

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def serve(answer: Callable[[str], Says | str]) -> Iterator[Fake]:
    """A server on this machine for as long as the test needs it."""
    fake = Fake(answer)
    handler = type("Handler", (_Handler,), {"fake": fake})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    fake.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def one_after_the_other(*answers: Says | str) -> Callable[[str], Says | str]:
    """The answers in their order, and then the last one for ever."""
    left = list(answers)
    return lambda prompt: left.pop(0) if len(left) > 1 else left[0]
