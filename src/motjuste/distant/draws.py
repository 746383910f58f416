"""Random draws that depend only on a seed and a key, not on the process or the hash seed."""

from hashlib import blake2b

# The 64 low bits: SplitMix64 computes modulo 2^64.
_MASK = (1 << 64) - 1


class Draws:
    """A separate stream of draws for each key (SplitMix64, seeded with a digest of the key).

    >>> [Draws(0, 3, 17).below(10) for _ in range(3)] == [Draws(0, 3, 17).below(10)] * 3
    True
    """

    __slots__ = ("_state",)

    def __init__(self, *key: int) -> None:
        digest = blake2b("/".join(map(str, key)).encode(), digest_size=8).digest()
        self._state = int.from_bytes(digest, "little")

    def below(self, count: int) -> int:
        """A whole number from 0 up to, but not including, the given one."""
        self._state = mixed = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((mixed ^ (mixed >> 31)) * count) >> 64

    def chance(self, share: float) -> bool:
        """True in the given share of draws."""
        return self.below(1 << 64) < share * (1 << 64)
