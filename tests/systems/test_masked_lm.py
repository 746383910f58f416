"""Masked language models: each formula against a plain version of it, one text at a time."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import tiny_models  # noqa: E402
from motjuste.systems import Reranked, make_system  # noqa: E402
from motjuste.systems.masked_lm.base import swords_forms  # noqa: E402
from motjuste.text import Target  # noqa: E402
from plain_masked_lm import (  # noqa: E402
    BRIGHT,
    CLOSE,
    PIECES,
    WENT,
    PlainModel,
    same,
    scores,
    system,
    words,
)

TARGETS = [WENT, BRIGHT, PIECES]
CANDIDATES = [
    ["drive", "walk", "travel", "venture", "go to", "xyzzy"],
    ["clever", "smart", "very large", "brilliant"],
    ["smartly", "big", "small"],
]


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    return tiny_models.bert(tmp_path_factory.mktemp("bert"))


@pytest.fixture(scope="module")
def roberta(tmp_path_factory):
    return tiny_models.roberta(tmp_path_factory.mktemp("roberta"))


@pytest.fixture(scope="module")
def plain(bert):
    return PlainModel(bert)


@pytest.mark.parametrize("target", TARGETS)
def test_bert_m_gives_the_likeliest_words_for_one_mask(plain, bert, target):
    before, own, after = plain.split(target)
    ids = [*before, plain.tokenizer.mask_token_id, *after]
    logits = plain.run(ids).logits[0, len(before)].double().numpy()
    (answer,) = system("bert-m", bert, top=20).suggest([target])
    same(answer, plain.top(logits, own)[:20])


@pytest.mark.parametrize("target", TARGETS)
def test_bert_k_is_dropout_of_nothing_and_embeds_twice_as_swords_does(plain, bert, target):
    _, own, _ = plain.split(target)
    (answer,) = system("bert-k", bert, top=20).suggest([target])
    same(answer, plain.top(plain.half_hidden(target, 0.0), own)[:20])


def test_bert_k_that_embeds_once_is_the_model_as_it_is(plain, bert):
    before, own, after = plain.split(BRIGHT)
    logits = plain.run([*before, *own, *after]).logits[0, len(before)].double().numpy()
    (answer,) = system("bert-k", bert, embed_twice="no").suggest([BRIGHT])
    same(answer, plain.top(logits, own)[:50])


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("twice", [True, False])
def test_bert_ls_proposes_under_dropout_of_the_targets_embedding(plain, bert, target, twice):
    _, own, _ = plain.split(target)
    (answer,) = system("bert-ls", bert, embed_twice=twice, reorder="no").suggest([target])
    same(answer, plain.top(plain.half_hidden(target, 0.3, twice), own)[:50])


def test_no_generator_gives_the_target_or_what_is_no_word(bert):
    for name in ("bert-m", "bert-k", "bert-ls"):
        (answer,) = system(name, bert, top=500).suggest([BRIGHT])
        assert "bright" not in words(answer)
        assert all(word.isalnum() for word in words(answer))
        # Of the vocabulary's 56: not 5 of punctuation, 6 that continue a word, and the target.
        assert len(answer) == 56 - 5 - 6 - 1


def proposal(plain, target, substitute):
    """Equation 1 of Zhou et al."""
    probability = plain.probabilities(plain.half_hidden(target, 0.3))
    _, own, _ = plain.split(target)
    first = plain.tokenizer(substitute, add_special_tokens=False)["input_ids"][0]
    return np.log(probability[first]) - np.log(1 - probability[plain.longest(own)])


def validation(plain, target, substitute):
    """Equation 2 of Zhou et al., position by position, layer by layer, head by head."""
    before, own, after = plain.split(target)
    other = plain.tokenizer(substitute, add_special_tokens=False)["input_ids"]
    texts = [[*before, plain.longest(own), *after], [*before, plain.longest(other), *after]]
    original, changed = (
        plain.run(ids, output_hidden_states=True, output_attentions=True) for ids in texts
    )
    total = 0.0
    for place in range(len(texts[0])):
        looks = [
            float(layer[0, h, place, len(before)]) for layer in original.attentions for h in (0, 1)
        ]
        a, b = (
            np.concatenate([run.hidden_states[k][0, place].double().numpy() for k in (1, 2, 3, 4)])
            for run in (original, changed)
        )
        total += np.mean(looks) * (a @ b) / np.linalg.norm(a) / np.linalg.norm(b)
    return total


# The forms that the candidates take in the target's place.
FORMS = {"drive": "drove", "walk": "walked", "travel": "traveled", "venture": "ventured"}


@pytest.mark.parametrize(
    ("settings", "alpha", "beta"),
    [({}, 0.01, 1), ({"proposal": "no"}, 0, 1), ({"validation": "no", "alpha": 0.5}, 0.5, 0)],
)
def test_bert_ls_ranks_by_validation_and_proposal_and_either_alone(
    plain, bert, settings, alpha, beta
):
    given = ["drive", "walk", "travel", "venture", "smart dog"]
    (answer,) = system("bert-ls", bert, **settings).rank([WENT], [given])
    expected = {
        word: beta * validation(plain, WENT, FORMS.get(word, word))
        + alpha * proposal(plain, WENT, FORMS.get(word, word))
        for word in given[:4]
    }
    score_of = scores(answer)
    assert {word: score_of[word] for word in expected} == pytest.approx(expected, rel=CLOSE)
    assert words(answer) == sorted(given, key=lambda word: -score_of[word])


def test_bert_ls_takes_the_longest_piece_of_a_substitute_and_of_the_target(plain, bert):
    # `quickly` is `quick ##ly`, and `smartball` is `smart ##ball`.
    (answer,) = system("bert-ls", bert).rank([PIECES], [["smartball"]])
    expected = validation(plain, PIECES, "smart") + 0.01 * proposal(plain, PIECES, "smart")
    assert answer[0].score == pytest.approx(expected, rel=CLOSE)


def test_a_substitute_without_a_known_piece_is_ranked_last_not_left_out(bert):
    (answer,) = system("bert-ls", bert).rank([BRIGHT], [["qqq", "clever"]])
    assert words(answer) == ["clever", "qqq"]
    assert np.isfinite(answer[1].score)


@pytest.mark.parametrize("target", TARGETS)
def test_bert_ls_orders_what_it_proposes_by_validation_and_proposal(plain, bert, target):
    _, own, _ = plain.split(target)
    proposed = [word for word, _ in plain.top(plain.half_hidden(target, 0.3), own)[:10]]
    # The words as they are proposed, not inflected again.
    expected = {
        word: validation(plain, target, word) + 0.01 * proposal(plain, target, word)
        for word in proposed
    }
    (answer,) = system("bert-ls", bert, top=10).suggest([target])
    assert scores(answer) == pytest.approx(expected, rel=CLOSE)
    assert [suggestion.score for suggestion in answer] == sorted(
        scores(answer).values(), reverse=True
    )


def test_a_ranker_inflects_what_a_thesaurus_lists_but_not_what_a_model_proposes(bert):
    generator, ranker = system("bert-k", bert), system("bert-ranker", bert)
    assert Reranked(generator, ranker).ranker.settings()["inflect"] is False
    assert Reranked(make_system("wordnet"), ranker).ranker.settings()["inflect"] is True


@pytest.mark.parametrize(
    ("text", "word", "pos", "given", "forms"),
    [
        ("I need more time.", "more", "ADJ", ["and", "extra"], ["and", "extra"]),
        ("The personnel left.", "personnel", "NOUN", ["hr", "staff"], ["hr", "staff"]),
        ("He ran more quickly.", "more", "ADV", ["far"], ["far"]),
        ("She is smarter.", "smarter", "ADJ", ["bright", "and"], ["brighter", "and"]),
        ("They ran.", "ran", "VERB", ["drive", "drove", "go on"], ["drove", "drove", "went on"]),
    ],
)
def test_rankers_inflect_only_what_can_take_the_targets_form(text, word, pos, given, forms):
    start = text.index(word)
    assert swords_forms(Target(text, start, start + len(word), pos), given) == forms


def mean_vector(plain, target, substitute, layer):
    before, own, after = plain.split(target)
    if substitute is not None:
        own = plain.tokenizer(substitute, add_special_tokens=False)["input_ids"]
    states = plain.run([*before, *own, *after], output_hidden_states=True).hidden_states[layer]
    return states[0, len(before) : len(before) + len(own)].double().numpy().mean(axis=0)


@pytest.mark.parametrize(("name", "layer"), [("bert-ranker", 5), ("encoder-ranker", 2)])
def test_a_ranker_compares_the_mean_vectors_of_target_and_substitute_in_place(
    plain, bert, name, layer
):
    changes = {} if name == "bert-ranker" else {"layer": layer}
    (answer,) = system(name, bert, **changes).rank([WENT], [["drive", "walk", "large dog"]])
    own = mean_vector(plain, WENT, None, layer)
    for word, form in {"drive": "drove", "walk": "walked"}.items():
        other = mean_vector(plain, WENT, form, layer)
        expected = own @ other / np.linalg.norm(own) / np.linalg.norm(other)
        assert scores(answer)[word] == pytest.approx(expected, rel=CLOSE)


def test_several_layers_are_averaged(plain, bert):
    (answer,) = system("encoder-ranker", bert, layer="2,3").rank([BRIGHT], [["clever"]])
    own, other = (
        (mean_vector(plain, BRIGHT, word, 2) + mean_vector(plain, BRIGHT, word, 3)) / 2
        for word in (None, "clever")
    )
    expected = own @ other / np.linalg.norm(own) / np.linalg.norm(other)
    assert answer[0].score == pytest.approx(expected, rel=CLOSE)


def test_a_ranker_inflects_lemmas_and_leaves_forms_alone(bert):
    ranker = system("bert-ranker", bert)
    for lemma, form in {"drive": "drove", "travel": "traveled"}.items():
        (answer,) = ranker.rank([WENT], [[lemma, form]])
        assert words(answer) == [lemma, form]
        assert answer[0].score == answer[1].score


def answers(name, folder, targets, candidates, **settings):
    chosen = system(name, folder, **settings)
    if name in ("bert-m", "bert-k"):
        return chosen.suggest(targets)
    ranked = chosen.rank(targets, candidates)
    return ranked + chosen.suggest(targets) if name == "bert-ls" else ranked


@pytest.mark.parametrize(
    "name", ["bert-m", "bert-k", "bert-ls", "bert-ranker", "encoder-ranker", "lexsubcon"]
)
@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_answers_do_not_depend_on_the_batch_nor_on_the_order(request, name, kind):
    folder = request.getfixturevalue(kind)
    settings = {"sentence_model": ""} if name == "lexsubcon" else {}
    together = answers(name, folder, TARGETS, CANDIDATES, **settings)
    alone = answers(name, folder, TARGETS, CANDIDATES, batch=1, **settings)
    turned = answers(name, folder, TARGETS[::-1], CANDIDATES[::-1], batch=7, **settings)
    size = len(TARGETS)
    turned = [answer for k in range(0, len(turned), size) for answer in turned[k : k + size][::-1]]
    for others in (alone, turned):
        for answer, other in zip(together, others, strict=True):
            assert scores(answer) == pytest.approx(scores(other), rel=CLOSE, abs=CLOSE)
            best = [suggestion.score for suggestion in other]
            assert best == pytest.approx(
                [suggestion.score for suggestion in answer], rel=CLOSE, abs=CLOSE
            )


def test_the_seed_decides_what_is_dropped_and_leaves_other_chance_alone(bert):
    torch.manual_seed(3)
    expected = torch.rand(1)
    torch.manual_seed(3)
    first, again = (system("bert-ls", bert).suggest([WENT]) for _ in range(2))
    assert torch.rand(1) == expected
    assert first == again != system("bert-ls", bert, seed=1).suggest([WENT])


def test_bert_ls_takes_one_pass_for_fifty_candidates_and_two_for_the_text(monkeypatch, bert):
    ranker = system("bert-ls", bert)
    passes = []
    forward = ranker.network.core.module.base_model.forward

    def counted(*given, **named):
        passes.append(len(named["inputs_embeds"]))
        return forward(*given, **named)

    monkeypatch.setattr(ranker.network.core.module.base_model, "forward", counted)
    ranker.rank([BRIGHT], [["clever"] * 50])
    assert sorted(passes) == [1, 1, 50]
