"""Access of annotators to a project: invitations, crowd workers, sessions.

Secrets are shown once and stored as hashes. A worker's id on a platform is stored only as a hash
with the project's own salt, so that it can be recognised but not read.
"""

import hashlib
import hmac
import secrets

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from motjuste.collect.models import Consent, Exclusion, Fact, Key, Visit, Worker
from motjuste.collect.quality import mark
from motjuste.collect.service import ConsentRow, CrowdIds, Invitation, Joined, worker_name
from motjuste.collect.service import Worker as Person
from motjuste.collect.store import DROP, Store, lock_worker
from motjuste.errors import BadInputError, RefusedError

# Names of facts that the project stores about itself: the salt of the hashes of workers' ids, ...
SALT = "salt"
# ... and the kind that the project was made as.
KIND = "kind"
# The platforms that a crowd link can be bound to; `crowd` is any other.
PLATFORMS = ("prolific", "mturk", "crowd")
CROWD_WORKER = "crowd"
# Characters of the longest worker id that a platform may send.
_LONGEST_ID = 200
# Seconds over which the rate of sign-ups is counted.
_SIGNUP_WINDOW = 60.0


def new_secret() -> str:
    """A secret that nobody can guess, fit for a link."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """The hash under which a secret is stored: long and random, it needs no salt."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def set_fact(session: Session, name: str, value: str) -> None:
    """Store a fact about the project."""
    session.merge(Fact(name=name, value=value))


def fact(session: Session, name: str) -> str | None:
    """The value that the project stores under a name."""
    return session.scalar(select(Fact.value).where(Fact.name == name))


def opens(store: Store, name: str, secret: str) -> bool:
    """Whether a secret is the one of that name."""
    with store.db.reading() as session:
        stored_hash = fact(session, name)
    return hmac.compare_digest(hashed(secret), stored_hash or hashed(new_secret()))


def new_crowd_key(store: Store, platform: str) -> str:
    """A new secret for the link of one crowd platform; that platform's older link ends."""
    if platform not in PLATFORMS:
        raise BadInputError(f"there is no platform {platform!r}; it is {', '.join(PLATFORMS)}")
    secret = new_secret()
    with store.db.writing() as session:
        set_fact(session, _link(platform), hashed(secret))
        set_fact(session, _link_made(platform), repr(store.now()))
    return secret


def _link(platform: str) -> str:
    return f"crowd key {platform}"


def _link_made(platform: str) -> str:
    return f"crowd link made {platform}"


def platform_of(store: Store, secret: str) -> str:
    """The platform that a crowd link is bound to; an unknown link is refused."""
    for platform in PLATFORMS:
        if opens(store, _link(platform), secret):
            return platform
    raise RefusedError("this link is not, or no longer, valid", "unknown-link")


def identity(session: Session, platform: str, worker: str) -> str:
    """The hash that identifies a platform's worker."""
    salt = fact(session, SALT) or ""
    text = f"{platform}\n{worker}".encode("utf-8", "surrogatepass")
    return hmac.new(bytes.fromhex(salt), text, hashlib.sha256).hexdigest()


def invite(store: Store, number: int = 1, note: str = "") -> list[str]:
    """Make invitations, each for one person; returns their secrets, which are not stored."""
    tokens = [new_secret() for _ in range(number)]
    with store.db.writing() as session:
        for token in tokens:
            worker = Worker(kind="invited", note=note)
            session.add(worker)
            session.flush()
            session.add(_key(store, token, worker.id, None, "invitation"))
    return tokens


def _key(store: Store, token: str, worker: int, visit: int | None, kind: str) -> Key:
    return Key(hash=hashed(token), worker_id=worker, visit_id=visit, kind=kind, made_at=store.now())


def join(store: Store, by: Invitation | CrowdIds, token: str | None = None) -> Joined:
    """Let somebody in, by invitation or from a crowd platform, and give them a session.

    `token` is the session that the browser has already; it is kept if it is the same worker's.
    """
    if isinstance(by, CrowdIds):
        _check_ids(by)
        if platform_of(store, by.key) != by.platform:
            raise RefusedError("this link is for people from another platform", "unknown-link")
    with store.db.writing() as session:
        worker, visit = (
            _crowd_worker(store, session, by)
            if isinstance(by, CrowdIds)
            else (_invited(session, by.token), None)
        )
        if worker.joined_at is None:
            worker.joined_at = store.now()
        token = _session_of(store, session, token, worker, visit)
        return Joined(_person(worker, visit, hashed(token)), token)


def _session_of(
    store: Store, session: Session, token: str | None, worker: Worker, visit: int | None
) -> str:
    """The browser's session if it is this worker's, else a new one."""
    key = session.get(Key, hashed(token)) if token else None
    if token and key is not None and key.kind == "session" and key.worker_id == worker.id:
        key.visit_id = visit
        return token
    token = new_secret()
    session.add(_key(store, token, worker.id, visit, "session"))
    return token


