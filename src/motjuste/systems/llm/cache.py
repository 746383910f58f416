"""A cache of language models' answers on disk, so that no request is paid for twice.

Each answer is one small file, named by a hash of the whole request. Several processes may share the
folder; files are written atomically. Answers reveal the texts, so only their owner can read them.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from motjuste.files import PRIVATE, write_atomic

NONE = "none"


def request_key(url: str, body: Mapping[str, Any], attempt: int = 0) -> str:
    """The key of a request: a hash of the address, the body and the number of the attempt."""
    request = json.dumps([url, body, attempt], sort_keys=True)
    return sha256(request.encode()).hexdigest()


class Cache:
    """A folder of answers; without a folder nothing is stored."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def get(self, key: str) -> Any:
        """The stored answer to a request; None if there is none or its file is damaged."""
        if self.folder is None:
            return None
        try:
            return json.loads(self._path(self.folder, key).read_bytes())
        except (OSError, ValueError, RecursionError):
            return None

    def put(self, key: str, answer: Any) -> None:
        """Store an answer."""
        if self.folder is not None:
            content = json.dumps(answer).encode()
            write_atomic(self._path(self.folder, key), content, mode=PRIVATE)

    @staticmethod
    def _path(folder: Path, key: str) -> Path:
        return folder / key[:2] / f"{key}.json"


def open_cache(setting: str) -> Cache:
    """The cache of a setting: a folder, `none`, or by default the user's cache folder."""
    if setting == NONE:
        return Cache(None)
    if setting:
        return Cache(Path(setting).expanduser())
    from platformdirs import user_cache_path

    return Cache(user_cache_path("motjuste") / "llm")
