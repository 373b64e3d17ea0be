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
        seen: The functions with their files and lines, in order.
        heads: The sizes of the axis before the scores, where there are four axes.
        scores: What the first softmax was given, if it has a row for each query.
    """

    def __init__(self, queries: int, keys: int) -> None:
        super().__init__()
        self.square, self.scores = (queries, keys), torch.empty(0)
        self.seen, self.heads = list[tuple[str, str, int]](), list[int]()

    def __torch_function__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        """Call the function, and remember who did."""
        out = func(*args, **(kwargs or {}))
        name, frame = getattr(func, "__name__", ""), sys._getframe(1)
        while frame and re.search(THEIRS, frame.f_code.co_filename):
            frame = frame.f_back
        file = frame.f_code.co_filename if frame else OURS
        if not isinstance(out, torch.Tensor) or frame is None or file.startswith(OURS):
            return out
        names, square = [name], out.shape[-2:] == self.square
        fused = name == "scaled_dot_product_attention"
        if fused or (name in PRODUCTS and square):
            names += ["scores", "contexts"] if fused else ["scores"]
            self.heads += [out.shape[-3]] if out.dim() == 4 else []
        elif name in PRODUCTS and any(n == "scores" for n, *_ in self.seen):
            names.append("contexts")
        elif name == "softmax" and square and not self.scores.numel():
            self.scores = args[0]
        self.seen += [(n, file, frame.f_lineno) for n in names]
        return out

    def line(self, place: str) -> str:
        """Return the line where an operation of the catalogue stands, or nothing."""
        names = PLACES.get(place, place).split()
        some = [at for wanted in names for at in self.seen if at[0] == wanted]
        if place in ("merge", "add"):  # the last of them
            some = [at for at in self.seen if at[0] in names][::-1]
        if not some:
            return ""
        _, file, number = some[0]
        code = linecache.getline(file, number).strip()
        return f"line {number}: {code if len(code) < 72 else code[:70] + '…'}"
