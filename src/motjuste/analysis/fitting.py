"""Fits a substitute into a target's place: inflection, capitals, and the article before it."""

from dataclasses import replace
from functools import lru_cache

from motjuste.analysis.words import locate
from motjuste.lexicon.articles import article_before, indefinite_article
from motjuste.lexicon.inflection import inflect, match_case
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import analyses
from motjuste.text import Edit, Suggestion, Target


def in_form(target: Target, substitute: str, form: str | None = None) -> str:
    """The substitute in the target's form and case.

    >>> in_form(Target("Quitting is hard.", 0, 8), "give up")
    'Giving up'
    """
    return formed(target.word, substitute, form or locate(target).form)


@lru_cache(1 << 16)
def formed(word: str, substitute: str, form: str) -> str:
    """The substitute inflected for a Penn Treebank tag, with the capitals of the word it replaces.

    >>> formed("Quitting", "give up", "VBG")
    'Giving up'
    """
    return match_case(inflect(substitute, _form_for(substitute, word, form)), word)


def _form_for(substitute: str, word: str, form: str) -> str:
    """The form to inflect for: a verb that replaces a participle becomes a participle too.

    Participles are also tagged as adjectives and nouns (`a broken body`, `the hiding place`).
    """
    if form not in ("NN", "JJ") or not set(analyses(word.lower(), "v")) - {word}:
        return form
    if list(Lexicon.open().parts_of_speech(substitute)) != ["VERB"]:
        return form
    return "VBG" if word.lower().endswith("ing") else "VBN"


def edits_for(target: Target, text: str, keep_article: bool = False) -> tuple[Edit, ...]:
    """The edits, in text order, that replace the target by a text that is already inflected.

    If `a` or `an` stands directly before the target, it changes to agree with the new text, unless
    `keep_article` is set.

    >>> edits_for(Target("I read an amazing paper.", 10, 17), "wonderful")
    (Edit(start=7, end=9, text='a'), Edit(start=10, end=17, text='wonderful'))
    """
    edit = Edit(target.start, target.end, text)
    article = None if keep_article else article_before(target.text, target.start)
    if article is None:
        return (edit,)
    old = target.text[slice(*article)]
    # A single capital does not tell whether the whole article is written in capitals.
    new = match_case(indefinite_article(text), old if old != "A" else "Aa")
    return (edit,) if new == old else (Edit(*article, new), edit)


def placed(target: Target, suggestion: Suggestion) -> Suggestion:
    """The suggestion with the edits that put it in the target's place, unless it has edits."""
    if suggestion.edits:
        return suggestion
    return replace(suggestion, edits=edits_for(target, suggestion.text))
