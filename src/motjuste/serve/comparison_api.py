"""The comparison of runs over HTTP: figures with intervals and tests, and item by item."""

from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel

from motjuste.benchmarks.run import system_name
from motjuste.reports.side_by_side import Rated, Row
from motjuste.serve.api import RESPONSES
from motjuste.serve.run_folder import RunFolder
from motjuste.serve.schemas import ErrorAnswer
from motjuste.serve.workers import Workers

# Runs that can be compared at once.
_MOST_COMPARED = 10
_NOT_HERE: dict[int | str, dict[str, Any]] = {
    404: {"model": ErrorAnswer, "description": "There is no such benchmark or run here."}
}

BenchmarkName = Annotated[str, Query(description="A name that /api/runs lists.", max_length=500)]
RunNames = Annotated[
    list[str],
    Query(
        alias="run",
        min_length=2,
        max_length=_MOST_COMPARED,
        description="Names that /api/runs lists; the first is the baseline.",
    ),
]


class RunEntry(BaseModel):
    """A run file, and the system whose answers it seems to hold."""

    name: str
    system: str


class RunsAnswer(BaseModel):
    """The runs and benchmarks that can be compared; none without a folder of runs."""

    folder: str | None
    runs: list[RunEntry]
    benchmarks: list[str]


class RatedAnswer(BaseModel):
    """A substitute: the percentage of people who accepted it, and their number."""

    text: str
    gold: float | None
    votes: int | None
    level: Literal["acceptable", "conceivable", "not"] | None


class ItemAnswer(BaseModel):
    """An item with its gold, best first, and the first answers of each run."""

    id: str
    text: str
    start: int
    end: int
    pos: str | None
    lemma: str | None
    gold: list[RatedAnswer]
    answers: list[list[RatedAnswer]]


class ItemsAnswer(BaseModel):
    """A page of the requested items, their total number, and the parts of speech."""

    total: int
    items: list[ItemAnswer]
    pos: list[str]


def make_comparison_api(run_folder: RunFolder, workers: Workers) -> APIRouter:
    """The routes under /api that compare runs."""
    router = APIRouter(prefix="/api", responses=RESPONSES, tags=["compare"])

    @router.get("/runs", summary="What can be compared")
    def runs() -> RunsAnswer:
        """The runs of the folder, and the benchmarks of this machine."""
        runs = [
            RunEntry(name=run.name, system=system_name(Path(run.name))) for run in run_folder.runs()
        ]
        folder = None if run_folder.folder is None else run_folder.folder.name
        return RunsAnswer(folder=folder, runs=runs, benchmarks=run_folder.benchmarks())

    @router.get("/compare", summary="Runs with intervals and tests", responses=_NOT_HERE)
    async def compare(
        request: Request,
        benchmark: BenchmarkName,
        names: RunNames,
        measure: Annotated[
            list[str] | None, Query(max_length=100, description="Only these measures.")
        ] = None,
    ) -> dict[str, Any]:
        """Figures of each run, and its differences from the first with their p-values."""

        def work(_: object) -> dict[str, Any]:
            made = run_folder.compare(benchmark, names, measure or []).to_json()
            for name, entry in zip(names, made["runs"], strict=True):
                entry["name"] = name
            return made

        return await workers.run(request, work)

    @router.get("/compare/items", summary="Runs item by item", responses=_NOT_HERE)
    async def items(
        request: Request,
        benchmark: BenchmarkName,
        names: RunNames,
        q: Annotated[str, Query(max_length=200, description="Only items that contain this.")] = "",
        pos: Annotated[
            str | None, Query(max_length=20, description="Only this part of speech.")
        ] = None,
        show: Annotated[
            Literal["all", "differ"],
            Query(description="`differ`: only items to which the first answers are not the same."),
        ] = "all",
        offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
        limit: Annotated[int, Query(ge=1, le=100)] = 20,
    ) -> ItemsAnswer:
        """The answers of each run to each item, beside the judgements."""

        def work(_: object) -> ItemsAnswer:
            rows = run_folder.rows(benchmark, names)
            known = sorted({row.item.target.pos for row in rows if row.item.target.pos})
            chosen = [
                row
                for row in rows
                if (not pos or row.item.target.pos == pos)
                and (show == "all" or row.differs)
                and (not q or row.holds(q))
            ]
            shown = [_item(row) for row in chosen[offset : offset + limit]]
            return ItemsAnswer(total=len(chosen), items=shown, pos=known)

        return await workers.run(request, work)

    return router


def _item(row: Row) -> ItemAnswer:
    target = row.item.target
    return ItemAnswer(
        id=row.item.id,
        text=target.text,
        start=target.start,
        end=target.end,
        pos=target.pos,
        lemma=target.lemma,
        gold=[_rated(rated) for rated in row.gold],
        answers=[[_rated(rated) for rated in answer] for answer in row.answers],
    )


def _rated(answer: Rated) -> RatedAnswer:
    return RatedAnswer.model_validate(answer, from_attributes=True)
