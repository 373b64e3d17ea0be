"""The wheel and the sdist, built from what is committed and from nothing else."""

import io
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

NAME = "attention-verified"
# The sdist builds the wheel; who wants tests or pages clones the repository.
IN_SDIST = {
    "LICENSE", "MANIFEST.in", "PKG-INFO", "README.md", "attention",
    "attention_verified.egg-info", "pyproject.toml", "setup.cfg",
}  # fmt: skip


def uncommitted(root: Path) -> list[str]:
    """The files of a checkout that differ from its last commit, or are new."""
    return _git(root, "status", "--porcelain").decode().splitlines()


def export(root: Path, folder: Path) -> None:
    """Writes the files of the last commit into a folder.

    An old build/ or egg-info of the checkout would put files into the wheel that the
    package no longer has.
    """
    with tarfile.open(fileobj=io.BytesIO(_git(root, "archive", "HEAD"))) as archive:
        archive.extractall(folder, filter="data")


def build(sources: Path, out: Path) -> None:
    """Builds the sdist of some sources, and the wheel from that sdist.

    The build backend is the one that the lock installed.
    """
    locked = ["--offline", "--no-build-isolation", f"--python={sys.executable}"]
    into = ["--clear", "--no-create-gitignore", f"--out-dir={out}"]
    command = [sys.executable, "-m", "uv", "build", "--quiet", *locked, *into]
    subprocess.run([*command, sources], check=True)


def metadata(wheel: Path) -> Message:
    """What a wheel says of itself to an index and to pip."""
    with zipfile.ZipFile(wheel) as opened:
        (name,) = (n for n in opened.namelist() if n.endswith(".dist-info/METADATA"))
        return message_from_bytes(opened.read(name))


def problems(out: Path, sources: Path, version: str) -> list[str]:
    """Where the wheel and the sdist of a folder are not what the sources are."""
    (wheel,), (sdist,) = out.glob("*.whl"), out.glob("*.tar.gz")
    package = {
        path.relative_to(sources).as_posix(): path.read_bytes()
        for path in (sources / "attention").rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    with zipfile.ZipFile(wheel) as opened:
        names = [name for name in opened.namelist() if ".dist-info/" not in name]
        packed = {name: opened.read(name) for name in names}
    differs = {n for n in {*package, *packed} if package.get(n) != packed.get(n)}
    found = [f"the wheel has not the {name} of the sources" for name in sorted(differs)]
    about = metadata(wheel)
    if (about["Name"], about["Version"]) != (NAME, version):
        found.append(f"the wheel is {about['Name']} {about['Version']}, not {version}")
    with tarfile.open(sdist) as opened:
        inside = {Path(name).parts[1] for name in opened.getnames() if "/" in name}
    return found + [f"the sdist has {name}, too" for name in sorted(inside - IN_SDIST)]


def _git(root: Path, *command: str) -> bytes:
    return subprocess.run(
        ["git", *command], cwd=root, stdout=subprocess.PIPE, check=True
    ).stdout
