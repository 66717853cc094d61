"""By which names the page may be asked for: those of a local network, and no others.

A page of the internet can let its own name point at this machine (DNS rebinding); its scripts would
then be of the same origin as ours. They still say their own name in ``Host``.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

LOCAL_ENDINGS = (".local", ".lan", ".home", ".internal", ".localdomain", ".home.arpa", ".fritz.box")
"""Of names that a router or the machine itself answers for, and nobody in the internet."""
_SHARED = ip_network("100.64.0.0/10")
"""What providers and private networks over the internet give out (RFC 6598)."""


def is_near(host: str, address: str | None = None) -> bool:
    """Say whether ``host``, with or without a port, names a machine of this network.

    Args:
        host: as a request's header says it.
        address: how the table itself says that it is reached, such as ``http://192.168.1.20:8000``:
            right whatever it is.
    """
    name = _name(host)
    if address is not None and name == _name(address.partition("://")[2]):
        return name != ""
    try:
        found = ip_address(name)
    except ValueError:
        return name != "" and ("." not in name or name.endswith(LOCAL_ENDINGS))
    return _is_private(found)


def _name(host: str) -> str:
    """Return what is left of ``host`` without its port, in small letters."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition("/")[0].partition(":")[0].lower().removesuffix(".")


def _is_private(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    shared = isinstance(address, IPv4Address) and address in _SHARED
    return address.is_private or address.is_loopback or address.is_link_local or shared
