"""The interface of LanguageTool's server, version 2, so that its clients can be used as they are.

Parameters, answers and errors follow LanguageTool; its rules are our kinds of marks.
"""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import parse_qsl

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse

from motjuste.check import Settings
from motjuste.lexicon.english import english_share, is_english
from motjuste.lexicon.lexicon import Lexicon
from motjuste.serve.annotated import AnnotatedText, plain_text, read_annotations
from motjuste.serve.assistant import Assistant
from motjuste.serve.limits import Limits
from motjuste.serve.matches import RULES, matches_of
from motjuste.serve.problems import ProblemError
from motjuste.serve.tool_schemas import (
    FORM,
    PARAMETERS,
    RESPONSES,
    CheckAnswer,
    CheckedLanguage,
    ConfigurationAnswer,
    Detected,
    InfoAnswer,
    Language,
    Limit,
    RuleInfo,
    Warnings,
)
from motjuste.serve.workers import SoFar, Stop, Workers
from motjuste.text import Improvement
from motjuste.text.segmentation import words

_LANGUAGES = {
    "en": "English",
    "en-US": "English (US)",
    "en-GB": "English (GB)",
    "en-AU": "English (Australian)",
    "en-CA": "English (Canadian)",
    "en-NZ": "English (New Zealand)",
    "en-ZA": "English (South African)",
}
_NOT_ENGLISH = "Not English"
# The code of ISO 639 for a language that is not determined.
_UNDETERMINED = "und"
# Parameters of a request, at most.
_MOST_FIELDS = 100
# Characters of a text from which its language is detected.
_MOST_READ = 5_000
# Fields without a value are left out.
_WITHOUT_EMPTY: Any = {"response_model_exclude_none": True}
Parameters = Mapping[str, str]


def make_tool(assistant: Assistant, workers: Workers, limits: Limits) -> APIRouter:
    """The routes under /v2."""
    router = APIRouter(prefix="/v2", responses=RESPONSES, tags=["languagetool"])

    async def check(request: Request, given: Parameters) -> CheckAnswer:
        document = _document(given)
        limits.check_text(document.whole)
        limits.check_text(document.plain)
        language, kinds = _language(given), _kinds(given)
        confidence = _confidence(given)

        def work(stop: Stop) -> CheckAnswer:
            return _check(assistant, document, language, kinds, confidence, stop)

        return await workers.run(request, work, len(document.plain))

    @router.post("/check", summary="Check a text", openapi_extra=FORM, **_WITHOUT_EMPTY)
    async def post_check(request: Request) -> CheckAnswer:
        """Matches for a text, sent as a form."""
        return await check(request, await _form(request))

    @router.get("/check", summary="Check a text", openapi_extra=PARAMETERS, **_WITHOUT_EMPTY)
    async def get_check(request: Request) -> CheckAnswer:
        """Matches for a text in the address."""
        return await check(request, _pairs(request.scope["query_string"]))

    @router.get("/languages", summary="The languages that are known")
    async def languages() -> list[Language]:
        """English and its varieties."""
        return [Language(name=name, code="en", long_code=code) for code, name in _LANGUAGES.items()]

    @router.get("/info", summary="The name and version of this server")
    async def info() -> InfoAnswer:
        """Name and version."""
        return InfoAnswer()

    @router.get(
        "/maxtextlength", summary="How long a text may be", response_class=PlainTextResponse
    )
    async def longest() -> PlainTextResponse:
        """A number of characters."""
        return PlainTextResponse(str(limits.text))

    @router.get(
        "/healthcheck", summary="Whether the server is up", response_class=PlainTextResponse
    )
    async def health() -> PlainTextResponse:
        """OK."""
        return PlainTextResponse("OK")

    @router.get("/configinfo", summary="Rules and limits")
    async def configuration(language: str = "en-US") -> ConfigurationAnswer:
        """All rules, and how long a text may be."""
        _language({"language": language})
        rules = [RuleInfo.of(rule) for rule in RULES.values()]
        return ConfigurationAnswer(parameter=Limit(max_text_length=limits.text), rules=rules)

    return router


