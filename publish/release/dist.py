"""The wheel and the sdist, built from what is committed and from nothing else."""

import io
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from tempfile import TemporaryDirectory

NAME = "attention-verified"


@dataclass(frozen=True)
class Dist:
    """The two files that are uploaded."""

    wheel: Path
    sdist: Path

    @classmethod
    def within(cls, folder: Path) -> "Dist":
        """The only wheel and the only sdist of a folder."""
        (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
        return cls(wheel, sdist)


def uncommitted(root: Path) -> list[str]:
    """The files of a checkout that differ from its last commit, or are new."""
    return _git(root, "status", "--porcelain").decode().splitlines()


def export(root: Path, folder: Path) -> int:
    """Writes the files of the last commit into a folder; returns the commit's time.

    An old build/ or egg-info of the checkout would put files into the wheel that the
    package no longer has.
    """
    files = io.BytesIO(_git(root, "archive", "HEAD"))
    with tarfile.open(fileobj=files) as archive:
        archive.extractall(folder, filter="data")
    return int(_git(root, "log", "-1", "--format=%ct"))


def build(sources: Path, out: Path, time: int) -> Dist:
    """Builds the sdist of some sources, and the wheel from that sdist.

    The build backend is the one that the lock installed. Files in the wheel carry the
    time given, in seconds, so that the same sources give the same wheel.
    """
    with TemporaryDirectory() as made:
        _uv_build(sources, made, time)
        out.mkdir(parents=True, exist_ok=True)
        for file in [*Path(made).glob("*.whl"), *Path(made).glob("*.tar.gz")]:
            shutil.move(file, out / file.name)
    return Dist.within(out)


def wheel_alone(sources: Path, out: Path, time: int) -> Path:
    """Builds the wheel without a detour through the sdist."""
    _uv_build(sources, str(out), time, "--wheel")
    (wheel,) = out.glob("*.whl")
    return wheel


def contents(wheel: Path) -> dict[str, bytes]:
    """What a wheel installs, by name, without what is said about it."""
    with zipfile.ZipFile(wheel) as opened:
        names = [name for name in opened.namelist() if ".dist-info/" not in name]
        return {name: opened.read(name) for name in names}


def metadata(wheel: Path) -> Message:
    """What a wheel says of itself to an index and to pip."""
    with zipfile.ZipFile(wheel) as opened:
        (name,) = (n for n in opened.namelist() if n.endswith(".dist-info/METADATA"))
        return message_from_bytes(opened.read(name))


def problems(dist: Dist, sources: Path, version: str) -> list[str]:
    """Where the two files are not what the sources are."""
    package = {
        path.relative_to(sources).as_posix(): path.read_bytes()
        for path in (sources / "attention").rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    packed = contents(dist.wheel)
    about = metadata(dist.wheel)
    found = [f"the wheel lacks {name}" for name in sorted(package.keys() - packed)]
    found += [f"the wheel has {name}, too" for name in sorted(packed.keys() - package)]
    found += [
        f"the wheel has another {name}"
        for name in sorted(packed.keys() & package)
        if packed[name] != package[name]
    ]
    if (about["Name"], about["Version"]) != (NAME, version):
        found.append(f"the wheel is {about['Name']} {about['Version']}, not {version}")
    with tarfile.open(dist.sdist) as opened:
        inside = {
            name.partition("/")[2].partition("/")[0] for name in opened.getnames()
        }
    strange = inside - {"", *IN_SDIST}
    return found + [f"the sdist has {name}, too" for name in sorted(strange)]


# The sdist builds the wheel; who wants tests or pages clones the repository.
IN_SDIST = {
    "LICENSE", "MANIFEST.in", "PKG-INFO", "README.md", "attention",
    "attention_verified.egg-info", "pyproject.toml", "setup.cfg",
}  # fmt: skip


def _uv_build(sources: Path, out: str, time: int, *options: str) -> None:
    locked = ["--offline", "--no-build-isolation", f"--python={sys.executable}"]
    command = [sys.executable, "-m", "uv", "build", "--quiet", *locked, *options]
    env = {**os.environ, "SOURCE_DATE_EPOCH": str(time)}
    subprocess.run([*command, f"--out-dir={out}", sources], env=env, check=True)


def _git(root: Path, *command: str) -> bytes:
    return subprocess.run(
        ["git", *command], cwd=root, stdout=subprocess.PIPE, check=True
    ).stdout
