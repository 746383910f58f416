"""`motjuste space`: spaces from a corpus, what is in them, and what can be made from them."""

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from motjuste.cli import space_anvan, space_models
from motjuste.cli.options import RayOption, show_help, split_names
from motjuste.cli.space_options import (
    ForceOption,
    JsonOption,
    OutOption,
    SpaceArgument,
    show_written,
)
from motjuste.errors import BadInputError

app = typer.Typer(
    name="space",
    help="Count, weight, reduce and compose distributional spaces; build ANVAN-LS.",
    invoke_without_command=True,
    callback=show_help,
    rich_markup_mode=None,
)


class Unit(str, Enum):
    """What is counted as one word."""

    word = "word"
    lemma = "lemma"
    lemma_pos = "lemma.pos"


class Weighting(str, Enum):
    """How counts become weights."""

    ppmi = "ppmi"
    plmi = "plmi"
    raw = "raw"


MeasureOption = Annotated[
    str, typer.Option(help="cosine or dot; for counts also lin, l1, jaccard or alpha-skew.")
]

app.command("learn")(space_models.learn_functions)
app.command("compose")(space_models.compose_phrase)
app.command("parse")(space_models.parse_coinco)
app.command("anvan")(space_models.build_anvan)
app.command("anvan-import")(space_anvan.import_anvan)


@app.command("count")
def count_corpus(
    corpus: Annotated[
        list[Path],
        typer.Argument(
            help=".txt, .jsonl or .conllu files, the BNC's XML, ukWaC (.gz, .bz2, .xz too), or "
            "folders."
        ),
    ],
    out: OutOption,
    unit: Annotated[Unit, typer.Option(help="What counts as one word.")] = Unit.lemma_pos,
    window: Annotated[int, typer.Option(min=1, help="Context words on each side.")] = 3,
    vocabulary: Annotated[
        Path | None, typer.Option(help="Words to include at any frequency, one per line.")
    ] = None,
    most: Annotated[int, typer.Option(min=1, help="Maximum size of the vocabulary.")] = 30_000,
    least: Annotated[
        int, typer.Option(min=1, help="Minimum frequency of words not in --vocabulary.")
    ] = 5,
    pos: Annotated[
        str | None, typer.Option(help="Parts of speech of words not in --vocabulary: n,v,a,r.")
    ] = None,
    bigrams: Annotated[
        str | None,
        typer.Option(help="Also count pairs: an (adjective, noun), nn, vo (verb, object), vs."),
    ] = None,
    bigram_least: Annotated[int, typer.Option(min=1, help="Minimum frequency of a pair.")] = 5,
    bigram_most: Annotated[
        int, typer.Option(min=1, help="Maximum number of pairs per predicate.")
    ] = 1000,
    field: Annotated[str, typer.Option(help="The JSONL field that holds the text.")] = "text",
    workers: Annotated[int, typer.Option(min=1, help="Number of processes.")] = 1,
    ray: RayOption = None,
) -> None:
    """Count co-occurrences of words; run the same command again to resume.

    Writes OUT/words and, with --bigrams, OUT/bigrams. The counts do not depend on --workers.

    Example:  motjuste space count books/ --out counts --bigrams an,vo,vs --workers 2
    """
    from motjuste.cli.progress import stage_bars
    from motjuste.engine import Backend, corpus_files
    from motjuste.files import read_text
    from motjuste.spaces.counting import Settings, count
    from motjuste.spaces.vocabulary import VocabularyChoice

    if pos and unit is not Unit.lemma_pos:
        raise BadInputError("--pos needs --unit lemma.pos")
    listed = tuple(read_text(vocabulary).split()) if vocabulary else ()
    kinds = tuple(split_names(bigrams) or ())
    parts = tuple(split_names(pos) or ())
    choice = VocabularyChoice(listed, most, least, parts, bigram_least, bigram_most)
    settings = Settings(unit.value, window, kinds, choice, field)
    with stage_bars() as watch:
        spaces = count(corpus_files(corpus), out, settings, Backend(workers, ray), watch)
    for space in spaces.values():
        show_written(space)