async def _form(request: Request) -> Parameters:
    """The fields of a form, whichever way it is encoded."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        async with request.form(max_files=0, max_fields=_MOST_FIELDS) as form:
            return {name: value for name, value in form.items() if isinstance(value, str)}
    return _pairs(await request.body())


def _pairs(encoded: bytes) -> Parameters:
    try:
        # Clients that do not escape characters outside ASCII send UTF-8.
        text = encoded.decode("utf-8", "replace")
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS))
    except ValueError:
        raise ProblemError(400, f"There are more than {_MOST_FIELDS} parameters") from None


def _document(given: Parameters) -> AnnotatedText:
    if "text" in given and "data" in given:
        raise ProblemError(400, "Set only 'text' or 'data' parameter, not both")
    if "text" in given:
        return plain_text(given["text"])
    if "data" in given:
        return read_annotations(given["data"])
    raise ProblemError(400, "Missing 'text' or 'data' parameter")


def _language(given: Parameters) -> str:
    """The code of the requested language, or `auto`."""
    code = given.get("language", "")
    if not code:
        raise ProblemError(400, "Missing 'language' parameter, e.g. 'language=en-US'")
    known = {name.lower(): name for name in ("auto", *_LANGUAGES)}
    if code.lower() not in known:
        raise ProblemError(
            400,
            f"'{code[:40]}' is not a language code known to Motjuste. Supported language codes "
            f"are: {', '.join(_LANGUAGES)}",
        )
    return known[code.lower()]


def _kinds(given: Parameters) -> list[str]:
    """The kinds whose rules are on."""
    lists = ("enabledRules", "disabledRules", "enabledCategories", "disabledCategories")
    rules, no_rules, categories, no_categories = (_names(given, name) for name in lists)
    if given.get("enabledOnly", "").lower() in ("true", "yes", "on", "1"):
        if no_rules or no_categories:
            message = "You cannot specify disabled rules or categories using enabledOnly=true"
            raise ProblemError(400, message)
        if not (rules or categories):
            message = "You must specify enabled rules or categories when using enabledOnly=true"
            raise ProblemError(400, message)
        return [
            kind
            for kind, rule in RULES.items()
            if rule.id in rules or rule.category.id in categories
        ]
    off = no_categories - categories
    return [
        kind
        for kind, rule in RULES.items()
        if rule.id not in no_rules and (rule.category.id not in off or rule.id in rules)
    ]


def _names(given: Parameters, name: str) -> set[str]:
    return {part.strip() for part in given.get(name, "").split(",") if part.strip()}


def _confidence(given: Parameters) -> str | None:
    """The confidence of LanguageTool's level: `picky` shows matters of taste as well."""
    level = given.get("level", "default").lower()
    if level not in ("default", "picky"):
        raise ProblemError(400, f"Unknown level '{level[:40]}'; use 'default' or 'picky'")
    return "thorough" if level == "picky" else None


def _check(
    assistant: Assistant,
    document: AnnotatedText,
    language: str,
    kinds: list[str],
    confidence: str | None,
    stop: Stop,
) -> CheckAnswer:
    beginning = document.plain[:_MOST_READ]
    share = english_share(Lexicon.open(), beginning)
    findings: Iterator[Improvement] = iter(())
    # With `auto`, a text in another language is not checked as English.
    is_other = language == "auto" and not _is_english(beginning)
    if kinds and not is_other:
        # Another system may know no confidence.
        dial = confidence if assistant.setting("confidence") else None
        settings = Settings(confidence=dial, kinds=tuple(kinds))
        findings = assistant.check(document.plain, settings, pause=stop.pause)
    so_far = SoFar(findings)
    matches = list(matches_of(document, _while_wanted(iter(so_far), stop)))
    return CheckAnswer(
        warnings=Warnings(incomplete_results=not so_far.complete),
        language=_other_language(share) if is_other else _checked_language(language, share),
        matches=matches,
    )


def _is_english(text: str) -> bool:
    return is_english(Lexicon.open(), (token.text for token in words(text)))


def _while_wanted(findings: Iterator[Improvement], stop: Stop) -> Iterator[Improvement]:
    for finding in findings:
        stop.check()
        yield finding


def _other_language(share: float | None) -> CheckedLanguage:
    """A language other than English."""
    sure = 1.0 if share is None else round(1 - share, 3)
    detected = Detected(name=_NOT_ENGLISH, code=_UNDETERMINED, confidence=sure)
    return CheckedLanguage(name=_NOT_ENGLISH, code=_UNDETERMINED, detected_language=detected)


def _checked_language(code: str, share: float | None) -> CheckedLanguage:
    code = "en-US" if code == "auto" else code
    detected = Detected(
        name=_LANGUAGES[code], code=code, confidence=1.0 if share is None else round(share, 3)
    )
    return CheckedLanguage(name=_LANGUAGES[code], code=code, detected_language=detected)
