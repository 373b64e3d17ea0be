"""Follow each number through the reader's code: where it comes from, and who made it.

While the code runs, every tensor has a shadow of its shape, which holds for each number
its row in a table. What moves numbers (view, transpose, cat) moves the shadow, too;
what changes numbers one by one (an addition, a softmax) keeps it; a product makes new
rows.
"""

from typing import Any

import torch
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map

from attention.diagnosis.step import Graph, Step, running, shown

CONSTANT, PARAMETER, DATA, SCORE = range(4)
KIND, PLACE, KEY, MADE = range(4)  # the columns of the table
NONE, MIXED = -1, -2  # of no token, and of several
STREAM, TEXT = 10**6, 10**3  # what a place is made of: sequence, text and token
VIEWS = "view", "_unsafe_view"
MOVED = """view _unsafe_view reshape transpose t permute expand slice select split
unbind split_with_sizes chunk squeeze unsqueeze clone alias detach cat stack index
embedding index_select gather repeat flip roll unfold as_strided copy lift_fresh
diagonal constant_pad_nd masked_select _reshape_alias contiguous index_put slice_scatter
select_scatter expand_copy view_copy lift movedim"""
MOVES = frozenset(MOVED.split())
LOOKED_UP = "index", "index_select", "embedding"
INDEXED = *LOOKED_UP, "gather", "masked_select"
OPERANDS = {  # of each product: which of its arguments are multiplied
    **dict.fromkeys(("mm", "bmm", "mv", "dot"), slice(0, 2)),
    **dict.fromkeys(("addmm", "addbmm", "baddbmm"), slice(1, 3)),
}
# Operations whose least input is remembered: reductions, and sums with a bias.
TAKEN = "linalg_vector_norm", "mean", "var", "var_mean", "std", "sum", "add"


