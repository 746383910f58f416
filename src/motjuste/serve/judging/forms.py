"""Forms that browsers send: read whole or not at all, and only within limits."""

from dataclasses import dataclass
from urllib.parse import parse_qsl

from fastapi import Request

from motjuste.serve.judging.refusals import Refusal

# Bytes of the largest form that is read.
MOST_BYTES = 64 * 1024
# Fields of the largest form that is read.
MOST_FIELDS = 200
_KIND = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Form:
    """The fields of a form, each name once."""

    fields: dict[str, str]

    def __getitem__(self, name: str) -> str:
        return self.fields.get(name, "")

    def under(self, prefix: str) -> dict[str, str]:
        """The fields whose names start with a prefix, by the rest of the name.

        >>> Form({"row-1": "TRUE", "row-2": "FALSE", "key": "x"}).under("row-")
        {'1': 'TRUE', '2': 'FALSE'}
        """
        return {
            name.removeprefix(prefix): value
            for name, value in self.fields.items()
            if name.startswith(prefix)
        }


async def read_form(request: Request) -> Form:
    """The form in a request's body."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != _KIND:
        raise Refusal(415, "This is not a form", "Only forms of this site are read here.")
    return parse_form(await _body(request))


async def _body(request: Request) -> bytes:
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > MOST_BYTES:
            raise Refusal(413, "Too much", "What was sent is larger than any answer can be.")
    return bytes(content)


def parse_form(content: bytes) -> Form:
    """The fields in a form's body; a repeated name, or bytes that are not text, are refused."""
    try:
        pairs = parse_qsl(
            content.decode("ascii"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError:
        raise Refusal(400, "Not readable", "What was sent is not a form of this site.") from None
    fields = {name: value.replace("\0", "").strip() for name, value in pairs}
    if len(fields) != len(pairs):
        raise Refusal(400, "Not readable", "What was sent has the same field twice.")
    return Form(fields)
