"""Who may ask, how much, and what goes with every answer."""

import asyncio

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")

from motjuste.errors import BadInputError
from motjuste.serve.access import Access, access_for
from motjuste.serve.assistant import Assistant
from motjuste.serve.limits import LimitRequests, Limits
from serving import Client, application

TOKEN = "an-unguessable-word"
BIG = {"text": "*big*"}


@pytest.fixture(scope="module")
def locked():
    with application(Access(token=TOKEN)) as app:
        yield Client(app)


@pytest.fixture(scope="module")
def opened():
    access = Access(origins=frozenset({"https://example.org"}))
    with application(access, Limits(body=500)) as app:
        app.add_api_route("/boom", lambda: 1 / 0)
        yield Client(app)


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1"])
def test_on_the_machine_itself_nobody_needs_a_token(address):
    assert access_for(address, [address], None).token is None


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "192.168.1.7", "fe80::1%eth0"])
def test_beyond_the_machine_a_token_is_needed_or_somebody_who_says_otherwise(address):
    with pytest.raises(BadInputError, match=r"--token.*--no-auth"):
        access_for(address, [address], None)
    assert access_for(address, [address], TOKEN).token == TOKEN
    assert access_for(address, [address], None, no_auth=True).token is None


@pytest.mark.parametrize("token", ["", "short", "with\nnewline", "ünprintable-in-ascii"])
def test_a_token_that_is_too_weak_or_cannot_be_sent_is_refused(token):
    with pytest.raises(BadInputError, match="8 or more printable"):
        access_for("127.0.0.1", ["127.0.0.1"], token)


def test_a_token_and_none_at_once_are_refused():
    with pytest.raises(BadInputError, match="choose one"):
        access_for("0.0.0.0", ["0.0.0.0"], TOKEN, no_auth=True)


@pytest.mark.parametrize(
    "shown",
    [
        {},
        {"headers": {"Authorization": "Bearer wrong-word"}},
        {"headers": {"Authorization": f"Bearer {TOKEN}x"}},
        {"headers": {"Authorization": "Bearer é"}},
        {"headers": {"Authorization": "Basic !!!"}},
        {"headers": {"Cookie": f"{Access(TOKEN).cookie}={TOKEN}"}},
        {"headers": {"Cookie": '"; a=[],{'}},
        {"params": {"token": "wrong-word"}},
    ],
)
@pytest.mark.parametrize("path", ["/", "/api/suggest", "/v2/check", "/openapi.json", "/static/x"])
def test_without_the_token_nothing_is_told(locked, path, shown):
    shown = {
        **shown,
        "headers": {k: v.encode("utf-8") for k, v in shown.get("headers", {}).items()},
    }
    answer = locked.get(path, **shown)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert TOKEN not in answer.text


@pytest.mark.parametrize(
    "shown",
    [
        {"headers": {"Authorization": f"Bearer {TOKEN}"}},
        {"headers": {"Authorization": f"bearer  {TOKEN}"}},
        {"auth": ("anybody", TOKEN)},
        {"params": {"token": TOKEN}},
        {"headers": {"Cookie": f"{Access(TOKEN).cookie}={Access(TOKEN).cookie_value}"}},
    ],
)
def test_with_the_token_all_is_open(locked, shown):
    assert locked.post("/api/suggest", json=BIG, **shown).status_code == 200


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (f"/token/{TOKEN}/v2/check", 200),
        (f"/token/{TOKEN}//v2/check", 200),
        (f"/token/{TOKEN}x/v2/check", 401),
        ("/token//v2/check", 401),
        (f"/token/{TOKEN}/nowhere", 404),
    ],
)
def test_the_token_can_be_part_of_the_address_for_clients_that_take_nothing_else(
    locked, path, status
):
    answer = locked.post(path, data={"language": "en", "text": "big"})
    assert answer.status_code == status


