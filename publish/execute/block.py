"""Executes one block as an interpreter that was just started would.

It leaves the process as a block leaves its interpreter: whoever wants another block
executed takes another process, as `apart` does.
"""

import linecache
import os
import re
import sys
import time
import traceback
import types
import warnings
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any

from publish.execute.offline import refuse_network

RAISES = re.compile(r"#\s*raises (?P<type>[\w.]+)(?:: (?P<message>.*\S))?\s*$", re.M)
ON_CPU = re.compile(
    r"^#\s*runs on the CPU(?P<linux> of Linux)?: (?P<why>.*\S)\s*$", re.M
)

OURS = re.compile(r"^\s*(?:from|import) attention\b", re.M)


@dataclass
class Figure:
    data: dict[str, Any]
    svg: str = ""  # if it was asked for


@dataclass
class Result:
    """What a block printed, raised and drew."""

    stdout: str = ""
    stderr: str = ""
    error: str | None = None  # "Type: message", the last lines of a traceback
    figures: list[Figure] = field(default_factory=list)
    seconds: float = 0.0


def on_cpu(code: str) -> str | None:
    """Why a block runs on the CPU alone, if it says that it does."""
    said = ON_CPU.search(code)
    return said and said["why"]


def runs_here(code: str) -> bool:
    """Whether a block runs on this system: what says that it needs Linux may not."""
    said = ON_CPU.search(code)
    return sys.platform == "linux" or not (said and said["linux"])


# The package as it was when a server of forks imported it: when each file was changed.
imported: dict[str, int] = {}


def state_of_package(root: Path) -> dict[str, int]:
    """By file of the ``attention`` of a checkout, when it was changed."""
    files = (root / "attention").rglob("*.py")
    return {str(file): file.stat().st_mtime_ns for file in files}


def execute(
    code: str,
    name: str,
    root: Path,
    device: str | None = None,
    absent: Iterable[str] = (),
    draw: bool = False,
) -> Result:
    """Executes ``code`` as the file ``name`` with the ``attention`` of ``root``.

    With ``device``, the block's arithmetic happens there. What is ``absent`` cannot be
    imported. Of a figure, there is the data; the picture, which takes as long as many a
    block, with ``draw``.
    """
    _begin(code, name, root, absent, device)
    where: AbstractContextManager[Any] = nullcontext()
    if device:
        from publish.execute.on_device import on_device

        where = on_device(device)
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    main.__file__ = name
    # Tracebacks and `inspect.getsource` look for the source of a block here.
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    result = Result()
    with TemporaryDirectory() as folder, _written() as texts:
        os.chdir(folder)
        started = time.perf_counter()
        try:
            with where:
                exec(compile(code, name, "exec"), main.__dict__)
        except BaseException as error:
            result.error = "".join(traceback.format_exception_only(error)).strip()
        result.seconds = round(time.perf_counter() - started, 4)
        if "matplotlib.pyplot" in sys.modules:
            from publish.execute import plots

            plt = sys.modules["matplotlib.pyplot"]
            for figure in map(plt.figure, plt.get_fignums()):
                data = plots.describe(figure)
                svg = plots.to_svg(figure) if draw else ""
                result.figures.append(Figure(data, svg))
        os.chdir(root)  # where a folder cannot go while somebody is in it
    result.stdout, result.stderr = texts
    return result


def _begin(
    code: str, name: str, root: Path, absent: Iterable[str], device: str | None
) -> None:
    """Makes of a process what `python name` starts with."""
    import torch  # paid once, and not counted as the block's time

    refuse_network()
    # On a device, the package's data must land there, so it is imported there.
    if device or not OURS.search(code) or imported != state_of_package(root):
        for module in [m for m in sys.modules if m.partition(".")[0] == "attention"]:
            del sys.modules[module]
    # None says that there is no such module, whatever lies on the path.
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]
    sys.path.insert(0, str(root))
    sys.argv[:] = [name]
    torch.set_num_threads(1)  # a second one beside other work costs five times as much
    torch.default_generator.seed()  # or forks of one process would draw the same
    if "numpy" in sys.modules:
        import numpy as np

        np.random.seed(None)
    warnings.filterwarnings("ignore", message=".*non-interactive.*")


@contextmanager
def _written() -> Iterator[list[str]]:
    """In the end, what was written to stdout and to stderr, by Python or beneath it."""
    streams = {1: sys.stdout, 2: sys.stderr}
    texts: list[str] = []
    with TemporaryFile() as out, TemporaryFile() as err:
        files = {1: out, 2: err}
        before = {number: os.dup(number) for number in streams}
        for number, stream in streams.items():
            stream.reconfigure(encoding="utf-8", newline="\n")  # pyrefly: ignore
            os.dup2(files[number].fileno(), number)
        yield texts
        for number, stream in streams.items():
            stream.flush()
            os.dup2(before[number], number)
            files[number].seek(0)
            texts.append(files[number].read().decode())


def undeclared(code: str, result: Result) -> str | None:
    """What is wrong with how the block ended, compared with what it announces."""
    announced = RAISES.search(code)
    if announced is None:
        return result.error and f"raises, and does not announce it:\n{result.error}"
    expected = announced["type"] + (
        f": {announced['message']}" if announced["message"] else ""
    )
    if result.error is None:
        return f"announces {expected!r}, but nothing was raised"
    kind = result.error.partition(":")[0]
    if kind != announced["type"] or not result.error.startswith(expected):
        return f"announces {expected!r}, but raised:\n{result.error}"
    return None
