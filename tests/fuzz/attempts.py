"""Calling what is fuzzed: an answer, or a ValueError that names an argument."""

import inspect
import re
from collections.abc import Callable, Collection
from typing import Any

import torch
from torch import nn

from tests.fuzz.tensors import same


class Refusal(str):
    """The text of a ValueError."""


def attempt(function: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """The answer, or the refusal; the arguments are afterwards what they were.

    Any other exception than a ValueError passes through, and fails the test.
    """
    tensors = [a for a in (*given, *named.values()) if isinstance(a, torch.Tensor)]
    before = [tensor.clone() for tensor in tensors]
    try:
        answer = function(*given, **named)
    except ValueError as error:
        answer = Refusal(error)
    for tensor, copy in zip(tensors, before, strict=True):
        assert same(tensor, copy), "an argument was changed in place"
    if isinstance(answer, Refusal):
        first = answer.split()[0]
        assert first in names(function), f"names no argument: {answer}"
        assert ". Got " in answer, f"does not say what it got: {answer}"
    return answer


def names(function: Callable[..., Any]) -> set[str]:
    """What the function, or the layer's forward pass, takes, and counts of its axes."""
    called = function.forward if isinstance(function, nn.Module) else function
    parameters = inspect.signature(called).parameters.values()
    each = {p.name.removesuffix("s") for p in parameters if p.kind == p.VAR_POSITIONAL}
    counts = set(re.findall(r"\bnum_\w+", called.__doc__ or ""))
    return {parameter.name for parameter in parameters} | each | counts


def refused(answer: Any, wrong: Collection[str]) -> bool:
    """Whether it was refused, which it must be if something is wrong, and only then.

    wrong: the names of the arguments that break a rule of the docstring
    """
    if isinstance(answer, Refusal):
        assert wrong, f"refused without a reason: {answer}"
        assert answer.split()[0] in wrong, f"blames the wrong one of {wrong}: {answer}"
        return True
    assert not wrong, f"not refused, though {wrong} are wrong"
    return False
