"""The owner's key, and the sessions of browsers in which it was entered.

A browser keeps the secret of its session, never the key: a stolen secret is worthless when the
session ends or a new key is made.
"""

from sqlalchemy import delete

from motjuste.collect.models import OwnerSession
from motjuste.collect.people import fact, hashed, new_secret, opens, set_fact
from motjuste.collect.store import Store

# The name of the fact that holds the hash of the key.
_KEY = "owner key"
# Seconds after which the key must be entered again: 30 days.
SESSION_SECONDS = 30 * 24 * 3600


def new_key(store: Store) -> str:
    """A new key; the old one becomes invalid, and all sessions end."""
    key = new_secret()
    with store.db.writing() as session:
        set_fact(session, _KEY, hashed(key))
        session.execute(delete(OwnerSession))
    return key


def is_key(store: Store, key: str) -> bool:
    """Whether this is the owner's key."""
    return opens(store, _KEY, key)


def open_session(store: Store, key: str) -> str | None:
    """The secret of a new session; None if the key is wrong."""
    if not is_key(store, key):
        return None
    secret = new_secret()
    with store.db.writing() as session:
        session.execute(delete(OwnerSession).where(OwnerSession.opened_at <= _oldest(store)))
        session.add(OwnerSession(hash=hashed(secret), key=hashed(key), opened_at=store.now()))
    return secret


def is_session(store: Store, secret: str) -> bool:
    """Whether this is the secret of an open session: not too old, and opened with this key."""
    with store.db.reading() as session:
        stored = session.get(OwnerSession, hashed(secret))
        return (
            stored is not None
            and stored.opened_at > _oldest(store)
            and stored.key == fact(session, _KEY)
        )


def end_session(store: Store, secret: str) -> None:
    """End a session: its secret becomes invalid, in every browser that has it."""
    with store.db.writing() as session:
        session.execute(delete(OwnerSession).where(OwnerSession.hash == hashed(secret)))


def _oldest(store: Store) -> float:
    return store.now() - SESSION_SECONDS
