"""The encoder's training on a tiny model with random weights, made here."""

import json

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnxruntime")
pytest.importorskip("safetensors")

from safetensors.torch import save_file  # noqa: E402
from tokenizers import Tokenizer  # noqa: E402

from motjuste.encoder import Encoder  # noqa: E402
from motjuste.encoder.encoder import unit  # noqa: E402
from motjuste.lexicon.lexicon import Lexicon  # noqa: E402
from motjuste.training import encoder_export, encoder_tuning, mpnet, vocabulary, word_vectors  # noqa: E402
from motjuste.training import examples as lists  # noqa: E402

WIDTH, HEADS, LAYERS = 32, 2, 6
WORDS = (
    "the to very it was done cat dog hound sat on big large small mat a run ran ##s ##ing".split()
)
SPECIAL = ["<s>", "<pad>", "</s>", "<unk>", "[UNK]"]
LETTERS = [mark + letter for letter in "abcdefghijklmnopqrstuvwxyz.'-" for mark in ("", "##")]
PIECES = list(dict.fromkeys([*SPECIAL, *LETTERS, *WORDS, "zzyzx", "<mask>"]))
CONFIG = {
    "vocab_size": len(PIECES),
    "hidden_size": WIDTH,
    "num_attention_heads": HEADS,
    "intermediate_size": 48,
    "max_position_embeddings": 140,
    "relative_attention_num_buckets": 32,
    "layer_norm_eps": 1e-5,
    "num_hidden_layers": LAYERS,
    "model_type": "mpnet",
}


def weights():
    torch.manual_seed(0)
    shapes = {
        "embeddings.word_embeddings.weight": (len(PIECES), WIDTH),
        "embeddings.position_embeddings.weight": (140, WIDTH),
        "encoder.relative_attention_bias.weight": (32, HEADS),
        "embeddings.LayerNorm.weight": (WIDTH,),
        "embeddings.LayerNorm.bias": (WIDTH,),
    }
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}."
        for part in ("attn.q", "attn.k", "attn.v", "attn.o"):
            shapes |= linear(f"{name}attention.{part}", WIDTH, WIDTH)
        shapes |= linear(f"{name}intermediate.dense", 48, WIDTH)
        shapes |= linear(f"{name}output.dense", WIDTH, 48)
        for part in ("attention.LayerNorm", "output.LayerNorm"):
            shapes |= {f"{name}{part}.weight": (WIDTH,), f"{name}{part}.bias": (WIDTH,)}
    # Small layers and large embeddings: otherwise all pieces become alike.
    made = {n: torch.randn(shape) * (0.1 if "layer" in n else 1) for n, shape in shapes.items()}
    return {n: 1 + x / 10 if "LayerNorm.weight" in n else x for n, x in made.items()}


def linear(name, out, width):
    return {f"{name}.weight": (out, width), f"{name}.bias": (out,)}


def tokenizer_spec():
    numbers = {piece: number for number, piece in enumerate(PIECES)}
    added = [
        {"id": numbers[p], "content": p, "single_word": False, "lstrip": False, "rstrip": False,
         "normalized": False, "special": True}
        for p in [*SPECIAL, "<mask>"]
    ]  # fmt: skip
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": added,
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True,
                       "strip_accents": None, "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "RobertaProcessing", "sep": ["</s>", numbers["</s>"]],
                           "cls": ["<s>", 0], "trim_offsets": True, "add_prefix_space": False},
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100, "vocab": numbers},
    }  # fmt: skip


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory):
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("checkpoint")
    (folder / "config.json").write_text(json.dumps(CONFIG))
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer_spec()))
    save_file(weights(), folder / "model.safetensors")
    return folder


@pytest.fixture(scope="module")
def lexicon():
    return Lexicon.open()


@pytest.fixture(scope="module")
def few(lexicon):
    """Six pairs of word and part of speech."""
    words = [("big", 2), ("cat", 0), ("dog", 0), ("hound", 0), ("large", 2), ("run", 1)]
    pairs = sorted((lexicon.number(word), pos) for word, pos in words)
    numbers, parts = zip(*pairs, strict=True)
    return vocabulary.Vocabulary(np.array(numbers, np.uint32), np.array(parts, np.uint8))


@pytest.fixture(scope="module")
def tokenizer(checkpoint):
    return word_vectors.load_tokenizer(checkpoint / "tokenizer.json")


def example(text, word, words, weights, pairs):
    start = text.index(word)
    return lists.Example(
        text, start, start + len(word), words, pairs, weights, (True,) * len(words)
    )


