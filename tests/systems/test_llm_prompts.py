"""The few-shot prompt of SWORDS: which examples are in it, and how many fit."""

import pytest

pytest.importorskip("httpx")

from asking_models import ANSWER, GOLD, QUESTION, blocks, few_shot
from fake_llm import serve
from motjuste.benchmarks import read_benchmark
from motjuste.errors import BadInputError
from motjuste.systems.llm.prompts import estimate_tokens
from motjuste.systems.llm.replies import AnswerError
from motjuste.text import Target

pytestmark = pytest.mark.usefixtures("model_surroundings")


def test_the_prompt_is_the_papers(priming):
    prompt = few_shot(priming=priming).preview(GOLD.items[3].target)
    *examples, query = blocks(prompt)
    assert query == f"Nobody saw the **fish** there.\n{QUESTION.format('fish')}\nA:"
    assert sorted(examples) == [
        f"A **dog** ran away.\n{QUESTION.format('dog')}\n{ANSWER}",
        f"One **bird** sang, and sang.\n{QUESTION.format('bird')}\n{ANSWER}",
        f"The **cat** sat.\n{QUESTION.format('cat')}\n{ANSWER}",
    ]


def test_a_target_is_never_its_own_example(priming):
    prompt = few_shot(priming=priming).preview(GOLD.items[0].target)
    assert prompt.count("**cat**") == 2
    assert len(blocks(prompt)) == 3


def test_examples_depend_on_the_seed_and_the_target_alone(priming):
    fish = GOLD.items[3].target
    prompts = [few_shot(priming=priming, seed=seed).preview(fish) for seed in range(8)]
    assert len(set(prompts)) > 1
    assert prompts[5] == few_shot(priming=priming, seed=5).preview(fish)


def test_shared_examples_make_prompts_that_begin_alike(priming):
    system = few_shot(priming=priming, shared_examples="yes")
    other = Target("Nobody heard of shrimps.", 16, 23)
    first, second = (blocks(system.preview(target)) for target in (GOLD.items[3].target, other))
    assert first[:-1] == second[:-1]
    assert len(first) == 4


def test_as_many_examples_as_fit_are_taken(priming):
    whole = few_shot(priming=priming)
    fish = GOLD.items[3].target
    needed = sum(estimate_tokens(block) for block in blocks(whole.preview(fish)))
    counts = [
        len(blocks(few_shot(priming=priming, context=128 + room).preview(fish)))
        for room in range(40, needed + 20)
    ]
    assert counts == sorted(counts)
    assert (counts[0], counts[-1]) == (1, 4)
    assert set(counts) == {1, 2, 3, 4}
    few = few_shot(priming=priming, most_examples=2)
    assert len(blocks(few.preview(fish))) == 3
    assert len(blocks(few_shot(priming="nothing", most_examples=0).preview(fish))) == 1


def test_a_text_too_long_for_the_context_is_not_sent(priming):
    long = Target("word " * 3000, 0, 4)
    with serve(lambda prompt: "a") as fake, pytest.raises(AnswerError, match="context of 2048"):
        few_shot(fake.url, priming=priming).suggest([long])
    assert not fake.bodies


def test_tokens_are_counted_by_a_tokenizer_where_one_is_given(priming, tmp_path):
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    system = few_shot(priming=priming, tokenizer=tmp_path / "tokenizer.json")
    # Text 5 words, question 10 and its "A:", of which **target** is one.
    assert system.count("One **bird** sang, and sang.\n" + QUESTION.format("bird") + "\nA:") == 17
    with pytest.raises(BadInputError, match="is not a tokenizer"):
        _ = few_shot(tokenizer=priming).count


@pytest.mark.parametrize("text", ["An undercover force of agents", "“Naïve”, 1,234 者", "\n \n"])
def test_estimates_of_tokens_never_fall_short_of_words_and_signs(text):
    assert estimate_tokens(text) >= len(text.split())


def test_the_development_set_gives_about_as_many_examples_as_in_the_paper(data):
    gold = read_benchmark("swords-v1.1-dev")
    system = few_shot()
    counts = [len(system.prompt(item.target)) // 2 for item in gold.items[:100]]
    # "roughly 12 examples on average"; our estimate of tokens is rather too high.
    assert 10 <= sum(counts) / len(counts) <= 14
