"""The improver's training: what is remembered of other sentences, and networks that learn."""

import numpy as np
import pytest

from motjuste.improver.training_counts import TrainingCounts, key_of
from motjuste.lexicon.lexicon import Lexicon
from motjuste.suggester.associations import LETTERS, Associations
from motjuste.suggester.candidates import pool_of_words
from motjuste.training.counts_by_sentence import CountsBySentence, Occurrence

LEXICON = Lexicon.open()


def number(word):
    known_number = LEXICON.number(word)
    assert known_number is not None
    return known_number


HELP = number("help") * len(LETTERS) + LETTERS.index("v")
AID, SERVE = number("aid"), number("serve")
AS_VERB = frozenset({AID * len(LETTERS) + LETTERS.index("v")})
PAST = CountsBySentence(
    [
        (HELP, Occurrence("one", True, frozenset({AID}), AS_VERB)),
        (HELP, Occurrence("two", True, frozenset({AID, SERVE}), AS_VERB)),
        (HELP, Occurrence("two", True, frozenset({AID}), AS_VERB)),
        (HELP, Occurrence("three", False, frozenset())),
        (-1, Occurrence("three", True, frozenset({AID}), AS_VERB)),
    ]
)


@pytest.fixture
def pool():
    return pool_of_words(LEXICON, Associations.open(), "help", "v", ["aid", "assist"])


def test_what_happened_in_two_sentences_is_remembered_and_what_in_one_is_not(pool):
    memory = PAST.all()
    # `aid` for `help` in two sentences, in one of them twice, and for anything in three.
    assert memory.of_candidates(pool)[0].tolist() == pytest.approx([np.log(3), np.log(4)])
    assert memory.of_candidates(pool)[1].tolist() == [0, 0]
    # Marked in two of three sentences, and three more in which 40 % would be: (2 + 1.2) / 6.
    assert memory.of_head(pool).tolist() == pytest.approx([3.2 / 6, np.log(4)])
    assert key_of(pool) == HELP


def test_a_word_is_never_shown_what_its_own_sentence_says(pool):
    memory = PAST.of(pool, lambda sentence: sentence != "two")
    # `aid` for `help` in one sentence is chance; for anything it stood in two.
    assert memory.of_candidates(pool)[0].tolist() == pytest.approx([0, np.log(3)])
    # Two sentences are left, and the word is marked in one.
    assert memory.of_head(pool)[0] == pytest.approx((1 + 1.2) / 5)
    assert PAST.of(pool, lambda sentence: sentence == "one").of_head(pool)[1] == 0


def test_a_memory_survives_a_file(pool, tmp_path):
    from motjuste.lexicon.array_file import ArrayFile, pack

    path = tmp_path / "memory.bin"
    path.write_bytes(pack(PAST.all().arrays(), {}))
    again = TrainingCounts.read(ArrayFile(path))
    assert again.of_candidates(pool).tolist() == PAST.all().of_candidates(pool).tolist()
    assert again.of_head(pool).tolist() == PAST.all().of_head(pool).tolist()


def test_remembered_words_of_the_right_kind_become_candidates(pool):
    # `lifestyle` is a noun only: it can stand for no verb.
    events = [
        (HELP, Occurrence(name, True, frozenset({SERVE, AID, number("lifestyle")})))
        for name in "ab"
    ]
    assert CountsBySentence(events).all().words(pool) == ["serve"]


def test_a_chooser_learns_what_people_put_first():
    pytest.importorskip("torch")
    from motjuste.training.choosers import train_chooser
    from motjuste.training.networks import scores

    rng = np.random.default_rng(0)
    rows = [rng.normal(size=(rng.integers(4, 9), 3)).astype(np.float32) for _ in range(300)]
    votes = [(row[:, 1] == row[:, 1].max()).astype(np.float32) for row in rows]
    network = train_chooser(rows, votes)
    predicted = scores(network, np.array([[0, 2, 0], [0, -2, 0], [2, 0, 2]], np.float32))[:, 0]
    assert predicted[0] > predicted[2] > predicted[1]
    again = train_chooser(rows, votes)
    assert all(np.array_equal(network[name], again[name]) for name in network)


def test_a_detector_learns_two_things_at_once_and_a_network_the_kind():
    pytest.importorskip("torch")
    from motjuste.improver.detector import APT, IMPROVABLE
    from motjuste.training.choosers import train_detector, train_kind
    from motjuste.training.networks import scores

    rows = np.random.default_rng(0).normal(size=(400, 3)).astype(np.float32)
    yes, inputs = (rows > 0).astype(np.float32), 2 * np.eye(3, dtype=np.float32)
    predicted = scores(train_detector(rows, yes[:, :2]), inputs)
    assert predicted[0, IMPROVABLE] > predicted[1, IMPROVABLE]
    assert predicted[1, APT] > predicted[0, APT]
    refined = scores(train_kind(rows, yes[:, 2]), inputs)[:, 0]
    assert refined[2] > max(refined[:2])
