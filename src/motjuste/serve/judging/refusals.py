"""Refusals of the site as pages that explain the reason to an annotator."""

from motjuste.errors import ChangedAnswersError, RefusedError

# Answers as people read them: a word and its label.
Pairs = list[tuple[str, str]]


class Refusal(Exception):  # noqa: N818  It is an answer to the visitor, not a fault.
    """A request that is answered with a message and a status instead of the requested page."""

    def __init__(
        self,
        status: int,
        title: str,
        text: str,
        *,
        onward: str = "",
        compared: "tuple[Pairs, Pairs] | None" = None,
    ) -> None:
        super().__init__(title)
        self.compared = compared
        self.status = status
        self.title = title
        self.text = text
        self.onward = onward


NO_PAGE = Refusal(
    404, "There is no such page", "Perhaps the link was cut short when it was copied.", onward="/"
)
NOT_NOW = Refusal(
    503,
    "Not just now",
    "The site cannot reach its data. Nothing is lost: send the page again in a minute.",
)

# By the project's reason: status, heading, text, and the link to continue.
_EXPLAINED = {
    "not-yours": (
        404,
        "This task is not yours",
        "It was never yours, or you have returned it. Nothing was stored.",
        "/task",
    ),
    "expired": (
        410,
        "The time for this task ran out",
        "Somebody else has it now, so your answers were not stored. We are sorry.",
        "/task",
    ),
    "already": (
        409,
        "You have already submitted this task",
        "Your first answers are stored and stay as they are.",
        "/task",
    ),
    "dropped": (
        403,
        "Thank you for your interest",
        "You cannot take further tasks of this project. If you think that this is a mistake, "
        "please write to whoever invited you.",
        "",
    ),
    "other-session": (
        409,
        "Your task is open in another browser",
        "Please continue there. If that browser is gone, come back when the time for the "
        "task has run out.",
        "",
    ),
    "busy": (
        429,
        "Too many people at once",
        "Please come back by the same link in a minute or two.",
        "",
    ),
    "full": (403, "This project is full", "Enough people have taken part. Thank you.", ""),
    "closed": (410, "This project is closed", "There is nothing more to do. Thank you.", ""),
    "unknown-link": (
        404,
        "This link does not open anything",
        "Perhaps it was cut short when it was copied, or it has been withdrawn.",
        "",
    ),
}


def explained(error: RefusedError) -> Refusal:
    """The project's refusal explained to the annotator."""
    if error.reason not in _EXPLAINED:
        return Refusal(422, "This could not be stored", f"{error}.", onward="/task")
    status, title, text, onward = _EXPLAINED[error.reason]
    compared = (error.stored, error.sent) if isinstance(error, ChangedAnswersError) else None
    return Refusal(status, title, text, onward=onward, compared=compared)
