"""SWORDS's files of older sets: implicit labels, and lists of what was merged into an entry."""

import json

import pytest

from motjuste.benchmarks import read_benchmark, read_run
from motjuste.benchmarks.swords_ids import context_id, substitute_id, target_id
from motjuste.errors import BadInputWarning
from motjuste.metrics import score
from motjuste.systems import make_system, run_system

TEXT = "It was a bright day."
MERGED = [{"legacy_id": "7", "coinco": {"xml_attrs": {"lemma": "bright", "posMASC": "JJ"}}}]
LEXELT = {"legacy_id": 7, "lexelt_item": "bright.a"}


def write_set(path, target_extra):
    """A file as SWORDS's library writes CoInCo (lists) or SemEval-2007 (objects)."""
    cid = context_id(TEXT)
    tid = target_id(cid, "bright", TEXT.index("bright"), "ADJ")
    labels = {"sunny": ["TRUE_IMPLICIT"] * 2, "clever": ["FALSE_IMPLICIT"]}
    document = {
        "contexts": {cid: {"context": TEXT, "extra": [{"legacy_id": "file:s1"}]}},
        "targets": {
            tid: {
                "context_id": cid,
                "target": "bright",
                "offset": TEXT.index("bright"),
                "pos": "ADJ",
                "extra": target_extra,
            }
        },
        "substitutes": {
            substitute_id(tid, word): {"target_id": tid, "substitute": word, "extra": [{"n": 1}]}
            for word in labels
        },
        "substitute_labels": {substitute_id(tid, word): given for word, given in labels.items()},
        "substitutes_lemmatized": True,
    }
    path.write_text(json.dumps(document), "utf-8")
    return path


@pytest.mark.parametrize("extra", [MERGED, LEXELT])
def test_the_lemma_and_the_implicit_labels_are_read(tmp_path, extra):
    (item,) = read_benchmark(f"swords:{write_set(tmp_path / 'set.json', extra)}").items
    assert (item.target.word, item.target.lemma) == ("bright", "bright")
    assert {judgement.text: judgement.labels for judgement in item.judgements} == {
        "sunny": ("TRUE_IMPLICIT", "TRUE_IMPLICIT"),
        "clever": ("FALSE_IMPLICIT",),
    }


def test_gap_on_such_a_set_is_reported_to_be_plain_average_precision(tmp_path):
    benchmark = read_benchmark(f"swords:{write_set(tmp_path / 'set.json', MERGED)}")
    out = tmp_path / "random.lsr.json"
    run_system(make_system("random"), benchmark, out, "rank")
    with pytest.warns(BadInputWarning, match=r"plain average precision.*GAP\.nomwe"):
        score(read_run(out, benchmark), benchmark, ["GAP"])
