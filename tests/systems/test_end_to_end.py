"""How the end-to-end models read a sentence and what they say of it; what they learn from."""

import math

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import tiny_models  # noqa: E402
from motjuste.distant.records import Record, Replaced  # noqa: E402
from motjuste.errors import BadInputError  # noqa: E402
from motjuste.systems import make_system, with_settings  # noqa: E402
from motjuste.systems.end_to_end.bart import Rewrite  # noqa: E402
from motjuste.systems.end_to_end.cmlm import find_slots  # noqa: E402
from motjuste.systems.end_to_end.cmlm_network import hide  # noqa: E402
from motjuste.systems.end_to_end.network import read_network  # noqa: E402
from motjuste.systems.end_to_end.predictions import Predictions  # noqa: E402
from motjuste.systems.end_to_end.sentence import SentenceInPieces, as_pieces, split_sentences  # noqa: E402
from motjuste.text.segmentation import words  # noqa: E402
from motjuste.training.sws.examples import IGNORED, encode  # noqa: E402
from motjuste.training.sws.fresh import Size, fresh_network  # noqa: E402

PAD, CLS, SEP = 0, 2, 3


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    return read_network(tiny_models.bert(tmp_path_factory.mktemp("bert")), "bert", "cpu")


@pytest.fixture(scope="module")
def roberta(tmp_path_factory):
    return read_network(tiny_models.roberta(tmp_path_factory.mktemp("roberta")), "bert", "cpu")


def ids(network, *pieces):
    return [network.pieces.vocabulary.index(piece) for piece in pieces]


def record(text, source, *targets):
    return Record("1", text, source, len(words(text)), targets)


def test_every_word_knows_its_pieces_in_any_vocabulary(bert, roberta):
    text = "She went, quickly; to the meatball-park!"
    for network in (bert, roberta):
        sentence = as_pieces(text, network.pieces)
        for token, place in zip(sentence.words, sentence.places, strict=True):
            if place is not None:
                spelled = network.pieces.tokenizer.decode(sentence.ids[slice(*place)])
                assert spelled.replace(" ", "").lower() == token.text.lower()
        known = [t.text for t, p in zip(sentence.words, sentence.places, strict=True) if p]
        assert {"She", "went", "quickly", "to"} <= set(known)


def test_sentences_are_cut_off_where_the_model_ends(bert):
    (sentence,) = split_sentences("she " * 100, bert.pieces)
    assert len(sentence.ids) == bert.pieces.limit == 48
    assert sentence.places[45] is not None
    assert sentence.places[46] is None


def test_the_masked_model_learns_originals_and_blanks_where_they_are_shorter(bert):
    shorter = record("she quickly went", "she quick went", Replaced(4, 11, "quick", "ADV"))
    read, labels = encode(shorter, bert.pieces, "bert")
    assert read == [CLS, *ids(bert, "she", "quick", "##ly", "went"), SEP]
    assert labels == [CLS, *ids(bert, "she", "quick"), PAD, *ids(bert, "went"), SEP]
    phrase = record("he walked in .", "he traveled .", Replaced(3, 12, "traveled", "VERB"))
    _, labels = encode(phrase, bert.pieces, "bert")
    assert labels == [CLS, *ids(bert, "he", "traveled"), PAD, *ids(bert, "."), SEP]


def test_nothing_is_learned_where_the_original_has_more_pieces_than_there_are_places(bert):
    longer = record("the ball .", "the meatball .", Replaced(4, 8, "meatball", "NOUN"))
    _, labels = encode(longer, bert.pieces, "bert")
    assert labels == [CLS, *ids(bert, "the"), IGNORED, *ids(bert, "."), SEP]


def test_the_others_learn_the_sentence_as_it_was(bert):
    # The article was set right when the synonym was put there, so the sentence differs twice.
    pair = record("an auto .", "a car .", Replaced(3, 7, "car", "NOUN"))
    for paradigm in ("bart", "cmlm"):
        read, labels = encode(pair, bert.pieces, paradigm)
        assert read == [CLS, *ids(bert, "an", "auto", "."), SEP]
        assert labels == [CLS, *ids(bert, "a", "car", "."), SEP]


