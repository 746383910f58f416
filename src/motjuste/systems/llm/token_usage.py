"""The requests, tokens and cost of a run of a language model."""

from dataclasses import dataclass, field
from threading import Lock

# Prices are per million tokens.
_MILLION = 1_000_000


@dataclass
class TokenUsage:
    """Counts that several threads add to."""

    requests: int = 0
    cached: int = 0
    uncounted: int = 0
    empty: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    _lock: Lock = field(default_factory=Lock, repr=False, compare=False)

    def add_cached(self, text: str) -> None:
        """Count an answer from the cache."""
        with self._lock:
            self.cached += 1
            self.empty += not text.strip()

    def add(self, text: str, tokens_in: int | None, tokens_out: int | None) -> None:
        """Count a server's answer, with the token counts that it reports."""
        with self._lock:
            self.requests += 1
            self.empty += not text.strip()
            self.uncounted += tokens_in is None or tokens_out is None
            self.tokens_in += tokens_in or 0
            self.tokens_out += tokens_out or 0

    def cost(self, price_in: float, price_out: float) -> float:
        """The cost of the tokens at prices per million.

        >>> TokenUsage(requests=1, tokens_in=2_000_000, tokens_out=500_000).cost(0.5, 2.0)
        2.0
        """
        return (self.tokens_in * price_in + self.tokens_out * price_out) / _MILLION

    def summary(self, price_in: float = 0.0, price_out: float = 0.0) -> str:
        """All counts on one line.

        >>> TokenUsage(requests=2, cached=3, tokens_in=1200, tokens_out=34).summary(10.0, 50.0)
        '2 answers from the server, 3 from the cache; 1,200 tokens in, 34 out; cost 0.0137'
        """
        if not self.requests + self.cached:
            return ""
        parts = [
            f"{self.requests:,} answers from the server, {self.cached:,} from the cache",
            f"{self.tokens_in:,} tokens in, {self.tokens_out:,} out",
        ]
        if price_in or price_out:
            parts.append(f"cost {self.cost(price_in, price_out):.4f}")
        if self.uncounted:
            parts.append(f"the server counted no tokens for {self.uncounted:,} answers")
        if self.empty:
            parts.append(f"{self.empty:,} answers were empty")
        return "; ".join(parts)
