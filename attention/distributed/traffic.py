"""What a rank passes to collectives, counted beneath everything that calls them."""

from collections import Counter
from typing import Any

from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

# What passes something on. torch has several operations for each: by their beginnings.
CALLS = (
    *("all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast"),
    *("reduce", "gather", "scatter", "send"),
)


class Traffic(TorchDispatchMode):
    """Count the collectives that a rank calls, and the bytes that it passes to them.

    It sees what torch.distributed, DDP, DTensor and FSDP2 call alike, in the forward
    and in the backward pass of what is inside:

        with Traffic() as traffic:
            dist.all_reduce(x)

    Attributes:
        calls: By collective, how often this rank called it.
        bytes: By collective, the bytes of the tensors that it passed, without those
            that are only written. What travels depends on how a collective is done.
    """

    def __init__(self) -> None:
        super().__init__()
        self.calls: Counter[str] = Counter()
        self.bytes: Counter[str] = Counter()

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        kwargs = kwargs or {}
        name = func._opname.replace("_", "")
        short = [call for call in CALLS if name.startswith(call.replace("_", ""))]
        if short and func.namespace in ("c10d", "_c10d_functional"):
            arguments = [argument.name for argument in func._schema.arguments]
            given = dict(zip(arguments, args, strict=False)) | kwargs
            # Others than those that are only written.
            inputs = {n: v for n, v in given.items() if n.startswith("input")} or given
            self.calls[short[0]] += 1
            self.bytes[short[0]] += sum(
                leaf.nbytes for leaf in tree_leaves(inputs) if isinstance(leaf, Tensor)
            )
        return func(*args, **kwargs)
