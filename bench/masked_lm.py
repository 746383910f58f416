"""How much does batching save? BERT-LS on 50 candidates at once against one candidate at a time.

A small BERT with random weights, one thread; nothing is fetched. Needs the extra `transformers`:
python bench/masked_lm.py
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
from transformers import BertConfig, BertForMaskedLM, PreTrainedTokenizerFast

from motjuste.lexicon.morphology import wordnet_lemmas
from motjuste.systems import make_system, with_settings
from motjuste.text import Target

BOUND = 8.0
TEXT = "the old man went to the small house on the hill and sat down at the table by the window ."
TARGET = Target(TEXT, 24, 29, "ADJ", "small")


def make_model(folder: Path, layers: int, width: int) -> list[str]:
    """A BERT over the commoner single words of WordNet; the words it knows."""
    words = [w for w in sorted(wordnet_lemmas("a")) if w.isalpha()][:2000]
    vocabulary = dict.fromkeys(
        ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *TEXT.split(), *words]
    )
    numbered = {word: number for number, word in enumerate(vocabulary)}
    tokenizer = Tokenizer(models.WordPiece(numbered, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    wrapped = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, unk_token="[UNK]", mask_token="[MASK]", model_max_length=128
    )
    wrapped.save_pretrained(folder)
    config = BertConfig(
        vocab_size=len(numbered),
        hidden_size=width,
        num_hidden_layers=layers,
        num_attention_heads=width // 32,
        intermediate_size=4 * width,
        max_position_embeddings=128,
    )
    torch.manual_seed(0)
    BertForMaskedLM(config).save_pretrained(folder)
    return words[:50]


def seconds(work: Callable[[], object], repeats: int = 5) -> float:
    """The best of a few times, once warm."""
    work()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--layers", type=int, default=4)
    options.add_argument("--width", type=int, default=128)
    given = options.parse_args()
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        words = make_model(Path(folder), given.layers, given.width)
        system = with_settings(make_system("bert-ls"), {"model": folder})
        together = seconds(lambda: system.rank([TARGET], [words]))
        alone = seconds(lambda: [system.rank([TARGET], [[word]]) for word in words], repeats=3)
    ratio = alone / together
    print(f"50 candidates at once {together * 1000:.1f} ms, one by one {alone * 1000:.1f} ms")
    print(f"ratio {ratio:.1f} (at least {BOUND:.0f})")
    return 0 if ratio >= BOUND else 1


if __name__ == "__main__":
    sys.exit(main())
