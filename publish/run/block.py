"""Runs one block as a fresh interpreter would, and says what came out."""

import contextlib
import hashlib
import io
import json
import linecache
import re
import sys
import time
import traceback
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from publish.run.isolation import fresh_interpreter

RAISES = re.compile(r"#\s*raises (?P<type>[\w.]+)(?:: (?P<message>.*\S))?\s*$", re.M)
ON_CPU = re.compile(r"^#\s*runs on the CPU: (?P<why>.*\S)\s*$", re.M)


@dataclass
class Figure:
    svg: str
    data: dict[str, Any]


@dataclass
class Result:
    """What a block printed, raised and drew."""

    stdout: str = ""
    stderr: str = ""
    error: str | None = None  # "Type: message", the last lines of a traceback
    figures: list[Figure] = field(default_factory=list)
    seconds: float = 0.0
    generator: str = ""  # a digest of the state in which torch's generator was left
    cells: list[Any] | None = None  # of printed matrices; None if nobody watched

    def dumps(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def loads(cls, text: str) -> "Result":
        values = json.loads(text)
        values["figures"] = [Figure(**figure) for figure in values["figures"]]
        return cls(**values)


def on_cpu(code: str) -> str | None:
    """Why a block runs on the CPU alone, if it says that it does."""
    said = ON_CPU.search(code)
    return said and said["why"]


def run(
    code: str,
    name: str,
    root: Path,
    device: str | None = None,
    watch: contextlib.AbstractContextManager[Any] | None = None,
) -> Result:
    """Executes ``code`` as the file ``name`` with the ``attention`` of ``root``.

    With ``device``, the block's arithmetic happens there. ``watch`` looks on.
    """
    import torch  # paid once, and not counted as the block's time

    where: contextlib.AbstractContextManager[Any] = contextlib.nullcontext()
    if device:
        from publish.run.on_device import on_device

        where = on_device(device)
    out, err = io.StringIO(), io.StringIO()
    result = Result()
    # Tracebacks and `inspect.getsource` look for the source of a block here.
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    with (
        fresh_interpreter(str(root)) as main,
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        main.__file__ = name
        started = time.perf_counter()
        try:
            with where, watch or contextlib.nullcontext():
                exec(compile(code, name, "exec"), main.__dict__)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            result.error = "".join(traceback.format_exception_only(error)).strip()
        result.seconds = round(time.perf_counter() - started, 4)
        if "matplotlib.pyplot" in sys.modules:
            from publish.run import figures

            plt = sys.modules["matplotlib.pyplot"]
            for figure in map(plt.figure, plt.get_fignums()):
                data = figures.describe(figure)
                result.figures.append(Figure(figures.to_svg(figure), data))
        state = bytes(torch.get_rng_state().tolist())
        result.generator = hashlib.sha256(state).hexdigest()
    result.stdout, result.stderr = out.getvalue(), err.getvalue()
    return result


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
