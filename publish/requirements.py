"""The locked requirements: what pip may install, by version and by hash.

``requirements.txt`` holds everything but torch, for each platform and Python.
``requirements/`` holds torch, whose builds differ: ``torch-cpu.txt`` and
``torch-cuda.txt``, and for the oldest that we claim ``oldest-cpu.txt`` and
``oldest-cuda.txt``. The Makefile chooses one, and installs it with hashes alone.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = (
    "requirements.txt",
    "requirements/torch-cpu.txt",
    "requirements/torch-cuda.txt",
    "requirements/oldest-cpu.txt",
    "requirements/oldest-cuda.txt",
)
# torch names its CUDA packages itself, and only its CUDA build wants them.
OF_TORCH = re.compile(r"torch|triton|(nvidia|cuda)-.+")
PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[^\s;]+)(?: ; (?P<marker>.+))?")


@dataclass(frozen=True)
class Locked:
    """One package at one version, and the files of it that pip may take."""

    name: str
    version: str
    marker: str | None  # the platforms and Pythons that want it; None: all
    hashes: tuple[str, ...]
    via: str = ""  # who wants it

    @property
    def pin(self) -> str:
        marker = f" ; {self.marker}" if self.marker else ""
        return f"{self.name}=={self.version}{marker}"

    def __str__(self) -> str:
        lines = [self.pin, *(f"    --hash=sha256:{digest}" for digest in self.hashes)]
        return " \\\n".join(lines) + (f"\n    # via {self.via}" if self.via else "")


def loads(text: str) -> list[Locked]:
    """Reads a lock; ValueError at a line that is not of a pin with its hashes."""
    locked: list[Locked] = []
    text = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    for entry in re.findall(r"^\S.*(?:\n .*)*", text, re.MULTILINE):
        if entry.startswith("--extra-index-url "):
            continue
        body, _, via = entry.partition("\n    # via ")
        first, *rest = [line.strip() for line in body.split("\\\n")]
        pin = PIN.fullmatch(first)
        hashes = [re.fullmatch(r"--hash=sha256:([0-9a-f]{64})", line) for line in rest]
        if pin is None or not hashes or None in hashes:
            raise ValueError(f"not a pin with its hashes:\n{entry}")
        digests = tuple(found[1] for found in hashes if found)
        name, version, marker = pin.group("name", "version", "marker")
        locked.append(Locked(name, version, marker, digests, via))
    return locked


def read(name: str, root: Path = ROOT) -> list[Locked]:
    """Reads one of the ``LOCKS``."""
    return loads((root / name).read_text(encoding="utf-8"))


@cache
def pinned_torch(root: Path = ROOT) -> str:
    """The torch that makes what is published, as pyproject.toml pins it."""
    return _torch(root, group="dev").removeprefix("torch==")


@cache
def oldest_torch(root: Path = ROOT) -> str:
    """The oldest torch that we claim: the lower bound in pyproject.toml."""
    bound = _torch(root, group=None).removeprefix("torch>=")
    return bound + ".0" * (2 - bound.count("."))


def _torch(root: Path, group: str | None) -> str:
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = (
        settings["dependency-groups"][group]
        if group
        else settings["project"]["dependencies"]
    )
    (found,) = [line for line in wanted if line.startswith("torch")]
    return found
