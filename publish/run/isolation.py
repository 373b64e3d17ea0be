"""A clean interpreter for each block, without starting one.

Torch is imported once and shared; everything that a block can leave behind and
the next could notice is put to what a fresh interpreter has, and back again.
"""

import os
import random
import sys
import tempfile
import types
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any
from unittest.mock import patch

# What `torch.default_generator` starts from in a fresh interpreter.
FRESH_SEED = 67280421310721


@contextmanager
def fresh_interpreter(root: str) -> Iterator[types.ModuleType]:
    """Yields an empty ``__main__`` in which a block may do as it likes.

    ``root`` is the folder whose ``attention`` the block imports: anew each time,
    so that data and functions which a block changed are whole for the next.
    """
    main = types.ModuleType("__main__")
    packages = _own_modules()
    for name in packages:
        del sys.modules[name]
    before = (dict(os.environ), Path.cwd(), list(sys.path), list(sys.argv))
    main_before, random_before = sys.modules["__main__"], random.getstate()
    os.environ.pop("DISPLAY", None)  # no windows: figures are drawn, not shown
    os.environ["MPLBACKEND"] = "agg"
    _reset_libraries()
    try:
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            os.chdir(folder)
            sys.path.insert(0, root)
            sys.modules["__main__"] = main
            # As an interpreter starts, whatever the calling process has set.
            warnings.resetwarnings()
            warnings.showwarning = _to_stderr
            warnings.filterwarnings("ignore", message=".*non-interactive.*")
            with patch.object(
                SourceFileLoader, "source_to_code", staticmethod(_compiled)
            ):
                try:
                    yield main
                finally:
                    os.chdir(before[1])
    finally:
        sys.modules["__main__"] = main_before
        for name in _own_modules():
            del sys.modules[name]
        sys.modules.update(packages)
        os.environ.clear()
        os.environ.update(before[0])
        sys.path[:], sys.argv[:] = before[2], before[3]
        random.setstate(random_before)
        _reset_libraries()


@cache
def _compiled(source: bytes, path: str, **_: object) -> types.CodeType:
    """The code of a module, compiled once however often blocks import it anew."""
    return compile(source, path, "exec", dont_inherit=True)


def _to_stderr(*given: Any, **_: Any) -> None:
    sys.stderr.write(warnings.formatwarning(*given[:4]))


def _own_modules() -> dict[str, types.ModuleType]:
    return {
        name: module
        for name, module in sys.modules.items()
        if name == "attention" or name.startswith("attention.")
    }


def _reset_libraries() -> None:
    import torch

    torch.default_generator.manual_seed(FRESH_SEED)
    torch.set_printoptions(profile="default")
    torch.set_default_dtype(torch.float32)
    torch.set_default_device(None)
    torch.set_grad_enabled(True)
    torch.set_float32_matmul_precision("highest")
    if torch.are_deterministic_algorithms_enabled():  # to ask imports no compiler
        torch.use_deterministic_algorithms(False)
    torch.autograd.set_detect_anomaly(False)
    torch.set_num_threads(1)  # a second one beside other work costs five times as much
    if "numpy" in sys.modules:
        import numpy as np

        np.random.seed(None)
    if "matplotlib.pyplot" in sys.modules:
        import matplotlib.pyplot as plt

        plt.close("all")
    if "matplotlib" in sys.modules:
        import matplotlib as mpl

        mpl.rcdefaults()
        mpl.use("agg")
