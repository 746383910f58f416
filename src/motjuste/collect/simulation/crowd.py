"""The whole rehearsal: servers, annotators at work, and a thread that kills servers."""

import random
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from motjuste.collect import open_project
from motjuste.collect.project import Project
from motjuste.collect.service import Progress
from motjuste.collect.simulation.annotators import Judge, Profile, crowd
from motjuste.collect.simulation.pools import pools_of, tests_of
from motjuste.collect.simulation.servers import Server
from motjuste.collect.simulation.truth import Truth
from motjuste.collect.simulation.visitor import Ledger, Turn, Visitor
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
    """The numbers of annotators, servers and kills of a simulation.

    `at_once`: whether all annotators work at the same time, so that the machine decides which task
    goes to whom. Otherwise they take turns, and equal plans give equal results.
    """

    truth: Truth
    annotators: int = 40
    servers: int = 1
    kills: int = 0
    seed: int = 0
    at_once: bool = False


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
    work = [visitor.work for _, visitor in visitors]
    if not plan.at_once:
        work = [_Turns(project, plan.seed, [visitor for _, visitor in visitors], over).work]
    killer = _Killer(plan, servers, count, over, _gap(project, plan))
    began = time.monotonic()
    with ThreadPoolExecutor(len(work) + 1) as pool:
        futures = [pool.submit(task) for task in work]
        killing = pool.submit(killer.work)
        try:
            _watch(project, futures, count, watch, until_complete=plan.at_once)
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


@dataclass(frozen=True)
class _Turns:
    """Annotators who take turns, in an order that the seed decides in each round.

    Whoever lets a lease run out does so within a turn, so that no lease ends between the turns of
    others, at a moment that depends on the machine.
    """

    project: Project
    seed: int
    visitors: Sequence[Visitor]
    over: threading.Event

    def work(self) -> None:
        """Go round until nobody finds a task in a complete project, or everybody has left."""
        source, here = random.Random(f"{self.seed}|turns"), list(self.visitors)
        with ExitStack() as visits:
            for visitor in here:
                visits.enter_context(visitor.visiting())
            while here and not self.over.is_set():
                source.shuffle(here)
                turns = [(visitor, self._turn(visitor)) for visitor in here]
                here = [visitor for visitor, turn in turns if turn is not Turn.LEFT]
                if all(turn is Turn.IDLE for _, turn in turns):
                    if self.project.progress().complete:
                        return
                    self.over.wait(_LOOK)

    def _turn(self, visitor: Visitor) -> Turn:
        """A visitor's turn; none is left if the simulation is stopped in the middle of a round."""
        return Turn.LEFT if self.over.is_set() else visitor.take_turn()


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
    *,
    until_complete: bool,
) -> None:
    """Wait until the annotators are done or the project is complete; fail if progress stops."""
    while True:
        progress = project.progress()
        watch(progress)
        if (until_complete and progress.complete) or all(future.done() for future in futures):
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