def test_a_browser_with_the_token_gets_a_cookie_and_an_address_without_it(locked):
    page = {"Accept": "text/html"}
    answer = locked.get("/compare?token=" + TOKEN + "&q=a%20b", headers=page)
    assert (answer.status_code, answer.headers["location"]) == (303, "/compare?q=a+b")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert TOKEN not in cookie
    again = locked.post("/api/suggest", json=BIG, headers={"Cookie": cookie.split(";")[0]})
    assert again.status_code == 200


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_cookie_that_came_encrypted_never_goes_in_clear(locked, scheme):
    address = f"{scheme}://127.0.0.1/?token={TOKEN}"
    cookie = locked.get(address, headers={"Accept": "text/html"}).headers["set-cookie"]
    assert ("secure" in cookie.lower()) == (scheme == "https")


def test_the_way_back_leads_to_no_other_server(locked):
    page = {"Accept": "text/html"}
    answer = locked.get("//evil.org/?token=" + TOKEN, headers=page)
    assert not answer.headers.get("location", "/").startswith(("//", "http"))


def test_health_is_told_to_everybody(locked):
    assert locked.get("/healthz").json()["status"] == "ok"


def test_whoever_watches_over_a_server_may_ask_for_the_head_alone(locked):
    for path, headers in [("/healthz", {}), ("/", {"Authorization": f"Bearer {TOKEN}"})]:
        assert locked("HEAD", path, headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200),
        ("localhost:8765", 200),
        ("LOCALHOST", 200),
        ("[::1]:1", 200),
        ("evil.org", 403),
        ("localhost.evil.org:80", 403),
        ("", 403),
    ],
)
def test_a_server_on_this_machine_answers_to_its_own_names_only(opened, host, status):
    assert opened.get("/api/settings", headers={"Host": host}).status_code == status


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://127.0.0.1", 200),
        ("https://example.org", 200),
        ("http://evil.org", 403),
        ("http://127.0.0.1:81", 403),
        ("https://example.org.evil.org", 403),
        ("null", 403),
        ("http://[", 403),
        ("", 403),
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_pages_of_other_sites_may_not_ask(opened, method, origin, status):
    params = {"params": BIG} if method == "GET" else {"json": BIG}
    answer = opened(method, "/api/suggest", headers={"Origin": origin}, **params)
    assert answer.status_code == status
    allowed = answer.headers.get("access-control-allow-origin")
    assert allowed == ("https://example.org" if origin == "https://example.org" else None)


def test_cors_is_closed_where_nobody_opens_it(locked):
    headers = {"Origin": "http://evil.org", "Access-Control-Request-Method": "POST"}
    answer = locked("OPTIONS", "/api/suggest", headers=headers)
    assert answer.status_code == 403
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_an_origin_that_is_allowed_may_ask_before_it_asks(opened):
    headers = {"Origin": "https://example.org", "Access-Control-Request-Method": "POST"}
    answer = opened("OPTIONS", "/v2/check", headers=headers)
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "https://example.org"


@pytest.mark.parametrize(
    "path", ["/api/settings", "/nowhere", "/boom", "/v2/check", "/static/nothing.js"]
)
def test_every_answer_has_the_headers(opened, path):
    headers = opened.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"
    assert "server" not in headers


@pytest.fixture
def built(tmp_path, monkeypatch):
    """An application with pages that were built."""
    (tmp_path / "editor.html").write_text('<meta name="nonce" content="__NONCE__">')
    (tmp_path / "editor.js").write_text("1;")
    monkeypatch.setattr("motjuste.serve.pages.STATIC", tmp_path)
    with application() as app:
        yield Client(app)


def test_a_page_has_a_nonce_for_its_styles_which_is_never_the_same(built):
    pages = [built.get("/") for _ in range(2)]
    nonces = [page.text.split('"')[3] for page in pages]
    assert nonces[0] != nonces[1]
    for page, nonce in zip(pages, nonces, strict=True):
        assert len(nonce) >= 16
        assert f"style-src 'self' 'nonce-{nonce}';" in page.headers["content-security-policy"]
        assert "script-src 'self';" in page.headers["content-security-policy"]