class Follow(TorchDispatchMode):
    """Remember what the code does with its input.

    Attributes:
        graph: Which steps made what each step was given.
        steps: The operations, in order.
        table: For each row the kind, the place of its token (for a score that of the
            query), the place of the key, and the step that made it; for a parameter,
            its index among the names.
        count: The number of rows that are taken.
        names: The names of parameters.
        used: The names of the parameters that an operation has taken.
        bases: The shadows of parameters, by their names.
        triangles: The lines that make a triangle.
        chances: The lines that draw random numbers.
        flips: The lines that invert whole numbers bit by bit: ~1 is -2.
        writes: The lines that write into the input.
        result: What the code returned.
    """

    def __init__(self, module: nn.Module) -> None:
        super().__init__()
        self.graph, self.table = Graph(), torch.zeros(1 << 15, 4, dtype=torch.long)
        self.steps = self.graph.steps
        self.table[0] = torch.tensor([CONSTANT, NONE, NONE, -1])
        self.count, self.shadows, self.alive = 1, dict[int, Tensor](), list[Any]()
        self.depths, self.used = dict[int, int](), set[str]()
        self.triangles, self.chances = list[str](), list[str]()
        self.writes, self.flips, self.streams = list[str](), list[str](), 0
        named = dict(module.named_parameters())
        self.names, self.bases = list(named), dict[str, Tensor]()
        self.stored = {p.data_ptr(): k for k, p in named.items() if p.numel()}
        self.result = torch.empty(0)

    def fresh(
        self, shape: Any, kind: int, place: Any = NONE, key: Any = NONE, made: int = -1
    ) -> Tensor:
        """Return a shadow of new rows.

        Args:
            shape: Its shape.
            kind: What its numbers are.
            place: The places of their tokens, which are broadcast.
            key: For scores, the places of their keys.
            made: What made them; by default the next step.
        """
        n = torch.Size(shape).numel()
        while self.count + n > len(self.table):
            self.table = torch.cat([self.table, torch.zeros_like(self.table)])
        new = self.table[self.count : self.count + n].view(*shape, 4)
        made = len(self.steps) if made < 0 else made
        for column, value in enumerate((kind, place, key, made)):
            new[..., column] = value
        self.count += n
        return torch.arange(self.count - n, self.count).view(shape)

    def start(self, streams: tuple[Tensor, ...], first: int = 0) -> None:
        """Give each token of the input its place, and the first tokens this number."""
        self.streams = len(streams)
        for s, t in enumerate(streams):
            b, n = t.shape[:2]
            place = (
                s * STREAM + torch.arange(b)[:, None] * TEXT + torch.arange(n) + first
            )
            rows = self.fresh(t.shape, DATA, place.view(b, n, *[1] * (t.dim() - 2)))
            self.graph.add(Step("input", (), t, rows, ("", 0), 0, len(self.steps)), t)
            self.set(t, rows)

    def set(self, t: Tensor, shadow: Tensor) -> None:
        """Remember the shadow of a tensor, and keep the tensor, so that its id is."""
        self.shadows[id(t)] = shadow
        self.alive.append(t)

    def shadow(self, t: Tensor) -> Tensor:
        """Return the shadow of a tensor; of one that is new, that of a constant."""
        if id(t) not in self.shadows:
            shadow = torch.zeros(t.shape, dtype=torch.long)
            name = self.stored.get(t.data_ptr()) if t.numel() else None
            if name and t.is_floating_point():
                if name not in self.bases:
                    made = self.names.index(name)
                    self.bases[name] = self.fresh(t.shape, PARAMETER, made=made)
                if self.bases[name].shape == t.shape:
                    shadow = self.bases[name]
            self.set(t, shadow)
        return self.shadows[id(t)]

    def kind(self, shadow: Tensor) -> int:
        """Return the highest kind of any number."""
        return int(self.table[shadow, KIND].max()) if shadow.numel() else CONSTANT

    def entered(self, shadow: Tensor) -> bool:
        """Return whether numbers are those of the input."""
        inputs = self.table[shadow, MADE] < self.streams
        return self.kind(shadow) >= DATA and bool(inputs.all())

    def parameter(self, shadow: Tensor) -> str | None:
        """Return the name of the parameter that numbers are of, or nothing."""
        made = self.table[shadow.flatten()[:1], MADE].tolist()
        return self.names[made[0]] if self.kind(shadow) == PARAMETER else None

    @property
    def unused(self) -> list[str]:
        """The names of the parameters that no operation has taken."""
        return [name for name in self.names if name not in self.used]

    def common(self, places: Tensor, dim: int = -1) -> Tensor:
        """Return the place that all numbers along an axis share that have one."""
        top = places.amax(dim, keepdim=True)
        same = (places == NONE) | (places == top)
        return torch.where(same.all(dim), top.squeeze(dim), MIXED)

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        """Run an operation, and follow its numbers."""
        kwargs = kwargs or {}
        name = func._schema.name.split("::")[1].removesuffix("_")
        given = [a for a in tree_leaves((args, kwargs)) if isinstance(a, Tensor)]
        shadows = [self.shadow(a) for a in given]
        if name in ("tril", "triu"):
            self.triangles.append(shown(running()))
        if torch.Tag.nondeterministic_seeded in func.tags:
            self.chances.append(shown(running()))
        if name == "bitwise_not" and given[0].dtype != torch.bool:
            self.flips.append(shown(running()))
        if func._schema.is_mutable and given and self.entered(shadows[0]):
            self.writes.append(shown(running()))
        kept = tuple(a.detach().clone() if isinstance(a, Tensor) else a for a in args)
        some = OPERANDS.get(name, slice(0))
        pair = kept[some], tuple(self.shadow(a) for a in args[some])
        sources = tuple(map(self.graph.sources, given))
        out = func(*args, **kwargs)
        outs = [o for o in tree_leaves(out) if isinstance(o, Tensor)]
        depth = max((self.depths.get(id(a), 0) for a in given), default=0)
        floats = (self.shadow(a) for a in given if a.is_floating_point())
        self.used.update(filter(None, map(self.parameter, floats)))
        if name in MOVES:
            self.move(func, name, args, kwargs, outs)
        elif outs and max(map(self.kind, shadows), default=0) >= DATA:
            depth += self.compute(name, shadows, pair[1], outs)
        for o in outs:
            self.depths[id(o)] = max(depth, self.depths.get(id(o), 0))
            shadow = self.shadow(o)
            if self.kind(shadow) >= DATA:
                copy = o.detach().clone(), shadow.clone()
                where = running(), depth, len(self.steps)
                step = Step(name, kept, *copy, *where, *pair, given=sources)
                if name in TAKEN:
                    step.taken = min(shadows, key=self.kind).clone()
                self.graph.add(step, o, func._schema.is_mutable)
        return out

    def move(
        self, func: Any, name: str, args: Any, kwargs: Any, outs: list[Tensor]
    ) -> None:
        """Move a shadow as its numbers are moved."""
        if name in LOOKED_UP and self.kind(self.shadow(args[0])) < DATA:
            some = [a for a in tree_leaves(args[1:]) if isinstance(a, Tensor)]
            of_tokens = [s for s in map(self.shadow, some) if self.kind(s) >= DATA]
            if of_tokens:
                self.look_up(of_tokens[0], outs[0])
                return

        def swap(a: Any) -> Any:
            return self.shadow(a) if isinstance(a, Tensor) else a

        moved = {0, 2} if name == "index_put" else {0} if name in INDEXED else range(9)
        args = [tree_map(swap, a) if i in moved else a for i, a in enumerate(args)]
        keep = {
            k: v for k, v in kwargs.items() if k not in ("dtype", "device", "layout")
        }
        if name == "constant_pad_nd":
            args[2:] = []
        plain = name in VIEWS  # a shadow may lie in another way
        made = args[0].reshape(args[1]) if plain else func(*args, **keep)
        for o, s in zip(outs, tree_leaves(made), strict=True):
            self.set(o, s)

    def look_up(self, index: Tensor, out: Tensor) -> None:
        """Give what was looked up the places of its indices."""
        place = self.table[index, PLACE]
        place = place.view(*place.shape, *[1] * (out.dim() - place.dim()))
        self.set(out, self.fresh(out.shape, DATA, place))

    def compute(
        self,
        name: str,
        given: list[Tensor],
        pair: tuple[Tensor, ...],
        outs: list[Tensor],
    ) -> bool:
        """Find the shadows of new numbers; return whether they are contexts.

        Args:
            name: What torch calls the operation.
            given: The shadows of what it was given.
            pair: For a product, those of the two that are multiplied.
            outs: Its results.
        """
        out = outs[0]
        if pair:
            return self.multiply(pair[0], pair[1], out)
        if name == "convolution":
            place = self.common(self.table[given[0], PLACE], 1)
            for i, k in enumerate(given[1].shape[2:], 1):
                if place.shape[i] == out.shape[i + 1] * k:  # patches
                    place = self.common(place.unflatten(i, (-1, k)), i + 1)
            same = place.shape[1:] == out.shape[2:]
            self.set(out, self.fresh(out.shape, DATA, place[:, None] if same else NONE))
        elif name == "view_as_complex":
            self.set(out, given[0][..., 0])
        elif name == "view_as_real":
            self.set(out, torch.stack([given[0], given[0] + 1], -1))
        else:
            for o in outs:
                self.keep(given, o)
        return False

    def keep(self, given: list[Tensor], out: Tensor) -> None:
        """Give numbers that were changed one by one the rows that they had."""
        given = sorted(given, key=self.kind, reverse=True)
        whole = [s for s in given if s.shape == out.shape and self.kind(s) >= DATA]
        shadow = whole[0] if whole else given[0]
        for other in whole[1:]:  # a learned token has become one of data
            shadow = torch.where(self.table[shadow, KIND] < DATA, other, shadow)
        try:
            shadow = shadow.expand(out.shape)
        except RuntimeError:  # a sum, a mean: numbers of no token of their own
            shadow = self.fresh(out.shape, DATA)
        here = self.shadows.get(id(out))
        if here is not None and here.shape == shadow.shape:
            here.copy_(shadow.clone())  # in place
        else:
            self.set(out, shadow.clone())

    def multiply(self, a: Tensor, b: Tensor, out: Tensor) -> bool:
        """Give a product its rows; return whether it mixes values by weights."""
        kinds = self.kind(a), self.kind(b)
        a, b = a if a.dim() > 1 else a[None], b.mT if b.dim() > 1 else b[None]
        left, right = (self.common(self.table[t, PLACE]) for t in (a, b))
        shape, data = (*a.shape[:-1], b.shape[-2]), min(kinds) >= DATA
        mixes = data and SCORE in kinds
        if data and not mixes:
            rows = self.fresh(shape, SCORE, left[..., None], right[..., None, :])
        else:
            first = kinds[0] == SCORE if mixes else kinds[0] >= DATA
            place = left if first else right
            if mixes:  # weights may be used transposed
                key = self.common(self.table[a if first else b, KEY])
                place = torch.where((place == MIXED) & (key != MIXED), key, place)
            place = place[..., None] if first else place[..., None, :]
            rows = self.fresh(shape, DATA, place)
        self.set(out, rows.reshape(out.shape))
        return mixes
