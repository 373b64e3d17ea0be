"""A copy of the reader's code to try things on, so that the original stays as it is."""

import copy
import functools
import inspect
import io
import types
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from typing import Any

import torch
from torch import Tensor, nn


def is_weights(value: Any, axes: tuple[int, ...] = (1, 2, 3)) -> bool:
    """Return whether a value may be weights, or a dictionary that holds some."""
    if type(value) is dict:
        return any(map(is_weights, value.values()))
    floats = isinstance(value, Tensor) and value.is_floating_point()
    return floats and value.dim() in axes


def copied(thing: Any) -> tuple[Any, nn.Module]:
    """Return a copy of code, and the module that it is or that holds what it reaches.

    Args:
        thing: A module, or a function, method or partial that reaches modules or
            matrices by names of its own.
    """
    if isinstance(thing, nn.Module):
        memo: dict[int, Any] = {  # deepcopy refuses tensors with a history
            id(v): v.detach().clone()
            for part in thing.modules()
            for v in vars(part).values()
            if isinstance(v, Tensor) and not v.is_leaf
        }
        new = copy.deepcopy(thing, memo)
        return new, new
    partial, method = isinstance(thing, functools.partial), inspect.ismethod(thing)
    named: dict[str, Any] = {}
    if partial:
        named = {f"argument_{i}": a for i, a in enumerate(thing.args)} | thing.keywords
    elif method:
        named = {"self": thing.__self__}
    elif inspect.isfunction(thing):
        seen = inspect.getclosurevars(thing)
        named = {**seen.globals, **seen.nonlocals}
    holder, new = held(named)
    if method:
        return types.MethodType(thing.__func__, new["self"]), holder
    if partial:
        args = [new.pop(f"argument_{i}") for i in range(len(thing.args))]
        return functools.partial(thing.func, *args, **new), holder
    if all(new[k] is v for k, v in named.items()):
        return thing, holder
    closure = zip(thing.__code__.co_freevars, thing.__closure__ or (), strict=True)
    again = types.FunctionType(
        thing.__code__,
        thing.__globals__ | new,
        thing.__name__,
        thing.__defaults__,
        tuple(types.CellType(new[k]) if k in new else cell for k, cell in closure),
    )
    again.__kwdefaults__ = thing.__kwdefaults__
    return again, holder


def redraw(module: nn.Module) -> None:
    """Draw all parameters, so that no bias is 0 and no two matrices are alike."""
    for part in module.modules():
        norm, table = (
            "norm" in type(part).__name__.lower(),
            isinstance(part, nn.Embedding),
        )
        for p in part.parameters(recurse=False):
            if p.dim() > 1:
                p.data.normal_(0, 1.3 / (1 if table else max(p.shape[-2:])) ** 0.5)
            else:
                p.data.normal_(float(norm), 0.3 if norm else 0.5)


def held(
    named: dict[str, Any], axes: tuple[int, ...] = (2, 3)
) -> tuple[nn.Module, dict[str, Any]]:
    """Return copies of what has names, and a module that holds what may be learned.

    Args:
        named: What code reaches, by its names.
        axes: How many axes a tensor of weights may have.
    """
    holder, new = nn.Module(), dict(named)
    for name, value in named.items():
        key = str(name).replace(".", "_")
        if isinstance(value, nn.Module):
            new[name] = copied(value)[0]
            holder.add_module(key, new[name])
        elif isinstance(value, Tensor) and is_weights(value, axes):
            new[name] = nn.Parameter(value.detach().clone())
            holder.register_parameter(key, new[name])
        elif type(value) is dict and is_weights(value):
            part, new[name] = held(value, (1, 2, 3))
            holder.add_module(key, part)
        elif type(value) is int:
            setattr(holder, key, value)
    return holder, new


@contextmanager
def quiet(dtype: torch.dtype = torch.float64) -> Iterator[None]:
    """Run code of others: nothing is printed, and the generator and dtype come back."""
    before, same = torch.get_default_dtype(), nullcontext()
    with (
        torch.random.fork_rng(),
        warnings.catch_warnings(),
        redirect_stdout(io.StringIO()),
        redirect_stderr(io.StringIO()),
        torch.device("cpu") if torch.get_default_device().type != "cpu" else same,
    ):
        warnings.simplefilter("ignore")
        torch.set_default_dtype(dtype)
        torch.manual_seed(1)
        try:
            yield
        finally:
            torch.set_default_dtype(before)
