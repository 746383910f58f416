"""Requests and responses of LanguageTool's API, apart from matches."""

from typing import Any

from motjuste import __version__
from motjuste.serve.matches import Camel, Match, Rule
from motjuste.serve.problems import MEANINGS

_FIELDS = {
    "text": "The text; this or `data`.",
    "data": 'The text with markup, as JSON: `{"annotation": [{"text": "A "}, {"markup": "<b>"}, '
    '{"text": "big"}, {"markup": "</b>"}]}`; markup may have `interpretAs`.',
    "language": "`auto`, `en` or a variety such as `en-US`.",
    "enabledRules": "Rules to switch on, with commas between them.",
    "disabledRules": "Rules to switch off.",
    "enabledCategories": "Categories to switch on.",
    "disabledCategories": "Categories to switch off.",
    "enabledOnly": "`true`: only what is switched on.",
    "level": "`default`, or `picky` to see matters of taste as well.",
}
_SCHEMAS = {
    name: {"type": "string", "description": description} for name, description in _FIELDS.items()
}
_EXAMPLE = {"text": "It was a very nice day.", "language": "en-US"}

FORM: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/x-www-form-urlencoded": {
                "schema": {
                    "type": "object",
                    "properties": _SCHEMAS,
                    "required": ["language"],
                    "example": _EXAMPLE,
                }
            }
        },
    }
}
PARAMETERS: dict[str, Any] = {
    "parameters": [
        {
            "name": name,
            "in": "query",
            "required": name == "language",
            "description": description,
            "schema": {"type": "string"},
            **({"example": _EXAMPLE[name]} if name in _EXAMPLE else {}),
        }
        for name, description in _FIELDS.items()
    ]
}
_INVALID = "A parameter is not valid."
_STATUS_MEANINGS = {**MEANINGS, 400: _INVALID, 422: _INVALID}
RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"description": description, "content": {"text/plain": {"schema": {"type": "string"}}}}
    for status, description in _STATUS_MEANINGS.items()
}


class Software(Camel):
    """The software that answers."""

    name: str = "Motjuste"
    version: str = __version__
    build_date: str = ""
    api_version: int = 1
    premium: bool = False
    premium_hint: str = ""
    status: str = ""


class Warnings(Camel):
    """Whether anything was left out."""

    incomplete_results: bool = False


class Detected(Camel):
    """The language that a text seems to be in; the share of known words is the confidence."""

    name: str
    code: str
    confidence: float
    source: str = "lexicon"


class CheckedLanguage(Camel):
    """The language in which a text was read."""

    name: str
    code: str
    detected_language: Detected


class CheckAnswer(Camel):
    """What is worth changing in a text."""

    software: Software = Software()
    warnings: Warnings = Warnings()
    language: CheckedLanguage
    matches: list[Match]


class Language(Camel):
    """A language that can be requested."""

    name: str
    code: str
    long_code: str


class InfoAnswer(Camel):
    """The software and its version."""

    software: Software = Software()


class Limit(Camel):
    """The maximum length of a text."""

    max_text_length: int


class RuleInfo(Camel):
    """A rule as the list of rules has it."""

    rule_id: str
    description: str
    category_id: str
    category_name: str
    loc_quality_issue_type: str

    @classmethod
    def of(cls, rule: Rule) -> "RuleInfo":
        """The entry for a rule."""
        return cls(
            rule_id=rule.id,
            description=rule.description,
            category_id=rule.category.id,
            category_name=rule.category.name,
            loc_quality_issue_type=rule.issue_type,
        )


class ConfigurationAnswer(Camel):
    """Rules and limits."""

    software: Software = Software()
    parameter: Limit
    rules: list[RuleInfo]
