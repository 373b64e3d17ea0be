"""The mode in which a published block runs, unchanged, on an accelerator.

A tensor that a block makes lands on the device, and so all arithmetic happens
there. Only random numbers do not come from it: a device draws others from the same
seed. They are drawn by torch's generator on the CPU, in the order and the layout in
which a run on the CPU draws them, and moved.

Both are done where torch hands its operations to Python, beneath modules, functions
and gradients, so that nothing is missed: torch marks each operation that draws with a
tag, and one that carries it is done on the CPU, taken apart, or let through because it
draws nothing this time. On leaving, the generator of the device must be as it was.

What stays on the CPU: what a block asks for there (``device="cpu"``, ``.cpu()``), and
tensors that are lent another library's memory (``from_dlpack``, ``frombuffer``).
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from functools import cache
from typing import Any
from unittest.mock import patch

import torch
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils._device import DeviceContext

from publish.execute.operations import Call, Mode

aten = torch.ops.aten
CPU = torch.device("cpu")
PARTS = "CompositeImplicitAutograd"  # of operations that are made of others


class DrawnOnDevice(RuntimeError):
    """A random number was drawn on the device."""


class OnDevice(Mode):
    """While active, tensors land on a device, with numbers drawn on the CPU."""

    def __init__(self, default: "Default") -> None:
        super().__init__()
        self.default = default
        self.device = default.device

    def do(self, call: Call) -> Any:
        if _may_draw(call.func):
            return self._seeded(call)
        if self.default.lands:
            if call.func is aten.lift_fresh.default:  # made from numbers of Python's
                return call.func(self._move(call.args[0]))
            if _is_cpu(call.kwargs.get("device")) and not call.tensors:
                return call.func(*call.args, **{**call.kwargs, "device": self.device})
        return call.run()

    def _seeded(self, call: Call) -> Any:
        if not self._has(call) or _drops_nothing(call):
            return call.run()
        if call.func is aten.native_dropout.default:
            return self._dropout(*call.args, **call.kwargs)
        if torch._C._dispatch_has_kernel_for_dispatch_key(call.func.name(), PARTS):
            with self:
                return call.func.decompose(*call.args, **call.kwargs)
        return self._draw(call)

    def _has(self, call: Call) -> bool:
        """Whether an operation is the device's, not the CPU's or one of no numbers."""
        given = call.tensors
        where = given[0].device if given else call.kwargs.get("device") or CPU
        unnamed = not given and self.default.lands and _is_cpu(where)
        return unnamed or where.type == self.device.type

    def _draw(self, call: Call) -> Any:
        """Draws on the CPU, into the layout that the numbers are to have."""
        targets: dict[int, tuple[torch.Tensor, torch.Tensor]] = {}
        for value in call.written:
            # Strides decide which number comes where: a view, a transposed tensor.
            layout = value.shape, value.stride()
            copy = torch.empty_strided(*layout, dtype=value.dtype, device=CPU)
            targets[id(value)] = value, copy

        def on_cpu(value: Any) -> Any:
            if not isinstance(value, torch.Tensor):
                return value
            return targets[id(value)][1] if id(value) in targets else value.to(CPU)

        options = {name: on_cpu(value) for name, value in call.kwargs.items()}
        if options.get("device") is not None:
            options["device"] = CPU
        drawn = call.func(*map(on_cpu, call.args), **options)
        for value, copy in targets.values():
            value.copy_(copy)
        known = {id(copy): value for value, copy in targets.values()}
        if isinstance(drawn, torch.Tensor):
            return known[id(drawn)] if id(drawn) in known else self._move(drawn)
        return tuple(map(self._move, drawn))

    def _dropout(
        self, x: torch.Tensor, p: float, train: bool | None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Dropout as the CPU does it, where some devices have one kernel for it."""
        if train is False:
            return x.clone(), torch.ones_like(x, dtype=torch.bool)
        kept = torch.empty_like(x, device=CPU).bernoulli_(1 - p)
        scale = self._move(kept)
        return x * (scale / (1 - p) if p < 1 else scale), scale.to(torch.bool)

    def _move(self, tensor: torch.Tensor) -> torch.Tensor:
        return tensor.to(self.device) if tensor.device == CPU else tensor


