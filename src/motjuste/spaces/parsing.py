"""Dependency parses from spaCy, Stanza (with any model that is installed) or CoNLL-U files."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from motjuste.errors import BadInputError, MissingResourceError, bad_file
from motjuste.extras import need
from motjuste.files import read_text, write_text
from motjuste.spaces.conllu import Parsed, ParsedSentence, read_conllu

Parses = Iterator[list[ParsedSentence]]
# Names of relations in spaCy's English models that differ from Universal Dependencies.
_UNIVERSAL = {"dobj": "obj", "nsubjpass": "nsubj:pass", "ROOT": "root"}


def parse(texts: Sequence[str], parser: str) -> Parses:
    """The sentences of each text, by `spacy:MODEL` or `stanza:LANGUAGE`."""
    name, _, model = parser.partition(":")
    readers: dict[str, Callable[[Sequence[str], str], Parses]] = {
        "spacy": _spacy,
        "stanza": _stanza,
    }
    if name not in readers or not model:
        raise BadInputError(f"parser {parser!r} is not spacy:MODEL or stanza:LANGUAGE")
    return readers[name](texts, model)


def _spacy(texts: Sequence[str], model: str) -> Parses:
    spacy = need("spacy", "parsing with spaCy", "spacy")
    try:
        pipeline = spacy.load(model, exclude=["ner"])
    except OSError:
        raise MissingResourceError(
            f"spaCy has no model {model!r} here; get one with  python -m spacy download {model}"
        ) from None
    for document in pipeline.pipe(texts):
        yield [_from_spacy(sentence) for sentence in document.sents]


def _from_spacy(sentence: Any) -> ParsedSentence:
    words = [token for token in sentence if not token.is_space]
    positions = {token.i: position for position, token in enumerate(words)}
    parsed = [
        Parsed(
            token.text,
            token.lemma_,
            token.pos_,
            token.tag_,
            -1 if token.head.i == token.i else positions.get(token.head.i, -1),
            _UNIVERSAL.get(token.dep_, token.dep_),
        )
        for token in words
    ]
    return ParsedSentence(tuple(parsed), {}, 1)


def _stanza(texts: Sequence[str], language: str) -> Parses:
    stanza = need("stanza", "parsing with Stanza", "stanza")
    try:
        pipeline = stanza.Pipeline(
            language, processors="tokenize,mwt,pos,lemma,depparse", download_method=None
        )
    except Exception as error:
        # Stanza raises various exceptions if a model is missing.
        raise MissingResourceError(
            f"stanza cannot parse {language!r} here ({error}); get its model with  "
            f"python -c \"import stanza; stanza.download('{language}')\""
        ) from None
    for text in texts:
        yield [_from_stanza(sentence) for sentence in pipeline(text).sentences]


def _from_stanza(sentence: Any) -> ParsedSentence:
    parsed = [
        Parsed(word.text, word.lemma or word.text, word.upos, word.xpos, word.head - 1, word.deprel)
        for word in sentence.words
    ]
    return ParsedSentence(tuple(parsed), {}, 1)


def write_parses(named: Iterable[tuple[str, str, list[ParsedSentence]]], path: Path) -> None:
    """Write the parses of named texts as CoNLL-U; the sentences of one text share its name."""
    lines = []
    for name, text, sentences in named:
        for sentence in sentences:
            lines += [f"# sent_id = {name}", f"# text = {' '.join(text.split())}"]
            for position, word in enumerate(sentence.words):
                head = 0 if word.head < 0 else word.head + 1
                cells = (position + 1, word.form, word.lemma, word.pos, word.tag, "_", head)
                lines.append("\t".join(map(str, (*cells, word.relation, "_", "_"))))
            lines.append("")
    write_text(path, "\n".join([*lines, ""]))


def read_parses(path: Path) -> dict[str, list[ParsedSentence]]:
    """Parses by the name of what was parsed (`sent_id`), and by its text."""
    by_name: dict[str, list[ParsedSentence]] = {}
    try:
        for sentence in read_conllu(read_text(path)):
            for key in ("sent_id", "text"):
                if key in sentence.comments:
                    by_name.setdefault(sentence.comments[key], []).append(sentence)
    except BadInputError as error:
        raise bad_file(path, str(error)) from None
    if not by_name:
        raise bad_file(path, "has no sentence with '# sent_id =' or '# text =' before it")
    return by_name
