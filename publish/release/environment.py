"""An environment that holds what readers have, installed from our locks by hash."""

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCK = Path("requirements.txt")
TORCH = Path("requirements", "torch-cpu.txt")
ENTRY = re.compile(r"^(?=[a-z0-9])", re.MULTILINE)


class Environment:
    """A virtual environment of its own, into which `attention` is not linked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        windows = sys.platform == "win32"
        self.python = folder / ("Scripts" if windows else "bin") / "python"

    def install(self, root: Path, needed: Iterable[Requirement]) -> None:
        """Installs packages and all that they need, as our locks have them."""
        names = closure(needed)
        chosen = self.folder / "chosen.txt"
        chosen.write_text(locked(root, names - {"torch"}), encoding="utf-8")
        self.pip("--no-deps", "--require-hashes", f"--requirement={chosen}")
        if "torch" in names:
            lock = root / TORCH
            self.pip("--no-deps", "--require-hashes", f"--requirement={lock}")

    def install_from(self, folder: Path, what: str) -> None:
        """Installs what a reader names, of which only a folder has files.

        pip looks nowhere else, so that what the wheel needs must be there already.
        """
        self.pip(what, env=only_from(folder))

    def pip(self, *options: str, env: dict[str, str] | None = None) -> None:
        pip = [self.python, "-I", "-m", "pip", "install", "--quiet"]
        command = [*pip, "--only-binary=:all:", *options]
        # (-I keeps Python's own variables away, and pip's are read all the same)
        subprocess.run(command, cwd=self.folder, env=env, check=True)

    def uninstall(self, name: str) -> None:
        pip = [self.python, "-I", "-m", "pip", "uninstall", "--quiet", "--yes"]
        subprocess.run([*pip, name], cwd=self.folder, check=True)


def only_from(folder: Path) -> dict[str, str]:
    """The variables with which pip knows the files of a folder and no index."""
    env = {name: v for name, v in os.environ.items() if not name.startswith("PIP_")}
    ours = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(folder)}
    return env | ours | {"PIP_CONFIG_FILE": os.devnull}


def closure(needed: Iterable[Requirement]) -> set[str]:
    """The names of packages and of all that they need here, as installed beside us."""
    found: dict[str, set[str]] = {}
    waiting = list(needed)
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        extras = {"", *requirement.extras}
        if name in found and extras <= found[name]:
            continue
        found[name] = found.get(name, set()) | extras
        try:
            lines = requires(name) or []
        except PackageNotFoundError:
            raise SystemExit(f"{name} is needed, and no lock of ours has it") from None
        waiting += applicable(lines, found[name])
    return set(found)


def applicable(lines: Iterable[str], extras: Iterable[str]) -> list[Requirement]:
    """The requirements of a package that hold on this machine, with some extras."""
    every = map(Requirement, lines)
    return [
        requirement
        for requirement in every
        if requirement.marker is None
        or any(requirement.marker.evaluate({"extra": extra}) for extra in extras)
    ]


def locked(root: Path, names: set[str]) -> str:
    """What the lock says of some packages, with the hashes of their files."""
    text = (root / LOCK).read_text(encoding="utf-8")
    known = {entry: entry.partition("==")[0] for entry in ENTRY.split(text)[1:]}
    if missing := names - set(known.values()):
        raise SystemExit(
            f"needed, and in no lock of ours: {', '.join(sorted(missing))}"
        )
    return "".join(entry for entry, name in known.items() if name in names)
