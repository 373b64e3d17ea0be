"""The little glue: run, compare, accept, expand, index."""

import os
from pathlib import Path

# Where `tiktoken.get_encoding("gpt2")` looks before it asks the network; a folder that
# the machine names for other work may lack what it needs.
_CACHE = Path(__file__).resolve().parent.parent / ".cache" / "tiktoken"
os.environ["TIKTOKEN_CACHE_DIR"] = str(_CACHE)
