"""Download the weights of the smallest GPT-2, and try them on a public example.

    python -m attention.loaders.download gpt2 [folder]

The files come from the repository openai-community/gpt2 on the Hugging Face hub, at one
revision (about 550 MB; the model's licence is MIT). Those whose SHA-256 is recorded
here are fetched, and no others. The environment variable HF_ENDPOINT names another hub.

The example is that of transformers' own tests (tests/models/gpt2/test_modeling_gpt2.py,
_test_lm_generate_gpt2_helper): with the largest logit at each step, "The dog" becomes
"The dog was found in a field near the intersection of West and West Streets.", two line
breaks, and "The dog" again.
"""

import argparse
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import torch

from attention.loaders.download.fetch import fetch, missing
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


def download(folder: Path) -> None:
    """Fetch the files of the model into a folder, which is made if need be.

    What has to be fetched is said first.

    Args:
        folder: Where the files are written.

    Raises:
        OSError: If the disk has no room for what is missing, or as `fetch` does.
        ValueError: As `fetch` does.
    """
    hub = os.environ.get("HF_ENDPOINT", HUB)
    folder.mkdir(parents=True, exist_ok=True)
    needed = sum(missing(folder / name, size) for name, (size, _) in FILES.items())
    free = shutil.disk_usage(folder).free
    if needed > free:
        raise OSError(
            f"{folder} needs {needed / 1e6:,.1f} MB more. "
            f"{free / 1e6:,.1f} MB are free."
        )
    if needed:
        print(f"{needed / 1e6:,.1f} MB of {REPOSITORY} from {hub}:", file=sys.stderr)
    for name, (size, sha256) in FILES.items():
        url = f"{hub}/{REPOSITORY}/resolve/{REVISION}/{name}"
        fetch(url, folder / name, size, sha256)


def continues_the_dog(folder: Path) -> bool:
    """Return whether the model of a folder continues "The dog" as is expected."""
    model = load_gpt2(folder)
    new = len(CONTINUED) - len(THE_DOG)
    return model.generate(torch.tensor([THE_DOG]), new)[0].tolist() == CONTINUED


def main(arguments: Sequence[str] | None = None) -> None:
    """Download a model and try it, as the command line says."""
    parser = argparse.ArgumentParser(
        prog="python -m attention.loaders.download",
        description="Download published weights, checked by their SHA-256.",
    )
    parser.add_argument("model", choices=["gpt2"])
    parser.add_argument(
        "folder", nargs="?", type=Path, help="where to; by default the model's name"
    )
    chosen = parser.parse_args(arguments)
    folder = chosen.folder or Path(chosen.model)
    try:
        download(folder)
    except (OSError, ValueError) as error:
        parser.exit(1, f"{error}\n")
    print(f"The files in {folder} have the expected SHA-256.")
    if not continues_the_dog(folder):
        parser.exit(1, '"The dog" is not continued as in the tests of transformers.\n')
    print('"The dog" is continued as in the tests of transformers.')


if __name__ == "__main__":
    main()
