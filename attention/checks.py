"""Checks of what torch would accept in silence, or refuse in words of its own.

Each raises a ValueError that says what the argument must be and what it is. What torch
refuses clearly is left to torch.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

import torch
from torch import Tensor


def check_sizes(**sizes: int) -> None:
    """Check that each size is at least 1."""
    for name, size in sizes.items():
        if size < 1:
            raise ValueError(f"{name} must be at least 1. Got {size}.")


def check_rate(**rates: float) -> None:
    """Check that each rate is in [0, 1)."""
    for name, rate in rates.items():
        if not 0 <= rate < 1:
            raise ValueError(f"{name} must be in [0, 1). Got {rate}.")


def check_divides(num_heads: int, **widths: int) -> None:
    """Check that the heads divide each width."""
    for name, width in widths.items():
        if num_heads < 1 or width % num_heads:
            raise ValueError(
                f"{name} must be divisible by num_heads={num_heads}. Got {width}."
            )


def check_shape(
    name: str, tensor: Tensor, axes: str, *, must: str = "have shape", **sizes: int
) -> None:
    """Check the number of a tensor's axes, and the sizes of some of them.

    Args:
        name: Name of the tensor.
        tensor: The tensor.
        axes: Names of the axes, written as in a signature: "... num_tokens d_in".
        must: What is demanded, in words.
        sizes: The sizes that are demanded, by the names of the axes.
    """
    named, shape = axes.split(), tensor.shape
    missing = len(named) - len(shape)
    fits = missing <= 1 if named[0] == "..." else missing == 0
    for axis, size in sizes.items():
        fits = fits and shape[named.index(axis) - len(named)] == size
    if not fits:
        shown = [f"{a}={sizes[a]}" if a in sizes else a for a in named]
        wanted = ", ".join(shown) + ("," if len(shown) == 1 else "")
        raise ValueError(f"{name} must {must} ({wanted}). Got {tuple(shape)}.")


def check_fit(queries: Tensor, keys: Tensor, values: Tensor) -> None:
    """Check that keys are as wide as queries, and that each of them has a value."""
    of_queries, of_keys, of_values = queries.shape, keys.shape, values.shape
    if (
        min(len(of_queries), len(of_keys), len(of_values)) < 2
        or of_keys[-1] != of_queries[-1]
        or of_values[-2] != of_keys[-2]
    ):
        check_shape("queries", queries, "... num_queries d_k")
        must = "have as many features as queries, shape"
        check_shape("keys", keys, "... num_keys d_k", must=must, d_k=of_queries[-1])
        must = "have one row for each key, shape"
        axes, num_keys = "... num_keys d_v", of_keys[-2]
        check_shape("values", values, axes, must=must, num_keys=num_keys)


def check_sequences(
    queries: Tensor, keys: Tensor, values: Tensor, state: Tensor | None = None
) -> None:
    """Check that each token has a query, a key and a value, and that a state fits."""
    check_shape("queries", queries, "... num_tokens d_k")
    num_tokens, d_k = queries.shape[-2:]
    check_shape("keys", keys, "... num_tokens d_k", num_tokens=num_tokens, d_k=d_k)
    check_shape("values", values, "... num_tokens d_v", num_tokens=num_tokens)
    if state is not None:
        shape = (*keys.shape[:-2], d_k, values.shape[-1])
        if state.shape != shape:  # another batch would broadcast
            raise ValueError(
                f"state must have shape {shape}, after keys and values. "
                f"Got {tuple(state.shape)}."
            )


def check_decays(log_decays: Tensor, keys: Tensor) -> None:
    """Check that each token has a decay, or each of its channels."""
    of_tokens, of_channels = tuple(keys.shape[:-1]), tuple(keys.shape)
    if tuple(log_decays.shape) not in (of_tokens, of_channels):
        raise ValueError(
            f"log_decays must have a number for each token, {of_tokens}, or for each "
            f"channel, {of_channels}. Got {tuple(log_decays.shape)}."
        )


def check_length(
    name: str, num_tokens: int, context_length: int, start: int = 0
) -> None:
    """Check that a sequence, tokens before it counted, is not longer than allowed."""
    check_start(start)
    if start and start + num_tokens > context_length:
        raise ValueError(
            f"cached and new tokens must fit context_length={context_length}. "
            f"Got {start} + {num_tokens}."
        )
    if num_tokens > context_length:
        raise ValueError(
            f"{name} must have at most context_length={context_length} tokens. "
            f"Got {num_tokens}."
        )


def check_start(start: int) -> None:
    """Check that the position of a first token is no negative number."""
    if start < 0:
        raise ValueError(f"start must be at least 0. Got {start}.")


def check_update(update: Tensor, x: Tensor) -> None:
    """Check that what a part of a block adds to x does not broadcast in the sum."""
    if update.shape != x.shape:
        raise ValueError(
            f"each part of a block must return the shape that it is given, "
            f"{tuple(x.shape)}. Got {tuple(update.shape)}."
        )


def check_floating(name: str, tensor: Tensor) -> None:
    """Check that a tensor has a floating-point dtype."""
    if not tensor.is_floating_point():
        raise ValueError(f"{name} must be floating point. Got {tensor.dtype}.")


def check_mask(mask: Tensor, shape: Sequence[int] | None = None, of: str = "") -> None:
    """Check that a mask is boolean and broadcasts to a shape, without growing it.

    Args:
        mask: The mask.
        shape: The shape to broadcast to; not checked by default.
        of: What the shape is, in words.
    """
    if mask.dtype != torch.bool:
        raise ValueError(f"mask must be boolean, True = may attend. Got {mask.dtype}.")
    if shape is None:
        return
    of_mask = mask.shape
    last = shape[-len(of_mask) :]  # all of them, if the mask has no axis
    fits = of_mask == last or (
        0 < len(of_mask) == len(last)
        and all(m in (1, n) for m, n in zip(of_mask, last, strict=True))
    )
    if not fits:
        raise ValueError(
            f"mask must have a shape that broadcasts to {of}{tuple(shape)}. "
            f"Got {tuple(of_mask)}."
        )


def check_top_k(top_k: int, num_experts: int) -> None:
    """Check that a token uses at least one expert, and no more than there are."""
    if not 1 <= top_k <= num_experts:
        raise ValueError(
            f"top_k must be from 1 to num_experts={num_experts}. Got {top_k}."
        )


def check_chosen(chosen: Tensor, num_experts: int) -> None:
    """Check that each chosen expert is one of those that there are, where it can."""
    wrong = (chosen < 0) | (chosen >= num_experts)
    if is_true(wrong.any(), unknown=False):
        raise ValueError(
            f"the router must choose among {num_experts} experts, counted from 0. "
            f"Got {int(chosen.min())} to {int(chosen.max())}."
        )


def is_true(condition: Tensor, *, unknown: bool) -> bool:
    """Return one boolean of a tensor, or `unknown` where no number can be looked at.

    torch.compile, export and trace follow shapes alone, the meta device and fake
    tensors have no numbers, and under vmap a tensor stands for several.

    Args:
        condition: A tensor of one boolean.
        unknown: What to take for true there.
    """
    if torch.compiler.is_compiling() or torch.jit.is_tracing() or condition.is_meta:
        return unknown
    try:
        return bool(condition)
    except RuntimeError:
        return unknown


def full_precision(tensor: Tensor) -> AbstractContextManager[object]:
    """Return a context in which autocast does not narrow what a tensor is used for."""
    if not torch.amp.is_autocast_available(tensor.device.type):
        return nullcontext()  # the meta device
    return torch.autocast(tensor.device.type, enabled=False)
