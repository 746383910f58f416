from pathlib import Path

import pytest

from motjuste.benchmarks import coinco, contexts, swords
from motjuste.cli import main
from motjuste.errors import BadInputError
from motjuste.text.segmentation import Span

# The passage of Lee et al. 2021, appendix A.1, as MASC holds it: the second sentence has two ids,
# and "he said." belongs to a region that begins like the one before it.
SAID = '" -was kindly received,"'
FAIL = '"But an artist who would stay first among his fellows can tell when he begins to fail."'
TEXT = f'Tasha said.\n\t{SAID} he said.\n\t{FAIL}\n\t"Oh?"\n\tShe left.'
REPAIRED = f'{SAID} he said.\n\t{FAIL}\n\t"Oh?"'


def region(text: str) -> Span:
    return Span(TEXT.index(text), TEXT.index(text) + len(text))


REGIONS = {
    "s-r1": region("Tasha said."),
    "s-r2": region(SAID + " he said."),
    "s-r3": region(SAID),
    "s-r4": region(FAIL),
    "s-r5": region(FAIL),
    "s-r6": region('"Oh?"'),
    "s-r7": region("She left."),
}
XML = f"""<document>
<sent MASCfile="moments.txt" MASCsentID="s-r5">
<precontext>{SAID.replace('"', "&quot;")}</precontext>
<targetsentence>{FAIL.replace('"', "&quot;")}</targetsentence>
<postcontext>{FAIL.replace('"', "&quot;")}</postcontext>
<tokens>{
    "".join(
        f'<token id="XXX" wordform="{w}" lemma="" posMASC="XXX" posTT=""/>'
        for w in FAIL[1:].split()[:-1]
    )
}
<token id="7" wordform="fail" lemma="fail" posMASC="VB" posTT="VV" problematic="no">
<substitutions><subst lemma="flop" pos="VV" freq="2"/></substitutions></token></tokens>
</sent></document>"""


@pytest.fixture
def masc(tmp_path: Path) -> Path:
    folder = tmp_path / "masc/data/written"
    folder.mkdir(parents=True)
    (folder / "moments.txt").write_text(TEXT)
    regions = "".join(
        f'<region xml:id="{name}" anchors="{start} {end}"/>\n'
        for name, (start, end) in REGIONS.items()
    )
    (folder / "moments-s.xml").write_text(f"<graph>\n{regions}</graph>")
    return tmp_path / "masc"


@pytest.fixture
def benchmark(tmp_path: Path):
    (tmp_path / "coinco.xml").write_text(XML)
    return coinco.read(tmp_path / "coinco.xml")


def test_the_papers_repeated_sentence_is_shown_once():
    start, end = contexts.repaired_context(REGIONS.values(), REGIONS["s-r5"])
    assert TEXT[start:end] == REPAIRED


def test_at_the_ends_of_a_document_the_context_is_shorter():
    start, end = contexts.repaired_context(REGIONS.values(), REGIONS["s-r1"])
    assert TEXT[start:end] == f"Tasha said.\n\t{SAID} he said."
    assert contexts.repaired_context(REGIONS.values(), REGIONS["s-r7"]).end == len(TEXT)


def test_regions_that_only_touch_stay_apart():
    assert contexts.repaired_context([(0, 4), (4, 8), (8, 9), (9, 12)], (4, 8)) == (0, 9)


def test_a_sentence_outside_the_regions_is_an_error():
    with pytest.raises(BadInputError, match="is not among the regions"):
        contexts.repaired_context([(0, 4)], (3, 8))


def test_regions_are_read_from_masc_files(masc: Path):
    assert contexts.read_regions(masc / "data/written/moments-s.xml") == REGIONS


def test_coinco_gets_the_contexts_of_swords(masc: Path, benchmark):
    repaired = contexts.repair(benchmark, masc)
    (old,), (new,) = benchmark.items, repaired.items
    assert old.target.text == f"{SAID} {FAIL} {FAIL}"
    assert new.target.text == repaired.contexts[new.context_id].text == REPAIRED
    assert (new.target.word, new.target.start) == ("fail", REPAIRED.index("fail."))
    assert (new.id, new.judgements, new.target.lemma) == (old.id, old.judgements, "fail")


def test_what_masc_lacks_is_named(masc: Path, benchmark, tmp_path: Path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInputError, match="holds no text of MASC"):
        contexts.repair(benchmark, tmp_path / "empty")
    regions = masc / "data/written/moments-s.xml"
    regions.write_text('<region xml:id="s-r1" anchors="0 5"/>')
    with pytest.raises(BadInputError, match=r"moments\.txt has no region s-r5"):
        contexts.repair(benchmark, masc)
    regions.write_text('<region xml:id="s-r5" anchors="9 5"/>')
    with pytest.raises(BadInputError, match="region 1 has no xml:id, or no anchors in order"):
        contexts.repair(benchmark, masc)
    (masc / "data/written/moments.txt").write_text("quite another text")
    regions.write_text('<region xml:id="s-r5" anchors="0 18"/>')
    with pytest.raises(BadInputError, match="item 7: 'fail' is not in its sentence in MASC"):
        contexts.repair(benchmark, masc)


def test_contexts_are_repaired_while_a_benchmark_is_converted(
    masc: Path, benchmark, tmp_path: Path
):
    out = tmp_path / "repaired.json"
    command = ["benchmarks", "convert", f"coinco:{tmp_path / 'coinco.xml'}", str(out)]
    assert main([*command, "--masc", str(masc)]) == 0
    (item,) = swords.read(out).items
    assert item.target.text == REPAIRED


def test_contexts_are_repaired_for_a_judgement_project(masc: Path, benchmark, tmp_path: Path):
    pytest.importorskip("sqlalchemy")
    from motjuste.collect import open_project
    from motjuste.collect.pools import targets_only

    folder = tmp_path / "fit"
    command = ["collect", "init", str(folder), "--coinco", f"coinco:{tmp_path / 'coinco.xml'}"]
    assert main([*command, "--masc", str(masc)]) == 0
    with open_project(folder) as project:
        (item,) = targets_only(project.store).items
    assert item.target.text == REPAIRED
