"""Masked language models: each formula against a plain version of it, one text at a time."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from transformers import AutoModelForMaskedLM, AutoTokenizer  # noqa: E402

import tiny_models  # noqa: E402
from motjuste.lexicon.lexicon import Lexicon  # noqa: E402
from motjuste.systems import Reranked, make_system, with_settings  # noqa: E402
from motjuste.systems.masked_lm.base import in_form  # noqa: E402
from motjuste.text import Target  # noqa: E402

# What 32-bit floats leave of a score.
CLOSE = 1e-5
WENT = Target("She went to the park.", 4, 8, "VERB", "go")
BRIGHT = Target("He was a very bright child, and she was smart!", 14, 20, "ADJ", "bright")
PIECES = Target("The quickly walking dogs went in.", 4, 11, "ADV", "quickly")
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


class Plain:
    """The model and tokenizer, and the rules of SWORDS's encoding, one text at a time."""

    def __init__(self, folder):
        self.model = AutoModelForMaskedLM.from_pretrained(folder, attn_implementation="eager")
        self.model.eval()
        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.tokens = self.tokenizer.convert_ids_to_tokens(range(len(self.tokenizer)))

    def split(self, target):
        """The pieces before the target, its own, and those after it."""

        def pieces(text):
            return self.tokenizer(text, add_special_tokens=False)["input_ids"]

        before = [self.tokenizer.cls_token_id, *pieces(target.text[: target.start])]
        after = [*pieces(target.text[target.end :]), self.tokenizer.sep_token_id]
        return before, pieces(target.word), after

    def longest(self, pieces):
        lengths = [len(self.tokens[piece].removeprefix("##")) for piece in pieces]
        return pieces[lengths.index(max(lengths))]

    def run(self, ids, **options):
        with torch.no_grad():
            return self.model(torch.tensor([ids]), **options)

    def half_hidden(self, target, rate, twice=True):
        """The logits at the target where its embedding went through dropout, seed 0."""
        before, own, after = self.split(target)
        ids = torch.tensor([[*before, self.longest(own), *after]])
        with torch.no_grad():
            embed = self.model.bert.embeddings
            vectors = embed(ids) if twice else embed.word_embeddings(ids)
            torch.manual_seed(0)
            hidden = torch.nn.functional.dropout(vectors, rate, training=True)
            vectors = vectors.clone()
            vectors[0, len(before)] = hidden[0, len(before)]
            return self.model(inputs_embeds=vectors).logits[0, len(before)].double().numpy()

    def probabilities(self, logits, barred=()):
        """Softmax over the pieces of letters and digits."""
        allowed = [i for i, t in enumerate(self.tokens) if t.isalnum() and i not in barred]
        shares = np.exp(logits[allowed] - logits[allowed].max())
        return dict(zip(allowed, shares / shares.sum(), strict=True))

    def top(self, logits, own):
        probability = self.probabilities(logits, own if len(own) == 1 else ())
        best = sorted(probability, key=lambda i: -probability[i])
        return [(self.tokens[i], probability[i]) for i in best]


@pytest.fixture(scope="module")
def plain(bert):
    return Plain(bert)


def system(name, folder, **settings):
    given = {key: str(value) for key, value in settings.items()}
    return with_settings(make_system(name), {"model": folder, **given})


def words(answer):
    return [suggestion.text for suggestion in answer]


def scores(answer):
    return {suggestion.text: suggestion.score for suggestion in answer}


def same(answer, expected):
    """The same words in the same order with the same scores."""
    assert words(answer) == [word for word, _ in expected]
    assert [suggestion.score for suggestion in answer] == pytest.approx(
        [s for _, s in expected], rel=CLOSE
    )


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
    assert in_form(Target(text, start, start + len(word), pos), given) == forms


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


def attended_validation(plain, target, substitute):
    """(target cosine + 2 x context cosine) / 3 on the last layer, position by position."""
    before, own, after = plain.split(target)
    original, changed = [*before, *own, *after], [*before, *substitute, *after]
    start, end = len(before), len(before) + len(own)
    attention = plain.run(original, output_attentions=True).attentions
    looks = np.mean([layer[0, :, start].double().numpy() for layer in attention], axis=(0, 1))
    twelve = [place for place in np.argsort(-looks)[:12] if looks[place] > 0.01]
    chosen = [p for p in twelve if not start <= p < end and p != len(original) - 1]

    def last(ids, first, stop, mask=None):
        ids = list(ids)
        if mask:
            ids[mask] = plain.tokenizer.mask_token_id
        states = plain.run(ids, output_hidden_states=True).hidden_states[-1]
        return states[0, first:stop].double().numpy().mean(axis=0)

    def alike(a, b):
        return a @ b / np.linalg.norm(a) / np.linalg.norm(b)

    target_term = alike(last(original, start, end), last(changed, start, start + len(substitute)))
    context_term = 0.0
    for place in chosen:
        moved = place + (len(substitute) - len(own) if place >= end else 0)
        vectors = (
            last(original, place, place + 1, mask=place),
            last(changed, moved, moved + 1, mask=moved),
        )
        context_term += looks[place] / sum(looks[chosen]) * alike(*vectors)
    return (target_term + 2 * context_term) / 3


