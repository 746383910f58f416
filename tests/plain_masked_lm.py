"""A masked language model by plain code, one text at a time, to check the systems' formulas."""

import numpy as np
import pytest
import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

from motjuste.systems import make_system, with_settings
from motjuste.text import Target

# What 32-bit floats leave of a score.
CLOSE = 1e-5
WENT = Target("She went to the park.", 4, 8, "VERB", "go")
BRIGHT = Target("He was a very bright child, and she was smart!", 14, 20, "ADJ", "bright")
PIECES = Target("The quickly walking dogs went in.", 4, 11, "ADV", "quickly")


class PlainModel:
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
