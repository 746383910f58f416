"""LexSubCon: its four scores against a plain version of each, and what it suggests."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import tiny_models  # noqa: E402
from motjuste.lexicon.lexicon import Lexicon  # noqa: E402
from motjuste.text import Target  # noqa: E402
from plain_masked_lm import BRIGHT, CLOSE, PlainModel, scores, system, words  # noqa: E402


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    return tiny_models.bert(tmp_path_factory.mktemp("bert"))


@pytest.fixture(scope="module")
def plain(bert):
    return PlainModel(bert)


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