BIG = example("the big dog sat on the mat", "big", ("large", "small"), (1.0, 0.0), (4, -1))
DOG = example("a dog ran", "dog", ("hound", "cats", "mat"), (1.0, 0.5, 0.0), (3, 1, -1))


def make_top(checkpoint):
    torch.manual_seed(1)
    head = torch.nn.Linear(2 * WIDTH, 8)
    top = encoder_tuning.TunedLayers(mpnet.load(checkpoint, encoder_tuning.DEPTH), head)
    torch.nn.init.normal_(top.fit.weight, std=0.05)
    return top


def test_the_layers_give_what_transformers_gives(checkpoint):
    transformers = pytest.importorskip("transformers")
    theirs = transformers.AutoModel.from_pretrained(checkpoint, attn_implementation="eager").eval()
    ids = [[0, 70, 65, 2], [0, 66, 2]]
    with torch.no_grad():
        ours = mpnet.read_rows(mpnet.load(checkpoint, LAYERS), ids)
        for row, one in enumerate(ids):
            states = theirs(torch.tensor([one]), output_hidden_states=True).hidden_states
            for layer in range(LAYERS + 1):
                mine = ours[layer][row, : len(one)]
                assert torch.allclose(mine, states[layer][0], atol=1e-4)


def test_a_word_in_place_is_read_as_if_it_stood_there_alone(checkpoint, tokenizer):
    model = mpnet.load(checkpoint, encoder_tuning.DEPTH)
    reader = encoder_tuning.Reader(model, tokenizer)
    alone = [reader.read([BIG._replace(words=(word,), judged=(True,))])[0] for word in BIG.words]
    together = reader.read([BIG, DOG])[0]
    for number, record in enumerate(alone):
        # Half precision keeps about three digits.
        assert torch.allclose(record.words[0], together.words[number], atol=4e-2)
        assert torch.allclose(record.text, together.text, atol=4e-2)


def test_the_text_does_not_see_the_words_nor_the_words_the_target(checkpoint, tokenizer):
    reader = encoder_tuning.Reader(mpnet.load(checkpoint, encoder_tuning.DEPTH), tokenizer)
    shape = reader.read([BIG])[0].shape
    allowed = shape.allowed(shape.text + sum(shape.words))
    assert not allowed[: shape.text, shape.text :].any()
    assert not allowed[shape.text :, list(shape.where)].any()
    assert shape.where == (2,), "after the mark and `the`"


def test_tuning_puts_the_better_words_first_and_leaves_the_lower_layers(
    checkpoint, tokenizer, tmp_path
):
    top = make_top(checkpoint).eval()
    before = {name: x.clone() for name, x in top.state_dict().items()}
    vectors = torch.nn.functional.normalize(torch.randn(6, 8), dim=-1)
    odd = DOG._replace(weights=(0.0, 0.5, 1.0), pairs=(3, 1, 5))
    records = encoder_tuning.Reader(top.model, tokenizer).read([odd])
    first = top(records)[0]
    assert first.near.sum(1).argsort(descending=True).tolist() == [0, 1, 2]
    draw, steps = encoder_tuning.draw_again(records, [odd], [1], rows=1, epochs=80)
    encoder_tuning.train(top, vectors, draw, steps, 1e-3, tmp_path / "stage.pt")
    seen = top(records)[0]
    assert (seen.near @ top.scale[:2] + seen.fit).argsort(descending=True).tolist() == [2, 1, 0]
    better = vectors[5] - vectors[3]
    assert bool(better @ seen.query > better @ first.query)
    after = top.state_dict()
    frozen = [n for n in before if n.startswith(("model.words", "model.layers.2", "model.norm"))]
    assert frozen
    assert all(torch.equal(before[name], after[name]) for name in frozen)


def test_a_killed_run_goes_on_to_the_same_result(checkpoint, tokenizer, tmp_path, monkeypatch):
    vectors = torch.nn.functional.normalize(torch.randn(6, 8), dim=-1)

    def run(path, stop=None):
        top = make_top(checkpoint)
        reader = encoder_tuning.Reader(top.model, tokenizer)
        records = reader.read([BIG, DOG])
        draw, steps = encoder_tuning.draw_again(records, [BIG, DOG], [1, 1], rows=1, epochs=3)

        def watched(step):
            if step == stop:
                raise KeyboardInterrupt
            return draw(step)

        return encoder_tuning.train(top, vectors, watched, steps, 1e-3, path).tuned()

    whole = run(tmp_path / "whole.pt")
    monkeypatch.setattr(encoder_tuning, "SAVED_EVERY", -1.0)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "killed.pt", stop=3)
    resumed = run(tmp_path / "killed.pt")
    assert whole.keys() == resumed.keys()
    assert all(torch.equal(whole[name], resumed[name]) for name in whole)


