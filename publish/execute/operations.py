"""Torch's operations, one by one, beneath modules, functions and gradients."""

from dataclasses import dataclass
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode


@dataclass(frozen=True)
class Call:
    """An operation and what it is given."""

    func: Any  # torch._ops.OpOverload: one entry of torch's list of operations
    args: tuple[Any, ...]
    kwargs: dict[str, Any]

    def run(self) -> Any:
        return self.func(*self.args, **self.kwargs)

    @property
    def name(self) -> str:
        return self.func.overloadpacket.__name__

    @property
    def tensors(self) -> list[torch.Tensor]:
        return tensors([*self.args, *self.kwargs.values()])

    @property
    def named(self) -> dict[str, Any]:
        """The arguments by their names."""
        names = (argument.name for argument in self.func._schema.arguments)
        return {**dict(zip(names, self.args, strict=False)), **self.kwargs}

    @property
    def written(self) -> list[torch.Tensor]:
        """The arguments into which it writes."""
        given = self.named
        aliases = {a.name: a.alias_info for a in self.func._schema.arguments}
        targets = [name for name, alias in aliases.items() if alias and alias.is_write]
        return tensors([given.get(name) for name in targets])


def tensors(values: list[Any]) -> list[torch.Tensor]:
    """The tensors among values, and in lists of them."""
    values += [x for value in values if isinstance(value, list | tuple) for x in value]
    return [value for value in values if isinstance(value, torch.Tensor)]


class Mode(TorchDispatchMode):
    """While active, is handed every operation in place of torch."""

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        """Not to be kept from torch's compiler, which takes a second to import."""
        return False

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        return self.do(Call(func, args, kwargs or {}))

    def do(self, call: Call) -> Any:
        raise NotImplementedError
