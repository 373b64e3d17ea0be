"""Refuses connections to anything but this machine.

An audit hook, so that it holds for every thread, for pages' blocks, and, loaded
at start, for the interpreters that tests start; it cannot be taken off again.
"""

import sys
from typing import Any

HERE = ("127.0.0.1", "::1", "localhost", "", None)


class NetworkRefused(RuntimeError):
    """A build or a test asked for another machine."""


def refuse_network() -> None:
    sys.addaudithook(_check)


def _check(event: str, args: tuple[Any, ...]) -> None:
    if event == "socket.connect":
        address = args[1]
        host = address[0] if isinstance(address, tuple) else None  # else a local pipe
    elif event == "socket.getaddrinfo":
        host = args[0].decode() if isinstance(args[0], bytes) else args[0]
    else:
        return
    if host not in HERE:
        raise NetworkRefused(f"tests and builds use no network; asked for {host!r}")