def test_lexsubcon_adds_up_its_four_scores(plain, bert):
    target = BRIGHT
    given = ["clever", "smart", "quickball", "brightly"]
    settings = {"sentence_model": "", "proposal": 0.3, "gloss": 0.2, "similarity": 0.7}
    (answer,) = system("lexsubcon", bert, validation=0.4, **settings).rank([target], [given])

    # The proposal: a quarter of the target's embedding, three quarters of the mean of those of its
    # synonyms that are single pieces; probabilities among the candidates that are single pieces.
    before, own, after = plain.split(target)
    embed = plain.model.get_input_embeddings()
    known = {t: i for i, t in enumerate(plain.tokens)}
    synonyms = [known[w] for w in Lexicon.open().synonyms("bright", "ADJ") if w in known]
    assert len(synonyms) > 1
    with torch.no_grad():
        vectors = embed(torch.tensor([[*before, *own, *after]]))
        mixed = 0.25 * vectors[0, len(before)] + 0.75 * embed(torch.tensor(synonyms)).mean(dim=0)
        vectors[0, len(before)] = mixed
        logits = plain.model(inputs_embeds=vectors).logits[0, len(before)].double().numpy()
    shares = np.exp([logits[known["clever"]], logits[known["smart"]]])
    proposed = dict(zip(given, [*(shares / shares.sum()), 0.0], strict=False))

    def sentence(ids):
        return (
            plain.run(ids, output_hidden_states=True).hidden_states[5][0].double().numpy().mean(0)
        )

    def pieces(word):
        return plain.tokenizer(word, add_special_tokens=False)["input_ids"]

    def cosine(a, b):
        return a @ b / np.linalg.norm(a) / np.linalg.norm(b)

    def gloss(word, pos, context):
        best = [
            sentence(
                plain.tokenizer(f"{', '.join(s.words)} - {s.definition}", truncation=True)[
                    "input_ids"
                ]
            )
            for s in Lexicon.open().senses(word, pos)
        ]
        return max(best, key=lambda vector: cosine(context, vector)) if best else None

    original = sentence([*before, *own, *after])
    for word in given[:3]:
        changed = sentence([*before, *pieces(word), *after])
        likeness = 0.0
        if word != "quickball":
            likeness = cosine(gloss("bright", "ADJ", original), gloss(word, None, changed))
        expected = (
            0.3 * proposed[word]
            + 0.2 * likeness
            + 0.7 * cosine(original, changed)
            + 0.4 * attended_validation(plain, target, pieces(word))
        )
        assert scores(answer)[word] == pytest.approx(expected, rel=CLOSE)
    assert scores(answer)["brightly"] == 0.0


def test_lexsubcon_suggests_wordnets_words_and_fills_up_with_the_models(bert):
    (few,) = system("lexsubcon", bert, sentence_model="", top=1).suggest([BRIGHT])
    related = set()
    for sense in Lexicon.open().senses("bright", "ADJ"):
        kinds = ("synonym", "hypernym", "hyponym")
        related |= {r.word for r in sense.related() if r.relation in kinds}
    assert set(words(few)) == related - {"bright"}
    many = len(few) + 3
    (filled,) = system("lexsubcon", bert, sentence_model="", top=many).suggest([BRIGHT])
    assert len(filled) == many
    assert set(words(few)) < set(words(filled))


def test_lexsubcon_adds_noise_where_there_is_no_synonym(bert):
    target = Target("The xyz dog went.", 4, 7, "ADJ", "xyz")
    chosen = system("lexsubcon", bert, sentence_model="", top=5)
    again = system("lexsubcon", bert, sentence_model="", top=5)
    noisier = system("lexsubcon", bert, sentence_model="", top=5, noise=5.0)
    assert chosen.suggest([target]) == again.suggest([target]) != noisier.suggest([target])


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
