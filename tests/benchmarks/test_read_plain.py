import json
from pathlib import Path

import pytest

from motjuste.benchmarks import plain
from motjuste.errors import BadInputError


def write(path: Path, text: str) -> Path:
    path.write_bytes(text.encode())
    return path


def votes(item):
    return [(judgement.text, judgement.votes) for judgement in item.judgements]


def test_csv_gives_the_target_by_offsets_by_marks_or_by_its_word(tmp_path: Path):
    text = (
        "\ufefftext,start,end,target,substitutes,id,pos,lemma,who\r\n"
        "a glad and glad man,11,15,,glad:3; merry:2,x1,ADJ,glad,me\r\n"
        "a **glad** glad man,,,,happy; well pleased,,,,\r\n"
        "*glad* man,,,,,,,,\r\n"
        "a gladder glad man,,,glad,,,,,\r\n"
    )
    items = plain.read(write(tmp_path / "own.csv", text)).items
    assert [(item.id, item.target.start, item.target.word) for item in items] == [
        ("x1", 11, "glad"),
        ("2", 2, "glad"),
        ("3", 0, "glad"),
        ("4", 10, "glad"),
    ]
    assert (items[0].target.pos, items[0].target.lemma) == ("ADJ", "glad")
    assert items[1].target.text == "a glad glad man"
    assert votes(items[0]) == [("glad", 3), ("merry", 2)]
    assert votes(items[1]) == [("happy", 1), ("well pleased", 1)]
    assert items[0].extra == {"who": "me"}


def test_json_lines_have_the_same_fields(tmp_path: Path):
    rows = [
        {"sentence": "a *glad* man", "substitutes": {"merry": 2}, "id": 7},
        {"text": "2 * 3 * 4 is big", "target": "big", "substitutes": ["large"]},
        {"text": "so big", "start": 3, "end": 6, "substitutes": "huge:2"},
    ]
    path = write(tmp_path / "own.jsonl", "\n".join(json.dumps(row) for row in rows) + "\n\n")
    benchmark = plain.read(path)
    assert [item.id for item in benchmark.items] == ["7", "2", "3"]
    assert [item.target.word for item in benchmark.items] == ["glad", "big", "big"]
    assert [votes(item) for item in benchmark.items] == [
        [("merry", 2)],
        [("large", 1)],
        [("huge", 2)],
    ]
    assert (benchmark.name, benchmark.format) == ("own", "plain")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("text,start\nso big,3\n", "line 2: `end` is None, not a whole number"),
        ("text\nso **big**\nso big\n", "line 3: no target is given: mark it as"),
        ("text,target\nbig and big,big\n", "line 2: the target 'big' stands 2 times"),
        ("text,target\nso big,small\n", "line 2: the target 'small' stands nowhere"),
        ("words\nso *big*\n", "line 2: there is no text; name its column `text`"),
        ("text,start,end\nso big,3,9\n", "line 2: a target from 3 to 9 is not inside"),
        ("text,pos\nso *big*,adjectival\n", "line 2: unknown part of speech 'adjectival'"),
        ("text,pos\nso *big*\n", "line 2 does not have the header's columns"),
        ("text\n", "has no rows"),
        ('{"text": "so *big*"}\n{"text": \n', "line 2 is not JSON"),
        ('{"text": "so *big*", "substitutes": {"a": -1}}', "line 1: 'a' has -1 votes"),
        ('{"text": "so *big*", "substitutes": [2]}', "line 1: the substitute 2 is not a text"),
        ('{"text": "so *big*", "substitutes": 3}', "line 1: the substitutes 3 are not"),
        ('{"text": 3}', "line 1: the text 3 is not a text"),
        ("text,id\n*big*,1\n*small*,1\n", "line 3: the id '1' is that of line 2"),
        ("text\nso *big* a *dog*\n", "line 2: 2 targets are marked"),
        ('text\nso *big*\n"so *small*\nso *long*\n', "line 3 is not CSV"),
    ],
)
def test_errors_name_the_line_and_the_remedy(tmp_path: Path, text: str, message: str):
    with pytest.raises(BadInputError, match=message.replace("*", r"\*")):
        plain.read(write(tmp_path / "own.data", text))
