"""Let transformers compute in float64 what it computes in float32 in a float64 model.

Norms, routers, rotary tables and memories are computed in float32 in any model. What is
left of that in the logits of a deep recurrent model is 1e-4 of their standard deviation
(Qwen3-Next), ten times what a comparison should allow.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch.overrides import TorchFunctionMode


class Float64(TorchFunctionMode):
    """Within, what is asked for in float32, or by default, is made in float64."""

    def __enter__(self) -> "Float64":
        torch.set_default_dtype(torch.float64)
        return super().__enter__()

    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any) -> None:
        super().__exit__(exc_type, exc_val, exc_tb)
        torch.set_default_dtype(torch.float32)

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        def wide(x: Any) -> Any:
            return torch.float64 if x is torch.float32 else x

        if func is torch.Tensor.float:
            return args[0].double()
        if func in (torch.Tensor.view, torch.frombuffer):  # the bits of a file
            return func(*args, **(kwargs or {}))
        named = {name: wide(value) for name, value in (kwargs or {}).items()}
        return func(*map(wide, args), **named)
