"""Priors, tables and rankers: trained on a handful of words that the tests make themselves."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from motjuste.lexicon.array_file import ArrayFile
from motjuste.lexicon.lexicon import Lexicon
from motjuste.training.association_table import (
    HeadwordCandidates,
    Packing,
    capped,
    keep_best,
    pack_rows,
    pack_table,
    read_shards,
    write_rows,
    write_table,
)
from motjuste.training.features import NAMES, Featured, Featuriser, Head
from motjuste.training.folds import folds, halves
from motjuste.training.knowledge import Knowledge, VocabularyVectors, static_rows
from motjuste.training.networks import Lesson, scores
from motjuste.training.rankers import TargetLessons
from motjuste.training.vocabulary import Vocabulary
from small import benchmark, item, labels

pytest.importorskip("scipy")
LEXICON = Lexicon.open()


def number(word: str) -> int:
    known_number = LEXICON.number(word)
    assert known_number is not None
    return known_number


def test_items_of_one_lemma_share_a_fold():
    made = benchmark(
        *(
            item(str(n), word, {"x": labels(1, 0)}, pos="VERB")
            for n, word in enumerate(["run", "ran", "walk", "walks", "sit", "sat", "go", "eat"])
        )
    )
    fold_of = folds(made.items, count=3)
    assert fold_of[0] == fold_of[1]
    assert fold_of[2] == fold_of[3]
    # Five lemmas in three folds: two, two and one.
    by_lemma = [fold_of[n] for n in (0, 2, 4, 6, 7)]
    assert sorted(map(by_lemma.count, set(by_lemma))) == [1, 2, 2]
    assert folds(made.items, count=3) == fold_of


def test_centres_are_weighted_means_of_what_is_nearest():
    from motjuste.training.clusters import centroids, nearest

    points = np.array([[0.0], [1.0], [10.0], [14.0]], np.float32)
    book = np.sort(centroids(points, 2, np.array([3.0, 1.0, 1.0, 1.0])), 0)
    # (3 * 0 + 1) / 4 and (10 + 14) / 2.
    assert book.ravel().tolist() == [0.25, 12.0]
    assert nearest(points, book).tolist() == [0, 0, 1, 1]


@pytest.fixture(scope="module")
def known() -> SimpleNamespace:
    """What the table needs of the lexicon, without reading all of it."""
    words = [LEXICON.spelling(n) for n in range(len(LEXICON))]
    frequency = np.array([LEXICON.frequency_of(n) for n in range(len(LEXICON))], np.float32)
    spaces = np.array([word.count(" ") for word in words])
    return SimpleNamespace(lexicon=LEXICON, spellings=words, frequency=frequency, spaces=spaces)


def test_of_one_lemma_the_best_form_stays_and_none_of_the_head(known):
    words = ["auto", "autos", "cars", "bus"]
    numbers = np.array([known.spellings.index(word) for word in words if word in known.spellings])
    texts = [known.spellings[n] for n in numbers]
    featured = Featured(Head(number("car"), 0), numbers, np.zeros((len(numbers), 1)), len(numbers))
    share = np.linspace(1.0, 0.1, len(numbers))
    kept = [texts[row] for row in keep_best(known, featured, share)]
    assert kept == [text for text in texts if text in ("auto", "bus")]
    assert keep_best(known, featured, share, most=1) == [0]


def test_a_table_gives_back_what_was_put_in(known, tmp_path):
    from motjuste.suggester.associations import Associations

    book = np.log(np.array([[0.9, 0.9, 0.8, 0.9], [0.1, 0.2, 0.1, 0.3]], np.float32))
    auto, bus, glad, happy = map(number, ["auto", "bus", "glad", "happy"])
    rows = [
        HeadwordCandidates(Head(happy, 2), np.array([glad]), book[:1]),
        HeadwordCandidates(Head(number("car"), 0), np.array([auto, bus]), book + 0.01),
    ]
    pairs = np.unique(np.array([auto * 4, bus * 4, glad * 4 + 2], np.uint32))
    centres = np.random.default_rng(0).normal(size=(2, 3, 2)).astype(np.float32)
    codes = np.array([[0, 1], [1, 2], [2, 0]], np.uint8)
    path = tmp_path / "associations.bin"
    packing = Packing(pairs, codes, centres, book)
    write_table(pack_table(known, pack_rows(rows, packing), packing), LEXICON, path)
    links = Associations(ArrayFile(path), LEXICON).links(number("car"), "n")
    assert links is not None
    assert links.numbers.tolist() == [auto, bus]
    assert np.allclose(links.features, book)
    # The vector of the first pair by its centroids: parts hold every second number.
    first = [centres[0, 0, 0], centres[1, 1, 0], centres[0, 0, 1], centres[1, 1, 1]]
    query = np.array([1.0, 2.0, 3.0, 4.0], np.float32)
    table = Associations(ArrayFile(path), LEXICON)
    place = table.vector(int(pairs[0] // 4), "nvar"[pairs[0] % 4])
    assert table.nearness(np.array([place]), query)[0] == pytest.approx(np.dot(first, query))


def test_rare_headwords_keep_fewer_candidates(known):
    many = HeadwordCandidates(Head(number("car"), 0), np.arange(150), np.zeros((150, 4)))
    rare = int(np.flatnonzero((known.frequency > 2.8) & (known.frequency < 3))[0])
    assert len(capped(known, many).numbers) > len(
        capped(known, many._replace(head=Head(rare, 0))).numbers
    )


def test_rows_survive_a_file(tmp_path):
    rows = [
        HeadwordCandidates(Head(7, 1), np.array([3, 4]), np.ones((2, 4), np.float32)),
        HeadwordCandidates(Head(8, 0), np.array([], np.int64), np.zeros((0, 4), np.float32)),
        HeadwordCandidates(Head(9, 0), np.array([5]), np.zeros((1, 4), np.float32)),
    ]
    write_rows(rows, tmp_path / "rows.npz")
    again = list(read_shards([tmp_path / "rows.npz"]))
    assert [row.head for row in again] == [Head(7, 1), Head(8, 0), Head(9, 0)]
    assert [row.numbers.tolist() for row in again] == [[3, 4], [], [5]]
    assert again[0].priors.tolist() == [[1, 1, 1, 1]] * 2


def test_a_phrase_has_the_mean_of_its_words_vectors(tmp_path):
    path = tmp_path / "glove.txt"
    path.write_text("give 1 3\nup 3 5\n")
    assert static_rows(path, ["give up", "give-up", "zzz"]).tolist() == [[2, 4], [2, 4], [0, 0]]


def test_a_network_is_the_mean_of_its_copies():
    from motjuste.training.networks import side_by_side

    rng = np.random.default_rng(0)
    weights = {
        "hidden": rng.normal(size=(4, 3, 5)).astype(np.float32),
        "hidden_bias": rng.normal(size=(4, 1, 5)).astype(np.float32),
        "output": rng.normal(size=(4, 5, 2)).astype(np.float32),
        "output_bias": rng.normal(size=(4, 1, 2)).astype(np.float32),
    }
    rows = rng.normal(size=(6, 3)).astype(np.float32)
    hidden = np.maximum(rows @ weights["hidden"] + weights["hidden_bias"], 0)
    expected = (hidden @ weights["output"] + weights["output_bias"]).mean(0)
    network = side_by_side(weights) | {"mean": np.zeros(3), "deviation": np.ones(3)}
    assert np.allclose(scores(network, rows), expected, atol=1e-5)


def test_a_trained_network_puts_accepted_words_first():
    pytest.importorskip("torch")
    from motjuste.training.networks import train

    rng = np.random.default_rng(0)
    lessons = []
    for _ in range(24):
        rows = rng.normal(size=(12, 3)).astype(np.float32)
        share = (rows[:, 1] > 0.5).astype(np.float32)
        lessons.append(Lesson(rows, share, np.arange(12) < 8))
    network = train(lessons, [False] * 24, epochs=20)
    rows = np.array([[0, 2, 0], [0, -2, 0], [2, 0, 2]], np.float32)
    predicted = scores(network, rows)
    assert predicted[0, 0] > predicted[2, 0] > predicted[1, 0]
    assert predicted[0, 1] > predicted[1, 1]
    again = train(lessons, [False] * 24, epochs=20)
    assert all(np.array_equal(network[name], again[name]) for name in network)


def test_a_network_judges_as_an_editor_or_as_a_crowd():
    pytest.importorskip("torch")
    from motjuste.training.networks import train

    rng = np.random.default_rng(0)
    lessons, by_crowd = [], []
    for number in range(48):
        rows = rng.normal(size=(12, 3)).astype(np.float32)
        crowd = number % 2 == 0
        # Editors want the first number to be large, the crowd wants it to be small.
        share = (rows[:, 0] < -0.5 if crowd else rows[:, 0] > 0.5).astype(np.float32)
        lessons.append(Lesson(rows, share, np.ones(12, bool)))
        by_crowd.append(crowd)
    network = train(lessons, by_crowd, epochs=60)
    rows = np.array([[1.5, 0, 0], [-1.5, 0, 0]], np.float32)
    editor, crowd = scores(network, rows)[:, 0], scores(network, rows, by_crowd=True)[:, 0]
    assert editor[0] > editor[1]
    assert crowd[1] > crowd[0]


FILES = {
    "data.adj": "00000100 00 a 03 glad 0 happy 0 cheerful 0 001 ! 00000200 a 0102 | pleased  \n"
    "00000200 00 a 02 woeful 0 sad 0 000 | not pleased  \n",
    "index.adj": "glad a 1 0 1 1 00000100  \nhappy a 1 0 1 1 00000100  \n"
    "cheerful a 1 0 1 1 00000100  \nsad a 1 0 1 1 00000200  \nwoeful a 1 0 1 1 00000200  \n",
    "index.sense": "glad%3:00:00:: 00000100 1 3\nhappy%3:00:00:: 00000100 1 8\n"
    "cheerful%3:00:00:: 00000100 1 0\nsad%3:00:00:: 00000200 1 4\nwoeful%3:00:00:: 00000200 1 0\n",
    "moby.txt": "glad,happy,jolly\nhappy,glad,jolly,merry\n",
    "glove.txt": "happy\nsad\nglad\njolly\nmerry\ncheerful\nwoeful",
}


@pytest.fixture(scope="module")
def featuriser(tmp_path_factory: pytest.TempPathFactory) -> Featuriser:
    """A lexicon of seven adjectives; `sad` has the vector nearest to that of `glad`."""
    import importlib.util
    import sys

    folder = tmp_path_factory.mktemp("lexicon")
    names = [
        f"{kind}.{pos}" for kind in ("data", "index") for pos in ("noun", "verb", "adj", "adv")
    ]
    for name in dict.fromkeys([*names, *FILES]):
        (folder / name).write_text(FILES.get(name, ""))
    script = Path(__file__).parents[2] / "scripts" / "build_lexicon.py"
    spec = importlib.util.spec_from_file_location("build_lexicon", script)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["build_lexicon"] = module
    spec.loader.exec_module(module)
    module.main(folder, folder / "moby.txt", folder / "glove.txt", folder / "out.bin")
    lexicon = Lexicon(ArrayFile(folder / "out.bin"))
    words = [w for w in ("glad", "happy", "sad", "merry") if lexicon.number(w) is not None]
    numbers = np.array(sorted(lexicon.number(w) for w in words), np.uint32)
    angle = {"glad": 0.0, "sad": 0.1, "happy": 0.5, "merry": 1.0}
    turned = [angle[lexicon.spelling(int(n))] for n in numbers]
    plane = np.stack([np.cos(turned), np.sin(turned)], 1)
    vocabulary = Vocabulary(numbers, np.full(len(numbers), 2, np.uint8))
    layers = np.repeat(plane[:, None], 3, 1)
    return Featuriser(
        Knowledge(lexicon), VocabularyVectors(len(lexicon), vocabulary, layers, plane)
    )


def test_features_say_what_the_sources_say(featuriser):
    lexicon = featuriser.known.lexicon
    head = Head(lexicon.number("glad"), 2)
    featured = next(iter(featuriser([head])))
    words = [lexicon.spelling(n) for n in featured.numbers.tolist()]
    # `cheerful` and `jolly` have no vector; `sad` is the nearest, but an opposite of the synset.
    assert sorted(words) == ["happy", "merry"]
    happy, merry = (
        dict(zip(NAMES, featured.features[words.index(w)], strict=True)) for w in ("happy", "merry")
    )
    assert (happy["synonym"], happy["moby-both"], merry["synonym"]) == (1, 1, 0)
    assert happy["cosine 4"] == pytest.approx(np.cos(0.5))
    # Both lists hold `jolly`.
    assert happy["lists shared"] == pytest.approx(np.log(2))
    assert happy["count of shared sense"] == pytest.approx(np.log(9))
    assert happy["a"] == merry["a"] == 1


def test_training_says_what_is_missing_before_it_starts(tmp_path, monkeypatch):
    import sys

    from motjuste.errors import BadInputError, MissingExtraError
    from motjuste.training.inputs import check_inputs

    def check() -> None:
        check_inputs(tmp_path, tmp_path / "glove.txt", tmp_path / "semcor.gz", tmp_path)

    for name in ("lightgbm", "onnx", "safetensors", "scipy", "torch"):
        with monkeypatch.context() as patch:
            # `None` makes Python refuse the import.
            patch.setitem(sys.modules, name, None)
            with pytest.raises(MissingExtraError, match=r"pip install 'motjuste\[train\]'"):
                check()
        monkeypatch.setitem(sys.modules, name, SimpleNamespace())
    for name, problem in (
        ("model.safetensors", r"holds no model\.safetensors"),
        ("tokenizer.json", r"holds no tokenizer\.json"),
        ("glove.txt", r"glove\.txt: there is no such file"),
        ("semcor.gz", r"semcor\.gz: there is no such file"),
        ("index.noun", r"holds no index\.noun"),
    ):
        with pytest.raises(BadInputError, match=problem):
            check()
        (tmp_path / name).touch()
    check()


def test_the_halves_of_lemmas_do_not_depend_on_the_other_items():
    words = ["run", "ran", "walk", "sit", "go", "speak"]
    rows = (item(str(n), word, {"x": labels(1, 0)}, pos="VERB") for n, word in enumerate(words))
    items = benchmark(*rows).items
    made = halves(items)
    assert made[0] == made[1]
    assert set(made) == {0, 1}
    assert [halves([one])[0] for one in items] == made


def test_a_target_seen_without_labels_differs_in_their_columns_alone():
    # Twenty columns of the first look, eight of senses, three of the candidate's own sentences,
    # six of the headword's; then six of the place and one of the origin.
    first = np.arange(2 * 37, dtype=np.float32).reshape(2, 37) + 1
    given = np.arange(44, dtype=np.float32)[None] + 1
    seen = TargetLessons(
        0,
        Lesson(first, np.ones(2, np.float32), np.ones(2, bool)),
        np.zeros((2, 3), np.float32),
        Lesson(given, np.ones(1, np.float32), np.ones(1, bool)),
    )
    other = seen.without_labels()
    assert np.flatnonzero(other.first.rows[0] != first[0]).tolist() == list(range(31, 37))
    assert np.flatnonzero(other.given.rows[0] != given[0]).tolist() == list(range(31, 37))
