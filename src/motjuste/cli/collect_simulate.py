"""`motjuste collect simulate`: a rehearsal of a project, before anybody is paid."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motjuste.cli.collect_options import JsonOption, ProjectArgument, opened, show

if TYPE_CHECKING:
    from motjuste.collect.simulation.crowd import Outcome, Plan
    from motjuste.collect.simulation.summary import Figures


def simulate(
    folder: ProjectArgument,
    annotators: Annotated[int, typer.Option(min=1, help="Number of simulated annotators.")] = 40,
    servers: Annotated[
        int, typer.Option(min=1, help="Number of server processes; more than one needs PostgreSQL.")
    ] = 1,
    kills: Annotated[
        int, typer.Option(min=0, help="How many times a server is killed at random.")
    ] = 0,
    truth: Annotated[
        str | None,
        typer.Option(
            metavar="B", help="A benchmark whose labels are the annotators' true opinions."
        ),
    ] = None,
    at_once: Annotated[
        bool,
        typer.Option(
            "--at-once",
            help="All annotators work at the same time, as a load for the servers; without it they "
            "take turns, and the same seed gives the same result.",
        ),
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="Random seed.")] = 0,
    json: JsonOption = False,
) -> None:
    """Rehearse an open project with simulated annotators on the real site.

    They are careful, careless, slow, accept everything, or leave midway. Their answers stay in the
    project, so rehearse on a copy, with a lease of a second or two.

    Example:  cp -r fit rehearsal && motjuste collect simulate rehearsal --annotators 40
    """
    from motjuste.benchmarks.readers import read_benchmark
    from motjuste.collect.simulation.crowd import Plan
    from motjuste.collect.simulation.truth import truth_of

    known = truth_of(read_benchmark(truth) if truth else None, seed)
    plan = Plan(known, annotators, servers, kills, seed, at_once)
    outcome = _watched(folder, plan)
    _show(folder, plan, outcome, json)


def _watched(folder: Path, plan: "Plan") -> "Outcome":
    from motjuste.cli.progress import stage_bars
    from motjuste.collect.service import Progress
    from motjuste.collect.simulation.crowd import simulate as run

    with stage_bars() as bars:

        def watch(progress: Progress) -> None:
            for stage in progress.stages:
                bars(stage.name, stage.labels, stage.labels_wanted)

        return run(folder, plan, watch)


def _show(folder: Path, plan: "Plan", outcome: "Outcome", json: bool) -> None:
    from dataclasses import asdict

    from motjuste.cli.output import print_json
    from motjuste.collect.simulation.checks import faults
    from motjuste.collect.simulation.load import load
    from motjuste.collect.simulation.summary import figures

    took = load(outcome)
    with opened(folder) as project:
        wrong = faults(project, outcome)
        judged = project.store.kind.has_candidates
        result = figures(project, outcome, plan.truth) if judged else None
        agreement = project.agreement()
    submissions = sum(len(person.ledger.acknowledged) for person in outcome.participants)
    did = {"seconds": outcome.seconds, "kills": outcome.kills, "complete": outcome.complete}
    if json:
        requests = [asdict(row) for row in took]
        shown = asdict(result) if result else {"submissions": submissions}
        about = {"agreement": asdict(agreement), "requests": requests, "faults": wrong}
        print_json({**did, **shown, **about})
        return
    if result:
        _show_figures(result)
    show("Agreement", [agreement])
    show("Requests", took)
    verdict = "; ".join(wrong) or "nothing lost, nothing doubled"
    did_what = f"{submissions:,} submissions in {outcome.seconds:,.0f} s, {outcome.kills} kills"
    typer.echo(f"{did_what}; {verdict}")


def _show_figures(result: "Figures") -> None:
    show("Annotators, and how many were dropped", result.caught)
    for text in (
        f"{result.candidates:,} candidates of {result.targets:,} targets",
        f"{result.labels_per_candidate:.2f} labels a candidate, {result.unsure:.1f} % don't know",
        f"{result.passed:.1f} % passed on to the next stage",
        f"{result.falsely_filtered:.2f} % of those filtered out are acceptable in truth; "
        f"{result.filtered_conceivable:.1f} % would get a positive label from one of ten",
        f"Correlation of scores with the truth: Pearson {result.pearson:.3f}, "
        f"Spearman {result.spearman:.3f}, {result.spearman_scored:.3f} where scored finely",
    ):
        typer.echo(text)
