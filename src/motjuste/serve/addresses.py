"""Addresses: whether one is this machine's own, and which of them limits count as one caller."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

# Providers give a household or a rented machine a whole network of IPv6 addresses of this length,
# so that every connection may come from another address.
_IPV6_PREFIX = 64


@lru_cache(1024)
def is_own_machine(address: str) -> bool:
    """Whether an address is one of this machine's own, which only programs on it can use."""
    parsed = _parsed(address)
    return parsed is not None and parsed.is_loopback


@lru_cache(1024)
def caller_of(address: str) -> str:
    """Who is counted as one caller: an IPv4 address, or a network of IPv6 addresses.

    >>> caller_of("192.0.2.7"), caller_of("::ffff:192.0.2.7"), caller_of("2001:db8::7%eth0")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    parsed = _parsed(address)
    if isinstance(parsed, IPv6Address) and not parsed.is_loopback:
        return str(ip_network((parsed, _IPV6_PREFIX), strict=False))
    return address if parsed is None else str(parsed)


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed
