"""`motjuste space learn`, `compose`, `parse` and `anvan`: what is made from spaces."""

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from motjuste.cli.options import BenchmarkOption
from motjuste.cli.space_options import (
    ForceOption,
    JsonOption,
    OutOption,
    SpaceArgument,
    show_written,
)
from motjuste.errors import BadInputError


class Method(str, Enum):
    """How a phrase is composed."""

    add = "add"
    mult = "mult"
    plf_paperno = "plf-paperno"
    plf_gupta = "plf-gupta"


def learn_functions(
    words: Annotated[Path, typer.Argument(help="A reduced space of words.")],
    bigrams: Annotated[Path, typer.Argument(help="Bigrams, reduced --onto the same dimensions.")],
    out: OutOption,
    least: Annotated[
        int, typer.Option(min=1, help="Minimum number of bigrams for a matrix of its own.")
    ] = 10,
    dissect: Annotated[
        bool, typer.Option("--dissect", help="Choose the penalty among DISSECT's: 0, 0.5, … 5.")
    ] = False,
    force: ForceOption = False,
) -> None:
    """Learn a matrix for each adjective and verb, by ridge regression with cross-validation.

    Example:  motjuste space learn space bigrams --out functions
    """
    from motjuste.cli.progress import item_bar
    from motjuste.spaces.functions import learn
    from motjuste.spaces.space import Space

    pairs = Space(bigrams)
    with item_bar("learning", 2 * pairs.shape[0]) as advance:
        functions = learn(
            Space(words), pairs, out, least, watch=advance, replace=force, dissect=dissect
        )
    show_written(functions.space)


def compose_phrase(
    space: SpaceArgument,
    phrase: Annotated[str, typer.Argument(help="'pointed.a ear.n catch.v sharp.a sound.n'")],
    method: Annotated[Method, typer.Option(help="The composition method.")] = Method.add,
    functions: Annotated[
        Path | None, typer.Option(help="The folder written by 'space learn'.")
    ] = None,
    top: Annotated[int, typer.Option(min=1, help="Number of neighbours.")] = 10,
    json: JsonOption = False,
) -> None:
    """Compose a phrase and show the most similar words.

    Example:  motjuste space compose space "catch.v sound.n" --method plf-gupta --functions f
    """
    import numpy as np

    from motjuste.cli.output import print_json
    from motjuste.spaces.composition import Composer
    from motjuste.spaces.functions import Functions
    from motjuste.spaces.neighbours import cosines
    from motjuste.spaces.phrases import FivePartPhrase
    from motjuste.spaces.space import Space

    opened = Space(space)
    if opened.is_sparse:
        raise BadInputError(f"{space}: is not reduced; see 'motjuste space reduce'")
    learned = Functions.open(functions) if functions else None
    vector = Composer(opened, method.value, learned).compose(FivePartPhrase.parse(phrase))
    if vector is None:
        raise BadInputError(f"{space}: has no word of {phrase!r}")
    scores = cosines(opened.matrix, vector)
    best = np.argsort(-scores, kind="stable")[:top].tolist()
    near = [{"name": opened.rows[row], "score": float(scores[row])} for row in best]
    if json:
        numbers = [float(number) for number in vector]
        return print_json({"phrase": phrase, "vector": numbers, "neighbours": near})
    for neighbour in near:
        typer.echo(f"{neighbour['score']:8.4f}  {neighbour['name']}")
    return None


def parse_coinco(
    benchmark: BenchmarkOption,
    parser: Annotated[str, typer.Option(help="spacy:MODEL or stanza:LANGUAGE.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The .conllu file.")],
) -> None:
    """Parse the sentences of CoInCo into CoNLL-U, for 'space anvan'.

    Example:  motjuste space parse -b coinco:some/folder --parser spacy:en_core_web_sm -o c.conllu
    """
    from motjuste.benchmarks import read_benchmark
    from motjuste.cli.progress import item_bar
    from motjuste.spaces.parsing import parse, write_parses

    contexts = read_benchmark(benchmark).contexts
    texts = [str(context.extra.get("sentence") or context.text) for context in contexts.values()]
    with item_bar("parsing", len(texts)) as advance:
        rows = []
        for name, text, trees in zip(contexts, texts, parse(texts, parser), strict=True):
            rows.append((name, text, trees))
            advance(1)
    write_parses(rows, out)
    typer.echo(f"{out}: {len(rows)} sentences", err=True)


