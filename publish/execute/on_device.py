"""The mode in which a published block runs, unchanged, on an accelerator.

What a block makes lands on the default device, and so all arithmetic happens there.
Two things do not:

- **Random numbers.** A device draws others from the same seed. They are drawn on the
  CPU, in the order and the layout of a run on the CPU, and moved. That is done where
  torch hands its operations to Python, beneath modules, functions and gradients: torch
  marks each operation that draws with a tag, so none is missed.
- **What is read out**: printed, or handed to NumPy. That is a copy on the CPU, so that
  nothing in it says where the numbers were.

What stays on the CPU: what a block asks for there (``device="cpu"``, ``.cpu()``), and
what no default device moves (``torch.from_numpy``, ``torch.Tensor([1.0])``).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map

CPU = torch.device("cpu")
RATES = ("dropout", "dropout_p")  # an argument of what draws only to drop a share
# Where `dropout_p` stands among the arguments of what may use a fused kernel.
ATTENTION: dict[Callable[..., Any], int] = {
    functional.scaled_dot_product_attention: 4,
    functional.multi_head_attention_forward: 10,
}


@contextmanager
def on_device(device: str) -> Iterator[None]:
    """Runs what is inside on ``device``."""
    # Without TF32, which keeps ten bits of a number, and sums in half precision.
    torch.backends.cudnn.allow_tf32 = False
    torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
    torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
    with torch.device(device), ReadOnCPU(), DrawOnCPU(device):
        yield


class ReadOnCPU(TorchFunctionMode):
    """Copies to the CPU what is read out; keeps dropout out of fused kernels.

    A fused kernel of attention draws for itself. The plain way draws by dropout.
    """

    def __torch_function__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        kwargs = kwargs or {}
        if func in (Tensor.numpy, Tensor.__array__):
            return func(args[0].cpu(), *args[1:], **kwargs)
        if func is Tensor.__repr__ or (func is Tensor.__format__ and args[0].dim()):
            return printed(args[0])
        if at := ATTENTION.get(func):
            rate = args[at] if len(args) > at else kwargs.get("dropout_p", 0.0)
            with sdpa_kernel(SDPBackend.MATH) if rate else nullcontext():
                return func(*args, **kwargs)
        return func(*args, **kwargs)


def printed(tensor: Tensor) -> str:
    """A tensor as torch prints one on the CPU."""
    shown = tensor.detach().cpu()
    if tensor.grad_fn is None:
        return repr(shown.requires_grad_(tensor.requires_grad))
    text, suffix = repr(shown)[:-1], f"grad_fn=<{tensor.grad_fn.name()}>"
    # As torch does it: where the line would be longer than 80, the suffix has its own.
    length = len(text) - text.rfind("\n") + 1 + len(suffix) + 2
    between = ",\n       " if length > 80 else ", "
    return f"{text}{between}{suffix})"


class DrawOnCPU(TorchDispatchMode):
    """Draws on the CPU what would be drawn on the device, and moves it."""

    def __init__(self, device: str) -> None:
        super().__init__()
        self.device = torch.device(device)

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        kwargs = kwargs or {}
        if torch.Tag.nondeterministic_seeded not in func.tags:
            return func(*args, **kwargs)
        arguments = func._schema.arguments
        names = [argument.name for argument in arguments]
        given = dict(zip(names, args, strict=False)) | kwargs
        if not self._is_here(given) or _drops_nothing(names, given):
            return func(*args, **kwargs)
        with self:  # what is made of other operations, some of which draw
            parts = func.decompose(*args, **kwargs)
        if parts is not NotImplemented:
            return parts
        written = {a.name for a in arguments if a.alias_info and a.alias_info.is_write}
        return self._draw(func, given, written & given.keys())

    def _is_here(self, given: dict[str, Any]) -> bool:
        """Whether an operation is the device's."""
        tensors = [value for value in given.values() if isinstance(value, Tensor)]
        where = tensors[0].device if tensors else given.get("device") or CPU
        return torch.device(where).type == self.device.type

    def _draw(self, func: Any, given: dict[str, Any], written: set[str]) -> Any:
        """Calls an operation with all that it is given on the CPU; moves its result."""

        def on_cpu(name: str, value: Any) -> Any:
            if name in written:  # strides decide which number comes where
                layout = value.shape, value.stride()
                return torch.empty_strided(*layout, dtype=value.dtype, device=CPU)
            if name == "device":
                return CPU
            return value.cpu() if isinstance(value, Tensor) else value

        copies = {name: on_cpu(name, value) for name, value in given.items()}
        drawn = func(**copies)
        originals = {
            id(copies[name]): given[name].copy_(copies[name]) for name in written
        }

        def moved(value: Any) -> Any:
            if id(value) in originals:
                return originals[id(value)]
            return value.to(self.device) if isinstance(value, Tensor) else value

        return tree_map(moved, drawn)


def _drops_nothing(names: list[str], given: dict[str, Any]) -> bool:
    """Whether an operation only draws to drop a share, and is told to drop none."""
    drops = any(given.get(rate) for rate in RATES) and given.get("train", True)
    return any(rate in names for rate in RATES) and not drops
