"""The attention weights of any layer or model, while it runs.

A layer returns context vectors. On the way it calls its method `attend`, which returns
the context vectors and the weights. `record_weights` keeps the weights:

    with record_weights(model) as weights:
        model(x)
    weights["blocks.0.attention.attend"]  # of the layer model.blocks[0].attention
    weights["attend"]                     # if the model is itself such a layer

It finds every module with a method `attend`, ours or yours, however deep. In most of
ours, `attend` is `scaled_dot_product_attention`, but it may be an `AttentionCore`, and
`AdditiveAttention` has one of its own. A layer whose `attend` is None computes no
weights, so a model that holds one is refused.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, cast

from torch import Tensor, nn

Attend = Callable[..., tuple[Tensor, Tensor]]


@contextmanager
def record_weights(model: nn.Module) -> Iterator[dict[str, Tensor]]:
    """Record the attention weights that a model computes.

    Args:
        model: A module that has a method `attend`, or holds modules that have one.

    Yields:
        A dictionary, empty at first. Each call of `attend` puts its weights there,
        before dropout and with their gradients, under the path of the method; a later
        call replaces those of an earlier one.

    Raises:
        ValueError: If there is no such module, or one that computes no weights, such as
            torch's fused call.
    """
    weights: dict[str, Tensor] = {}
    found = [(path, m) for path, m in model.named_modules() if hasattr(m, "attend")]
    if not found:
        raise ValueError(
            "model must hold a module with a method attend. "
            f"Got {type(model).__name__}."
        )
    for path, module in found:
        if module.attend is None:
            raise ValueError(
                "model must hold attention layers that compute weights. "
                f"Got {type(module).__name__}{f' at {path}' if path else ''}."
            )
    before = [vars(module).get("attend") for _, module in found]
    for path, module in found:
        name = f"{path}.attend".removeprefix(".")
        vars(module)["attend"] = _keep(cast("Attend", module.attend), name, weights)
    try:
        yield weights
    finally:
        for (_, module), own in zip(found, before, strict=True):
            del vars(module)["attend"]  # what the class defines is found again
            if own is not None:
                vars(module)["attend"] = own


def _keep(attend: Attend, name: str, weights: dict[str, Tensor]) -> Attend:
    @wraps(attend)
    def keeping(*args: Any, **kwargs: Any) -> tuple[Tensor, Tensor]:
        contexts, weights[name] = attend(*args, **kwargs)
        return contexts, weights[name]

    return keeping
