"""Outputs and weights of each layer of heads, against torch's fused attention."""

import pytest
import torch
from torch import Tensor, nn

from attention import (
    CausalAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    SelfAttentionV1,
    SelfAttentionV2,
    inputs,
    record_weights,
)
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
    keys, values = keys.expand_as(queries), values.expand_as(queries)  # of one group
    mask = ~blocked(TOKENS) if causal else None
    contexts, weights = attention_by_torch(queries, keys, values, mask)
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


@each_layer
@pytest.mark.parametrize(
    ("number", "dtype"), [(3000.0, torch.float16), (1e21, torch.float32)], ids=str
)
@pytest.mark.parametrize("sign", [1.0, -1.0])
@torch.no_grad()
def test_scores_that_overflow_give_nan_alone_and_in_a_batch_and_never_zero(
    name: str, number: float, dtype: torch.dtype, sign: float
):
    layer = made(name)
    for key, parameter in layer.named_parameters():
        parameter.fill_(sign if "W_key" in key else 1.0)
    layer = layer.to(dtype)
    alone = torch.zeros(1, D_IN, dtype=dtype)
    alone[0, 0] = number
    assert layer(alone).isnan().all()
    out = layer(torch.stack([alone, torch.ones(1, D_IN, dtype=dtype)]))
    assert out[0].isnan().all()
    assert out[1].isfinite().all()


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


FIRST_ROWS = {  # after seed 123, d_in = 3, two features, the running example
    SelfAttentionV1: ((), [[0.2996, 0.8053], [0.3061, 0.8210]]),
    SelfAttentionV2: ((), [[-0.5337, -0.1051], [-0.5323, -0.1080]]),
    CausalAttention: ((6, 0.0), [[-0.4519, 0.2216], [-0.5874, 0.0058]]),
    MultiHeadAttentionWrapper: (
        (6, 0.0, 2),
        [[-0.4519, 0.2216, 0.4772, 0.1063], [-0.5874, 0.0058, 0.5891, 0.3257]],
    ),
    MultiHeadAttention: ((6, 0.0, 2), [[0.3190, 0.4858], [0.2943, 0.3897]]),
}


@pytest.mark.parametrize("make", FIRST_ROWS)
def test_a_seed_gives_the_numbers_of_the_book(make):
    more, rows = FIRST_ROWS[make]
    torch.manual_seed(123)
    found = make(3, 2, *more)(inputs)[:2].detach()
    torch.testing.assert_close(found, torch.tensor(rows), rtol=0, atol=6e-5)