def build_anvan(
    benchmark: BenchmarkOption,
    parses: Annotated[Path, typer.Option(help="CoNLL-U of its sentences; see 'space parse'.")],
    space: Annotated[Path, typer.Option(help="The space of lemmas for the confounders.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The benchmark, .json[.gz].")],
    sentences: Annotated[
        Path | None, typer.Option(help="Also write the benchmark with whole sentences.")
    ] = None,
    bigrams: Annotated[
        Path | None, typer.Option(help="Bigram counts: accept nouns that modify as A1 and A2.")
    ] = None,
    modifier_types: Annotated[
        int,
        typer.Option(
            min=0, help="Minimum of bigrams of such a noun; 0 accepts every noun without --bigrams."
        ),
    ] = 100,
    modifier_count: Annotated[
        int, typer.Option(min=1, help="Minimum frequency of these bigrams.")
    ] = 300,
    more_than: Annotated[
        float, typer.Option(help="Substitutes must be more frequent than this.")
    ] = 5,
    oblique: Annotated[
        bool, typer.Option("--oblique/--no-oblique", help="Accept objects after a preposition.")
    ] = True,
    every_modifier: Annotated[
        bool,
        typer.Option(
            "--every-modifier/--nearest-modifier",
            help="One phrase per modifier of a noun, or only for the nearest modifier.",
        ),
    ] = True,
    targets: Annotated[
        int,
        typer.Option(min=0, max=5, help="Minimum of the five words that are targets in CoInCo."),
    ] = 3,
    names: Annotated[
        bool, typer.Option("--names/--no-names", help="Accept names as the two nouns.")
    ] = False,
    review: Annotated[
        Path | None,
        typer.Option(
            help="A TSV file to review: write accept or reject in it and run the command again."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Build ANVAN-LS from CoInCo: five-word phrases, two substitutes and two confounders each.

    Example:  motjuste space anvan -b coinco:some/folder --parses c.conllu --space space -o a.json
    """
    from motjuste.benchmarks import read_benchmark
    from motjuste.benchmarks.swords import write
    from motjuste.cli.output import print_json
    from motjuste.spaces.anvan import Rules, build, counts, to_benchmark
    from motjuste.spaces.lemmas import Modifiers, SpaceLemmas
    from motjuste.spaces.parsing import read_parses
    from motjuste.spaces.review import read_review, rejected, write_review
    from motjuste.spaces.space import Space

    coinco, rows = read_benchmark(benchmark), read_review(review) if review else []
    # Every noun is accepted whatever its bigrams; without counts no noun is known to modify.
    modifies = Modifiers(Space(bigrams), modifier_types, modifier_count) if bigrams else None
    accepts = modifies or (lambda lemma: modifier_types == 0)
    phrases = build(
        coinco,
        read_parses(parses),
        SpaceLemmas(Space(space)),
        accepts,
        Rules(
            more_than=more_than,
            oblique=oblique,
            every_modifier=every_modifier,
            targets=targets,
            names=names,
        ),
        rejected(rows),
    )
    write(to_benchmark(phrases, coinco), out)
    if sentences:
        write(to_benchmark(phrases, coinco, whole=True), sentences)
    unjudged = write_review(phrases, rows, review) if review else None
    by_position = counts(phrases)
    if json:
        return print_json({"phrases": len(phrases), "targets": by_position, "unjudged": unjudged})
    _show_counts(len(phrases), by_position)
    if unjudged:
        typer.echo(f"{review}: {unjudged} confounders are still to be judged", err=True)
    return None


def _show_counts(phrase_count: int, targets_by_position: dict[str, int]) -> None:
    typer.echo(f"{phrase_count} phrases, {sum(targets_by_position.values())} targets")
    for position, count in targets_by_position.items():
        typer.echo(f"{position:3} {count:6}")
