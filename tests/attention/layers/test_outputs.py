"""Outputs and weights of each layer of heads, against torch's fused attention."""

import pytest
import torch
from torch import Tensor, nn

from attention import MultiHeadAttentionWrapper, record_weights
from tests.attention.expect import attention_by_torch, blocked, random
from tests.attention.layers.made import BATCH, D_IN, HEAD_DIM, TOKENS, Repeated, made

HEADED = ["V1", "V2", "causal", "wrapper", "split", "grouped", "cross"]
each_layer = pytest.mark.parametrize("name", HEADED)


def linear(layer: nn.Module, name: str, x: Tensor) -> Tensor:
    """x through one matrix of a layer; V1 stores it without nn.Linear."""
    matrix = getattr(layer, name)
    return x @ matrix if isinstance(matrix, Tensor) else matrix(x)


def by_torch(layer: nn.Module, x: Tensor, causal: bool) -> tuple[Tensor, Tensor]:
    """Outputs and weights of a batch of sequences."""
    if isinstance(layer, Repeated):
        return by_torch(layer.layer, x, causal)
    if isinstance(layer, MultiHeadAttentionWrapper):
        outs, weights = zip(*(by_torch(h, x, causal) for h in layer.heads), strict=True)
        return torch.cat(outs, dim=-1), torch.stack(weights, dim=1)
    queries, keys, values = (
        linear(layer, f"W_{name}", x).unflatten(-1, (-1, HEAD_DIM)).transpose(1, 2)
        for name in ("query", "key", "value")
    )
    mask = ~blocked(TOKENS) if causal else None
    contexts, weights = attention_by_torch(queries, keys, values, mask, grouped=True)
    if hasattr(layer, "out_proj"):
        return layer.out_proj(contexts.transpose(1, 2).flatten(-2)), weights
    return contexts[:, 0], weights[:, 0]


@each_layer
@pytest.mark.parametrize("bias", [False, True])
@torch.no_grad()
def test_outputs_and_recorded_weights_are_torchs(name: str, bias: bool):
    layer, x = made(name, bias), random(BATCH, TOKENS, D_IN)
    with record_weights(layer) as weights:
        out = layer(x)
    recorded = list(weights.values())
    found = recorded[0] if len(recorded) == 1 else torch.stack(recorded, dim=1)
    expected = by_torch(layer, x, name not in ("V1", "V2", "cross"))
    torch.testing.assert_close((out, found), expected)


@pytest.mark.parametrize("name", [*HEADED[2:], "latent"])
def test_the_rate_reaches_the_core_in_training_alone(name: str):
    layer, x = made(name, dropout=0.5), random(TOKENS, D_IN)
    heads = [module for module in layer.modules() if hasattr(module, "attend")]
    rates = []
    for head in heads:
        attend = head.attend
        head.attend = lambda *given, attend=attend: (
            rates.append(given[4]) or attend(*given)
        )
    layer(x)
    layer.eval()(x)
    assert rates == [0.5] * len(heads) + [0.0] * len(heads)
