"""The whole rehearsal: servers, simultaneous annotators, and a process that kills servers."""

import random
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path

from motjuste.collect import open_project
from motjuste.collect.project import Project
from motjuste.collect.service import Progress
from motjuste.collect.simulation.annotators import Judge, Profile, crowd
from motjuste.collect.simulation.pools import pools_of, tests_of
from motjuste.collect.simulation.servers import Server
from motjuste.collect.simulation.truth import Truth
from motjuste.collect.simulation.visitor import Ledger, Visitor
from motjuste.errors import BadInputError
from motjuste.extras import need

# Seconds without a submission after which a simulation is given up …
_STALLED = 300.0
# … or, if some tasks can be taken by nobody who is here, after this many.
_STARVED = 120.0
# Seconds between two looks at the progress.
_LOOK = 1.0


@dataclass(frozen=True)
class Plan:
    """The numbers of annotators, servers and kills of a simulation."""

    truth: Truth
    annotators: int = 40
    servers: int = 1
    kills: int = 0
    seed: int = 0


@dataclass(frozen=True)
class Participant:
    """A simulated annotator and what they did; `note` is how the project knows them."""

    note: str
    profile: Profile
    ledger: Ledger


@dataclass(frozen=True)
class Outcome:
    """The outcome of a simulation."""

    participants: tuple[Participant, ...]
    seconds: float
    kills: int
    complete: bool


@dataclass
class _Counter:
    """Counts acknowledged submissions over all annotators."""

    value: int = 0
    since: float = field(default_factory=time.monotonic)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self) -> None:
        with self.lock:
            self.value += 1
            self.since = time.monotonic()


def simulate(
    folder: Path, plan: Plan, watch: Callable[[Progress], None] = lambda _: None
) -> Outcome:
    """Let simulated annotators do all tasks of a project that nobody has worked on yet."""
    need("httpx", "a simulation", "collect")
    project = open_project(folder)
    servers = [Server(folder) for _ in range(plan.servers)]
    try:
        if project.workers():
            raise BadInputError(f"{folder}: has annotators already; rehearse on a copy of it")
        if not any(stage.tasks for stage in project.progress().stages):
            raise BadInputError(f"{folder}: is not open yet; open it with  motjuste collect open")
        for server in servers:
            server.start()
        return _run(project, plan, servers, watch)
    finally:
        for server in servers:
            server.stop()
        project.close()


def _run(
    project: Project, plan: Plan, servers: Sequence[Server], watch: Callable[[Progress], None]
) -> Outcome:
    over, count = threading.Event(), _Counter()
    visitors = _visitors(project, plan, [server.site for server in servers], over, count)
    killer = _Killer(plan, servers, count, over, _gap(project, plan))
    began = time.monotonic()
    with ThreadPoolExecutor(len(visitors) + 1) as pool:
        futures = [pool.submit(visitor.work) for _, visitor in visitors]
        killing = pool.submit(killer.work)
        try:
            _watch(project, futures, count, watch)
        finally:
            over.set()
        wait([*futures, killing])
        for future in (*futures, killing):
            future.result()
    return Outcome(
        tuple(
            Participant(note, visitor.judge.profile, visitor.ledger) for note, visitor in visitors
        ),
        time.monotonic() - began,
        killer.done,
        project.progress().complete,
    )


def _visitors(
    project: Project, plan: Plan, sites: list[str], over: threading.Event, count: _Counter
) -> list[tuple[str, Visitor]]:
    pools, tests = pools_of(project), tests_of(project)
    made = []
    for number, profile in enumerate(crowd(plan.annotators)):
        note = f"{profile.name} {number}"
        (token,) = project.invite(1, note)
        rng = random.Random(f"{plan.seed}|{note}")
        judge = Judge(profile, plan.truth, rng, project.store.kind.labels)
        lease = 60 * project.config.lease.minutes
        link = f"/join/{token}"
        visitor = Visitor(link, sites, judge, pools, lease, over, count.add, tests)
        made.append((note, visitor))
    return made


def _gap(project: Project, plan: Plan) -> int:
    """The most submissions between two kills: there are enough for all kills, spread over them."""
    first, *later = project.progress().stages
    # Later stages have no tasks yet; together they are at least half the work of the first.
    expected = first.tasks * first.wanted_each * (1.5 if later else 1.0)
    return max(2, int(expected / (plan.kills + 1)))


def _watch(
    project: Project,
    futures: Sequence[Future[None]],
    count: _Counter,
    watch: Callable[[Progress], None],
) -> None:
    """Wait until the project is complete, all annotators have left, or progress stops."""
    while True:
        progress = project.progress()
        watch(progress)
        if progress.complete or all(future.done() for future in futures):
            return
        finished, _ = wait(futures, timeout=_LOOK, return_when=FIRST_EXCEPTION)
        for future in finished:
            future.result()
        idle = time.monotonic() - count.since
        starved = sum(stage.starved for stage in progress.stages)
        if idle > _STALLED or (starved and idle > _STARVED):
            raise BadInputError(
                f"{starved} tasks are left that nobody may take who is there; simulate more people"
                if starved
                else f"no answer came for {idle:.0f} seconds: tasks of people who left go to "
                "others when their leases end; shorten [lease] minutes in project.toml"
            )


@dataclass
class _Killer:
    """Kills a server at random moments and starts it again."""

    plan: Plan
    servers: Sequence[Server]
    count: _Counter
    over: threading.Event
    gap: int
    done: int = 0

    def work(self) -> None:
        source = random.Random(f"{self.plan.seed}|kills")
        starting: dict[int, Future[None]] = {}
        at = 0
        with ThreadPoolExecutor(len(self.servers)) as pool:
            while self.done < self.plan.kills and not self.over.is_set():
                at = max(at, self.count.value) + source.randint(self.gap // 2, self.gap)
                if not self._reached(at):
                    break
                # In the middle of a request, if possible, and not always at the same point of it.
                self.over.wait(source.uniform(0, 0.03))
                turn = self.done % len(self.servers)
                if turn in starting:
                    starting[turn].result()
                self.servers[turn].kill()
                self.done += 1
                # The other servers keep running, and may be killed next.
                starting[turn] = pool.submit(self.servers[turn].start)
        for future in starting.values():
            future.result()

    def _reached(self, submissions: int) -> bool:
        """Wait for a number of submissions; False if the simulation ended before."""
        while self.count.value < submissions:
            if self.over.wait(0.002):
                return False
        return True
