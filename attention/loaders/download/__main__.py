"""Download the weights of the smallest GPT-2, and try them on a public example.

    python -m attention.loaders.download gpt2 [folder]

The files come from the repository openai-community/gpt2 on the Hugging Face hub, at one
revision (about 550 MB; the model's licence is MIT). Those whose SHA-256 is recorded
here are fetched, and no others. What arrives is written to a file whose name ends in
.part, so that a download that stops can go on. The environment variable HF_ENDPOINT
names another hub.

The example is that of transformers' own tests (tests/models/gpt2/test_modeling_gpt2.py,
_test_lm_generate_gpt2_helper): with the largest logit at each step, "The dog" becomes
"The dog was found in a field near the intersection of West and West Streets.", two line
breaks, and "The dog" again.
"""

import argparse
import hashlib
import http.client
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from urllib.request import Request, urlopen

import torch

from attention.loaders.gpt2 import load_gpt2

HUB = "https://huggingface.co"
REPOSITORY = "openai-community/gpt2"
REVISION = "607a30d783dfa663caf39e06633721c8d4cfcd7e"
# Sizes and hashes as several public repositories record them for this revision.
FILES = {
    "config.json": (
        665,
        "0daed7749b4f02b8f76240d5444551d7b08712dab4d0adb8239c56ba823bb7b4",
    ),
    "model.safetensors": (
        548105171,
        "248dfc3911869ec493c76e65bf2fcf7f615828b0254c12b473182f0f81d3a707",
    ),
}
THE_DOG = [464, 3290]
CONTINUED = [
    *[464, 3290, 373, 1043, 287, 257, 2214, 1474, 262, 16246],
    *[286, 2688, 290, 2688, 27262, 13, 198, 198, 464, 3290],
]
BLOCK = 2**20  # bytes read at a time


def download(folder: Path) -> None:
    """Fetch the files of the model into a folder, which is made if need be.

    What each needs is said first.

    Args:
        folder: Where the files are written.

    Raises:
        OSError: As `fetch` does.
        ValueError: As `fetch` does.
    """
    hub = os.environ.get("HF_ENDPOINT", HUB)
    folder.mkdir(parents=True, exist_ok=True)
    for name, (size, sha256) in FILES.items():
        url = f"{hub}/{REPOSITORY}/resolve/{REVISION}/{name}"
        print(f"{folder / name}: {size / 1e6:,.1f} MB of {url}", file=sys.stderr)
        fetch(url, folder / name, size, sha256)


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
    part = path.with_name(f"{path.name}.part")
    have = part.stat().st_size if part.exists() else 0
    if have != size:
        have = _append(url, part, have if have < size else 0, size)
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


def _append(url: str, part: Path, have: int, size: int) -> int:
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
                bar = "#" * min(30 * have // size, 30)
                print(f"\r[{bar:30}] ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return have


def _check(file: Path, path: Path, size: int, sha256: str) -> None:
    with file.open("rb") as opened:
        found = hashlib.file_digest(opened, "sha256").hexdigest()
    if found != sha256:
        raise ValueError(
            f"{path} must have {size} bytes and the SHA-256 {sha256}. "
            f"Got {file.stat().st_size} bytes and {found}."
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Download a model and try it, as the command line says."""
    parser = argparse.ArgumentParser(
        prog="python -m attention.loaders.download",
        description="Download published weights, checked by their SHA-256.",
    )
    parser.add_argument("model", choices=["gpt2"])
    where = "where to; by default the model's name"
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path("gpt2"), help=where
    )
    folder = parser.parse_args(arguments).folder
    try:
        download(folder)
    except (OSError, ValueError) as error:
        parser.exit(1, f"{error}\n")
    print(f"The files in {folder} have the expected SHA-256.")
    new = len(CONTINUED) - len(THE_DOG)
    found = load_gpt2(folder).generate(torch.tensor([THE_DOG]), new)[0]
    if found.tolist() != CONTINUED:
        parser.exit(1, '"The dog" is not continued as in the tests of transformers.\n')
    print('"The dog" is continued as in the tests of transformers.')


if __name__ == "__main__":
    main()
