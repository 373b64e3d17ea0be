"""Attention between two sequences, against torch's module."""

import pytest
import torch
from torch import nn

from attention import CrossAttention, mask_from_lengths, record_weights
from tests.attention.expect import numbered, random

HEADS, D_IN, D_SOURCE, D_OUT, QUERIES, KEYS = 3, 21, 13, 21, 5, 7


def made() -> CrossAttention:
    return numbered(CrossAttention(D_IN, D_OUT, 0.0, HEADS, True, d_source=D_SOURCE))


def sequences() -> tuple[torch.Tensor, torch.Tensor]:
    return random(2, QUERIES, D_IN), random(2, KEYS, D_SOURCE, seed=1)


@pytest.mark.parametrize("with_values", [False, True])
def test_outputs_and_weights_are_those_of_torchs_module(with_values: bool):
    ours, (x, source) = made(), sequences()
    theirs = nn.MultiheadAttention(
        D_IN, HEADS, kdim=D_SOURCE, vdim=D_SOURCE, batch_first=True, dtype=torch.float64
    )
    linears = {"q": ours.W_query, "k": ours.W_key, "v": ours.W_value}
    with torch.no_grad():
        for letter, linear in linears.items():
            getattr(theirs, f"{letter}_proj_weight").copy_(linear.weight)
        theirs.in_proj_bias.copy_(torch.cat([m.bias for m in linears.values()]))
        theirs.out_proj.load_state_dict(ours.out_proj.state_dict())
    values = random(2, KEYS, D_SOURCE, seed=2) if with_values else None
    mask = mask_from_lengths(torch.tensor([3, 7]), KEYS)
    with record_weights(ours) as weights:
        out = ours(x, source, values, mask)
    mixed = source if values is None else values
    expected = theirs(x, source, mixed, ~mask[:, 0], average_attn_weights=False)
    torch.testing.assert_close((out, weights["attend"]), expected)


@pytest.mark.parametrize(
    "shape", [(7,), (1,), (5, 7), (5, 1), (2, 1, 7), (1, 5, 7), (2, 5, 7)], ids=str
)
def test_a_mask_that_broadcasts_is_the_same_for_all_heads(shape: tuple[int, ...]):
    layer, (x, source) = made(), sequences()
    mask = random(*shape) > -1
    whole = mask.expand(2, QUERIES, KEYS)
    with record_weights(layer) as weights:
        out = layer(x, source, mask=mask)
    torch.testing.assert_close(out, layer(x, source, mask=whole))
    assert torch.equal(weights["attend"] != 0, whole[:, None].expand(2, 3, 5, 7))


def test_one_source_serves_a_batch_of_queries_and_the_reverse():
    layer, (x, source) = made(), sequences()
    torch.testing.assert_close(layer(x, source[0]), layer(x, source[[0, 0]]))
    torch.testing.assert_close(layer(x[0], source), layer(x[[0, 0]], source))
