"""Runs code in processes that cannot import the package, nor what only it needs."""

import importlib.abc
import os
import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import ModuleSpec
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from types import ModuleType

from publish.run.block import Result, run

ABSENT = {"attention", "jaxtyping", "beartype"}
FORKS = "forkserver" in get_all_start_methods()


class Refuse(importlib.abc.MetaPathFinder):
    """Finds none of what is absent, wherever it is installed."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] in ABSENT:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        return None


def run_all(codes: Iterable[tuple[str, str]], folder: Path) -> list[Result]:
    """What each code does, given with its name, in order."""
    context = get_context("forkserver" if FORKS else "spawn")
    if FORKS:
        context.set_forkserver_preload(["torch", "publish.outputs.results"])
    with context.Pool(os.cpu_count(), _begin, [str(folder)]) as pool:
        return pool.starmap(_run, codes, chunksize=4)


def _begin(folder: str) -> None:
    global empty
    empty = Path(folder)
    assert not ABSENT & sys.modules.keys()
    sys.meta_path.insert(0, Refuse())


def _run(name: str, code: str) -> Result:
    return run(code, name, empty)


empty = Path()
