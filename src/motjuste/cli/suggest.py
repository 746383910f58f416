"""`motjuste suggest` and `motjuste rank`: the right word for a place in a text."""

import sys
from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motjuste.cli.options import SetOption, split_settings
from motjuste.errors import BadInputError, bad_file

if TYPE_CHECKING:
    from motjuste.systems import System
    from motjuste.text import Answer, Target

# Bytes of the longest text that is read.
MAX_BYTES = 10_000_000
_STDIN = Path("standard input")

TextArgument = Annotated[
    str | None,
    typer.Argument(
        help="The text, with the *word* in asterisks; - or nothing reads standard input.",
        show_default=False,
    ),
]
FileOption = Annotated[
    Path | None, typer.Option("--file", "-f", metavar="FILE", help="Read the text from a file.")
]
WordOption = Annotated[
    str | None, typer.Option("--word", metavar="W", help="The target, instead of asterisks.")
]
OccurrenceOption = Annotated[
    int | None, typer.Option(min=1, help="Which occurrence of --word: 1 is the first.")
]
AtOption = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="START[:END]",
        help="The target's character range, or one position in the word.",
    ),
]
SystemOption = Annotated[
    str, typer.Option("--system", "-s", metavar="NAME", help="A name from 'motjuste systems'.")
]
ThesaurusOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--thesaurus", metavar="FILE", help="Add a thesaurus: Moby, MyThes, PPDB or JSON."
    ),
]
MinScoreOption = Annotated[float | None, typer.Option(metavar="SCORE", help="Minimum score.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def suggest(
    text: TextArgument = None,
    file: FileOption = None,
    word: WordOption = None,
    occurrence: OccurrenceOption = None,
    at: AtOption = None,
    top: Annotated[int, typer.Option("--top", "-n", min=1, help="Number of words to show.")] = 10,
    min_score: MinScoreOption = None,
    max_rarity: Annotated[
        str | None,
        typer.Option(
            metavar="LEVEL",
            help="Maximum rarity: common, familiar, any, or a minimum frequency (3.5).",
        ),
    ] = None,
    plainer: Annotated[bool, typer.Option("--plainer", help="Plainer words only.")] = False,
    formal: Annotated[bool, typer.Option("--formal", help="More formal words only.")] = False,
    shorter: Annotated[bool, typer.Option("--shorter", help="Shorter words only.")] = False,
    more: Annotated[
        bool, typer.Option("--more", help="Also show words that probably do not fit.")
    ] = False,
    lemmas: Annotated[
        bool, typer.Option("--lemmas", help="Show lemmas instead of inflected forms.")
    ] = False,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain", help="Show the sense of the target, and why each word is offered."
        ),
    ] = False,
    system: SystemOption = "default",
    change: SetOption = None,
    thesaurus: ThesaurusOption = None,
    json: JsonOption = False,
) -> None:
    """Suggest words for a place in a text, best first, in the form that fits.

    Words that probably do not fit are left out; --more shows them, and --json always has them.

    Example:  motjuste suggest "I read an *amazing* paper today."
    """
    lowest = _score(min_score)
    styles = _styles(plainer=plainer, formal=formal, shorter=shorter)
    targets = _targets(_read(text, file), word, occurrence, at)
    from motjuste.systems.answers import Explains, with_top
    from motjuste.systems.answers import suggest as suggest_all

    rarity = [] if max_rarity is None else [f"max_rarity={max_rarity}"]
    changes = [*(change or []), *rarity, *styles]
    configured = _system(system, changes, thesaurus or [])
    if not any(assignment.startswith("most=") for assignment in changes):
        configured = with_top(configured, top)
    answers = suggest_all(configured, targets, explained=explain)
    chosen = [answer.best(top, lowest) for answer in answers]
    if not (more or json or lowest is not None) and configured.likely_score is not None:
        chosen = [answer.likely(configured.likely_score) for answer in chosen]
    _show([answer.in_lemmas() for answer in chosen] if lemmas else chosen, json, explain)
    if explain and not isinstance(configured, Explains):
        typer.echo(f"motjuste: note: system {configured.name!r} does not explain itself", err=True)


