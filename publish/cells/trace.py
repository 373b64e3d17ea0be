"""Watches a block run, and knows of each printed matrix what its cells are made of.

Torch hands every operation to a mode, beneath modules, functions and gradients. What
only moves elements moves their numbers too (`origins`). A product, a softmax, a
sum keeps what it was calculated from. All else is not known, and nothing is guessed.
"""

import sys
from collections.abc import Callable
from typing import Any

import torch

from publish.cells.origins import Operand, Origins
from publish.execute.operations import Call, Mode, tensors

Make = Callable[[torch.Tensor], torch.Tensor | None]  # numbers for what is made

LONGEST = 12  # terms of a sum that a reader would want to see
MOST = 20_000  # operations; then the block is one that trains, and nothing is known

# Operations that put elements elsewhere and change none.
MOVES = {
    "cat", "embedding", "flip", "gather", "index", "index_put", "index_select",
    "repeat", "roll", "stack", "where",
}  # fmt: skip
COPIES = {"_to_copy", "clone", "copy", "copy_"}
FILLS = {"masked_fill", "tril", "triu"}
PRODUCTS = {"addmm", "bmm", "dot", "mm", "mv"}
PAIRS = {"add": "+", "sub": "−", "mul": "×", "div": "/"}
WRITE = torch._tensor_str._str


class Trace(Mode):
    """While active, remembers how tensors come about; afterwards, what was printed."""

    def __init__(self) -> None:
        super().__init__()
        # The text of each matrix, and its elements' numbers.
        self.printed: list[tuple[str, list[list[int]]]] = []
        self.origins = Origins()
        self._count = 0
        self._quiet = False

    # --- what was printed ------------------------------------------------------

    def write(self, tensor: torch.Tensor, **options: Any) -> str:
        """Writes a tensor as torch does, and notes what it was made of."""
        quiet, self._quiet = self._quiet, True
        try:
            text = WRITE(tensor, **options)
        finally:
            self._quiet = quiet
        if not quiet:
            self._note(text, tensor)
        return text

    def _note(self, text: str, tensor: torch.Tensor) -> None:
        ids = self.origins.ids(tensor) if tensor.dim() == 2 else None
        if ids is None or self._count > MOST:
            return
        self.printed.append((text, ids.tolist()))
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
            ids = self.origins.ids(value)
            if ids is not None:
                self.origins.call(ids, name)

    # --- what was done ---------------------------------------------------------

    def do(self, call: Call) -> Any:
        self._count += not self._quiet
        if self._quiet or self._count > MOST:
            return call.run()
        inputs = call.tensors
        storages = {_key(value) for value in inputs}
        pointwise = torch.Tag.pointwise in call.func.tags
        given = [self.origins.operand(value) for value in inputs] if pointwise else []
        targets = call.written
        make = self._reads(call)
        result = call.run()
        made = [value for value in tensors([result]) if _key(value) not in storages]
        for tensor in [*targets, *made]:
            memory = self.origins.ids(tensor)
            if memory is not None:
                memory.copy_(self._made(tensor, make, [one for one in given if one]))
        return result

    def _made(
        self, tensor: torch.Tensor, make: Make | None, inputs: list[Operand]
    ) -> torch.Tensor:
        """The numbers of the elements of a tensor that was made or written into."""
        ids = make(tensor) if make else None
        if ids is not None and ids.numel() == tensor.numel():
            return ids.reshape(tensor.shape)
        words = self.origins.together(tensor, inputs)
        return self.origins.add(tensor, None, (), words, inputs)

    def _reads(self, call: Call) -> Make | None:
        """Looks at an operation before it happens: how its elements get numbers."""
        args, name = call.args, call.name
        if name in COPIES:
            source = self.origins.operand(args[name.startswith("copy")])
            return (lambda made: source.ids.expand(made.shape)) if source else None
        name = name.removesuffix("_")
        if name in MOVES:
            return self._move(call, name)
        if name in FILLS:
            return self._fill(name, args)
        if name in PRODUCTS and not call.kwargs:
            return self._calculate("product", args)
        if name == "_softmax":
            along_rows = args[1] in (-1, args[0].dim() - 1)
            return self._calculate("softmax", args[:1], told=along_rows)
        if name in PAIRS and not call.kwargs and len(args) == 2:
            return self._calculate(PAIRS[name], args)
        return None

    def _move(self, call: Call, name: str) -> Make | None:
        """Does to the numbers what is done to the elements."""
        if name == "index_put" and len(call.args) > 3:
            return None  # adds to what is there
        moved = {"where": (1, 2), "index_put": (0, 2)}.get(name, (0,))
        numbers: list[Any] = []
        for place, value in enumerate(call.args):
            many = list(value) if isinstance(value, list | tuple) else [value]
            if place in moved:
                operands = self.origins.operands(many)
                if operands is None:
                    return None
                many = [one.ids for one in operands]
            numbers.append(many if isinstance(value, list | tuple) else many[0])
        ids = call.func(*numbers, **call.kwargs)
        return lambda made: ids

    def _fill(self, name: str, args: tuple[Any, ...]) -> Make | None:
        """Some elements stay, the others become one value."""
        kept = self.origins.operand(args[0])
        if kept is None:
            return None
        if name == "masked_fill":
            filled, value = args[1].clone(), float(args[2])
        else:
            all_of_it = torch.ones_like(args[0], dtype=torch.bool)
            triangle = {"tril": torch.tril, "triu": torch.triu}[name]
            filled, value = ~triangle(all_of_it, *args[1:]), 0.0

        def ids(made: torch.Tensor) -> torch.Tensor:
            together = self.origins.together(made, [kept])
            new = self.origins.add(made, "fill", (), together, [kept])
            self.origins.steps[-1].value = value
            return torch.where(filled, new, kept.ids)

        return ids

    def _calculate(
        self, kind: str, args: tuple[Any, ...], told: bool = True
    ) -> Make | None:
        values = [
            torch.as_tensor(value, dtype=torch.float64)
            if isinstance(value, int | float)
            else value
            for value in args
        ]
        known = self.origins.operands(values, keep=True)
        if known is None:
            return None

        def ids(made: torch.Tensor) -> torch.Tensor | None:
            if not made.is_floating_point():
                return None
            if kind == "softmax" and known[0].values.shape[-1] > LONGEST:
                return None
            if kind == "product":
                left, right = known[-2:]
                if left.values.shape[-1] > LONGEST:
                    return None
                words = self.origins.of_product(made, left, right)
            else:
                words = self.origins.together(made, known)
            kept = tuple(known) if told else ()
            return self.origins.add(made, kind, kept, words, known)

        return ids


def _key(tensor: torch.Tensor) -> int:
    strided = tensor.layout == torch.strided
    return tensor.untyped_storage()._cdata if strided else id(tensor)
