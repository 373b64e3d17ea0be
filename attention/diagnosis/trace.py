"""Which line of the reader's code called which function of torch."""

import linecache
import re
import sys
from pathlib import Path
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

OURS = str(Path(__file__).parent) if "__file__" in globals() else "attention/diagnosis"
THEIRS = r"[/\\](torch|jaxtyping|beartype)[/\\]"
PRODUCTS = ["matmul", "__matmul__", "__rmatmul__", "bmm", "einsum", "baddbmm"]
SHAPED = "view reshape flatten unflatten"
PLACES = {
    "softmax": "softmax scaled_dot_product_attention",
    "mask": "masked_fill masked_fill_ where scaled_dot_product_attention add mul",
    "view": SHAPED,
    "merge": SHAPED,
    "linear": "linear matmul __matmul__ einsum",
    "matmul": "matmul __matmul__ einsum",
    "div": "div __truediv__ truediv",
    "cat": "cat stack",
    "repeat": "repeat expand tile",
    "add": "add __add__ add_ __iadd__",
}


class Trace(TorchFunctionMode):
    """Remember where each function of torch was called while the reader's code runs.

    Attributes:
        seen: The files and lines of each function, in order.
        heads: The sizes of the axis before the scores, where there are four axes.
        narrow: Whether a float32 number came from the float64 ones.
        scores: What the first softmax was given, if it has a row for each query.
    """

    def __init__(self, queries: int, keys: int) -> None:
        super().__init__()
        self.square = queries, keys
        self.seen: list[tuple[str, tuple[str, int]]] = []
        self.heads: list[int] = []
        self.narrow = False
        self.scores: torch.Tensor | None = None

    def __torch_function__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        """Call the function, and remember who did."""
        out = func(*args, **(kwargs or {}))
        name, frame = getattr(func, "__name__", ""), sys._getframe(1)
        while frame and re.search(THEIRS, frame.f_code.co_filename):
            frame = frame.f_back
        ours = frame and frame.f_code.co_filename.startswith(OURS)
        if not isinstance(out, torch.Tensor) or frame is None or ours:
            return out
        names, square = [name], out.shape[-2:] == self.square
        self.narrow |= out.dtype == torch.float32
        if name == "scaled_dot_product_attention":
            names += ["scores", "contexts"]
            self.heads += [args[0].shape[-3]] if args and args[0].dim() == 4 else []
        elif name in PRODUCTS and square:
            names.append("scores")
            self.heads += [out.shape[-3]] if out.dim() == 4 else []
        elif name in PRODUCTS and any(n == "scores" for n, _ in self.seen):
            names.append("contexts")
        elif name == "softmax" and square and self.scores is None:
            self.scores = args[0]
        at = frame.f_code.co_filename, frame.f_lineno
        self.seen += [(name, at) for name in names]
        return out

    def line(self, place: str) -> str:
        """Return the line where an operation of the catalogue stands, or nothing."""
        names = PLACES.get(place, place).split()
        if place in ("merge", "add"):  # the last of them
            some = [at for name, at in self.seen if name in names][::-1]
        else:
            some = [at for wanted in names for name, at in self.seen if name == wanted]
        if not some:
            return ""
        file, number = some[0]
        code = linecache.getline(file, number).strip()
        return f"line {number}: {code if len(code) < 72 else code[:70] + '…'}"