def rank(
    text: TextArgument = None,
    words: Annotated[
        list[str] | None, typer.Argument(help="The candidates.", show_default=False)
    ] = None,
    candidates: Annotated[
        Path | None,
        typer.Option("--candidates", "-c", metavar="FILE", help="More candidates, one per line."),
    ] = None,
    file: FileOption = None,
    word: WordOption = None,
    occurrence: OccurrenceOption = None,
    at: AtOption = None,
    top: Annotated[
        int | None,
        typer.Option("--top", "-n", min=1, help="Number of words to show; all by default."),
    ] = None,
    min_score: MinScoreOption = None,
    system: SystemOption = "default",
    change: SetOption = None,
    thesaurus: ThesaurusOption = None,
    json: JsonOption = False,
) -> None:
    """Rank candidates for a place in a text, best first.

    With --file, all arguments are candidates.

    Example:  motjuste rank "I read an *amazing* paper." good astonishing large
    """
    lowest, candidate_words = _score(min_score), list(words or [])
    if file is not None and text is not None:
        candidate_words, text = [text, *candidate_words], None
    if candidates is not None:
        from motjuste.files import numbered_lines, read_text

        candidate_words += [line for _, line in numbered_lines(read_text(candidates))]
    targets = _targets(_read(text, file), word, occurrence, at)
    if len(targets) > 1:
        raise BadInputError(f"{len(targets)} words are marked with asterisks; mark only one")
    from motjuste.systems.answers import rank as rank_all

    answer = rank_all(_system(system, change or [], thesaurus or []), targets[0], candidate_words)
    _show([answer.best(top, lowest)], json)


def _styles(**wanted: bool) -> list[str]:
    """The setting for the style of words that was chosen, if one was."""
    names = [name for name, is_wanted in wanted.items() if is_wanted]
    if len(names) > 1:
        raise BadInputError(f"give one of {' and '.join(f'--{name}' for name in names)}, not both")
    return [f"style={name}" for name in names]


def _show(answers: list["Answer"], json: bool, explained: bool = False) -> None:
    from motjuste.cli.answer_output import show, to_json
    from motjuste.cli.output import print_json

    return print_json(to_json(answers)) if json else show(answers, explained)


def _score(value: float | None) -> float | None:
    if value is not None and isnan(value):
        raise BadInputError("--min-score is not a number")
    return value


def _read(text: str | None, file: Path | None) -> str:
    if file is not None and text is not None:
        raise BadInputError("give a text or --file, not both")
    if file is None or str(file) == "-":
        if text is not None and text != "-":
            return text
        return _read_stdin(requested=text is not None or file is not None)
    from motjuste.files import read_text

    content = read_text(file)
    if len(content) > MAX_BYTES:
        raise _too_long(file)
    return content


def _read_stdin(requested: bool) -> str:
    if sys.stdin is None or (sys.stdin.isatty() and not requested):
        raise BadInputError('give a text, such as "I read an *amazing* paper."')
    from motjuste.files import decode

    content = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise _too_long(_STDIN)
    return decode(content, _STDIN)


def _too_long(path: Path) -> BadInputError:
    return bad_file(path, f"is longer than {MAX_BYTES:,} characters", "give a part of it")


def _targets(
    text: str, word: str | None, occurrence: int | None, place: str | None
) -> list["Target"]:
    from motjuste.text.targets import all_marked, at, find_word

    if word is not None and place is not None:
        raise BadInputError("name the target by --word or by --at, not by both")
    if occurrence is not None and word is None:
        raise BadInputError("--occurrence needs --word")
    if word is not None:
        return [find_word(text, word, occurrence or 1)]
    return [at(text, *_span(place))] if place is not None else all_marked(text)


def _span(place: str) -> tuple[int, int | None]:
    from motjuste.files import whole_number

    start, colon, end = place.partition(":")
    return whole_number(start, "--at"), whole_number(end, "the end of --at") if colon else None


def _system(name: str, changes: list[str], thesauri: list[Path]) -> "System":
    from motjuste.systems import make_system, with_settings

    system = with_settings(make_system(name), split_settings(changes))
    if not thesauri:
        return system
    if "thesauri" not in system.settings():
        raise BadInputError(f"system {name!r} takes no thesaurus besides its own")
    return replace(system, thesauri=tuple(map(str, thesauri)))  # type: ignore[type-var]