def _check_ids(ids: CrowdIds) -> None:
    for value in (ids.worker, ids.study, ids.session, ids.platform):
        if len(value) > _LONGEST_ID or not value.isprintable():
            raise RefusedError("the link's parameters are not a platform's ids", "invalid")
    if not ids.worker.strip():
        raise RefusedError("the link does not say who comes", "invalid")


def _invited(session: Session, token: str) -> Worker:
    key = session.get(Key, hashed(token))
    if key is None or key.kind != "invitation":
        raise RefusedError("this link is not, or no longer, valid", "unknown-link")
    return session.get_one(Worker, key.worker_id)


def _crowd_worker(store: Store, session: Session, ids: CrowdIds) -> tuple[Worker, int]:
    worker = crowd_worker(session, ids.platform, ids.worker)
    if worker.joined_at is None:
        _check_signups(store, session, ids.platform)
    # The platform's ids of a visit name a person too: they are kept as hashes.
    name = identity(session, ids.platform, ids.session or ids.study)
    visit = session.scalar(select(Visit).where(Visit.worker_id == worker.id, Visit.session == name))
    if visit is None:
        visit = Visit(
            worker_id=worker.id,
            platform=ids.platform,
            study=ids.study,
            session=name,
            code=secrets.token_hex(4).upper(),
            started_at=store.now(),
        )
        session.add(visit)
        session.flush()
    return worker, visit.id


def _check_signups(store: Store, session: Session, platform: str) -> None:
    """Refuse new workers if too many have come by the link, in a minute or in all."""
    crowd, made = store.config.crowd, float(fact(session, _link_made(platform)) or 0)

    def came_since(when: float) -> int:
        newcomers = select(func.count(Worker.id)).where(
            Worker.kind == CROWD_WORKER, Worker.joined_at >= when
        )
        return session.scalar(newcomers) or 0

    if came_since(store.now() - _SIGNUP_WINDOW) >= crowd.signups_per_minute:
        raise RefusedError("too many people have come in the last minute", "busy")
    if came_since(made) >= crowd.signups:
        raise RefusedError("as many people have come as this link is for", "full")


def crowd_worker(session: Session, platform: str, name: str) -> Worker:
    """A platform's worker, new or known; an excluded one is refused."""
    who = identity(session, platform, name)
    if session.get(Exclusion, who) is not None:
        raise RefusedError(
            "you took part in the first round of this study, so this one is for others", "dropped"
        )
    return _worker(session, who)


def known_worker(store: Store, session: Session, platform: str, name: str) -> Worker:
    """A worker whom a platform let in by itself; an excluded one is dropped."""
    who = identity(session, platform, name)
    worker = _worker(session, who)
    if not worker.dropped and session.get(Exclusion, who) is not None:
        mark(store, session, worker, DROP, "excluded", "took part in the first round")
        worker.dropped = True
    return worker


def _worker(session: Session, who: str) -> Worker:
    worker = session.scalar(select(Worker).where(Worker.identity == who))
    if worker is None:
        worker = Worker(kind=CROWD_WORKER, identity=who, dropped=False)
        session.add(worker)
        session.flush()
    return worker


def by_token(store: Store, token: str) -> Person | None:
    """The worker whose session it is, if it is one."""
    with store.db.reading() as session:
        key = session.get(Key, hashed(token))
        if key is None or key.kind != "session":
            return None
        return _person(session.get_one(Worker, key.worker_id), key.visit_id, key.hash)


def _person(worker: Worker, visit: int | None, session: str) -> Person:
    return Person(worker.id, worker.kind, visit, worker.dropped, session)


def agree(store: Store, person: Person, text: str) -> None:
    """Record a worker's consent to a text; the first time in a session counts."""
    with store.db.writing() as session:
        # One request at a time for each worker, so that a double click is one consent.
        lock_worker(session, person.id)
        if not _agreed(session, person, text):
            session.add(
                Consent(
                    session=person.session, worker_id=person.id, agreed_at=store.now(), text=text
                )
            )


def has_agreed(store: Store, person: Person, text: str) -> bool:
    """Whether somebody agreed to this very text in this session."""
    with store.db.reading() as session:
        return _agreed(session, person, text)


def _agreed(session: Session, person: Person, text: str) -> bool:
    texts = session.scalars(select(Consent.text).where(Consent.session == person.session))
    return text in texts.all()


def consents(store: Store) -> list[ConsentRow]:
    """All consents, in order of time."""
    with store.db.reading() as session:
        rows = session.scalars(select(Consent).order_by(Consent.agreed_at, Consent.worker_id))
        return [ConsentRow(worker_name(row.worker_id), row.agreed_at, row.text) for row in rows]
