"""Untrained models, with random weights and a vocabulary learned from the training data."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from tokenizers.processors import TemplateProcessing
from transformers import (
    BartConfig,
    BartForConditionalGeneration,
    BertConfig,
    BertForMaskedLM,
    PreTrainedTokenizerFast,
)

from motjuste.systems.end_to_end.cmlm_network import Cmlm
from motjuste.systems.end_to_end.network import Network, Paradigm
from motjuste.systems.masked_lm.model import limit_of
from motjuste.systems.masked_lm.pieces import Pieces

SPECIAL = ("<s>", "<pad>", "</s>", "<unk>", "<mask>")


class Size(NamedTuple):
    """Size of a model; `layers` counts the encoder's, and the decoder's if there is one."""

    layers: int
    width: int
    heads: int
    positions: int


SIZES = {
    "tiny": Size(2, 64, 4, 128),
    "small": Size(4, 256, 4, 256),
    "base": Size(6, 768, 12, 512),
}


def fresh_network(paradigm: Paradigm, size: Size, texts: Iterable[str], words: int) -> Network:
    """An untrained model with `words` tokens; weights come from PyTorch's current random state."""
    tokenizer = _tokenizer(texts, words, size.positions)
    module = _module(paradigm, size, tokenizer)
    return Network(module, Pieces(tokenizer, limit_of(module.config, tokenizer)))


def _tokenizer(texts: Iterable[str], words: int, positions: int) -> Any:
    """A lowercase byte-level BPE tokenizer; deterministic for the same texts."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=words,
        special_tokens=list(SPECIAL),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    tokenizer.post_processor = TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    first, pad, last, unknown, mask = SPECIAL
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token=first, eos_token=last, cls_token=first,
        sep_token=last, pad_token=pad, unk_token=unknown, mask_token=mask,
        model_max_length=positions - 2,
    )  # fmt: skip


def _module(paradigm: Paradigm, size: Size, tokenizer: Any) -> Any:
    ids = {"bos_token_id": 0, "pad_token_id": 1, "eos_token_id": 2}
    if paradigm == "bert":
        return BertForMaskedLM(
            BertConfig(
                vocab_size=len(tokenizer), hidden_size=size.width, num_hidden_layers=size.layers,
                num_attention_heads=size.heads, intermediate_size=4 * size.width,
                max_position_embeddings=size.positions, **ids,
            )
        )  # fmt: skip
    config = BartConfig(
        vocab_size=len(tokenizer), d_model=size.width, max_position_embeddings=size.positions,
        encoder_layers=size.layers, decoder_layers=size.layers,
        encoder_attention_heads=size.heads, decoder_attention_heads=size.heads,
        encoder_ffn_dim=4 * size.width, decoder_ffn_dim=4 * size.width,
        decoder_start_token_id=2, forced_eos_token_id=2, mask_token_id=4,
        init_std=size.width**-0.5, **ids,
    )  # fmt: skip
    return Cmlm(config) if paradigm == "cmlm" else BartForConditionalGeneration(config)
