"""A device that every machine has: its tensors say that they are elsewhere.

Their numbers are the CPU's, and so is the arithmetic. But as with a GPU, a tensor of
the device does not mix with one of the CPU, numpy cannot read its memory, matrices of
whole numbers have no product, and torch goes the way of accelerators where it has one
(dropout in a single kernel). Nothing can be drawn here: what would is an error.

`run` runs a block as `publish.run.block.run` does.

It takes a process of its own: torch knows one such device for good.
"""

from collections.abc import Iterable, Iterator
from functools import cache, partial
from typing import Any

import torch
from torch.utils._python_dispatch import (
    TorchDispatchMode,
    return_and_correct_aliasing,
)
from torch.utils.backend_registration import _setup_privateuseone_for_python_backend

from publish.run import block

aten = torch.ops.aten
HERE = torch.device("privateuseone:0")  # as it is called before `start`


class Pretend(torch.Tensor):
    """Claims to be on the device; ``raw`` holds its numbers."""

    raw: torch.Tensor
    __torch_function__: Any = torch._C._disabled_torch_function_impl

    @staticmethod
    def __new__(cls, raw: torch.Tensor) -> "Pretend":
        claim = torch.Tensor._make_wrapper_subclass(
            cls, raw.shape, strides=raw.stride(), storage_offset=raw.storage_offset(),
            dtype=raw.dtype, layout=raw.layout, device=HERE,
        )  # fmt: skip
        claim.raw = raw
        return claim

    @classmethod
    def __torch_dispatch__(  # type: ignore[override]
        cls, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        return compute(func, *args, **(kwargs or {}))

    # What torch has for tensors of its own, and denies to classes derived from them.

    def tolist(self) -> Any:
        return self.cpu().tolist()

    def data_ptr(self) -> int:
        return self.raw.data_ptr()

    def __deepcopy__(self, memo: Any) -> Any:
        copied = self.detach().clone().requires_grad_(self.requires_grad)
        if isinstance(self, torch.nn.Parameter):
            copied = torch.nn.Parameter(copied.detach(), self.requires_grad)
        memo[id(self)] = copied
        return copied

    def __reduce_ex__(self, proto: Any) -> Any:
        return self.cpu().__reduce_ex__(proto)

    def __format__(self, format_spec: str) -> str:
        return format(self.item() if self.dim() == 0 else str(self), format_spec)

    def __repr__(self, **_: Any) -> str:
        if not isinstance(self, torch.nn.Parameter):
            return torch._tensor_str._str(self)
        plain = self.detach().requires_grad_(self.requires_grad)
        return f"Parameter containing:\n{plain!r}"


def _fill(tensor: Any, new: Any) -> None:
    """``tensor.data = new``, by which a module changes its parameters' dtype."""
    of_tensors.__set__(tensor, new)
    tensor.raw = new.raw


of_tensors: Any = vars(torch._C.TensorBase)["data"]
Pretend.data = property(torch.Tensor.detach, _fill)  # type: ignore[assignment]
Pretend.__name__ = "tensor"  # as it is printed


def compute(func: Any, *args: Any, **kwargs: Any) -> Any:
    """Computes on the CPU what is asked of the device, and no more than that."""
    tensors = list(_leaves((*args, *kwargs.values())))
    ours = any(isinstance(x, Pretend) for x in tensors)
    where = torch.device(kwargs["device"]).type if kwargs.get("device") else None
    if not ours and where != HERE.type:
        return func(*args, **kwargs)
    if torch.Tag.nondeterministic_seeded in func.tags and func is not CHOICE:
        raise RuntimeError(f"{func} draws on the device")
    others = [x for x in tensors if not isinstance(x, Pretend) and x.dim()]
    if ours and others and func is not aten.copy_.default:
        place = others[0].device
        raise RuntimeError(f"Tensor on device {place} is not on the expected device")
    if func.overloadpacket in PRODUCTS and not tensors[0].is_floating_point():
        raise NotImplementedError(f"{func} of whole numbers")
    raw = {name: _raw(value) for name, value in kwargs.items()}
    if where == HERE.type:
        raw["device"] = "cpu"
    made = func(*map(_raw, args), **raw)
    if where not in (None, HERE.type):
        return made
    return return_and_correct_aliasing(func, args, kwargs, _claimed(made))


# By hand, and not by torch's trees, which take longer than the arithmetic.


def _leaves(values: Iterable[Any]) -> Iterator[torch.Tensor]:
    """The tensors among an operation's arguments, and in lists of them."""
    for value in values:
        if isinstance(value, torch.Tensor):
            yield value
        elif isinstance(value, list | tuple):
            yield from _leaves(value)


def _raw(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_raw(one) for one in value]
    return value.raw if isinstance(value, Pretend) else value


def _claimed(made: Any) -> Any:
    if isinstance(made, list | tuple):
        return type(made)(map(_claimed, made))
    return Pretend(made) if isinstance(made, torch.Tensor) else made


CHOICE = aten._fused_sdp_choice.default
# What GPUs do for floating point alone.
PRODUCTS = {aten.mm, aten.bmm, aten.mv, aten.dot, aten.addmm, aten.addmv, aten.baddbmm}


class Driver(TorchDispatchMode):
    """Sees what is made on the device from nothing, or moved there."""

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False  # as in publish.run.on_device

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        kwargs = kwargs or {}
        parts = "CompositeImplicitAutograd"
        if torch._C._dispatch_has_kernel_for_dispatch_key(func.name(), parts):
            with self:
                return func.decompose(*args, **kwargs)
        return compute(func, *args, **kwargs)


class Module:
    """What torch asks of ``torch.cuda``: here, of ``torch.pretend``."""

    seed = 0

    def is_available(self) -> bool:
        return True

    is_initialized = is_available

    def _is_in_bad_fork(self) -> bool:
        return False

    def current_device(self) -> int:
        return 0

    def device_count(self) -> int:
        return 1

    def synchronize(self) -> None:
        pass

    def manual_seed_all(self, seed: int) -> None:
        self.seed = seed

    def get_rng_state(self) -> torch.Tensor:
        return torch.tensor([self.seed], device="cpu")


@cache
def start() -> None:
    """Makes the device known to torch, for the rest of the process."""
    torch.utils.rename_privateuse1_backend("pretend")
    _setup_privateuseone_for_python_backend("pretend", Module())
    library = torch.library.Library("aten", "IMPL")
    kept.append(library)
    # Where torch reads or moves a list's numbers it shows Python nothing but these.
    library.impl(
        "empty_strided", partial(compute, aten.empty_strided.default), "PrivateUse1"
    )
    library.impl("_copy_from", _copy_from, "PrivateUse1")
    library.impl("_local_scalar_dense", lambda x: x.raw.item(), "PrivateUse1")
    driver = Driver()
    kept.append(driver)
    driver.__enter__()


kept: list[Any] = []


def _copy_from(source: Any, target: Any, non_blocking: bool = False) -> Any:
    target.raw.copy_(source.raw if isinstance(source, Pretend) else source)
    return target


def run(*of: Any) -> block.Result:
    """Runs a block in a process that has the device."""
    start()
    return block.run(*of)
