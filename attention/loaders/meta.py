"""A model without numbers: to be counted, or to be filled from a file.

On torch's meta device a tensor has a shape and a dtype, but no numbers and no memory.
Drawing numbers there still takes time, and the first draw of a normal distribution
loads torch's own definitions of it, which takes seconds. So nothing is drawn.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch.overrides import TorchFunctionMode


class _NoDraws(TorchFunctionMode):
    """Let the functions of torch.nn.init return the tensor that they were given."""

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        if getattr(func, "__module__", "") == "torch.nn.init":
            return args[0] if args else (kwargs or {})["tensor"]
        return func(*args, **(kwargs or {}))


@contextmanager
def shapes_only() -> Iterator[None]:
    """Make what is made inside on the meta device, and draw no numbers.

    A model that is made so has its parameters' shapes and dtypes, and takes no memory
    for them: `with shapes_only(): model = Llama(...)`.
    """
    with torch.device("meta"), _NoDraws():
        yield