def looks(network, sentence, changes):
    """What a model would say that is sure of every piece but some."""
    own = list(sentence.ids)
    other = {place: ids(network, piece)[0] for place, piece in changes.items()}
    best = [[other.get(n, piece), piece] for n, piece in enumerate(own)]
    logs = [[np.log(0.9), np.log(0.1)] for _ in own]
    stays = [np.log(0.1) if n in other else np.log(0.9) for n in range(len(own))]
    return Predictions(np.array(best), np.array(logs), np.array(stays))


def changed(network, text, changes):
    system = make_system("bert-sws")
    system.network = network
    sentence = as_pieces(text, network.pieces)
    marks = system.changes(sentence, looks(network, sentence, changes))
    return [(text[e.start : e.end], [s.text for s in e.suggestions]) for e in marks]


def test_words_that_become_blank_go_with_the_one_before(bert):
    # Places: [CLS] he walked in the park.
    text = "He Walked in the park."
    assert changed(bert, text, {2: "traveled", 3: "[PAD]"}) == [
        # Chances: 0.9 x 0.9; then, as it stands with one of both changed, 0.9 x 0.1.
        ("Walked in", ["Traveled", "Traveled in", "Walked"]),
    ]
    ((phrase, offers),) = changed(bert, text, {2: "meat", 3: "##ball"})
    assert (phrase, offers[0]) == ("Walked in", "Meatball")
    # A blank after a word that stays, and an ending where a word should begin, say nothing.
    assert changed(bert, text, {3: "[PAD]"}) == []
    assert changed(bert, text, {5: "##ly"}) == []


def test_a_word_of_several_pieces_changes_as_a_whole(bert):
    assert changed(bert, "the meatball", {2: "big", 3: "[PAD]"})[0][0] == "meatball"


def test_signs_and_numbers_never_change(bert):
    assert changed(bert, "she , 7", {2: "big", 3: "dog"}) == []


def test_better_sentences_are_laid_beside_the_source():
    system = make_system("bart-sws")
    text = "They gave up the big fight now."
    tokens = tuple(words(text))
    sentence = SentenceInPieces(text, 0, (), tokens, (None,) * len(tokens))
    written = [
        Rewrite("They quit the large fight now.", 0.4),
        Rewrite("They quit the huge fight now.", 0.2),
        Rewrite("They gave up the large fight now!", 0.15),
        Rewrite("They gave up the big fight now.", 0.25),
    ]
    offered = {text[e.start : e.end]: e.suggestions for e in system.changes(sentence, written)}
    # 0.4 + 0.2 change the phrase; 0.4 + 0.15 and 0.2 the adjective; a sign is no word.
    assert {word: [s.text for s in offers] for word, offers in offered.items()} == {
        "gave up": ["quit"],
        "big": ["large", "huge"],
    }
    assert [s.score for s in offered["big"]] == pytest.approx([0.55, 0.2])
    sure = with_settings(system, {"threshold": "0.3"})
    assert [text[e.start : e.end] for e in sure.changes(sentence, written)] == ["big"]


def test_words_of_a_target_of_another_length_find_their_places():
    text = "they gave up now"
    places = ((1, 2), (2, 3), (3, 4), (4, 5))
    sentence = SentenceInPieces(text, 0, (0, 10, 11, 12, 13, 2), tuple(words(text)), places)
    slots = list(find_slots(sentence, [0, 10, 20, 13, 2]))
    assert [(slot.first, slot.last, slot.place, slot.pieces) for slot in slots] == [
        (0, 1, (1, 2), (10,)),
        (1, 3, (2, 3), ()),
        (3, 4, (3, 4), (13,)),
    ]
    # A word of two pieces of which one became two.
    sentence = SentenceInPieces("meatball now", 0, (0, 10, 11, 13, 2), tuple(words("meatball now")),
                        ((1, 3), (3, 4)))  # fmt: skip
    slots = list(find_slots(sentence, [0, 10, 20, 21, 13, 2]))
    assert [(slot.place, slot.pieces) for slot in slots] == [((1, 4), ()), ((4, 5), (13,))]


@pytest.fixture(scope="module")
def cmlm():
    torch.manual_seed(3)
    network = fresh_network("cmlm", Size(1, 16, 2, 32), ["a big dog", "a large hound"], 300)
    network.module.eval()
    return network


