"""Blocks of the pages, run from another seed, or with other words changed."""

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import torch

SNIPPETS = Path(__file__).parents[2] / "snippets"
SEED = re.compile(r"manual_seed\(\d+\)")


def run(block: str, changes: dict[str, str] | None = None, seed: int = 0) -> Any:
    """The names that a block leaves behind, and what they stand for."""
    code = SEED.sub(f"manual_seed({seed})", (SNIPPETS / block).read_text("utf-8"))
    for before, after in (changes or {}).items():
        assert before in code
        code = code.replace(before, after)
    found: dict[str, Any] = {}
    threads = torch.get_num_threads()
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(code, block, "exec"), found)
    torch.set_num_threads(threads)
    return found
