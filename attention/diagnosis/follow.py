"""Follow each number through the reader's code: where it comes from, and who made it.

While the code runs, every tensor has a shadow of its shape, which holds for each number
the row of a table. What moves numbers (view, transpose, cat) moves the shadow, too; what
changes them one by one (an addition, a softmax) keeps it; a product makes new rows.
"""

import linecache
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.utils._pytree import tree_flatten, tree_map
from torch.utils._python_dispatch import TorchDispatchMode

CONSTANT, PARAMETER, DATA, SCORE = range(4)
KIND, PLACE, KEY, MADE = range(4)  # the columns of the table
NONE, MIXED = -1, -2  # of no token, and of several
STREAM, TEXT = 10**6, 10**3  # what a place is made of: sequence, text and token
MOVES = set(
    """view _unsafe_view reshape transpose t permute expand slice select split unbind
    split_with_sizes chunk squeeze unsqueeze clone alias detach cat stack index
    index_select gather repeat flip roll unfold as_strided copy lift_fresh diagonal
    constant_pad_nd masked_select _reshape_alias contiguous index_put slice_scatter
    select_scatter expand_copy view_copy lift movedim""".split()
)
INDEXED = set("index index_select gather masked_select".split())
PRODUCTS = set("mm bmm addmm baddbmm addbmm mv dot".split())
HERE = str(Path(__file__).parent) if "__file__" in globals() else "attention/diagnosis"
THEIRS = r"[/\\](torch|jaxtyping|beartype)[/\\]"


@dataclass(eq=False)
class Step:
    """One operation on numbers that come from the input.

    Attributes:
        name: What torch calls it.
        args: What it was given.
        out: Its result.
        rows: The shadow of the result.
        line: Where the reader's code calls it: the file and the number of the line.
        depth: How many attentions its numbers have been through.
        given: For a product, its two operands and their shadows.
        number: Its place among the steps.
        first: Of several equal steps that are read as one, the first.
    """

    name: str
    args: tuple[Any, ...]
    out: Tensor
    rows: Tensor
    line: tuple[str, int]
    depth: int
    given: tuple[Tensor, Tensor, Tensor, Tensor] | None = None
    first: "Step | None" = None
    number: int = 0

    @property
    def said(self) -> str:
        """Its line, with the number."""
        return shown(self.line)


def shown(line: tuple[str, int]) -> str:
    """Return a line of a file with its number."""
    code = linecache.getline(*line).strip()
    return f"line {line[1]}: {code if len(code) < 72 else code[:70] + '…'}"