class Default(DeviceContext):
    """The default device, for all that torch makes without being told where.

    ``lands`` says whether a tensor that is made on the CPU is such a one: one that a
    call makes from no other tensor, without naming the CPU; or outside of any call
    that torch shows, as `torch.Tensor([1.0])` and `from_numpy` are.
    """

    lands = True

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Any,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        kwargs = kwargs or {}
        given = any(isinstance(x, torch.Tensor) for x in (*args, *kwargs.values()))
        before = self.lands
        self.lands = not given and not _is_cpu(kwargs.get("device"))
        try:  # torch's own list of what asks for a default device is incomplete
            return super().__torch_function__(func, types, args, kwargs)
        finally:
            self.lands = before


@cache  # a training asks this of the same few, a hundred thousand times
def _may_draw(func: Any) -> bool:
    return torch.Tag.nondeterministic_seeded in func.tags


def _is_cpu(device: Any) -> bool:
    return device is not None and torch.device(device).type == "cpu"


def _drops_nothing(call: Call) -> bool:
    """Whether an operation may only draw to drop some share, and is told to drop none.

    So does one that chooses how attention is computed.
    """
    if call.func is aten._fused_sdp_choice.default:
        return True
    given = call.named
    rates = {a.name for a in call.func._schema.arguments} & {"dropout", "dropout_p"}
    drops = any(given.get(name) for name in rates) and given.get("train", True)
    return bool(rates) and not drops


@contextmanager
def on_device(device: str | torch.device) -> Iterator[None]:
    """Runs what is inside on ``device``; DrawnOnDevice if a number was drawn there."""
    device = torch.empty(0, device=device).device  # cuda:0, where cuda was asked for
    module = getattr(torch, device.type, None)  # torch.cuda, torch.mps
    # Without TF32, which keeps ten bits of a number, and sums in half precision.
    torch.backends.cudnn.allow_tf32 = False
    torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
    torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
    with ExitStack() as stack:
        # A seed is the CPU's: the device's generator stays untouched, or is found out.
        for seed in ("manual_seed", "manual_seed_all"):
            if hasattr(module, seed):
                stack.enter_context(patch.object(module, seed, _nothing))
        stack.enter_context(_without_suffix(device))
        stack.enter_context(
            patch.object(
                functional,
                "scaled_dot_product_attention",
                _dropping_outside_kernels(functional.scaled_dot_product_attention),
            )
        )
        # The mode counts as an override of torch's functions, for which modules leave
        # their fast path; it is none.
        stack.enter_context(
            patch.object(torch.overrides, "has_torch_function", _nothing)
        )
        state = getattr(module, "get_rng_state", lambda: torch.empty(0))
        before = state()
        default = Default(device)
        stack.enter_context(_storages_in_place(default))
        with default, OnDevice(default):
            yield
        if hasattr(module, "synchronize"):
            module.synchronize()  # an error that is still on its way is the block's
        if not torch.equal(before, state()):
            raise DrawnOnDevice(f"the generator of {device} moved")


def _nothing(*args: Any, **kwargs: Any) -> bool:
    return False


@contextmanager
def _storages_in_place(default: Default) -> Iterator[None]:
    """Storages are copied from where they are to where they are.

    For that torch makes a tensor of each, out of nothing and unseen. `torch.save` and
    `torch.load` move what they write and read in this way.
    """
    copy = torch.UntypedStorage.copy_

    def copy_(*storages: Any, **options: Any) -> torch.UntypedStorage:
        before, default.lands = default.lands, False
        try:
            return copy(*storages, **options)
        finally:
            default.lands = before

    with patch.object(torch.UntypedStorage, "copy_", copy_):
        yield


@contextmanager
def _without_suffix(device: torch.device) -> Iterator[None]:
    """Tensors print without ``device='cuda:0'``, and nothing else changes.

    The suffix is left out before lines are broken: where it stands, what follows
    would stand elsewhere.
    """
    add, own = torch._tensor_str._add_suffixes, f"device='{device}'"

    def added(text: str, suffixes: list[str], *layout: Any, **more: Any) -> str:
        return add(text, [one for one in suffixes if one != own], *layout, **more)

    with patch.object(torch._tensor_str, "_add_suffixes", added):
        yield


def _dropping_outside_kernels(attend: Callable[..., Any]) -> Callable[..., Any]:
    """Attention that uses a fused kernel only where it drops nothing.

    Such a kernel draws for itself. The plain way draws by dropout, like the CPU's.
    """

    def scaled_dot_product_attention(*args: Any, **kwargs: Any) -> Any:
        rate = args[4] if len(args) > 4 else kwargs.get("dropout_p", 0.0)
        with sdpa_kernel(SDPBackend.MATH) if rate else nullcontext():
            return attend(*args, **kwargs)

    return scaled_dot_product_attention
