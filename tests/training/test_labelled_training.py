"""`motjuste train labelled`: the table of labelled sentences, made anew from labels."""

from typer.testing import CliRunner

from motjuste.cli.train import app
from motjuste.suggester.labelled import Labelled
from motjuste.training.labels import is_held_out

HEADER = "text\tpos\tbest\tgood\tpossible\twrong\n"


def make(folder, substitutes, thesaurus):
    for name, rows in (("substitutes", substitutes), ("thesaurus", thesaurus)):
        (folder / name).mkdir()
        (folder / name / "one.tsv").write_text(HEADER + rows, "utf-8")
    result = CliRunner().invoke(app, ["labelled", "--labels", str(folder), "-o", str(folder)])
    assert result.exit_code == 0, result.output
    return Labelled.open(folder / "labelled.bin")


def test_new_rows_are_known_but_no_judged_targets_of_held_out_lemmas(tmp_path):
    assert (is_held_out("bank"), is_held_out("field")) == (False, True)
    labelled = make(
        tmp_path,
        "The *bank* was muddy.\tnoun\tshore\t\tedge\tlender\n"
        "The *field* was wet.\tnoun\tmeadow\t\t\tdomain\n",
        "She *gave up* smoking.\tverb\tquit\tstop\t\t\n"
        "They are *strapped for cash*.\tphrase\tbroke\tshort of money\t\t\n",
    )
    assert labelled.accepted("bank", "n") == ["shore", "edge"]
    assert not labelled.has("field", "n")
    assert labelled.accepted("give up", "v") == ["quit", "stop"]


def test_labels_are_lemmas_and_stay_as_they_are(tmp_path):
    labelled = make(
        tmp_path,
        "The *bank* was muddy.\tnoun\tshore\t\t\t\n",
        "The *crowd* cheered.\tnoun\tspectators\tpublic\t\t\n"
        "He has the *endurance* of a mule.\tnoun\tstamina\t\t\t\n"
        "We were *strapped for cash* again.\tverb\tbroke\t\t\t\n",
    )
    assert labelled.accepted("crowd", "n") == ["spectators", "public"]
    assert labelled.accepted("endurance", "n") == ["stamina"]
    assert labelled.accepted("strap for cash", "v") == ["broke"]
