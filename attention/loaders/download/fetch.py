"""A file from the web, checked by its hash; a download that stops can go on.

What arrives is written to a file whose name ends in .part, which gets its own name when
its size and its SHA-256 are those that were expected.
"""

import hashlib
import http.client
import sys
from contextlib import suppress
from pathlib import Path
from urllib.request import Request, urlopen

BLOCK = 2**20  # bytes read at a time


def missing(path: Path, size: int) -> int:
    """Return how many bytes of a file are not there yet.

    Args:
        path: Where `fetch` writes it.
        size: How many bytes it has.
    """
    return 0 if path.exists() else size - _have(_part_of(path), size)


def fetch(url: str, path: Path, size: int, sha256: str) -> None:
    """Download a file, or what is left of it, with a progress bar.

    Args:
        url: Where it is.
        path: Where to write it. A file that is already there is only checked.
        size: How many bytes it has.
        sha256: Its SHA-256, in hexadecimal digits.

    Raises:
        OSError: If the server refuses, or the connection ends early. What arrived is
            kept, and the next call goes on from there.
        ValueError: If a file has other contents than expected. What was downloaded is
            removed; a file that was already there is not.
    """
    if path.exists():
        _check(path, path, size, sha256)
        return
    part = _part_of(path)
    have = _have(part, size)
    if have < size:
        have = _append(url, part, have, size, path.name)
    if have < size:
        raise OSError(
            f"{path.name}: {have} of {size} bytes have arrived. "
            "The same command goes on from there."
        )
    try:
        _check(part, path, size, sha256)
    except ValueError:
        part.unlink()
        raise
    part.replace(path)


def _part_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.part")


def _have(part: Path, size: int) -> int:
    """Return how many bytes of a part can be kept: none if it is too long."""
    have = part.stat().st_size if part.exists() else 0
    return have if have <= size else 0


def _append(url: str, part: Path, have: int, size: int, name: str) -> int:
    """Write what is missing of a file, and return how many bytes it then has."""
    request = Request(url, headers={"Range": f"bytes={have}-"} if have else {})
    with urlopen(request, timeout=60) as response:
        if response.status != 206:  # the whole file comes, whatever was asked
            have = 0
        with (
            part.open("ab" if have else "wb") as file,
            suppress(http.client.IncompleteRead, ConnectionError, TimeoutError),
        ):
            # A server that sends more is not read to its end.
            while have <= size and (data := response.read(BLOCK)):
                have += file.write(data)
                _show(name, min(have, size), size)
    print(file=sys.stderr)
    return have


def _check(file: Path, path: Path, size: int, sha256: str) -> None:
    with file.open("rb") as opened:
        found = hashlib.file_digest(opened, "sha256").hexdigest()
    if (have := file.stat().st_size) != size or found != sha256:
        raise ValueError(
            f"{path} must have {size} bytes and the SHA-256 {sha256}. "
            f"Got {have} bytes and {found}."
        )


def _show(name: str, have: int, size: int) -> None:
    done = "#" * (30 * have // size)
    line = f"\r{name} [{done:30}] {have / 1e6:,.1f} of {size / 1e6:,.1f} MB"
    print(line, end="", file=sys.stderr, flush=True)
