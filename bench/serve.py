"""How does the server bear many at once? Latency and throughput with 1, 8 and 64 connections.

Every request asks about a word in a sentence that nobody has sent before. While eight ask, a probe
looks how long the event loop takes to answer something that needs no model. Then requests go on
until there were 10,000 in all, and the server's memory is looked at on the way (Linux).

Needs the extra `serve`; wrk is used if it is installed. Run:  python bench/serve.py [--requests N]
"""

import argparse
import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import NamedTuple

# Throughput of 64 connections that is at least expected, relative to 8.
RATIO = 0.9
# Growth of memory that is allowed.
MEGABYTES = 10.0
# A load must last as long as this number of full queues, to show how long a request waits.
_QUEUES = 4
SLOTS = (
    "noise light smell sound signal picture movement shadow voice shape".split(),
    "old new small large broken noisy heavy modern rusty quiet".split(),
    "machine engine door lamp window printer clock radio pump tractor".split(),
    "made gave showed had lost kept sent hid left threw".split(),
    "opened closed cleaned moved touched painted lifted watched carried pushed".split(),
    "table box gate chair book bottle wheel carpet mirror ladder".split(),
)
# Every sentence is another one, and the words are few, as they are for somebody who writes.
SENTENCE = (
    "The strange %s that the %s %s %s whenever somebody %s the %s surprised the young engineer, "
    "who wrote a long report about it."
)
START = SENTENCE.index("strange")
SCRIPT = """
local slots = {slots}
local at = {first}
function request()
  at = at + 1
  local words, rest = {{}}, at * 7919 % 1000000
  for slot = 1, #slots do
    words[slot] = slots[slot][rest % 10 + 1]
    rest = math.floor(rest / 10)
  end
  local text = string.format("{text}", unpack(words))
  local body = string.format('{{"text": "%s", "start": {start}}}', text)
  return wrk.format("POST", "/api/suggest", {{["Content-Type"] = "application/json"}}, body)
end
"""
NUMBERS = count(1)


def sentence(number: int) -> str:
    """One of a million sentences."""
    digits = f"{number * 7919 % 1_000_000:06d}"[::-1]
    words = [slot[int(digit)] for slot, digit in zip(SLOTS, digits, strict=True)]
    return SENTENCE % tuple(words)


class Load(NamedTuple):
    """What some seconds of load came to: milliseconds, requests a second, answers."""

    median: float
    slow: float
    throughput: float
    answers: int
    failures: int


