"""The JSON interface: suggestions for any word of a text, and what is worth changing in one."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from motjuste import __version__
from motjuste.check import Settings
from motjuste.check.configuration import plain_word
from motjuste.check.suggest_at import check_place
from motjuste.documents.utf16 import Utf16
from motjuste.errors import BadInputError, NoWordError
from motjuste.rules.kinds import kinds, known_kinds
from motjuste.serve.assistant import Assistant, named_target, paused
from motjuste.serve.limits import Limits
from motjuste.serve.problems import MEANINGS
from motjuste.serve.schemas import (
    MOST_WORDS,
    CheckAnswer,
    CheckRequest,
    Edit,
    ErrorAnswer,
    ImprovementAnswer,
    KindAnswer,
    SettingsAnswer,
    SubstituteAnswer,
    SuggestAnswer,
    SuggestedAnswer,
    SuggestRequest,
    TargetAnswer,
)
from motjuste.serve.workers import SoFar, Stop, Workers
from motjuste.systems.system import verbs
from motjuste.text import DIALS, GENRES, Suggestion
from motjuste.text.targets import replace_surrogates

Place = Callable[[int], int]

_STATUS_MEANINGS = {
    **MEANINGS,
    400: "The request is not JSON, or not even HTTP.",
    422: "A field of the request is not valid, or there is no such word.",
}
RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorAnswer, "description": description}
    for status, description in _STATUS_MEANINGS.items()
}
# Malformed HTTP, such as an endless address, is refused before this.
RESPONSES[400]["content"] = {"text/plain": {"schema": {"type": "string"}}}


def make_api(assistant: Assistant, workers: Workers, limits: Limits) -> APIRouter:
    """The routes under /api."""
    router = APIRouter(prefix="/api", responses=RESPONSES, tags=["api"])

    async def suggest(request: Request, payload: SuggestRequest) -> SuggestAnswer:
        limits.check_text(payload.text)
        return await workers.run(request, lambda _: _suggest(assistant, payload))

    async def check(request: Request, payload: CheckRequest) -> CheckAnswer:
        limits.check_text(payload.text)
        size = len(payload.text)
        return await workers.run(request, lambda stop: _check(assistant, payload, stop), size)

    @router.post("/suggest", summary="Substitutes for a word of a text")
    async def post_suggest(request: Request, payload: SuggestRequest) -> SuggestAnswer:
        """Substitutes for any word or short phrase, best first, or why there are none."""
        return await suggest(request, payload)

    @router.get("/suggest", summary="Substitutes for a word of a text")
    async def get_suggest(
        request: Request, payload: Annotated[SuggestRequest, Query()]
    ) -> SuggestAnswer:
        """The same as a GET request."""
        return await suggest(request, payload)

    @router.post("/check", summary="What is worth changing in a text")
    async def post_check(request: Request, payload: CheckRequest) -> CheckAnswer:
        """The words worth changing, in order, with what to write instead."""
        return await check(request, payload)

    @router.get("/check", summary="What is worth changing in a text")
    async def get_check(request: Request, payload: Annotated[CheckRequest, Query()]) -> CheckAnswer:
        """The same as a GET request."""
        return await check(request, payload)

    @router.get("/settings", summary="What this server is and can do")
    async def settings() -> SettingsAnswer:
        """The version, the system and its settings, and how long a text may be."""
        return SettingsAnswer(
            version=__version__,
            system=assistant.name,
            sensitivity=assistant.sensitivity,
            confidence=assistant.setting("confidence"),
            confidences=list(DIALS),
            genres=list(GENRES),
            kinds=[
                KindAnswer(
                    name=kind.name,
                    title=kind.title,
                    sws_kind=kind.sws,
                    colour=kind.colour,
                    explanation=kind.explanation,
                )
                for kind in kinds().values()
            ],
            verbs=verbs(type(assistant.system)),
            max_characters=limits.text,
            max_ignored=MOST_WORDS,
        )

    return router


def _suggest(assistant: Assistant, request: SuggestRequest) -> SuggestAnswer:
    text, start, end = _target(request)
    place = _places(request, text)
    try:
        answer = assistant.suggest(text, start, end, request.top, request.form, request.explain)
    except NoWordError as error:
        raise error.counted(place) from None
    target = answer.target
    return SuggestAnswer(
        target=TargetAnswer(
            text=target.word,
            start=place(target.start),
            end=place(target.end),
            pos=answer.word.pos,
            lemma=answer.word.lemma,
            phrase=answer.phrase,
        ),
        sense=answer.sense,
        reason=answer.reason,
        substitutes=[
            SuggestedAnswer(**_substitute(suggestion, place).model_dump(), origin=suggestion.origin)
            for suggestion in answer.suggestions[: request.top]
        ],
    )


def _target(request: SuggestRequest) -> tuple[str, int, int | None]:
    """The text without the asterisks around the target, and the target's span in characters."""
    text = replace_surrogates(request.text)
    if request.start is None:
        if request.end is not None:
            raise BadInputError("there is an end but no start")
        target = named_target(text, request.word, request.occurrence)
        return target.text, target.start, target.end
    if request.word is not None:
        raise BadInputError("name the target by word or by start, not by both")
    if request.units == "characters":
        return text, request.start, request.end
    places = Utf16(text)
    check_place(request.start, request.end, places.units(len(text)), "UTF-16 code units")
    end = None if request.end is None else places.characters(request.end)
    return text, places.characters(request.start), end


def _check(assistant: Assistant, request: CheckRequest, stop: Stop) -> CheckAnswer:
    text = replace_surrogates(request.text)
    improvements, place = [], _places(request, text)
    checker = assistant.checker(_settings(request))
    properties = checker.properties(text, request.form)
    so_far = SoFar(checker.findings(text, request.form, paused(stop.pause)))
    for finding in so_far:
        stop.check()
        offered = finding.suggestions[: request.top]
        improvements.append(
            ImprovementAnswer(
                start=place(finding.start),
                end=place(finding.end),
                text=finding.text,
                kind=finding.kind,
                sws_kind=finding.sws_kind,
                confidence=finding.confidence,
                message=finding.message,
                substitutes=[_substitute(suggestion, place) for suggestion in offered],
            )
        )
    return CheckAnswer(
        genre=properties.genre,
        genre_is_guessed=properties.is_guessed,
        is_english=properties.is_english,
        improvements=improvements,
        complete=so_far.complete,
    )


def _settings(request: CheckRequest) -> Settings:
    """The settings of a request."""
    return Settings(
        sensitivity=request.sensitivity,
        confidence=request.confidence,
        genre=request.genre,
        kinds=known_kinds(request.kinds) if request.kinds else (),
        ignore_kinds=known_kinds(request.ignore_kinds) if request.ignore_kinds else (),
        ignore=frozenset(map(plain_word, request.ignore)),
    )


def _substitute(suggestion: Suggestion, place: Place) -> SubstituteAnswer:
    edits = [
        Edit(start=place(edit.start), end=place(edit.end), text=edit.text)
        for edit in suggestion.edits
    ]
    return SubstituteAnswer(
        text=suggestion.text,
        lemma=suggestion.lemma,
        score=suggestion.score,
        gloss=suggestion.gloss,
        register=suggestion.register,
        edits=edits,
    )


def _places(request: SuggestRequest | CheckRequest, text: str) -> Place:
    """Converts offsets in characters to the unit of the request."""
    return Utf16(text).units if request.units == "utf-16" else int