@app.command("weight")
def weight(
    space: SpaceArgument,
    out: OutOption,
    how: Annotated[Weighting, typer.Option("--by", help="The weighting.")] = Weighting.ppmi,
    base: Annotated[
        Path | None, typer.Option(help="Take the column sums from this space of counts.")
    ] = None,
    force: ForceOption = False,
) -> None:
    """Turn counts into weights: positive (local) mutual information, or raw counts.

    Weight bigrams with the column sums of their words: --base counts/words.

    Example:  motjuste space weight counts/words --out ppmi
    """
    from motjuste.cli.progress import item_bar
    from motjuste.spaces.space import Space
    from motjuste.spaces.weighting import weight_space

    counts, other = Space(space), Space(base) if base else None
    with item_bar("weighting", counts.shape[0]) as advance:
        weighted = weight_space(counts, out, how.value, other, advance, replace=force)
    show_written(weighted)


@app.command("reduce")
def reduce(
    space: SpaceArgument,
    out: OutOption,
    dimensions: Annotated[int, typer.Option(help="Number of dimensions.")] = 300,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random projection.")] = 0,
    onto: Annotated[
        Path | None, typer.Option(help="Project into the dimensions of this reduced space.")
    ] = None,
    force: ForceOption = False,
) -> None:
    """Reduce a space by SVD, or project it into the dimensions of another.

    Example:  motjuste space reduce ppmi --out space --dimensions 300
    """
    from motjuste.cli.progress import item_bar
    from motjuste.spaces.reduction import STEPS, project_space, reduce_space
    from motjuste.spaces.space import Space

    if onto is not None:
        return show_written(project_space(Space(space), Space(onto), out, replace=force))
    with item_bar("reducing", STEPS) as advance:
        reduced = reduce_space(Space(space), out, dimensions, seed, advance, replace=force)
    return show_written(reduced)


@app.command("neighbours")
def neighbours(
    space: SpaceArgument,
    word: Annotated[str, typer.Argument(help="A row, such as bright.a.")],
    top: Annotated[int, typer.Option(min=1, help="Number of neighbours.")] = 20,
    measure: MeasureOption = "cosine",
    pos: Annotated[str | None, typer.Option(help="Only these parts of speech: n,v,a,r.")] = None,
    json: JsonOption = False,
) -> None:
    """Show the rows most similar to one.

    Example:  motjuste space neighbours space bright.a --pos a
    """
    from motjuste.cli.output import print_json
    from motjuste.spaces.neighbours import Likeness
    from motjuste.spaces.space import Space

    nearest = Likeness(Space(space), measure).nearest(word, top, split_names(pos))
    if json:
        return print_json({"word": word, "neighbours": [row._asdict() for row in nearest]})
    for row in nearest:
        typer.echo(f"{row.score:8.4f}  {row.name}")
    return None


@app.command("similarity")
def similarity(
    space: SpaceArgument,
    first: Annotated[str, typer.Argument(help="A row.")],
    second: Annotated[str, typer.Argument(help="Another row.")],
    measure: MeasureOption = "cosine",
    json: JsonOption = False,
) -> None:
    """Compute the similarity of two rows; distances are negated, so higher is more similar.

    Example:  motjuste space similarity space dog.n cat.n
    """
    from motjuste.cli.output import print_json
    from motjuste.spaces.neighbours import Likeness
    from motjuste.spaces.space import Space

    score = Likeness(Space(space), measure).between(first, second)
    if json:
        return print_json({"first": first, "second": second, "measure": measure, "score": score})
    return typer.echo(f"{score:.6f}")


@app.command("import")
def import_vectors(
    file: Annotated[Path, typer.Argument(help="GloVe or word2vec text, word2vec .bin, or .npz.")],
    out: OutOption,
    force: ForceOption = False,
) -> None:
    """Make a space from a file of word vectors.

    Example:  motjuste space import glove.6B.300d.txt --out glove
    """
    from motjuste.spaces.exchange import import_space

    show_written(import_space(file, out, replace=force))


@app.command("export")
def export_vectors(
    space: SpaceArgument,
    file: Annotated[Path, typer.Argument(help=".txt or .bin (word2vec) or .npz.")],
) -> None:
    """Write a space for other programs; counts are written as .npz, for 'distributional'.

    Example:  motjuste space export space vectors.txt
    """
    from motjuste.spaces.exchange import export_space
    from motjuste.spaces.space import Space

    export_space(Space(space), file)
    typer.echo(str(file), err=True)
