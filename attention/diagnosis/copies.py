"""A copy of the reader's code to try things on, so that the original stays as it is."""

import copy
import functools
import inspect
import io
import itertools
import types
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.attention import SDPBackend, sdpa_kernel


def copied(thing: Any) -> tuple[Any, nn.Module]:
    """Return a copy of code, and the module that it is or that holds what it reaches.

    Args:
        thing: A module, a method of one, or a function that reaches modules or matrices
            by names of its own, or to which functools.partial gives some.
    """
    holder = nn.Module()
    if isinstance(thing, functools.partial):
        some = [hold(holder, f"given_{i}", value) for i, value in enumerate(thing.args)]
        named = {k: hold(holder, k, value) for k, value in thing.keywords.items()}
        return functools.partial(thing.func, *some, **named), holder
    if not inspect.isfunction(thing):
        owner = getattr(thing, "__self__", thing)
        held = loose(owner) if isinstance(owner, nn.Module) else []
        # deepcopy refuses tensors with a history
        new = copy.deepcopy(thing, {id(v): v.detach() for v in held if not v.is_leaf})
        owner = getattr(new, "__self__", new)
        return new, owner if isinstance(owner, nn.Module) else holder
    seen = inspect.getclosurevars(thing)
    new = {
        name: hold(holder, name, value)
        for name, value in {**seen.globals, **seen.nonlocals}.items()
        if isinstance(value, nn.Module) or (is_real(value) and value.dim() in (2, 3))
    }
    cells = zip(thing.__code__.co_freevars, thing.__closure__ or (), strict=True)
    closure = tuple(types.CellType(new[k]) if k in new else c for k, c in cells)
    space = {**thing.__globals__, **new}
    more = thing.__name__, thing.__defaults__, closure
    again = types.FunctionType(thing.__code__, space, *more)
    again.__kwdefaults__ = thing.__kwdefaults__
    return again if new else thing, holder


def hold(holder: nn.Module, name: str, value: Any) -> Any:
    """Return a copy of a value, whose numbers become parameters of a module."""
    name = name.replace(".", "_")
    if isinstance(value, dict):
        holder.add_module(name, part := nn.Module())
        return {k: hold(part, str(k), v) for k, v in value.items()}
    new = nn.Parameter(value.detach().clone()) if is_real(value) else copied(value)[0]
    if isinstance(new, (nn.Module, nn.Parameter)):
        setattr(holder, name, new)
    return new


def is_real(value: Any) -> bool:
    """Return whether a value is a tensor of floats."""
    return isinstance(value, Tensor) and value.is_floating_point()


def loose(module: nn.Module) -> list[Tensor]:
    """Return the tensors that a module and its parts hold, and do not register."""
    every = itertools.chain.from_iterable(vars(m).values() for m in module.modules())
    return [v for v in every if isinstance(v, Tensor)]


def moved(module: nn.Module, device: str, dtype: torch.dtype) -> nn.Module:
    """Move a module; complex tables stay complex, which Module.to would not do."""
    return module._apply(
        lambda t: t.to(device, dtype if t.is_floating_point() else None)
    )


def redraw(module: nn.Module) -> None:
    """Draw all parameters, so that no bias is 0 and no two matrices are alike."""
    for part in module.modules():
        norm, table = is_norm(part), isinstance(part, nn.Embedding)
        for p in part.parameters(recurse=False):
            if p.dim() > 1:
                p.data.normal_(0, 1.3 / (1 if table else max(p.shape[-2:])) ** 0.5)
            else:
                p.data.normal_(float(norm), 0.3 if norm else 0.5)


def is_norm(module: nn.Module) -> bool:
    """Return whether a module is a norm, by its name."""
    named = "norm" in type(module).__name__.lower()
    return named and all(p.dim() == 1 for p in module.parameters())


@contextmanager
def quiet(dtype: torch.dtype = torch.float64) -> Iterator[None]:
    """Run code of others: nothing is printed, and the generator and dtype come back."""
    before, same = torch.get_default_dtype(), nullcontext()
    fast = torch.backends.mha.get_fastpath_enabled()
    with (
        torch.random.fork_rng(),
        warnings.catch_warnings(),
        redirect_stdout(io.StringIO()),
        redirect_stderr(io.StringIO()),
        sdpa_kernel(SDPBackend.MATH),  # in parts that can be followed
        torch.device("cpu") if torch.get_default_device().type != "cpu" else same,
    ):
        warnings.simplefilter("ignore")
        torch.set_default_dtype(dtype)
        torch.backends.mha.set_fastpath_enabled(False)
        torch.manual_seed(1)
        try:
            yield
        finally:
            torch.set_default_dtype(before)
            torch.backends.mha.set_fastpath_enabled(fast)
