"""A copy of the reader's code to try things on, so that the original stays as it is."""

import copy
import functools
import inspect
import io
import types
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any

import torch
from torch import Tensor, nn


def reached(thing: Any) -> dict[str, Any]:
    """Return the modules and matrices that a function reaches, by their names."""
    if isinstance(thing, functools.partial):
        named = {f"argument_{i}": a for i, a in enumerate(thing.args)} | thing.keywords
    elif inspect.ismethod(thing):
        named = {"self": thing.__self__}
    elif inspect.isfunction(thing):
        seen = inspect.getclosurevars(thing)
        named = {**seen.globals, **seen.nonlocals}
    else:
        return {}
    return {k: v for k, v in named.items() if isinstance(v, nn.Module) or is_matrix(v)}


def is_matrix(value: Any) -> bool:
    """Return whether a value may be a weight matrix, or several."""
    return (
        isinstance(value, Tensor)
        and value.is_floating_point()
        and value.dim() in (2, 3)
    )


def copied(thing: Any) -> tuple[Any, nn.Module]:
    """Return a copy of a module, or of a function that calls copies, and what it holds.

    Args:
        thing: A module, or a function, method or partial that reaches modules or
            matrices by names of its own.

    Returns:
        thing: The copy.
        module: The module, or one that holds what the function reaches.
    """
    if isinstance(thing, nn.Module):
        memo = {
            id(v): v.detach().clone()
            for part in thing.modules()
            for v in vars(part).values()
            if isinstance(v, Tensor) and not v.is_leaf
        }
        new = copy.deepcopy(thing, memo)
        return new, new
    holder, new = nn.Module(), {}
    for name, value in reached(thing).items():
        if isinstance(value, nn.Module):
            new[name] = copied(value)[0]
            holder.add_module(name, new[name])
        else:
            new[name] = nn.Parameter(value.detach().clone())
            holder.register_parameter(name, new[name])
    if not new:
        return thing, holder
    if isinstance(thing, functools.partial):
        args = (new.get(f"argument_{i}", a) for i, a in enumerate(thing.args))
        return functools.partial(
            thing.func,
            *args,
            **thing.keywords | {k: v for k, v in new.items() if k in thing.keywords},
        ), holder
    if inspect.ismethod(thing):
        return types.MethodType(thing.__func__, new["self"]), holder
    cells = tuple(
        types.CellType(new[name]) if name in new else cell
        for name, cell in zip(
            thing.__code__.co_freevars, thing.__closure__ or (), strict=True
        )
    )
    again = types.FunctionType(
        thing.__code__,
        thing.__globals__ | new,
        thing.__name__,
        thing.__defaults__,
        cells,
    )
    again.__kwdefaults__ = thing.__kwdefaults__
    return again, holder


def redraw(module: nn.Module, matrices_alone: bool = False) -> None:
    """Draw all parameters, so that no bias is 0 and no two matrices are alike."""
    for part in module.modules():
        norm = "norm" in type(part).__name__.lower()
        for p in part.parameters(recurse=False):
            if p.dim() > 1:
                wide = (
                    1
                    if isinstance(part, nn.Embedding)
                    else max(p.shape[-1], p.shape[-2])
                )
                p.data.normal_(0, 1.3 / wide**0.5)
            elif norm:
                p.data.normal_(1, 0.3)
            elif not matrices_alone:
                p.data.normal_(0, 0.5)


@contextmanager
def quiet(dtype: torch.dtype = torch.float64) -> Iterator[None]:
    """Run code of others: nothing is printed, and the generator and dtype come back."""
    before = torch.get_default_dtype()
    with (
        torch.random.fork_rng(),
        warnings.catch_warnings(),
        redirect_stdout(io.StringIO()),
        redirect_stderr(io.StringIO()),
    ):
        warnings.simplefilter("ignore")
        torch.set_default_dtype(dtype)
        torch.manual_seed(1)
        try:
            yield
        finally:
            torch.set_default_dtype(before)