@contextmanager
def server() -> Iterator[tuple[int, int]]:
    """The command `serve`; its process and its port."""
    command = [sys.executable, "-m", "motjuste", "serve", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        port_match = re.search(r":(\d+)/", process.stdout.readline())
        assert port_match is not None
        yield process.pid, int(port_match[1])
    finally:
        process.terminate()
        process.wait()


def cpu_seconds(process: int) -> float:
    """The processor time that a process has had."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(process: int) -> float:
    """The memory that a process holds."""
    try:
        status = Path(f"/proc/{process}/status").read_text("utf-8")
    except OSError:
        return float("nan")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


def with_wrk(port: int, connections: int, seconds: int) -> Load:
    """The load that wrk makes."""
    tables = ", ".join("{" + ", ".join(f'"{word}"' for word in slot) + "}" for slot in SLOTS)
    # Numbers that no other call has used.
    first = next(NUMBERS) * 10_000
    script = SCRIPT.format(slots=f"{{{tables}}}", text=SENTENCE, start=START, first=first)
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(script)
        file.flush()
        command = ["wrk", "-t", "1", "-c", str(connections), "-d", f"{seconds}s", "--latency"]
        command += ["--timeout", "60s", "-s", file.name, f"http://127.0.0.1:{port}"]
        shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    failures = re.search(r"Non-2xx or 3xx responses: (\d+)", shown)
    return Load(
        _milliseconds(shown, "50%"),
        _milliseconds(shown, "99%"),
        float(re.findall(r"Requests/sec:\s+([\d.]+)", shown)[0]),
        int(re.findall(r"(\d+) requests in", shown)[0]),
        int(failures[1]) if failures else 0,
    )


def _milliseconds(shown: str, share: str) -> float:
    number, unit = re.findall(rf"{share}\s+([\d.]+)(us|ms|s|m)\s", shown)[0]
    return float(number) * {"us": 1e-3, "ms": 1.0, "s": 1e3, "m": 6e4}[unit]


def with_python(port: int, connections: int, seconds: int) -> Load:
    """The same load, where there is no wrk."""
    taken: list[float] = []
    failures = 0

    async def one(ask: Callable[[bytes], Awaitable[bytes]]) -> None:
        nonlocal failures
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            body = {"text": sentence(next(NUMBERS)), "start": START}
            started = time.perf_counter()
            status = await ask(_post(json.dumps(body).encode()))
            taken.append(1000 * (time.perf_counter() - started))
            failures += b" 200 " not in status

    async def all_of_them() -> None:
        await asyncio.gather(*(_connected(port, one) for _ in range(connections)))

    started = time.perf_counter()
    asyncio.run(all_of_them())
    passed = time.perf_counter() - started
    return Load(*_percentiles(taken), len(taken) / passed, len(taken), failures)


def _post(body: bytes) -> bytes:
    head = f"POST /api/suggest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"Content-Type: application/json\r\n\r\n" + body


async def _connected(port: int, work: Callable[..., Awaitable[None]]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)

    async def ask(request: bytes) -> bytes:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head)
        await reader.readexactly(int(length[1]) if length else 0)
        return head.split(b"\r\n", 1)[0]

    await work(ask)
    writer.close()


def _percentiles(taken: list[float]) -> tuple[float, float]:
    ordered = sorted(taken)
    return ordered[len(ordered) // 2], ordered[int(0.99 * len(ordered))]


def probe(port: int, rounds: int = 200) -> Load:
    """How long it takes to answer what needs no model."""
    taken: list[float] = []

    async def look(ask: Callable[[bytes], Awaitable[bytes]]) -> None:
        for _ in range(rounds):
            started = time.perf_counter()
            await ask(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            taken.append(1000 * (time.perf_counter() - started))
            await asyncio.sleep(0.02)

    asyncio.run(_connected(port, look))
    return Load(*_percentiles(taken), 0.0, len(taken), 0)


def probe_under_load(port: int) -> Load:
    """The same while eight connections keep the model at work."""
    command = [sys.executable, __file__, "--load", str(port), "--seconds", "10"]
    busy = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    time.sleep(2)
    result = probe(port)
    busy.wait()
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description="Load on motjuste serve.")
    parser.add_argument("--requests", type=int, default=10_000, help="for the memory; 0 for none")
    parser.add_argument("--seconds", type=int, default=15, help="of each load")
    parser.add_argument("--load", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    load = with_wrk if shutil.which("wrk") else with_python
    if given.load:
        load(given.load, 8, given.seconds)
        return
    with server() as (process, port):
        load(port, 2, 5)
        done = show_loads(load, process, port, given.seconds)
        for name, one in (
            ("what needs no model, idle", probe(port)),
            ("  while the model works", probe_under_load(port)),
        ):
            print(f"{name:<32} p50 {one.median:6.1f} ms  p99 {one.slow:6.1f} ms")
        if given.requests:
            show_memory(load, process, port, done, given.requests)


def show_loads(load: Callable[[int, int, int], Load], process: int, port: int, seconds: int) -> int:
    """Print each load; how many requests that took."""
    best_loads: dict[int, Load] = {}
    costs: dict[int, list[float]] = {}
    # In turns, and the best counts: whatever else the machine does hits some of them.
    for connections in (1, 8, 64, 8, 64):
        before = cpu_seconds(process)
        measured = load(port, connections, seconds)
        cost = 1000 * (cpu_seconds(process) - before) / measured.answers
        costs.setdefault(connections, []).append(cost)
        best = best_loads.get(connections)
        best_loads[connections] = (
            measured if best is None or measured.throughput > best.throughput else best
        )
    for connections, measured in sorted(best_loads.items()):
        name = f"{connections} connection{'s' * (connections > 1)}"
        print(
            f"{name:<32} p50 {measured.median:6.0f} ms  p99 {measured.slow:6.0f} ms  "
            f"{measured.throughput:6.1f} a second  {measured.failures} refused"
        )
        # Answers that are still waited for at the end of a load are not counted.
        if connections / measured.throughput > seconds / _QUEUES:
            print(f"  too short a load to tell how long {connections} wait; give more --seconds")
    ratio = best_loads[64].throughput / best_loads[8].throughput
    print(f"throughput of 64 against 8       {ratio:6.2f}     (at least {RATIO})")
    print(f"  processor time, 8 against 64   {min(costs[8]) / min(costs[64]):6.2f}")
    return sum(measured.answers for measured in best_loads.values())


def show_memory(
    load: Callable[[int, int, int], Load], process: int, port: int, done: int, requests: int
) -> None:
    """Print the memory on the way to so many requests, and how much of it came after a tenth."""
    seen: list[tuple[int, float]] = []
    while done < requests:
        done += load(port, 8, 20).answers
        seen.append((done, megabytes(process)))
        print(f"memory after {done:>6,} requests      {seen[-1][1]:6.0f} MB")
    early = next(size for number, size in seen if number >= requests / 5)
    grown = seen[-1][1] - early
    print(f"  grown since a fifth of them    {grown:6.1f} MB  (at most {MEGABYTES:.0f})")


if __name__ == "__main__":
    main()
