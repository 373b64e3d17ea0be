"""Blocks and models: the attention inside, its positions, and the logits."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from torch import Tensor, nn

from attention.diagnosis.call import tensors
from attention.diagnosis.copies import is_norm
from attention.diagnosis.weights import collect, role

Given = tuple[Any, Any]


def owners(module: nn.Module) -> list[nn.Module]:
    """Return the innermost owners of matrices of attention."""
    found: dict[str, nn.Module] = {}
    for name, part in module.named_modules():
        names = [m.name.replace(".*", "") for m in collect(part)]
        near = [role(full) for full in names if full.count(".") < 2]
        if "qkv" in near or {"q", "k"} <= set(near):
            outer = [n for n in found if name.startswith(f"{n}.") or not n]
            found = {n: p for n, p in found.items() if n not in outer} | {name: part}
    return list(found.values())


def is_whole(module: nn.Module) -> bool:
    """Return whether a module is a block or a model around attention layers."""
    inside = owners(module)
    within = {id(m) for part in inside for m in part.modules()}
    outside = [m for m in module.modules() if id(m) not in within]
    if any(isinstance(m, nn.Embedding) for m in outside):
        return True
    return bool(inside) and module not in inside and any(map(is_norm, outside))


def layers_of(module: nn.Module, run: Callable[[], Any]) -> dict[nn.Module, Any]:
    """Return one attention layer of each class, as functions of its first sequence.

    Args:
        module: The block or the model.
        run: Calls it.
    """
    caught: dict[type, tuple[nn.Module, Given]] = {}

    def hook(m: nn.Module, args: Any, kwargs: Any) -> None:
        caught.setdefault(type(m), (m, (args, kwargs)))

    hooks = [
        p.register_forward_pre_hook(hook, with_kwargs=True) for p in owners(module)
    ]
    with suppress(Exception):
        run()
    for h in hooks:
        h.remove()
    return {part: called_as(part, given) for part, given in caught.values()}


def called_as(part: nn.Module, given: Given) -> Callable[[Tensor], Any] | None:
    """Return a layer as a function of its sequence, or None if it is given another."""
    args, kwargs = given
    some = [t for t in tensors(given) if t.dim() == 3]
    lead = some[0]

    def layer(x: Tensor) -> Any:
        def swap(a: Any) -> Any:
            return x if a is lead else a

        return part(*map(swap, args), **{k: swap(a) for k, a in kwargs.items()})

    return layer if all(t is lead for t in some) else None
