"""Servers for tests: the application in this process, or the command in a process of its own."""

import asyncio
import os
import re
import socket
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar

import httpx
import pytest
import uvicorn
from fastapi import FastAPI

from improver import LISTED, Listed, program
from motjuste.serve.access import Access
from motjuste.serve.app import make_app
from motjuste.serve.assistant import Assistant
from motjuste.serve.connections import ConnectionLimits, limited_protocol
from motjuste.serve.limits import Limits
from motjuste.serve.run_folder import RunFolder
from motjuste.serve.server import listen, resolve
from motjuste.systems import registry
from motjuste.text import Suggestion, Target

BASE = "http://127.0.0.1"
# Seconds after which a test gives up: long, since a busy machine must not make it fail.
PATIENCE = 300
_SLEEP = re.compile(r"sleep (\d+)")
_UNTIL = re.compile(r"until (\S+)")


@dataclass
class Told(Listed):
    """Does what the text says: `crash`, `sleep 2`, `until FILE`; else it offers what the list has.

    `until FILE` is at work until the test makes that file, however slow the machine is.
    """

    name: ClassVar[str] = "told"
    most: int = 0
    sensitivities: ClassVar[list[float]] = []

    def suggest(self, targets: Sequence[Target]) -> list[list[Suggestion]]:
        return [_offered(target) for target in targets]

    def improve(self, texts: Sequence[str]) -> Any:
        Told.sensitivities.append(self.sensitivity)
        for text in texts:
            _obey(text)
        marks = super().improve(texts)
        del Told.sensitivities[:-10], Listed.read[:-10]
        return marks


def _offered(target: Target) -> list[Suggestion]:
    _obey(target.text)
    words = LISTED.get(target.word.lower(), ("", ()))[1]
    return [Suggestion(word, 1 / rank, word, f"like {word}") for rank, word in enumerate(words, 1)]


def _obey(text: str) -> None:
    slept = _SLEEP.search(text)
    if slept:
        time.sleep(int(slept[1]))
    awaited = _UNTIL.search(text)
    while awaited and not os.path.exists(awaited[1]):
        time.sleep(0.01)
    if "crash" in text:
        raise RuntimeError("told\nto crash")


@contextmanager
def application(
    access: Access | None = None, limits: Limits | None = None, run_folder: RunFolder | None = None
) -> Iterator[FastAPI]:
    """The application around `told`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.SYSTEMS, "told", "serving:Told")
        yield make_app(Assistant("told"), access, limits, run_folder)


class Client:
    """Asks an application in this process, one request after the other."""

    def __init__(self, app: Any, **headers: str) -> None:
        self.app = app
        self.headers = headers

    def __call__(self, method: str, path: str, **more: Any) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            headers = {**self.headers, **more.pop("headers", {})}
            async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
                return await client.request(method, path, headers=headers, **more)

        return asyncio.run(ask())

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self("POST", path, **more)


@contextmanager
def serving(app: Any, limits: ConnectionLimits | None = None) -> Iterator[int]:
    """The application behind a socket, in a thread; gives its port."""
    listening = listen(resolve("127.0.0.1", 0))
    protocol = limited_protocol(limits or ConnectionLimits())
    config = uvicorn.Config(app, http=protocol, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening.socket])))
    thread.start()
    try:
        yield listening.port
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


def received(port: int, request: bytes) -> bytes:
    """All that a server sends, until it ends the connection, to these very bytes."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(request)
        return b"".join(iter(lambda: connection.recv(1 << 16), b""))


@dataclass
class Running:
    """A server in a process of its own."""

    process: "subprocess.Popen[str]"
    address: str

    def client(self, **more: Any) -> httpx.Client:
        return httpx.Client(base_url=self.address, trust_env=False, timeout=PATIENCE, **more)


@contextmanager
def running(*arguments: str) -> Iterator[Running]:
    """The command `serve`, from when it is ready until it is no longer needed."""
    command = program("serve", "--port", "0", "--system", "told", *arguments)
    command[2] = command[2].replace(
        "'improver:Listed'", "'improver:Listed'; registry.SYSTEMS['told'] = 'serving:Told'"
    )
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        match = re.search(r"http://[\w.\[\]:]+", line)
        assert match, line + (process.stderr.read() if process.stderr else "")
        yield Running(process, match[0])
    finally:
        process.kill()
        process.communicate()
