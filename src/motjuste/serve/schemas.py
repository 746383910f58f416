"""Requests and responses of the JSON API; the OpenAPI description is made from them."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from motjuste.documents import Format
from motjuste.systems.system import LEAST_SENSITIVITY, MOST_SENSITIVITY
from motjuste.text import Confidence, Dial

Units = Literal["characters", "utf-16"]
_Phrase = Annotated[str, StringConstraints(max_length=200)]

# Words that a request may ask to ignore.
MOST_WORDS = 10_000
# The largest offset or number in a request: beyond any text.
_FAR = 1_000_000_000


class _Request(BaseModel):
    """The fields of every request."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(description="The text.")]
    form: Annotated[Format, Field(description="The format of the text.")] = Format.text
    units: Annotated[
        Units, Field(description="How offsets are counted, in the request and in the answer.")
    ] = "characters"


class SuggestRequest(_Request):
    """A text and a target: `start` (and `end`), a `word`, or else a word in *asterisks*."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {"text": "I read an *amazing* paper today.", "top": 5},
                {"text": "I read an amazing paper today.", "start": 12},
                {"text": "She gave up smoking.", "start": 4, "end": 11},
                {"text": "A big dog and a big cat.", "word": "big", "occurrence": 2},
            ]
        },
    )

    start: Annotated[
        int | None,
        Field(
            ge=0,
            le=_FAR,
            description="Where the target starts; without `end`, a place in its word.",
        ),
    ] = None
    end: Annotated[
        int | None, Field(ge=0, le=_FAR, description="Where the target ends, exclusive.")
    ] = None
    word: Annotated[_Phrase | None, Field(description="The target, found in the text.")] = None
    occurrence: Annotated[int, Field(ge=1, le=_FAR, description="Which occurrence of `word`.")] = 1
    top: Annotated[int, Field(ge=1, le=100, description="How many substitutes at most.")] = 10
    explain: Annotated[
        bool, Field(description="Say which sense is taken, and where each substitute comes from.")
    ] = False


class CheckRequest(_Request):
    """A text, and the settings for checking it."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {"text": "It was a very nice day, and we saw many very nice things."},
                {"text": "We took a **big** road.", "form": "markdown", "sensitivity": 0.3},
            ]
        },
    )

    # The checker reports values out of range, in the same words for every interface.
    sensitivity: Annotated[
        Annotated[
            float,
            Field(json_schema_extra={"minimum": LEAST_SENSITIVITY, "maximum": MOST_SENSITIVITY}),
        ]
        | None,
        Field(description="For research: the share of words to mark, evidence or not; 0 is none."),
    ] = None
    confidence: Annotated[
        Dial | None, Field(description="How sure marks must be; `balanced` by default.")
    ] = None
    genre: Annotated[
        Literal["guess", "formal", "neutral", "casual", "fiction"] | None,
        Field(description="What the text is; guessed by default."),
    ] = None
    kinds: Annotated[
        list[_Phrase] | None,
        Field(min_length=1, max_length=50, description="Only these kinds of marks."),
    ] = None
    ignore_kinds: Annotated[
        list[_Phrase], Field(max_length=50, description="Not these kinds of marks.")
    ] = []
    ignore: Annotated[
        list[_Phrase],
        Field(max_length=MOST_WORDS, description="Words never to mark, in any inflection."),
    ] = []
    top: Annotated[int, Field(ge=1, le=20, description="How many substitutes each.")] = 5


class Edit(BaseModel):
    """A span of the text, and its replacement."""

    start: int
    end: int
    text: str


class SubstituteAnswer(BaseModel):
    """A substitute in the form that fits, and the edits that put it there, *a* or *an* included."""

    model_config = ConfigDict(populate_by_name=True)

    text: str
    lemma: str | None
    score: float
    gloss: str | None
    # Named otherwise because `register` is a method of every model.
    word_register: str | None = Field(default=None, alias="register")
    edits: list[Edit]


class SuggestedAnswer(SubstituteAnswer):
    """A substitute, with its origin if requested."""

    origin: str | None = None


class TargetAnswer(BaseModel):
    """The target as it was understood."""

    text: str
    start: int
    end: int
    pos: str
    lemma: str
    phrase: str | None = None


class SuggestAnswer(BaseModel):
    """Substitutes, best first; if there are none, the reason. Places are in the unmarked text."""

    target: TargetAnswer
    sense: str | None = None
    reason: str | None = None
    substitutes: list[SuggestedAnswer]


class ImprovementAnswer(BaseModel):
    """A span worth changing, the reason, and suggestions, best first."""

    start: int
    end: int
    text: str
    kind: str
    sws_kind: str
    confidence: Confidence | None
    message: str
    substitutes: list[SubstituteAnswer]


class CheckAnswer(BaseModel):
    """What is worth changing in a text, in order; nothing in one that is not English."""

    genre: str
    genre_is_guessed: bool
    is_english: bool
    improvements: list[ImprovementAnswer]
    complete: bool = Field(
        default=True, description="Whether the whole text was read before the time limit."
    )


class KindAnswer(BaseModel):
    """A kind of marks: its name, what people call it, its colour and what it is about."""

    name: str
    title: str
    sws_kind: str
    colour: str
    explanation: str


class SettingsAnswer(BaseModel):
    """What this server is and can do."""

    version: str
    system: str
    sensitivity: float | None
    confidence: str | None
    confidences: list[str]
    genres: list[str]
    kinds: list[KindAnswer]
    verbs: list[str]
    max_characters: int
    max_ignored: int


class ErrorAnswer(BaseModel):
    """What is wrong, in one line."""

    error: str