def test_a_script_may_be_kept_as_long_as_it_is_asked_whether_it_has_changed(built):
    script = built.get("/static/editor.js")
    assert script.headers["cache-control"] == "no-cache"
    again = built.get("/static/editor.js", headers={"If-None-Match": script.headers["etag"]})
    assert again.status_code == 304


def test_a_page_that_is_not_built_says_how(built):
    answer = built.get("/compare")
    assert (answer.status_code, "make web" in answer.json()["error"]) == (404, True)


def test_a_crash_of_whoever_guards_the_door_is_answered_too(opened, monkeypatch, caplog):
    monkeypatch.setattr(Access, "knows_host", lambda *_: 1 / 0)
    answer = opened.get("/api/settings")
    assert (answer.status_code, answer.headers["x-frame-options"]) == (500, "DENY")
    assert len(caplog.messages) == 1


def test_a_crash_of_our_own_is_answered_and_logged_in_one_line(opened, caplog):
    answer = opened.get("/boom")
    assert (answer.status_code, list(answer.json())) == (500, ["error"])
    assert caplog.messages == ["GET '/boom': ZeroDivisionError: division by zero"]


def test_the_log_of_a_crash_does_not_tell_the_token(locked, monkeypatch, caplog):
    monkeypatch.setattr(Assistant, "checker", lambda *_: 1 / 0)
    assert (
        locked.post(f"/token/{TOKEN}/v2/check", data={"text": "x", "language": "en-US"}).status_code
        == 500
    )
    assert caplog.messages == ["POST '/token/…/v2/check': ZeroDivisionError: division by zero"]


@pytest.mark.parametrize(
    "inside", ["../app.py", "..\\app.py", "/etc/passwd", "\0", "a/../../app.py"]
)
def test_nothing_but_the_built_files_is_served(opened, inside):
    assert ask_as_it_is(opened.app, f"/static/{inside}") == 404


def ask_as_it_is(app, path):
    """The status for a path that no client may tidy up before it is sent."""
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "scheme": "http",
        "query_string": b"",
        "headers": [(b"host", b"127.0.0.1")],
    }
    asyncio.run(app(scope, receive, send))
    return sent[0]["status"]


def test_a_request_that_is_too_large_is_refused_whether_or_not_it_says_so(opened):
    async def unannounced():
        for _ in range(10):
            yield b"x" * 100

    for content in (b"x" * 501, unannounced()):
        answer = opened.post("/api/check", content=content)
        assert answer.status_code == 413
        assert "500 bytes" in answer.json()["error"]


def test_no_more_requests_are_read_at_once_than_memory_can_bear():
    first_request = asyncio.Event()

    async def app(scope, receive, send):
        await first_request.wait()

    async def ask():
        sent = []

        async def receive():
            return {"type": "http.request"}

        async def send(message):
            sent.append(message)

        limited = LimitRequests(app, Limits(waiting=3))
        scope = {"type": "http", "headers": [], "path": "/api/check"}
        # Twice as many as may wait for the model, and 64 that need none.
        begun = [asyncio.ensure_future(limited(scope, receive, send)) for _ in range(2 * 3 + 64)]
        await asyncio.sleep(0.01)
        assert sent == []
        await limited(scope, receive, send)
        first_request.set()
        await asyncio.gather(*begun)
        return sent[0]

    refused = asyncio.run(ask())
    assert refused["status"] == 503
    assert (b"retry-after", b"1") in refused["headers"]


def test_a_request_that_does_not_arrive_is_given_up():
    async def never():
        await asyncio.sleep(60)

    async def app(scope, receive, send):
        await receive()

    async def ask():
        sent = []

        async def send(message):
            sent.append(message)

        limited = LimitRequests(app, Limits(arrival=0.05))
        await limited({"type": "http", "headers": [], "path": "/api/check"}, never, send)
        return sent[0]["status"]

    assert asyncio.run(ask()) == 408