def test_stored_vectors_are_unit_and_do_not_depend_on_length():
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(400, 12)).astype(np.float32)
    axes = word_vectors.principal_axes(vectors, 4)
    stored = axes.stored(vectors)
    assert stored.shape == (400, 4)
    assert np.allclose(np.linalg.norm(stored, axis=1), 1, atol=1e-5)
    assert np.allclose(stored, axes.stored(vectors * 7), atol=1e-4)


def test_the_first_query_is_the_projection_of_the_mean_of_the_layers():
    rng = np.random.default_rng(1)
    vectors = rng.normal(size=(400, 12)).astype(np.float32)
    axes = word_vectors.principal_axes(vectors, 4)
    state = 3 * unit(vectors[0])
    head = encoder_tuning.first_head(axes, 3.0)
    both = torch.from_numpy(np.concatenate([state, state]))
    query = torch.nn.functional.normalize(head(both), dim=-1).detach().numpy()
    assert np.allclose(query, axes.stored(vectors[:1])[0], atol=1e-4)


def test_word_vectors_do_not_depend_on_what_is_read_with_them(checkpoint, tokenizer):
    model = mpnet.load(checkpoint, LAYERS)
    pairs = [("cat", "n"), ("run", "v"), ("bigs", "a")]
    together = word_vectors.word_vectors(model, tokenizer, pairs)
    assert together.shape == (3, 3, WIDTH)
    for number, pair in enumerate(pairs):
        alone = word_vectors.word_vectors(model, tokenizer, [pair])[0]
        assert np.allclose(alone, together[number], atol=2e-3)


def test_fewer_pieces_split_the_vocabulary_as_before(checkpoint, tokenizer, few, lexicon):
    pieces = encoder_export.fewer_pieces(checkpoint / "tokenizer.json", few, lexicon)
    fewer = Tokenizer.from_str(pieces.tokenizer)
    kept = [PIECES[row] for row in pieces.rows]
    assert "zzyzx" not in kept
    assert fewer.encode("").tokens == ["<s>", "</s>"]
    for text in ("the cat", "hounds", "it was done very big"):
        whole, small = tokenizer.encode(text), fewer.encode(text)
        assert small.tokens == whole.tokens
        assert [pieces.rows[number] for number in small.ids] == whole.ids
    assert fewer.encode("zzyzx", add_special_tokens=False).tokens == [
        "z",
        "##z",
        "##y",
        "##z",
        "##x",
    ]


def test_exported_files_read_as_the_model_does_and_are_the_same_bytes_each_time(
    checkpoint, few, lexicon, tmp_path
):
    pieces = encoder_export.fewer_pieces(checkpoint / "tokenizer.json", few, lexicon)
    top = make_top(checkpoint).eval()
    encoder_export.keep_pieces(top.model, pieces.rows)
    for name in ("one", "two"):
        encoder_export.export(tmp_path / name, top.model, top.head, top.fit, pieces.tokenizer)
    for name in ("encoder.onnx", "encoder.bin", "tokenizer.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    encoder = Encoder(tmp_path / "one")
    reading = encoder.read(DOG.text, DOG.start, DOG.end)
    where = reading.pieces(DOG.start, DOG.end)
    reader = encoder_tuning.Reader(top.model, Tokenizer.from_str(pieces.tokenizer))
    seen = top(reader.read([DOG]))[0]
    # Eight bits are coarse for so small a model.
    assert np.allclose(encoder.query(reading, where), seen.query.detach().numpy(), atol=0.15)
    in_place = encoder.in_place(reading, where, list(DOG.words))
    assert np.allclose(in_place[:, :2], seen.near.detach().numpy(), atol=0.15)
    assert np.allclose(in_place[:, 2], seen.fit.detach().numpy(), atol=0.15)


def test_an_epoch_has_each_list_as_often_as_it_is_repeated_in_batches_of_like_length(
    checkpoint, tokenizer
):
    records = encoder_tuning.Reader(mpnet.load(checkpoint, encoder_tuning.DEPTH), tokenizer).read(
        [BIG, DOG]
    )
    draw, steps = encoder_tuning.draw_again(records, [BIG, DOG], [3, 1], rows=2, epochs=2)
    # Four lists an epoch in batches of two: of texts of seven and three words.
    assert steps == 4
    drawn = [[example for _, example, _ in draw(step)] for step in range(steps)]
    assert sum(batch.count(BIG) for batch in drawn) == 6
    assert sum(batch == [BIG, BIG] for batch in drawn) == 2
