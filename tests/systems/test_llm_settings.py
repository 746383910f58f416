"""Settings of systems that ask a language model: endpoints, keys that stay unseen, the extra."""

import json
import subprocess
import sys

import pytest

pytest.importorskip("httpx")

from asking_models import GOLD, KEY, few_shot
from fake_llm import serve
from motjuste.cli import main
from motjuste.errors import BadInputError, MissingResourceError

pytestmark = pytest.mark.usefixtures("model_surroundings")


def test_the_endpoint_may_come_from_the_environment(monkeypatch, priming):
    with serve(lambda prompt: "a") as fake:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{fake.url}/")
        system = few_shot("", priming=priming)
        system.suggest([GOLD.items[3].target])
    assert system.recorded()["endpoint"] == fake.url
    assert fake.paths == ["/v1/completions"]


def test_the_key_may_be_in_another_variable(monkeypatch, priming):
    monkeypatch.setenv("MY_KEY", "another-key-0123456789\n")
    with serve(lambda prompt: "a") as fake:
        few_shot(fake.url, priming=priming, key_variable="MY_KEY").suggest([GOLD.items[3].target])
    assert fake.headers[0]["authorization"] == "Bearer another-key-0123456789"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"key_variable": "gsk_secret0123456789"}, "name of an environment variable"),
        ({"key_variable": "sk-secret-0123456789"}, "name of an environment variable"),
        ({"api": "fax"}, "not one of chat, completion"),
        ({"temperature": "nan"}, "temperature: nan"),
        ({"concurrency": "0"}, "concurrency: 0 is not from 1"),
        ({"retries": "-1"}, "retries: -1"),
        ({"timeout": "0"}, "timeout"),
        ({"price_in": "-1"}, "price_in"),
        ({"extra": "[1]"}, "JSON object"),
        ({"extra": "{"}, "JSON object"),
        ({"extra": '{"a": NaN}'}, "JSON object"),
        ({"logit_bias": "198"}, "TOKEN:BIAS"),
        ({"logit_bias": "a:-100"}, "TOKEN:BIAS"),
        ({"context": "100"}, "context"),
        ({"most_examples": "-1"}, "most_examples"),
    ],
)
def test_wrong_settings_are_refused_in_words_that_show_no_key(given, message):
    with pytest.raises(BadInputError, match=message) as error:
        few_shot(**given)
    assert "0123456789" not in str(error.value)


@pytest.mark.parametrize(
    "endpoint",
    [
        f"http://user:{KEY}@127.0.0.1/v1",
        f"https://example.org/v1?key={KEY}",
        "ftp://example.org",
        "example.org/v1",
        "http://",
        "http://[::1/v1",
        "http://host:port/v1",
        "http://ho st/v1",
    ],
)
def test_an_endpoint_that_is_none_or_holds_a_secret_is_refused_unseen(endpoint):
    system = few_shot(endpoint)
    with pytest.raises(BadInputError, match="plain http") as error:
        system.prepare(GOLD)
    assert KEY not in str(error.value)
    assert KEY not in str(system.recorded())


def test_a_key_in_a_setting_or_with_odd_characters_is_refused_unseen(monkeypatch):
    with pytest.raises(BadInputError, match="stands in a setting") as error:
        few_shot(extra=json.dumps({"key": KEY})).prepare(GOLD)
    assert KEY not in str(error.value)
    monkeypatch.setenv("OPENAI_API_KEY", f"{KEY}\n{KEY}")
    with pytest.raises(BadInputError, match="characters that no key has") as error:
        few_shot().prepare(GOLD)
    assert KEY not in str(error.value)


def test_a_word_in_place_of_a_key_is_no_secret(monkeypatch, priming):
    monkeypatch.setenv("OPENAI_API_KEY", "small")
    with serve(lambda prompt: "small fry, trout") as fake:
        (answer,) = few_shot(fake.url, priming=priming).suggest([GOLD.items[3].target])
    assert [suggestion.text for suggestion in answer] == ["small fry", "trout"]


def test_a_priming_benchmark_that_is_not_there_is_told_before_anything_is_sent(monkeypatch):
    monkeypatch.setenv("MOTJUSTE_DATA", "/nonexistent")
    with serve(lambda prompt: "a") as fake, pytest.raises(MissingResourceError, match="fetch"):
        few_shot(fake.url).prepare(GOLD)
    assert not fake.bodies


def test_the_systems_are_listed_with_their_extra(capsys, monkeypatch):
    monkeypatch.setattr("motjuste.systems.system.find_spec", lambda module: None)
    assert main(["systems", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)["systems"]}
    for name, offered in (("gpt-few-shot", ["suggest"]), ("chatgpt-sws", ["improve"])):
        assert rows[name]["verbs"] == offered
        assert rows[name]["missing"] == ["llm"]
        assert "pip install 'motjuste[llm]'" in rows[name]["problem"]


def test_the_systems_can_be_shown_without_their_extra():
    code = (
        "import sys\n"
        "sys.modules['httpx'] = None\n"
        "from motjuste.systems import system_class\n"
        "print([system_class(name)().model for name in ('gpt-few-shot', 'chatgpt-sws')])"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert printed.stdout.strip() == "['', '']", printed.stderr
