"""CoInCo (Kremer et al. 2014): all content words of MASC sentences, with annotators' substitutes.

The official split is in two files of token ids, `devset-tokenIDs.txt` and `testset-tokenIDs.txt`,
beside the XML file.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from motjuste.benchmarks.benchmark import (
    MAX_VOTES,
    Benchmark,
    Context,
    Extra,
    Item,
    Judgement,
    voted,
)
from motjuste.benchmarks.spans import next_span
from motjuste.errors import BadInputError, bad_file
from motjuste.files import decode, fingerprint, read_bytes, whole_number
from motjuste.text import Target
from motjuste.text.segmentation import Span

SPLITS = {"dev": "devset-tokenIDs.txt", "test": "testset-tokenIDs.txt"}

# The id of tokens that are not targets.
_NO_TARGET = "XXX"
# Characters after the previous token in which a token that does not follow directly is searched.
_MAX_SKIPPED = 40
# Tags of the Penn Treebank (posMASC) and of TreeTagger (posTT), by prefix.
_POS = (
    ("NNP", "PROPN"),
    ("NP", "PROPN"),
    ("NN", "NOUN"),
    ("JJ", "ADJ"),
    ("RB", "ADV"),
    ("V", "VERB"),
    ("MD", "AUX"),
)


class _Sentence(NamedTuple):
    """A sentence of the corpus in its context, and its targets."""

    name: str
    context: Context
    items: list[Item]


def read(path: Path, part: str | None = None) -> Benchmark:
    """Read the XML file, or the folder that holds it; with a part, only that split."""
    file = _find(path)
    content = read_bytes(file)
    contents = [content]
    try:
        sentences = [_sentence(element) for element in ET.fromstring(content).iter("sent")]
    except ET.ParseError as error:
        raise bad_file(file, f"is not XML ({error})") from None
    except (BadInputError, AttributeError, KeyError) as error:
        raise bad_file(file, f"is not CoInCo's XML: {error}") from None
    if part is not None:
        split = _split_file(file, part)
        contents.append(read_bytes(split))
        sentences = list(_in_split(sentences, split, contents[-1]))
    if not sentences:
        raise bad_file(file, "holds no <sent> of CoInCo")
    return Benchmark(
        name="coinco" + (f"-{part}" if part else ""),
        format="coinco",
        contexts={sentence.name: sentence.context for sentence in sentences},
        items=tuple(item for sentence in sentences for item in sentence.items),
        fingerprint=fingerprint(*contents),
    )


def _find(path: Path) -> Path:
    """The XML file in a folder: the one with repaired word forms, if both are there."""
    if not path.is_dir():
        return path
    files = sorted([*path.glob("*.xml"), *path.glob("*.xml.gz")])
    patched = [file for file in files if "patched" in file.name]
    if not files:
        raise BadInputError(f"{path}: holds no XML file of CoInCo")
    if len(files) > 1 and not patched:
        names = ", ".join(file.name for file in files)
        raise bad_file(path, f"holds several XML files ({names})", "give one of them")
    return (patched or files)[0]


def _split_file(file: Path, part: str) -> Path:
    if part not in SPLITS:
        raise bad_file(file, f"has no part {part!r}", "CoInCo's parts are dev and test")
    return file.parent / SPLITS[part]


def _in_split(sentences: list[_Sentence], path: Path, content: bytes) -> Iterator[_Sentence]:
    """The sentences with targets in a split, with those targets only."""
    ids = set(decode(content, path).split())
    missing = len(ids) - sum(item.id in ids for sentence in sentences for item in sentence.items)
    if missing:
        raise bad_file(path, f"names {missing} tokens that are not in the XML")
    for sentence in sentences:
        items = [item for item in sentence.items if item.id in ids]
        if items:
            yield sentence._replace(items=items)


def _sentence(element: ET.Element) -> _Sentence:
    parts = [
        (element.findtext(name) or "").strip()
        for name in ("precontext", "targetsentence", "postcontext")
    ]
    text = " ".join(part for part in parts if part)
    offset = len(parts[0]) + 1 if parts[0] else 0
    extra = {
        "masc_file": element.attrib["MASCfile"],
        "masc_sentence": element.attrib["MASCsentID"],
        "precontext": parts[0],
        "sentence": parts[1],
        "postcontext": parts[2],
        "offset": offset,
    }
    name = f"{extra['masc_file']} {extra['masc_sentence']}"
    tokens = element.findall("tokens/token")
    spans = _token_spans(parts[1], [token.attrib["wordform"] for token in tokens])
    items = [
        _item(token, name, text, span, offset)
        for token, span in zip(tokens, spans, strict=True)
        if token.attrib["id"] != _NO_TARGET
    ]
    return _Sentence(name, Context(text, extra), items)


def _token_spans(text: str, words: list[str]) -> Iterator[Span | None]:
    """The span of each token. Hyphens inside words are not tokens, and a few words are missing."""
    previous = Span(0, 0)
    for word in words:
        span = next_span(text, previous.end, (word,), lambda character: not character.isalnum())
        span = span or _out_of_order_span(text, previous, word)
        previous = span if span and span.end >= previous.end else previous
        yield span


def _out_of_order_span(text: str, previous: Span, word: str) -> Span | None:
    """The span of a token that does not follow directly, as a whole word.

    It may be inside the previous token (`com/syndicate`, then `syndicate`), or a little further on,
    after a word that is not a token.
    """
    if not word[:1].isalnum():
        return None
    pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    match = pattern.search(text, *previous) or pattern.search(
        text, previous.end, previous.end + _MAX_SKIPPED
    )
    return Span(*match.span()) if match else None


def _item(token: ET.Element, context: str, text: str, span: Span | None, offset: int) -> Item:
    attributes = token.attrib
    if span is None:
        raise BadInputError(
            f"token {attributes['id']} ({attributes['wordform']}) is not where it should be in "
            f"sentence {context}"
        )
    tags = {name: attributes[name] for name in ("posMASC", "posTT")}
    lemma = attributes["lemma"] if attributes["lemma"] != "<unknown>" else None
    extra: dict[str, Any] = {"problematic": attributes.get("problematic") == "yes", **tags}
    start, end = offset + span.start, offset + span.end
    target = Target(text, start, end, universal_pos(tags["posMASC"], tags["posTT"]), lemma)
    return Item(attributes["id"], context, target, tuple(_judgements(token)), extra)


def _judgements(token: ET.Element) -> Iterator[Judgement]:
    for entry in token.iter("subst"):
        lemma, field = entry.attrib["lemma"].strip(), f"token {token.attrib['id']}: the frequency"
        frequency = whole_number(entry.attrib["freq"], field, MAX_VOTES)
        yield voted(lemma, frequency, _tagged(entry.attrib.get("pos")))


@cache
def _tagged(tag: str | None) -> Extra:
    """The extra fields of a substitute, shared by the many that have the same."""
    return {"pos": tag}


def universal_pos(*tags: str) -> str | None:
    """The part of speech by the first tag that has one.

    >>> universal_pos("VBD", "VVN"), universal_pos("XXX", "NNS"), universal_pos("XXX", "IN")
    ('VERB', 'NOUN', None)
    """
    parts_of_speech = (pos for tag in tags for prefix, pos in _POS if tag.startswith(prefix))
    return next(parts_of_speech, None)
