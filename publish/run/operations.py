"""What torch's operations are given, for modes that see each of them."""

from typing import Any

import torch


def tensors(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[torch.Tensor]:
    """The tensors among the arguments, and in lists of them."""
    values = [*args, *kwargs.values()]
    values += [x for value in values if isinstance(value, list | tuple) for x in value]
    return [value for value in values if isinstance(value, torch.Tensor)]


def named(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The arguments by their names."""
    names = (argument.name for argument in func._schema.arguments)
    return {**dict(zip(names, args, strict=False)), **kwargs}


def written(
    func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> list[torch.Tensor]:
    """The arguments into which an operation writes."""
    given = named(func, args, kwargs)
    aliases = {a.name: a.alias_info for a in func._schema.arguments if a.alias_info}
    targets = (given.get(name) for name, alias in aliases.items() if alias.is_write)
    return tensors(tuple(targets), {})
