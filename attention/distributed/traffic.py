"""What a rank passes to collectives, counted beneath everything that calls them."""

from collections import Counter
from typing import Any

from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

SHORT = {
    "allreduce": "all_reduce",
    "_allgather_base": "all_gather",
    "all_gather_into_tensor": "all_gather",
    "allgather": "all_gather",
    "_reduce_scatter_base": "reduce_scatter",
    "reduce_scatter_tensor": "reduce_scatter",
    "alltoall_base": "all_to_all",
    "all_to_all_single": "all_to_all",
}
# They pass nothing on.
SILENT = {
    "barrier",
    "monitored_barrier",
    "wait_tensor",
    "recv",
    "recv_any_source",
    "_wrap_tensor_autograd",
}


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
        name = func._opname.removesuffix("_")
        if func.namespace in ("c10d", "_c10d_functional") and name not in SILENT:
            arguments = [argument.name for argument in func._schema.arguments]
            given = dict(zip(arguments, args, strict=False)) | kwargs
            # Others than those that are only written.
            inputs = {n: v for n, v in given.items() if n.startswith("input")} or given
            short = SHORT.get(name, name)
            self.calls[short] += 1
            self.bytes[short] += sum(
                leaf.nbytes for leaf in tree_leaves(inputs) if isinstance(leaf, Tensor)
            )
        return func(*args, **kwargs)
