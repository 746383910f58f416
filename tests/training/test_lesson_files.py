"""Lessons in a work folder: the same when they are read again, and never code."""

import pickle
from types import SimpleNamespace

import numpy as np
import pytest

from motjuste.errors import BadInputError
from motjuste.training.lesson_files import load_lessons, save_lessons
from motjuste.training.networks import Lesson
from motjuste.training.rankers import TargetLessons


def lesson(number: int, width: int) -> Lesson:
    rows = np.arange(number * width, dtype=np.float32).reshape(number, width) + number
    return Lesson(rows, np.linspace(0, 1, number, dtype=np.float32), np.arange(number) % 2 == 0)


def target(half: int, candidates: int, given: int) -> TargetLessons:
    in_place = np.full((candidates, 2), half, np.float16)
    return TargetLessons(half, lesson(candidates, 5), in_place, lesson(given, 7))


def arrays_of(lessons) -> list:
    """Everything in lessons, one after the other."""
    labels, crowd, ordered = lessons
    every = [
        [one.half, *one.first, one.in_place, *one.given] for part in (labels, crowd) for one in part
    ]
    return [*every, *(list(one) for one in ordered)]


@pytest.mark.parametrize(
    "lessons",
    [
        ([target(0, 3, 1), target(1, 2, 4)], [target(1, 1, 2)], [lesson(4, 7), lesson(1, 7)]),
        # A target without given words, and nothing at all of the crowd.
        ([target(1, 2, 0), target(0, 1, 3)], [], []),
    ],
)
def test_lessons_are_the_same_when_they_are_read_again(tmp_path, lessons):
    path = tmp_path / "lessons.npz"
    save_lessons(path, lessons)
    again = load_lessons(path)
    assert [len(part) for part in again] == [len(part) for part in lessons]
    for ours, theirs in zip(arrays_of(lessons), arrays_of(again), strict=True):
        for one, other in zip(ours, theirs, strict=True):
            np.testing.assert_array_equal(one, other)
            assert getattr(one, "dtype", None) == getattr(other, "dtype", None)


class Payload:
    """What makes a file when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return open, (str(self.path), "w")


def pickled(payload):
    return pickle.dumps(payload)


def array_of_objects(payload):
    import io

    stream = io.BytesIO()
    np.savez(stream, **{"labels.half": np.array([payload], object)})
    return stream.getvalue()


@pytest.mark.parametrize("made", [pickled, array_of_objects])
def test_the_lessons_of_a_foreign_work_folder_run_no_code(tmp_path, made):
    pytest.importorskip("torch")
    from motjuste.training.recipe import Recipe

    harm = tmp_path / "harm"
    recipe = Recipe(SimpleNamespace(swords=None), tmp_path / "out", tmp_path / "work")
    for folder in recipe.halves:
        folder.mkdir(parents=True)
        for name in ("lessons.npz", "lessons.pickle"):
            (folder / name).write_bytes(made(Payload(harm)))
    with pytest.raises(BadInputError, match=r"lessons\.npz: is not a file of lessons; delete it"):
        recipe.cross_validate()
    assert not harm.exists()


@pytest.mark.parametrize("kept", [0.0, 0.5, 0.99])
def test_lessons_that_are_cut_short_are_one_line(tmp_path, kept):
    path = tmp_path / "lessons.npz"
    save_lessons(path, ([target(0, 3, 1)], [], [lesson(2, 7)]))
    content = path.read_bytes()
    path.write_bytes(content[: int(kept * len(content))])
    with pytest.raises(BadInputError, match="is not a file of lessons"):
        load_lessons(path)


def test_lessons_whose_lengths_are_not_those_of_their_rows_are_refused(tmp_path):
    path = tmp_path / "lessons.npz"
    save_lessons(path, ([], [], [lesson(2, 7)]))
    with np.load(path) as arrays:
        changed = {**arrays, "ordered.rows.lengths": np.array([3])}
    np.savez(path, **changed)
    with pytest.raises(BadInputError, match="is not a file of lessons"):
        load_lessons(path)
