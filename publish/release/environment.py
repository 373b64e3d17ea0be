"""An environment that holds what readers have, installed from our locks by hash."""

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCK = Path("requirements.txt")
TORCH = Path("requirements", "torch-cpu.txt")
ENTRY = re.compile(r"^(?=[a-z0-9])", re.MULTILINE)


class Environment:
    """A virtual environment, into which `attention` is not linked, and a folder.

    What runs there is `python -I` in the folder: without a path or variables of ours.
    """

    def __init__(self, place: Path, folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", place], check=True)
        self.place, self.folder = place, folder
        self.python = place / ("Scripts" if os.name == "nt" else "bin") / "python"

    def run(
        self, *command: str, code: str = "", env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        env = {**(env or os.environ), "MPLBACKEND": "Agg"}
        return subprocess.run(
            [self.python, "-I", *command], input=code, cwd=self.folder, env=env,
            capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip

    def pip(self, *options: str, env: dict[str, str] | None = None) -> list[str]:
        """Runs pip; returns what went wrong."""
        done = self.run("-m", "pip", "--quiet", *options, env=env)
        return [done.stderr] if done.returncode else []

    def install_locked(
        self, root: Path, lines: Iterable[str], extras: Iterable[str] = ()
    ) -> list[str]:
        """Installs what requirements ask for and all that they need, from our locks."""
        names = closure(lines, extras)
        chosen = self.place / "chosen.txt"
        chosen.write_text(locked(root, names), encoding="utf-8")
        locks = [chosen, root / TORCH] if "torch" in names else [chosen]
        hashed = ["--no-deps", "--require-hashes", "--only-binary=:all:"]
        files = [f"--requirement={lock}" for lock in locks]
        return [line for f in files for line in self.pip("install", *hashed, f)]


def only_from(folder: Path) -> dict[str, str]:
    """The variables with which pip knows the files of a folder and no index."""
    env = {name: v for name, v in os.environ.items() if not name.startswith("PIP_")}
    ours = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(folder)}
    return env | ours | {"PIP_CONFIG_FILE": os.devnull}


def closure(lines: Iterable[str], extras: Iterable[str] = ()) -> set[str]:
    """The packages that requirements name, and all that these need on this machine.

    What a package needs is what the one says that is installed beside us.
    """
    waiting = [(line, {"", *extras}) for line in lines]
    found: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        line, of = waiting.pop()
        requirement = Requirement(line)
        name, extra = canonicalize_name(requirement.name), {"", *requirement.extras}
        marker = requirement.marker
        holds = marker is None or any(marker.evaluate({"extra": x}) for x in of)
        if holds and (name, frozenset(extra)) not in found:
            found.add((name, frozenset(extra)))
            waiting += [(line, extra) for line in requires(name) or []]
    return {name for name, _ in found}


def locked(root: Path, names: set[str]) -> str:
    """What the lock says of some packages, with the hashes of their files."""
    entries = ENTRY.split((root / LOCK).read_text(encoding="utf-8"))
    return "".join(entry for entry in entries if entry.partition("==")[0] in names)