def test_the_decoder_looks_both_ways_and_not_at_what_pads(cmlm):
    source, mask = cmlm.padded([[0, 10, 11, 12, 2]])
    with torch.no_grad():
        states = cmlm.module.encode(source, mask)

        def first(target, own):
            logits = cmlm.module.predict(states, mask, torch.tensor([target]), torch.tensor([own]))
            return logits[0, 0]

        plain = first([4, 20, 21], [1, 1, 1])
        later = first([4, 20, 22], [1, 1, 1])
        padded = first([4, 20, 21, 1, 1], [1, 1, 1, 0, 0])
    assert not torch.allclose(plain, later)
    assert torch.allclose(plain, padded, atol=1e-5)


def test_from_one_to_all_places_are_masked_and_none_that_pads():
    torch.manual_seed(0)
    mask = torch.tensor([[1, 1, 1, 1, 0, 0], [1, 1, 0, 0, 0, 0]])
    counts = [set(), set()]
    for _ in range(200):
        hidden = hide(torch.zeros_like(mask), mask)
        assert not (hidden & (mask == 0)).any()
        for row, count in enumerate(hidden.sum(1).tolist()):
            counts[row].add(count)
    assert counts == [{1, 2, 3, 4}, {1, 2}]


def test_mask_predict_gives_sentences_of_the_lengths_asked_for(cmlm):
    system = make_system("cmlm-sws")
    system.network = cmlm
    source, mask = cmlm.padded([[0, 10, 11, 12, 2], [0, 10, 2]])
    with torch.no_grad():
        states = cmlm.module.encode(source, mask)
        predictions = system.predict_targets(states, mask, [6, 3])
    assert [len(target) for _, target in predictions] == [6, 3]
    assert all(mean <= 0 for mean, _ in predictions)


@pytest.mark.parametrize(("weight", "length"), [("1", 5), ("0", 6)])
def test_a_length_counts_by_its_own_probability_too(weight, length, monkeypatch):
    network = fresh_network("cmlm", Size(1, 16, 2, 32), ["a big dog", "a large hound"], 300)
    network.module.eval()
    head = network.module.length_head
    same = head.out_features // 2
    torch.nn.init.zeros_(head.weight)
    torch.nn.init.constant_(head.bias, -1e4)
    # The source's length has the probability 0.9, one piece more 0.1.
    head.bias.data[same], head.bias.data[same + 1] = math.log(0.9), math.log(0.1)
    system = with_settings(make_system("cmlm-sws"), {"length_weight": weight})
    system.network = network

    def predict(states, mask, sizes):
        # Means of the pieces: -0.5 with five, -0.2 with six. With the lengths -0.5 + log 0.9 =
        # -0.61 and -0.2 + log 0.1 = -2.50, so that five win; without them six do.
        return [({5: -0.5, 6: -0.2}[size], [0] * size) for size in sizes]

    monkeypatch.setattr(system, "predict_targets", predict)
    (target,) = system.decode([[0, 10, 11, 12, 2]])
    assert len(target) == length


@pytest.mark.parametrize(
    ("system", "settings", "message"),
    [
        ("bert-sws", {"threshold": "1.5"}, "from 0 to 1"),
        ("bert-sws", {"most": "0"}, "at least 1"),
        ("bart-sws", {"beams": "0"}, "at least 1"),
        ("cmlm-sws", {"iterations": "0"}, "at least 1"),
        ("cmlm-sws", {"length_weight": "-1"}, "at least 0"),
    ],
)
def test_settings_that_mean_nothing_are_refused(system, settings, message):
    with pytest.raises(BadInputError, match=message):
        with_settings(make_system(system), settings)


def test_a_system_without_a_model_says_so():
    with pytest.raises(BadInputError, match="'bart-sws' needs a model"):
        make_system("bart-sws").improve(["a"])


def test_a_model_without_the_weights_that_are_needed_is_refused(tmp_path):
    folder = tiny_models.bert(tmp_path / "headless", head=False)
    with pytest.raises(BadInputError, match="it is no bert model"):
        with_settings(make_system("bert-sws"), {"model": folder}).improve(["She went."])