class Follow(TorchDispatchMode):
    """Remember what the code does with its input.

    Attributes:
        steps: The operations, in order.
        table: For each row the kind, the place of its token (for a score that of the
            query), the place of the key, and the step that made it; for a parameter,
            its index.
        names: The names of parameters, as their indices say.
        used: The indices of the parameters that an operation has taken.
        triangles: The lines that make a triangle.
        chances: The lines that draw random numbers.
    """

    def __init__(self, module: nn.Module) -> None:
        super().__init__()
        self.steps, self.table = list[Step](), torch.zeros(1 << 15, 4, dtype=torch.long)
        self.table[0] = torch.tensor([CONSTANT, NONE, NONE, -1])
        self.rows, self.shadows, self.alive = 1, dict[int, Tensor](), list[Any]()
        self.depths, self.used = dict[int, int](), set[int]()
        self.triangles, self.chances = list[str](), list[str]()
        named = [*module.named_parameters()]
        self.names = [name for name, _ in named]
        self.where = {p.data_ptr(): i for i, (_, p) in enumerate(named) if p.numel()}
        self.bases: dict[int, Tensor] = {}
        self.result = torch.empty(0)

    def fresh(
        self, shape: Any, kind: int, place: Any = NONE, key: Any = NONE
    ) -> Tensor:
        """Return a shadow of new rows."""
        n, made = torch.Size(shape).numel(), len(self.steps)
        while self.rows + n > len(self.table):
            self.table = torch.cat([self.table, torch.zeros_like(self.table)])
        new = self.table[self.rows : self.rows + n].view(*shape, 4)
        for column, value in enumerate((kind, place, key, made)):
            new[..., column] = value
        self.rows += n
        return torch.arange(self.rows - n, self.rows).view(shape)

    def start(self, streams: tuple[Tensor, ...], first: int = 0) -> None:
        """Give each token of the input its place."""
        for s, t in enumerate(streams):
            b, n = t.shape[:2]
            place = (
                s * STREAM + torch.arange(b)[:, None] * TEXT + torch.arange(n) + first
            )
            rows = self.fresh(t.shape, DATA, place.view(b, n, *[1] * (t.dim() - 2)))
            self.steps.append(
                Step("input", (), t, rows, ("", 0), 0, number=len(self.steps))
            )
            self.set(t, rows)

    def set(self, t: Tensor, shadow: Tensor) -> None:
        """Remember the shadow of a tensor."""
        self.shadows[id(t)] = shadow
        self.alive.append(t)

    def shadow(self, t: Tensor) -> Tensor:
        """Return the shadow of a tensor; of one that is new, that of a constant."""
        if id(t) not in self.shadows:
            index = self.where.get(t.data_ptr()) if t.numel() else None
            if index is not None and t.is_floating_point():
                if index not in self.bases:
                    self.bases[index] = self.fresh(t.shape, PARAMETER)
                    self.table[self.bases[index].flatten(), MADE] = index
                same = self.bases[index].shape == t.shape
                self.set(
                    t, self.bases[index] if same else self.fresh(t.shape, CONSTANT)
                )
            else:
                self.set(t, torch.zeros(t.shape, dtype=torch.long))
        return self.shadows[id(t)]

    def kind(self, shadow: Tensor) -> int:
        """Return the highest kind of any number."""
        return int(self.table[shadow, KIND].max()) if shadow.numel() else CONSTANT

    def common(self, places: Tensor, dim: int = -1) -> Tensor:
        """Return the place that all numbers along an axis share that have one."""
        top = places.amax(dim)
        some = torch.where(places == NONE, top.unsqueeze(dim), places)
        return torch.where((some == top.unsqueeze(dim)).all(dim), top, MIXED)

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        """Run an operation, and follow its numbers."""
        kwargs = kwargs or {}
        name = func._schema.name.split("::")[1]
        name = name.rstrip("_") if name.endswith("_") else name
        flat = [a for a in tree_flatten((args, kwargs))[0] if isinstance(a, Tensor)]
        given = self.operands(name, args) if name in PRODUCTS else None
        shadows = [self.shadow(a) for a in flat]
        if name in ("tril", "triu"):
            self.triangles.append(shown(self.reader()))
        if torch.Tag.nondeterministic_seeded in func.tags:
            self.chances.append(shown(self.reader()))
        kept = tuple(a.detach().clone() if isinstance(a, Tensor) else a for a in args)
        out = func(*args, **kwargs)
        outs = [o for o in tree_flatten(out)[0] if isinstance(o, Tensor)]
        depth = max((self.depths.get(id(a), 0) for a in flat), default=0)
        for a, s in zip(flat, shadows, strict=True):
            if a.is_floating_point() and s.numel() and self.kind(s) == PARAMETER:
                self.used |= {*self.table[s.flatten()[:1], MADE].tolist()}
        if name in MOVES:
            self.move(func, args, kwargs, outs)
        else:
            deeper = self.compute(name, flat, shadows, given, outs, args)
            depth += deeper
        for o in outs:
            self.depths[id(o)] = max(depth, self.depths.get(id(o), 0))
            shadow = self.shadow(o)
            if self.kind(shadow) >= DATA:
                line = self.reader()
                more = {"given": given, "number": len(self.steps)}
                copy = o.detach().clone(), shadow.clone()
                self.steps.append(Step(name, kept, *copy, line, depth, **more))
        return out

    def operands(self, name: str, args: Any) -> tuple[Tensor, ...]:
        """Return the two operands of a product, with their shadows."""
        a, b = args[-2:] if name in ("mm", "bmm", "mv", "dot") else args[1:3]
        return a.detach().clone(), b.detach().clone(), self.shadow(a), self.shadow(b)

    def move(self, func: Any, args: Any, kwargs: Any, outs: list[Tensor]) -> None:
        """Move a shadow as its numbers are moved."""
        name = func._schema.name
        if "index" in name and "put" not in name:  # rows of a table, for tokens
            some = [a for a in tree_flatten(args[1:])[0] if isinstance(a, Tensor)]
            data = [self.shadow(a) for a in some if self.kind(self.shadow(a)) >= DATA]
            if data and self.kind(self.shadow(args[0])) < DATA:
                return self.looked_up(data[0], outs[0])

        def swap(a: Any) -> Any:
            return self.shadow(a) if isinstance(a, Tensor) else a

        at = {0, 2} if "put" in name else {0} if INDEXED & {name[6:]} else range(9)
        args = [tree_map(swap, a) if i in at else a for i, a in enumerate(args)]
        keep = {
            k: v for k, v in kwargs.items() if k not in ("dtype", "device", "layout")
        }
        if "constant_pad" in name:
            args[2:] = []
        plain = name.endswith("view")  # a shadow may lie in another way
        made = args[0].reshape(args[1]) if plain else func(*args, **keep)
        for o, s in zip(outs, tree_flatten(made)[0], strict=True):
            self.set(o, s)

    def looked_up(self, index: Tensor, out: Tensor) -> None:
        """Give what was looked up the places of its indices."""
        place = self.table[index, PLACE]
        more = out.dim() - place.dim()
        self.set(
            out, self.fresh(out.shape, DATA, place.view(*place.shape, *[1] * more))
        )

    def compute(
        self,
        name: str,
        flat: list[Tensor],
        shadows: list[Tensor],
        given: Any,
        outs: list[Tensor],
        args: Any,
    ) -> bool:
        """Find the shadow of new numbers; return whether they are contexts."""
        out = outs[0] if outs else None
        kinds = [self.kind(s) for s in shadows]
        if out is None or max(kinds, default=0) < DATA:
            return False
        if given:
            return self.product(given, out)
        if name == "embedding":
            self.looked_up(shadows[1], out)
        elif name == "convolution":
            place = self.common(self.table[shadows[0], PLACE], 1)
            same = place.shape[1:] == out.shape[2:]
            place = place[:, None] if same else NONE
            self.set(out, self.fresh(out.shape, DATA, place))
        elif name == "view_as_complex":
            self.set(out, shadows[0][..., 0])
        elif name == "view_as_real":
            self.set(out, torch.stack([shadows[0], shadows[0] + 1], -1))
        else:
            order = sorted(range(len(kinds)), key=lambda i: -kinds[i])
            for o in outs:
                for i in (i for i in order if kinds[i] >= DATA):
                    if shadows[i].shape == o.shape:
                        break
                else:
                    i = order[0]
                s = shadows[i]
                try:
                    s = s.expand(o.shape)
                except RuntimeError:  # a sum, a mean: numbers of no token of their own
                    s = self.fresh(o.shape, DATA, NONE)
                here = self.shadows.get(id(o))
                if here is not None and here.shape == s.shape:
                    here.copy_(s.clone())  # in place
                else:
                    self.set(o, s.clone())
        return False

    def product(self, given: tuple[Tensor, ...], out: Tensor) -> bool:
        """Give a product its rows; return whether it mixes values by weights."""
        _, _, a, b = given
        ka, kb = self.kind(a), self.kind(b)
        b = b.mT if b.dim() > 1 else b[None]
        a = a if a.dim() > 1 else a[None]
        left, right = (self.common(self.table[t, PLACE]) for t in (a, b))
        if ka >= DATA and kb >= DATA and max(ka, kb) < SCORE:
            shape = (*a.shape[:-1], b.shape[-2])
            rows = self.fresh(shape, SCORE, left[..., None], right[..., None, :])
        elif SCORE in (ka, kb) and min(ka, kb) >= DATA:
            w = a if ka == SCORE else b
            place = self.common(self.table[w, PLACE])
            other = self.common(self.table[w, KEY])
            place = torch.where((place == MIXED) & (other != MIXED), other, place)
            place = place[..., None] if ka == SCORE else place[..., None, :]
            rows = self.fresh((*a.shape[:-1], b.shape[-2]), DATA, place)
        else:
            place = left[..., None] if ka >= DATA else right[..., None, :]
            rows = self.fresh((*a.shape[:-1], b.shape[-2]), DATA, place)
        self.set(out, rows.reshape(out.shape))
        return SCORE in (ka, kb) and min(ka, kb) >= DATA

    def reader(self) -> tuple[str, int]:
        """Return the line of the reader's code that is running."""
        frame = sys._getframe(2)
        while frame and (
            re.search(THEIRS, frame.f_code.co_filename)
            or frame.f_code.co_filename.startswith(HERE)
        ):
            frame = frame.f_back
        return (frame.f_code.co_filename, frame.f_lineno) if frame else ("", 0)
