"""Reading JSON member by member gives what reading it whole gives."""

import gc
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motjuste.benchmarks.json_stream import JsonCursor, paused_gc


@pytest.fixture(params=["whole", "one by one"], scope="module")
def _size(request):
    """Objects are read whole in ordinary texts, member by member in big ones: do both."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "one by one":
            patch.setattr(JsonCursor, "ordinary", 0)
        yield


pytestmark = pytest.mark.usefixtures("_size")

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


@given(
    st.dictionaries(st.text(), VALUES, max_size=4), st.sampled_from([None, 1, "\t"]), st.booleans()
)
def test_members_are_those_of_the_whole_document(document, indent, ascii_only):
    cursor = JsonCursor(json.dumps(document, indent=indent, ensure_ascii=ascii_only))
    assert dict(cursor.items()) == document
    cursor.end()


@given(
    st.dictionaries(st.text(), st.dictionaries(st.text(), VALUES, max_size=3), max_size=3),
)
def test_objects_can_be_entered(document):
    cursor = JsonCursor(f" {json.dumps(document)} ")
    assert {key: dict(cursor.items()) for key in cursor.keys()} == document  # noqa: SIM118
    cursor.end()


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"a"', '{"a":', '{"a": 1', '{"a": 1,', '{"a": 1} x', '{"a": }', "{a: 1}"],
)
def test_what_is_not_a_json_object_is_an_error(text):
    def read():
        cursor = JsonCursor(text)
        dict(cursor.items())
        cursor.end()

    with pytest.raises(json.JSONDecodeError):
        read()


def test_garbage_collection_goes_on_after_an_error():
    def fail():
        with paused_gc():
            assert not gc.isenabled()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert gc.isenabled()
