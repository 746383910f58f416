"""A template of a data statement (Bender and Friedman 2018), with the known facts filled in."""

from motjuste.collect.project import Project
from motjuste.collect.service import Progress

_TEXT = """\
# Data statement: {title}

Follows Bender and Friedman (2018). What stands in brackets is to be filled in.

## A. Curation rationale

{items:,} {units} were chosen [from which texts, and why]. {chosen}

## B. Language variety

[BCP-47 tag, such as en-US, and a description of the variety.]

## C. Speaker demographic

[Who wrote the texts: age, gender, native language, as far as it is known.]

## D. Annotator demographic

{workers} people took part; the work of {dropped} of them was left out. They were recruited
[where, with which qualifications], [native languages, training]. Nothing about them is stored but
keyed hashes of the platform's ids.

## E. Speech situation

[When, where and for whom the texts were written.]

## F. Text characteristics

[Genre and topic.]

## G. How it was annotated

Annotators were asked {question}.

{stages}

{quality}

They were paid {pay} {currency} a task, which took [median seconds; see report.md], [so much] an
hour. [Ethics review, consent, how people could withdraw.]

## H. Other

[Licence of the texts and of the annotations; contact: {contact}; version and date.]
"""


def data_statement(project: Project) -> str:
    """The statement as Markdown."""
    config, progress = project.config, project.progress()
    kind = project.store.kind
    return _TEXT.format(
        title=config.title,
        items=progress.items,
        units="sentences" if kind.whole_sentences else "targets in context",
        chosen=f"They have {progress.candidates:,} candidates; each says from which sources it is."
        if kind.has_candidates
        else "",
        workers=progress.workers,
        dropped=progress.workers_dropped,
        question=kind.question,
        stages=_stages(progress),
        quality=_quality(project),
        pay=f"{config.pay.task:.2f}",
        currency=config.pay.currency,
        contact=config.contact or "[address]",
    )


def _stages(progress: Progress) -> str:
    return "\n".join(
        f"- {stage.name}: {stage.wanted_each} annotators each, {stage.tasks:,} tasks, "
        f"{stage.labels:,} labels that count"
        for stage in progress.stages
    )


def _quality(project: Project) -> str:
    config = project.config
    if not project.store.kind.has_controls or not config.quality.controls:
        return "[How the quality of the work was checked.]"
    return (
        "Every task held two controls: the target itself, which was to be accepted, and a random "
        "dictionary word, which was not. Tasks with a wrong control were left out and asked again, "
        f"and so was all work of annotators with fewer than {config.quality.accuracy:.0%} of their "
        "controls right. Abstentions are kept as UNSURE."
    )
