"""Thousands of slow connections to the annotation site while people annotate, on this machine.

Opens connections that never end their request, again and again, while simulated annotators do all
tasks; prints how long health took at worst, and whether anything was lost or doubled. Health is
asked for by a process of its own, so that the many threads here do not make it look slow.
"""

import argparse
import multiprocessing
import random
import resource
import socket
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any

import httpx

from motjuste.benchmarks.benchmark import Benchmark, Context, Item, voted
from motjuste.collect.config import StageConfig, template
from motjuste.collect.intake import add_targets
from motjuste.collect.project import Project
from motjuste.collect.simulation.annotators import CAREFUL, Judge
from motjuste.collect.simulation.checks import faults
from motjuste.collect.simulation.crowd import Outcome, Participant
from motjuste.collect.simulation.pools import pools_of
from motjuste.collect.simulation.servers import Server
from motjuste.collect.simulation.truth import truth_of
from motjuste.collect.simulation.visitor import Visitor
from motjuste.text import Target

BEGUN = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
# Seconds between two looks at health.
LOOK = 0.05


def main() -> None:
    """Run the try."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=2000)
    parser.add_argument("--annotators", type=int, default=20)
    parser.add_argument("--targets", type=int, default=12)
    given = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (min(hard, max(soft, given.connections + 500)), hard)
    )
    with tempfile.TemporaryDirectory() as folder, make(Path(folder) / "fit", given.targets) as made:
        run(made, given.connections, given.annotators)


def make(folder: Path, targets: int) -> Project:
    """An open project with ten candidates for each target, judged by two people."""
    project = Project.create(folder, template("swords", "Try", 0, "", (StageConfig("one", 2),)))
    texts = [f"It was a bright day, number {number}." for number in range(targets)]
    words = "clear sunny vivid brilliant light shiny smart clever radiant luminous".split()
    judgements = tuple(voted(word, 1) for word in words)
    items = tuple(
        Item(f"t{n}", f"c{n}", Target(text, 9, 15, "ADJ", "bright"), judgements)
        for n, text in enumerate(texts)
    )
    contexts = {f"c{n}": Context(text) for n, text in enumerate(texts)}
    add_targets(project.store, Benchmark("try", "plain", contexts, items), items)
    project.publish()
    return project


def run(project: Project, connections: int, annotators: int) -> None:
    """Attack, annotate and watch health until all tasks are done."""
    server, over = Server(project.folder), threading.Event()
    truth, pools = truth_of(None, 0), pools_of(project)
    judges = [Judge(CAREFUL, truth, random.Random(number)) for number in range(annotators)]
    visitors = [
        Visitor(f"/join/{token}", [server.site], judge, pools, 60, over)
        for judge, token in zip(judges, project.invite(annotators), strict=True)
    ]
    server.start()
    began = time.monotonic()
    watcher = Watcher(server.site)
    try:
        with ThreadPoolExecutor(annotators + 1) as pool:
            attacking = pool.submit(attack, server.port, connections, over)
            time.sleep(2)
            work = [pool.submit(visitor.work) for visitor in visitors]
            while not project.progress().complete and time.monotonic() - began < 300:
                time.sleep(0.5)
            times = watcher.stop()
            over.set()
            for future in (*work, attacking):
                future.result()
    finally:
        over.set()
        watcher.stop()
        server.stop()
    seconds = time.monotonic() - began
    people = tuple(Participant(v.link, CAREFUL, v.ledger) for v in visitors)
    wrong = faults(project, Outcome(people, seconds, 0, project.progress().complete))
    done = sum(len(visitor.ledger.acknowledged) for visitor in visitors)
    print(f"{connections} slow connections, {annotators} annotators, {done} submissions")
    print(
        f"health {len(times)} times: median {1000 * median(times):.0f} ms, "
        f"at worst {1000 * max(times):.0f} ms  (under 1000)"
    )
    print("; ".join(wrong) or "nothing lost, nothing doubled")


def attack(port: int, number: int, over: threading.Event) -> None:
    """Keep this number of unfinished requests open; restart those that the server ends."""
    made: list[socket.socket] = []
    while not over.is_set():
        made = [connection for connection in made if is_open(connection)]
        while len(made) < number and not over.is_set():
            connection = socket.create_connection(("127.0.0.1", port), timeout=10)
            connection.sendall(BEGUN)
            made.append(connection)
        over.wait(1)
    for connection in made:
        connection.close()


def is_open(connection: socket.socket) -> bool:
    """Whether the server has not ended a connection."""
    connection.setblocking(False)
    try:
        ended = connection.recv(1) == b""
    except BlockingIOError:
        return True
    except OSError:
        ended = True
    if ended:
        connection.close()
    return not ended


class Watcher:
    """A process that asks for health all the time, each time by a new connection."""

    def __init__(self, site: str) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=watch, args=(site, theirs), daemon=True)
        self._process.start()
        self._times: list[float] = []

    def stop(self) -> list[float]:
        """End it; the seconds that each answer took."""
        if self._process.is_alive():
            self._ours.send("stop")
            self._times = self._ours.recv()
            self._process.join()
        return self._times


def watch(site: str, theirs: Any) -> None:
    """Ask until told to stop, then send how long each answer took."""
    times = []
    while not theirs.poll(LOOK):
        began = time.monotonic()
        httpx.get(f"{site}/healthz", timeout=30, trust_env=False).raise_for_status()
        times.append(time.monotonic() - began)
    theirs.send(times)


if __name__ == "__main__":
    main()
