"""Who may come in: invitations, crowd workers, the owner.

Secrets are shown once and stored as hashes. What a platform calls a worker is stored only as a hash
under the project's own salt, so that it can be recognised but not read.
"""

import hashlib
import hmac
import secrets

from sqlalchemy import select
from sqlalchemy.orm import Session

from motjuste.collect.models import Exclusion, Fact, Key, Visit, Worker
from motjuste.collect.quality import mark
from motjuste.collect.service import CrowdIds, Invitation, Joined
from motjuste.collect.service import Worker as Person
from motjuste.collect.store import DROP, Store
from motjuste.errors import RefusedError

OWNER, CROWD, SALT = "owner key", "crowd key", "salt"
_LONGEST = 200


def new_secret() -> str:
    """A secret that nobody can guess, fit for a link."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """What is stored of a secret; it is long and random, so that no salt is needed."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def set_fact(session: Session, name: str, value: str) -> None:
    """Note something about the project."""
    session.merge(Fact(name=name, value=value))


def fact(session: Session, name: str) -> str | None:
    """What the project knows under a name."""
    return session.scalar(select(Fact.value).where(Fact.name == name))


def new_key(store: Store, name: str) -> str:
    """A new secret for the owner's page or for the crowd's link; the old one opens nothing more."""
    secret = new_secret()
    with store.db.writing() as session:
        set_fact(session, name, hashed(secret))
    return secret


def opens(store: Store, name: str, secret: str) -> bool:
    """Whether a secret is the one of that name."""
    with store.db.reading() as session:
        kept = fact(session, name)
    return hmac.compare_digest(hashed(secret), kept or hashed(new_secret()))


def identity(session: Session, platform: str, worker: str) -> str:
    """A platform's worker as the project knows them."""
    salt = fact(session, SALT) or ""
    said = f"{platform}\n{worker}".encode("utf-8", "surrogatepass")
    return hmac.new(bytes.fromhex(salt), said, hashlib.sha256).hexdigest()


def invite(store: Store, number: int = 1, note: str = "") -> list[str]:
    """So many invitations, each for one person."""
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


def join(store: Store, by: Invitation | CrowdIds) -> Joined:
    """Let somebody in, by invitation or from a crowd platform, and give them a session."""
    if isinstance(by, CrowdIds):
        _check_ids(by)
        if not opens(store, CROWD, by.key):
            raise RefusedError("this link is not, or no longer, valid", "unknown-link")
    with store.db.writing() as session:
        worker, visit = (
            _crowd_worker(store, session, by)
            if isinstance(by, CrowdIds)
            else (_invited(session, by.token), None)
        )
        if worker.joined_at is None:
            worker.joined_at = store.now()
        token = new_secret()
        session.add(_key(store, token, worker.id, visit, "session"))
        return Joined(_person(worker, visit), token)


def _check_ids(ids: CrowdIds) -> None:
    for value in (ids.worker, ids.study, ids.session, ids.platform):
        if len(value) > _LONGEST or not value.isprintable():
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


def crowd_worker(session: Session, platform: str, name: str) -> Worker:
    """A platform's worker, new or known; not one who has to be left out."""
    who = identity(session, platform, name)
    if session.get(Exclusion, who) is not None:
        raise RefusedError(
            "you took part in the first round of this study, so this one is for others", "dropped"
        )
    return _worker(session, who)


def known_worker(store: Store, session: Session, platform: str, name: str) -> Worker:
    """A worker whom a platform let in by itself; one who has to be left out is dropped."""
    who = identity(session, platform, name)
    worker = _worker(session, who)
    if not worker.dropped and session.get(Exclusion, who) is not None:
        mark(store, session, worker, DROP, "excluded", "took part in the first round")
        worker.dropped = True
    return worker


def _worker(session: Session, who: str) -> Worker:
    worker = session.scalar(select(Worker).where(Worker.identity == who))
    if worker is None:
        worker = Worker(kind="crowd", identity=who, dropped=False)
        session.add(worker)
        session.flush()
    return worker


def by_token(store: Store, token: str) -> Person | None:
    """The worker whose session it is, if it is one."""
    with store.db.reading() as session:
        key = session.get(Key, hashed(token))
        if key is None or key.kind != "session":
            return None
        return _person(session.get_one(Worker, key.worker_id), key.visit_id)


def _person(worker: Worker, visit: int | None) -> Person:
    return Person(worker.id, worker.kind, visit, worker.dropped)
