"""Runs snippets in processes of their own, forked from one that has the imports."""

import os
import runpy
import sys
import traceback
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.offline import refuse_network

FORKS = "forkserver" in get_all_start_methods()


@dataclass(frozen=True)
class Ended:
    """How a process ended, and what it wrote."""

    returncode: int
    stdout: str
    stderr: str


class Alone:
    """Starts processes; where the system cannot fork, each imports torch anew."""

    def __init__(self, root: Path) -> None:
        self.root = root
        # A process has one server of forks, which keeps to what it was told first: here
        # another test may have told it. So a process of its own asks for them.
        self.asks = ProcessPoolExecutor(1, get_context("spawn"))

    def run(self, path: Path) -> Ended:
        return self.run_all([path])[0]

    def run_all(self, paths: Iterable[Path]) -> list[Ended]:
        return self.asks.submit(_run_all, list(paths), self.root).result()


def _run_all(paths: list[Path], root: Path) -> list[Ended]:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(partial(_apart, root), paths))


def _apart(root: Path, path: Path) -> Ended:
    processes: Any = get_context("forkserver" if FORKS else "spawn")
    if FORKS:
        processes.set_forkserver_preload(["tests.site.imports_only"])
    with TemporaryDirectory() as folder:
        texts = Path(folder, "stdout"), Path(folder, "stderr")
        child = processes.Process(target=_run, args=(str(path), str(root), folder))
        child.start()
        child.join()
        out, err = (text.read_text(encoding="utf-8") for text in texts)
        # Where several threads start processes, any of them may be given the exit
        # code, and the others a wrong one: so the process writes down how it ended.
        ended = Path(folder, "ended")
        code = int(ended.read_text()) if ended.exists() else child.exitcode or -1
        return Ended(code, out, err)


def _run(path: str, root: str, folder: str) -> None:
    """What the process does: as ``python path``, with its texts kept in files."""
    for name, number in (("stdout", 1), ("stderr", 2)):
        file = os.open(Path(folder, name), os.O_WRONLY | os.O_CREAT)
        os.dup2(file, number)
    os.environ["MPLBACKEND"] = "Agg"
    os.environ.pop("DISPLAY", None)
    os.chdir(folder)
    sys.path.insert(0, root)
    sys.argv[:] = [path]
    refuse_network()
    ended = 1
    try:
        runpy.run_path(path, run_name="__main__")
        ended = 0
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    Path(folder, "ended").write_text(str(ended))
