"""Watches a block run, and knows of each printed matrix what its cells are made of.

Torch hands every operation to a mode, beneath modules, functions and gradients. Beside
each small tensor's memory lies a second one, which holds for each element the number of
the calculation that made it; a view shares both. What only moves elements moves their
numbers too. A product, a softmax, a sum keeps what it was calculated from. All else is
not known, and nothing is guessed.

The words of the running example travel along: the rows of ``inputs`` belong to its
words, so a score of two rows belongs to two of them.
"""

import bisect
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import torch
from torch.utils._python_dispatch import TorchDispatchMode

LARGEST = 4096  # elements of a tensor that is watched
LONGEST = 12  # terms of a sum that a reader would want to see
MOST = 20_000  # operations; then the block is one that trains, and nothing is known
WORDS = {  # by module, the tensors whose rows belong to words, and those
    "attention.example": {"inputs": "tokens"},
    "attention.toy_head": dict.fromkeys(
        ("toy_queries", "toy_keys", "toy_values"), "toy_tokens"
    ),
    "attention.translation": {"target_inputs": "target_tokens"},
}

# Operations that put elements elsewhere and change none.
MOVES = {
    "cat", "embedding", "flip", "gather", "index", "index_put", "index_select",
    "repeat", "roll", "stack", "where",
}  # fmt: skip
COPIES = {"_to_copy", "clone", "copy", "copy_"}
FILLS = {"masked_fill", "tril", "triu"}
PRODUCTS = {"addmm", "bmm", "dot", "mm", "mv"}
PAIRS = {"add": "+", "sub": "−", "mul": "×", "div": "/"}

Pair = tuple[torch.Tensor, torch.Tensor]


@dataclass
class Operand:
    """Values that an operation read, and where they came from."""

    values: torch.Tensor
    ids: torch.Tensor


@dataclass
class Step:
    """One operation, and what it read."""

    first: int  # the number of its first element
    kind: str | None  # product, softmax, a sign, fill; None where nothing is known
    operands: tuple[Operand, ...]
    role: str | None
    dim: int = 0  # of a softmax, counted from its end
    value: float = 0.0  # of a fill


@dataclass
class Printed:
    """A matrix that was printed, element by element."""

    text: str
    ids: list[list[int]]


