"""All systems by name: those of this package, and those that others register.

A package registers a system of its own with an entry point in the group `motjuste.systems`:

    [project.entry-points."motjuste.systems"]
    my-system = "my_package:MySystem"
"""

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points

from motjuste.errors import (
    BadInputError,
    MissingExtraError,
    MissingResourceError,
    did_you_mean,
)
from motjuste.systems.system import System, missing_extras, profile_settings

GROUP = "motjuste.systems"

# A system's module is imported on first use.
SYSTEMS = {
    "default": "motjuste.systems.default:Default",
    "wordnet": "motjuste.systems.wordnet:WordNetBaseline",
    "multiword": "motjuste.systems.multiword:MultiwordBaseline",
    "distributional": "motjuste.systems.distributional:Distributional",
    "thesaurus": "motjuste.systems.thesaurus:ThesaurusOrder",
    "glove": "motjuste.systems.static_vectors:StaticVectors",
    "bert-m": "motjuste.systems.masked_lm.proposals:BertMasked",
    "bert-k": "motjuste.systems.masked_lm.proposals:BertKept",
    "bert-ls": "motjuste.systems.masked_lm.bert_ls:BertLS",
    "lexsubcon": "motjuste.systems.masked_lm.lexsubcon:LexSubCon",
    "bert-ranker": "motjuste.systems.masked_lm.encoder_ranker:BertRanker",
    "encoder-ranker": "motjuste.systems.masked_lm.encoder_ranker:EncoderRanker",
    "gpt-few-shot": "motjuste.systems.llm.few_shot:GptFewShot",
    "chatgpt-sws": "motjuste.systems.llm.sws:ChatGptSws",
    "rule-based": "motjuste.systems.rule_based:RuleBased",
    "substitution": "motjuste.systems.substitution:Substitution",
    "score-cut": "motjuste.systems.score_cut:ScoreCut",
    "bert-ls-sws": "motjuste.systems.masked_lm.bert_ls_sws:BertLSSws",
    "lexsubcon-sws": "motjuste.systems.masked_lm.lexsubcon_sws:LexSubConSws",
    "bert-sws": "motjuste.systems.end_to_end.bert:BertSws",
    "bart-sws": "motjuste.systems.end_to_end.bart:BartSws",
    "cmlm-sws": "motjuste.systems.end_to_end.cmlm:CmlmSws",
    "lemma-similarity": "motjuste.systems.composition:LemmaSimilarity",
    "composition": "motjuste.systems.composition:Composition",
    "context2vec": "motjuste.systems.context2vec:Context2VecSystem",
    "oracle": "motjuste.systems.reference:Oracle",
    "humans": "motjuste.systems.reference:Humans",
    "stored": "motjuste.systems.stored:Stored",
    "random": "motjuste.systems.reference:RandomOrder",
    "tied": "motjuste.systems.tied:Tied",
    "source": "motjuste.systems.reference:Source",
}


def _loaders() -> dict[str, Callable[[], type[System]]]:
    def own(place: str) -> Callable[[], type[System]]:
        module, name = place.split(":")
        return lambda: getattr(import_module(module), name)

    others = {point.name: point.load for point in entry_points(group=GROUP)}
    return {**others, **{name: own(place) for name, place in SYSTEMS.items()}}


def system_names() -> list[str]:
    """The names of all systems, this package's first."""
    return [*SYSTEMS, *sorted(set(_loaders()) - set(SYSTEMS))]


def system_class(name: str) -> type[System]:
    """The class of the system of that name, whether or not it can run here."""
    loaders = _loaders()
    if name not in loaders:
        hint = did_you_mean(name, loaders, "see 'motjuste systems'", most=3)
        raise BadInputError(f"there is no system {name!r}; {hint}")
    try:
        kind = loaders[name]()
    except Exception as error:
        # Another package's code may raise anything; that is not the user's fault.
        raise MissingResourceError(f"system {name!r} cannot be loaded: {error}") from error
    if not (isinstance(kind, type) and issubclass(kind, System) and hasattr(kind, "name")):
        raise MissingResourceError(f"system {name!r} is not a named subclass of System")
    return kind


def make_system(name: str, profile: str = "reader") -> System:
    """The system of that name with the settings of a profile, if what it needs is installed.

    Profiles are "reader" (the default settings) and "benchmark"; most systems know none.
    """
    kind = system_class(name)
    for extra in missing_extras(kind):
        raise MissingExtraError(f"system {name!r}", extra)
    try:
        return kind(**profile_settings(kind, profile))
    except TypeError as error:
        raise MissingResourceError(f"system {name!r} has no defaults: {error}") from error
