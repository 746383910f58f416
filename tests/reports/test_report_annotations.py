import pytest

from motjuste.errors import BadInputError
from motjuste.reports.annotations import Annotation, read_annotations


def test_substitutes_are_read_with_multiwords_and_empty_answers(csv):
    annotations = read_annotations(
        csv("item,annotator,substitute,kind\n9,1,glad,\n9,1,over the moon,multiword\n9,2,,\n")
    )
    assert annotations.form == "substitutes"
    assert annotations.annotators == ["1", "2"]
    assert annotations.rows[1] == Annotation("9", "1", "over the moon", kind="multiword")
    assert annotations.seen()["9"]["2"] == [Annotation("9", "2", "")]


def test_spans_are_read_as_tokens(csv):
    annotations = read_annotations(
        csv("item,annotator,substitute,start,end,kind\ns,1,close,3,4,refine-usage\ns,2,,,,\n")
    )
    assert annotations.form == "spans"
    assert annotations.rows[0].span == (3, 4)
    assert annotations.rows[1].span is None


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "has no annotations"),
        ("item,annotator,substitute\n", "has no annotations"),
        ("item,annotator\n9,1\n", "has no column 'substitute'"),
        ("item,annotator,substitute,start\n9,1,x,2\n", "has no column 'end'"),
        ("item,annotator,substitute,verdict\n9,1,x,good\n", "has no column 'group'"),
        ("item,annotator,substitute,Kind\n9,1,x,multiword\n", "unknown column 'Kind'"),
        ("item,annotator,substitute\n9,1,x\n,2,x\n", "line 3: the item is empty"),
        ("item,annotator,substitute\n9,,x\n", "line 2: the annotator is empty"),
        ("item,annotator,substitute\n9,1,x\n9,1,x\n", "line 3 repeats line 2"),
        ("item,annotator,substitute\n9,1,x,y\n", "line 2 does not have the header's columns"),
        ("item,annotator,substitute,kind\n9,1,x,verb\n", "line 2: unknown kind 'verb'"),
        ("item,annotator,substitute,start,end\ns,1,x,4,4\n", "line 2: the span from '4' to '4'"),
        ("item,annotator,substitute,start,end\ns,1,x,a,4\n", "line 2: the start is 'a'"),
        ("item,annotator,substitute,start,end\ns,1,x,,\n", "line 2: a substitute needs a span"),
        ("item,annotator,substitute,start,end\ns,1,,1,2\n", "line 2: a substitute needs a span"),
        ("item,annotator,substitute,group,verdict\n9,1,x,sys,ok\n", "line 2: unknown verdict 'ok'"),
        ("item,annotator,substitute,group,verdict\n9,1,x,,bad\n", "line 2: a verdict needs a"),
        (
            "item,annotator,substitute,group,verdict\n9,1,x,sys,bad\n9,1,x,sys,good\n",
            "line 3 repeats line 2",
        ),
    ],
)
def test_a_bad_file_is_refused_with_its_line(csv, content, problem):
    with pytest.raises(BadInputError, match=problem) as caught:
        read_annotations(csv(content))
    assert "annotations.csv" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_bad_input(tmp_path):
    with pytest.raises(BadInputError, match="there is no such file"):
        read_annotations(tmp_path / "none.csv")
