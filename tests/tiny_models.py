"""Tiny models with random but fixed weights, and tokenizers, that tests make for themselves."""

from pathlib import Path

import torch
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from tokenizers.processors import TemplateProcessing
from transformers import (
    BertConfig,
    BertForMaskedLM,
    PreTrainedTokenizerFast,
    RobertaConfig,
    RobertaForMaskedLM,
)

# More threads than one cost more than such models do.
torch.set_num_threads(1)

WORDS = (
    "she went to the park bright clever smart child . , ! - ' a an very was is drove walked walk "
    "travel traveled ventured go goes big dog dogs small large house car auto machine in and he it "
    "##ing ##s ##er ##ly ##ball meat ball quick ##th lamp shining intelligent brilliant cafe xyz 7"
)
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
SIZES = {"hidden_size": 16, "num_hidden_layers": 5, "num_attention_heads": 2}
SIZES |= {"intermediate_size": 32, "initializer_range": 0.5}


def bert(folder: Path, positions: int = 48, head: bool = True) -> str:
    """A BERT with its head (or without it) and a WordPiece vocabulary of the words above."""
    vocabulary = [*SPECIAL, *WORDS.split()]
    tokenizer = Tokenizer(
        models.WordPiece({w: i for i, w in enumerate(vocabulary)}, unk_token="[UNK]")
    )
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    _wrapped(tokenizer, SPECIAL, positions).save_pretrained(folder)
    config = BertConfig(
        vocab_size=len(vocabulary), max_position_embeddings=positions, type_vocab_size=2, **SIZES
    )
    torch.manual_seed(7)
    model = BertForMaskedLM(config)
    (model if head else model.bert).save_pretrained(folder)
    return str(folder)


def roberta(folder: Path, positions: int = 48) -> str:
    """A RoBERTa with its head and a byte-level BPE vocabulary learned from the words above."""
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    plain = [word for word in WORDS.split() if not word.startswith("##")]
    trainer = trainers.BpeTrainer(
        vocab_size=450,
        special_tokens=special,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator([" ".join(plain)] * 3 + plain, trainer)
    tokenizer.post_processor = TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    _wrapped(tokenizer, [special[i] for i in (1, 3, 0, 2, 4)], positions).save_pretrained(folder)
    config = RobertaConfig(
        vocab_size=tokenizer.get_vocab_size(),
        max_position_embeddings=positions + 2,
        pad_token_id=1,
        bos_token_id=0,
        eos_token_id=2,
        **SIZES,
    )
    torch.manual_seed(8)
    RobertaForMaskedLM(config).save_pretrained(folder)
    return str(folder)


def _wrapped(tokenizer: Tokenizer, special: list[str], positions: int) -> PreTrainedTokenizerFast:
    pad, unknown, first, last, mask = special
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token=pad,
        unk_token=unknown,
        cls_token=first,
        sep_token=last,
        mask_token=mask,
        model_max_length=positions,
    )
