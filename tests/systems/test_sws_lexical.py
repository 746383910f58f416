"""The lexical substitution methods of Smart Word Suggestions, as their authors ran them.

Expected values are computed here from the formulas of the paper's programs, one text at a time.
"""

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import tiny_models  # noqa: E402
from motjuste.errors import BadInputError  # noqa: E402
from motjuste.lexicon.lexicon import Lexicon  # noqa: E402
from motjuste.systems.masked_lm.lexsubcon_sws import targets  # noqa: E402
from plain_masked_lm import PlainModel, system  # noqa: E402

TEXT = "She went to the park and he went home."


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    return tiny_models.bert(tmp_path_factory.mktemp("bert"))


@pytest.fixture(scope="module")
def plain(bert):
    return PlainModel(bert)


class Given(torch.nn.Module):
    """Stands for the embedding layer and gives what it is told."""

    def __init__(self, vectors):
        super().__init__()
        self.vectors = vectors

    def forward(self, *_, **__):
        return self.vectors


def run_on(plain, ids, vectors):
    """The model on what the embedding layer gave."""
    layer, plain.model.bert.embeddings = plain.model.bert.embeddings, Given(vectors)
    try:
        return plain.run(ids, output_hidden_states=True, output_attentions=True)
    finally:
        plain.model.bert.embeddings = layer


def best_by_hand(plain, ids, place, factors, top, alpha=0.01):
    """s_v + 0.01 log P of the likeliest pieces at one place, position by position."""
    with torch.no_grad():
        vectors = plain.model.bert.embeddings(torch.tensor([ids]))
    vectors[0, place] *= factors[place]
    dropped = run_on(plain, ids, vectors)
    logits = dropped.logits[0, place].double().numpy()
    probabilities = np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum()
    looks = [
        np.mean([float(layer[0, h, place, k]) for layer in dropped.attentions for h in (0, 1)])
        for k in range(len(ids))
    ]
    scores = {}
    for piece in sorted(range(len(probabilities)), key=lambda i: -probabilities[i])[:top]:
        changed = list(ids)
        changed[place] = piece
        other = plain.run(changed, output_hidden_states=True)
        total = 0.0
        for k in range(len(ids)):
            # The last four of five layers, the last one included.
            a, b = (
                np.concatenate([run.hidden_states[n][0, k].double().numpy() for n in (2, 3, 4, 5)])
                for run in (dropped, other)
            )
            total += looks[k] * (a @ b) / np.linalg.norm(a) / np.linalg.norm(b)
        scores[piece] = total + alpha * np.log(probabilities[piece])
    return sorted(scores, key=lambda piece: -scores[piece])


def test_bert_of_sws_answers_by_first_piece_with_what_both_scores_put_first(plain, bert):
    top = 12
    ids = plain.tokenizer(TEXT)["input_ids"]
    width = plain.model.config.hidden_size
    random = torch.Generator().manual_seed(0)
    factors = (torch.rand((len(ids), width), generator=random) > 0.3).float()
    expected = {}
    for place in range(1, len(ids) - 1):
        best = best_by_hand(plain, ids, place, factors, top)
        if best[0] != ids[place]:
            expected[plain.tokens[ids[place]]] = [plain.tokens[piece] for piece in best[:10]]
    (marks,) = system("bert-ls-sws", bert, top=top).improve([TEXT])
    marked = {
        TEXT[mark.start : mark.end]: [offer.text for offer in mark.suggestions] for mark in marks
    }
    # Every token of the text is tried, full stops too; `home` has no piece but the unknown one.
    tokens = {"She": "she", "home": "[UNK]"}
    tokens |= {word: word for word in ("went", "to", "the", "park", "and", "he", ".")}
    assert marked == {word: expected[piece] for word, piece in tokens.items() if piece in expected}
    assert marked
    # Both places of `went` get what was marked last.
    assert len(marks) == len(marked) + ("went" in marked)


def test_bert_of_sws_leaves_alone_a_piece_that_wins_against_its_candidates(plain, bert):
    # Without dropout the original sentence is like itself in every position: s_v is 1 for it, and
    # less for all others.
    settings = {"dropout": 0, "alpha": 0, "top": len(plain.tokens)}
    assert system("bert-ls-sws", bert, **settings).improve([TEXT]) == [[]]


def test_bert_of_sws_is_the_same_for_any_batch_and_other_for_another_seed(bert):
    whole = system("bert-ls-sws", bert, top=12).improve([TEXT])
    assert system("bert-ls-sws", bert, top=12, batch=5).improve([TEXT]) == whole
    assert system("bert-ls-sws", bert, top=12, seed=3).improve([TEXT]) != whole


def test_bert_of_sws_refuses_onnx_and_impossible_settings(bert):
    for name, value in {"onnx": "yes", "dropout": 1, "most": 0}.items():
        with pytest.raises(BadInputError):
            system("bert-ls-sws", bert, **{name: value})


def target_words(text):
    return [target.word for target in targets(text)]


def test_lexsubcon_of_sws_leaves_alone_what_wordnet_lists_first_as_its_lemma():
    # `student` heads its own first sense: `students` is left alone, `student` itself is not, since
    # the program removes the word as it is written. The first sense of `go` begins with `travel`.
    assert Lexicon.open().senses("student", "NOUN")[0].words[0] == "student"
    assert Lexicon.open().senses("go", "VERB")[0].words[0] == "travel"
    assert target_words("The students and a student went there.") == ["student", "went"]


def test_lexsubcon_of_sws_has_no_stop_words_and_no_function_words():
    assert target_words("She should very quickly do it with all of them.") == ["quickly"]


def test_lexsubcon_of_sws_orders_by_its_proposal_alone_and_does_not_inflect(plain, bert):
    (marks,) = system("lexsubcon-sws", bert, top=1, sentence_model="/nowhere").improve(
        ["She went to the bright park."]
    )
    (bright,) = [mark for mark in marks if mark.start == len("She went to the ")]
    known = {token: i for i, token in enumerate(plain.tokens)}
    synonyms = [known[w] for w in Lexicon.open().synonyms("bright", "ADJ") if w in known]
    before = plain.tokenizer("She went to the")["input_ids"][:-1]
    after = [known["park"], known["."], plain.tokenizer.sep_token_id]
    embed = plain.model.get_input_embeddings()
    with torch.no_grad():
        vectors = embed(torch.tensor([[*before, known["bright"], *after]]))
        mean = embed(torch.tensor(synonyms)).mean(dim=0)
        vectors[0, len(before)] = 0.25 * vectors[0, len(before)] + 0.75 * mean
        logits = plain.model(inputs_embeds=vectors).logits[0, len(before)].double().numpy()
    # Single pieces by their probability; all others score 0 and follow in WordNet's order.
    words = [offer.text for offer in bright.suggestions]
    single = [word for word in words if word in known]
    assert words[: len(single)] == single == sorted(single, key=lambda w: -logits[known[w]])
    assert len(single) > 1
    went = next(mark for mark in marks if mark.start == len("She "))
    assert "travel" in [offer.text for offer in went.suggestions]