class Trace(TorchDispatchMode):
    """While active, remembers how tensors come about; afterwards, what was printed."""

    def __init__(self) -> None:
        super().__init__()
        self.printed: list[Printed] = []
        self.names: dict[tuple[int, ...], str] = {}
        self.vocabulary: list[str | None] = [None]
        self.steps: list[Step] = []
        self._firsts: list[int] = []
        self._next = 0
        # By an element's number, the words it belongs to: who asks, and who is read.
        self._belongs = torch.zeros(2, 1 << 16, dtype=torch.int32)
        self._memory: dict[int, tuple[Any, torch.Tensor]] = {}
        self._count = 0
        self._quiet = False

    def __enter__(self) -> "Trace":
        write = torch._tensor_str._str

        def written(tensor: torch.Tensor, **options: Any) -> str:
            quiet, self._quiet = self._quiet, True
            try:
                text = write(tensor, **options)
            finally:
                self._quiet = quiet
            if not quiet:
                self._note(text, tensor)
            return text

        self._patch = patch.object(torch._tensor_str, "_str", written)
        self._patch.start()
        super().__enter__()
        return self

    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any) -> None:
        super().__exit__(exc_type, exc_val, exc_tb)
        self._patch.stop()

    def step(self, number: int) -> Step:
        """The operation that made the element of that number."""
        return self.steps[bisect.bisect_right(self._firsts, number) - 1]

    def words(self, ids: torch.Tensor) -> Pair:
        """The words that elements belong to: who asks, and who is read."""
        return self._belongs[0][ids], self._belongs[1][ids]

    # --- what was printed ------------------------------------------------------

    def _note(self, text: str, tensor: torch.Tensor) -> None:
        ids = self._ids(tensor) if tensor.dim() == 2 else None
        if ids is None or self._count > MOST:
            return
        self.printed.append(Printed(text, ids.tolist()))
        for name, value in vars(sys.modules["__main__"]).items():
            if not name.startswith("_"):
                self._name_all(name, value)

    def _name_all(self, name: str, value: Any) -> None:
        """Keeps under which name the block has what others are made of."""
        if isinstance(value, torch.nn.Module):
            for path, parameter in value.named_parameters():
                self._name_all(f"{name}.{path}", parameter)
        elif isinstance(value, torch.Tensor) and value.dim() == 3:
            for place, matrix in enumerate(value[:4]):
                self._name_all(f"{name}[{place}]", matrix)
        elif isinstance(value, torch.Tensor) and value.dim() == 2:
            ids = self._ids(value)
            if ids is not None:
                self._name(ids, name)

    def _name(self, ids: torch.Tensor, name: str) -> None:
        """A matrix's name, for its numbers row by row, and for those of its columns."""
        for numbers, called in ((ids, name), (ids.T, f"{name}.T")):
            self.names.setdefault(tuple(numbers.reshape(-1).tolist()), called)

    def name(self, ids: torch.Tensor) -> str | None:
        """What the block calls a matrix, if it has a name for it."""
        return self.names.get(tuple(ids.reshape(-1).tolist()))

    # --- what was done ---------------------------------------------------------

    def __torch_dispatch__(
        self,
        func: Any,
        types: Any,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        kwargs = kwargs or {}
        self._count += not self._quiet
        if self._quiet or self._count > MOST:
            return func(*args, **kwargs)
        tensors = _tensors(args, kwargs)
        storages = {_key(value) for value in tensors}
        pointwise = torch.Tag.pointwise in func.tags
        given = [self._operand(value) for value in tensors] if pointwise else []
        written = _written(func, args, kwargs)
        before = self._reads(func, args, kwargs)
        result = func(*args, **kwargs)
        made = [
            value for value in _tensors((result,), {}) if _key(value) not in storages
        ]
        for tensor in [*written, *made]:
            memory = self._ids(tensor)
            if memory is not None:
                memory.copy_(self._made(func, tensor, before, given))
        return result

    def _made(
        self,
        func: Any,
        tensor: torch.Tensor,
        make: Callable[[torch.Tensor], torch.Tensor | None] | None,
        given: list[Operand | None],
    ) -> torch.Tensor:
        """The numbers of the elements of a tensor that was made or written into."""
        ids = make(tensor) if make else None
        if ids is not None and ids.numel() == tensor.numel():
            return ids.reshape(tensor.shape)
        inputs = [one for one in given if one]
        return self._step(tensor, None, (), self._together(tensor, inputs), inputs)

    def _reads(
        self, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Callable[[torch.Tensor], torch.Tensor | None] | None:
        """Looks at an operation before it happens: how its elements get numbers."""
        packet = func.overloadpacket.__name__
        name = packet if packet in COPIES else packet.removesuffix("_")
        if name in COPIES:
            source = self._operand(args[1] if name.startswith("copy") else args[0])
            if source is None:
                return None
            ids = source.ids
            return lambda made: ids.expand(made.shape)
        if name in MOVES:
            return self._move(func, args, kwargs)
        if name in FILLS:
            return self._fill(func, name, args)
        if name in PRODUCTS and not kwargs:
            return self._calculate("product", args)
        if name == "_softmax":
            return self._calculate("softmax", args[:1], dim=args[1])
        if name in PAIRS and not kwargs and len(args) == 2:
            return self._calculate(PAIRS[name], args)
        return None

    def _move(
        self, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Callable[[torch.Tensor], torch.Tensor | None] | None:
        """Does to the numbers what is done to the elements."""
        name = func.overloadpacket.__name__.removesuffix("_")
        if name == "index_put" and len(args) > 3:
            return None  # adds to what is there
        moved = {"where": (1, 2), "index_put": (0, 2)}.get(name, (0,))
        numbers: list[Any] = []
        for place, value in enumerate(args):
            many = list(value) if isinstance(value, list | tuple) else [value]
            if place in moved:
                operands = [self._operand(one) for one in many]
                if not all(operands):
                    return None
                many = [one.ids for one in operands if one]
            numbers.append(many if isinstance(value, list | tuple) else many[0])
        ids = func(*numbers, **kwargs)
        return lambda made: ids

    def _fill(
        self, func: Any, name: str, args: tuple[Any, ...]
    ) -> Callable[[torch.Tensor], torch.Tensor | None] | None:
        """Some elements stay, the others become one value."""
        kept = self._operand(args[0])
        if kept is None:
            return None
        if name == "masked_fill":
            filled, value = args[1].clone(), float(args[2])
        else:
            all_of_it = torch.ones_like(args[0], dtype=torch.bool)
            triangle = {"tril": torch.tril, "triu": torch.triu}[name]
            filled, value = ~triangle(all_of_it, *args[1:]), 0.0

        def ids(made: torch.Tensor) -> torch.Tensor:
            together = self._together(made, [kept])
            new = self._step(made, "fill", (), together, [kept])
            self.steps[-1].value = value
            return torch.where(filled, new, kept.ids)

        return ids

    def _calculate(
        self, kind: str, args: tuple[Any, ...], dim: int = 0
    ) -> Callable[[torch.Tensor], torch.Tensor | None] | None:
        operands = tuple(
            self._operand(torch.as_tensor(value, dtype=torch.float64))
            if isinstance(value, int | float)
            else self._operand(value, keep=True)
            for value in args
        )
        if not all(operands):
            return None
        known = tuple(one for one in operands if one)

        def ids(made: torch.Tensor) -> torch.Tensor | None:
            if not made.is_floating_point():
                return None
            if kind == "softmax" and known[0].values.shape[dim] > LONGEST:
                return None
            if kind == "product":
                left, right = known[-2:]
                if left.values.shape[-1] > LONGEST:
                    return None
                words = self._of_product(made, left, right)
            else:
                words = self._together(made, list(known))
            new = self._step(made, kind, known, words, list(known))
            self.steps[-1].dim = dim - made.dim() if dim >= 0 else dim
            return new

        return ids

    # --- elements, and their numbers -------------------------------------------

    def _step(
        self,
        made: torch.Tensor,
        kind: str | None,
        operands: tuple[Operand, ...],
        words: Pair,
        inputs: list[Operand],
    ) -> torch.Tensor:
        first, self._next = self._next, self._next + made.numel()
        if self._next > self._belongs.shape[1]:
            self._belongs = torch.cat([self._belongs, self._belongs * 0], dim=1)
        for belongs, own in zip(self._belongs, words, strict=True):
            belongs[first : self._next] = own.reshape(-1)
        role = self._role(kind, words, inputs)
        self.steps.append(Step(first, kind, operands, role))
        self._firsts.append(first)
        return torch.arange(first, self._next).reshape(made.shape)

    def _role(self, kind: str | None, words: Pair, inputs: list[Operand]) -> str | None:
        """Whether these are scores, weights or contexts, by how they came about."""
        roles = [self.step(int(one.ids.reshape(-1)[0])).role for one in inputs]
        if kind == "softmax":
            return "weight"
        if kind == "product":
            if roles[-2] == "weight":
                return "context"
            both = bool(words[0].all()) and bool(words[1].all())
            return "score" if both else None
        return next((role for role in roles if role), None)

    def _ids(self, tensor: torch.Tensor) -> torch.Tensor | None:
        """The numbers beside a tensor's elements, to be read or written; None if none.

        They are addressed as the elements are, so that a view has its tensor's.
        """
        plain = type(tensor) in (torch.Tensor, torch.nn.Parameter)
        if not plain or tensor.layout != torch.strided or tensor.device.type != "cpu":
            return None
        storage = tensor.untyped_storage()
        size = storage.nbytes() // tensor.element_size()
        if not 0 < size <= LARGEST or tensor.numel() == 0:
            return None
        key = storage._cdata
        if key not in self._memory:
            self._memory[key] = (storage, self._new(tensor, size))
        memory = self._memory[key][1]
        if memory.numel() != size:
            return None  # bits that are read as another type
        layout = (tensor.size(), tensor.stride(), tensor.storage_offset())
        return torch.as_strided(memory, *layout)

    def _new(self, tensor: torch.Tensor, size: int) -> torch.Tensor:
        """Numbers for memory that is met for the first time."""
        whole = torch.as_strided(tensor.detach(), (size,), (1,), 0)
        rows, columns = torch.zeros(2, size, dtype=torch.int32)
        for known, name, belongs in self._known():
            if whole.dtype == known.dtype and torch.equal(whole, known.reshape(-1)):
                places = [self._word(word) for word in belongs]
                rows = torch.tensor(places, dtype=torch.int32)
                rows = rows.repeat_interleave(known.shape[-1])
                numbers = torch.arange(self._next, self._next + size)
                self._name(numbers.reshape(known.shape), name)
        return self._step(whole, None, (), (rows, columns), [])

    def _known(self) -> Iterator[tuple[torch.Tensor, str, tuple[str, ...]]]:
        for path, tensors in WORDS.items():
            module = sys.modules.get(path)
            for name, belongs in tensors.items():
                if hasattr(module, name) and hasattr(module, belongs):
                    yield getattr(module, name), name, getattr(module, belongs)

    def _word(self, word: str) -> int:
        if word not in self.vocabulary:
            self.vocabulary.append(word)
        return self.vocabulary.index(word)

    def _operand(self, value: Any, keep: bool = False) -> Operand | None:
        ids = self._ids(value) if isinstance(value, torch.Tensor) else None
        if ids is None:
            return None
        return Operand(value.detach().clone() if keep else value, ids.clone())

    def _together(self, made: torch.Tensor, inputs: list[Operand]) -> Pair:
        """The words of an operation that goes element by element."""
        nothing = torch.zeros(made.shape, dtype=torch.int32)
        found = nothing, nothing
        for one in inputs:
            if one.ids.dim() <= made.dim():
                own = [words.expand(made.shape) for words in self.words(one.ids)]
                across = one.ids.shape != made.shape and not bool(own[1].any())
                if across and bool((found[0] * own[0] * (found[0] - own[0])).any()):
                    found = found[0], own[0]  # each with each: asks, and is read
                else:
                    found = _either(found[0], own[0]), _either(found[1], own[1])
        return found[0].clamp(min=0), found[1].clamp(min=0)

    def _of_product(self, made: torch.Tensor, left: Operand, right: Operand) -> Pair:
        """A product has the word of its left row, and of its right column."""
        a, b = left.ids, right.ids
        if b.dim() == 1:
            a, b = a[..., None, :], b[:, None]
        ours, theirs = self.words(a), self.words(b.mT)
        rows, columns = _common(*ours), _common(*theirs)
        columns = columns[..., None, :].expand(*rows.shape, b.shape[-1])
        if not bool(columns.any()):  # then that of the left row again, if it has two
            columns = _common(ours[1], ours[1] * 0)[..., None].expand(columns.shape)
        rows = rows[..., None].expand(columns.shape)
        return rows.reshape(made.shape), columns.reshape(made.shape)


def _either(one: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """The word of either; -1, which lasts, where they are at odds."""
    odd = (one != 0) & (other != 0) & (one != other)
    return torch.where(odd, -1, torch.where(one != 0, one, other))


def _common(rows: torch.Tensor, columns: torch.Tensor) -> torch.Tensor:
    """The word that all elements along the last axis share; 0 if there is none."""
    for words in (rows, columns):
        same = (words == words[..., :1]).all(dim=-1)
        shared = torch.where(same, words[..., 0], 0)
        if bool(shared.any()):
            return shared
    return torch.zeros(rows.shape[:-1], dtype=torch.int32)


def _key(tensor: torch.Tensor) -> int:
    return (
        tensor.untyped_storage()._cdata
        if tensor.layout == torch.strided
        else id(tensor)
    )


def _tensors(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[torch.Tensor]:
    values = [*args, *kwargs.values()]
    values += [x for value in values if isinstance(value, list | tuple) for x in value]
    return [value for value in values if isinstance(value, torch.Tensor)]


def _written(
    func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> list[torch.Tensor]:
    """The arguments into which an operation writes."""
    named = dict(zip((a.name for a in func._schema.arguments), args, strict=False))
    named |= kwargs
    return _tensors(
        tuple(
            named[argument.name]
            for argument in func._schema.arguments
            if argument.name in named
            and argument.alias_info
            and argument.alias_info.is_write
        ),
        {},
    )
