"""Answers of language models on disk, so that the same request is never paid for twice.

One small file for each answer, named by the sum of the whole request: several processes may share
the folder, and a file is there as a whole or not at all. Answers tell what the texts were about, so
that only their owner can read them.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from motjuste.files import PRIVATE, write_atomic

NONE = "none"


def request_key(url: str, body: Mapping[str, Any], attempt: int = 0) -> str:
    """The name of a request: its address, all that is sent, and which attempt at it this is."""
    request = json.dumps([url, body, attempt], sort_keys=True)
    return sha256(request.encode()).hexdigest()


class Cache:
    """A folder of answers; without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def get(self, key: str) -> Any:
        """The answer to a request, if it was given before; a damaged file counts as none."""
        if self.folder is None:
            return None
        try:
            return json.loads(self._path(self.folder, key).read_bytes())
        except (OSError, ValueError, RecursionError):
            return None

    def put(self, key: str, answer: Any) -> None:
        """Keep an answer."""
        if self.folder is not None:
            content = json.dumps(answer).encode()
            write_atomic(self._path(self.folder, key), content, mode=PRIVATE)

    @staticmethod
    def _path(folder: Path, key: str) -> Path:
        return folder / key[:2] / f"{key}.json"


def open_cache(setting: str) -> Cache:
    """The cache that a setting names: a folder, `none`, or else the user's own cache folder."""
    if setting == NONE:
        return Cache(None)
    if setting:
        return Cache(Path(setting).expanduser())
    from platformdirs import user_cache_path

    return Cache(user_cache_path("motjuste") / "llm")
