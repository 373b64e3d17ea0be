"""Norms for queries and keys, head by head; tests/facts has the bound of scores."""

from typing import Any

import pytest
import torch
from torch import nn

import attention as a
from attention.modern.qk_norm import NormedHeads
from tests.attention.expect import assert_close, numbered, random, refusal

D, HEADS, HEAD_DIM, LONGEST = 7, 3, 10, 13
LAYERS = {
    "multi-head": (a.Attention, (HEADS,)),
    "fused": (a.FusedMultiHeadAttention, (HEADS,)),
    "grouped": (a.GroupedQueryAttention, (HEADS, 1)),
}


def made(name: str, **more: nn.Module) -> Any:
    make, sizes = LAYERS[name]
    return numbered(make(D, HEADS * HEAD_DIM, LONGEST, 0.0, *sizes, **more))


@pytest.mark.parametrize("name", LAYERS)
def test_each_head_is_normalised_alone_before_it_is_rotated(name: str):
    rotary = a.RotaryPositions(LONGEST, HEAD_DIM).double()
    x, normed = random(2, 5, D, seed=4), made(name, rotary=rotary)
    expected = [*made(name).project(x)]
    a.add_qk_norm(normed, a.RMSNorm).double()
    for i, projection in enumerate((normed.W_query, normed.W_key)):
        projection.norm.scale.data = random(HEAD_DIM, seed=20 + i)
        scale = projection.norm.scale
        heads = [a.rms_norm(head, scale) for head in expected[i].unbind(dim=-3)]
        expected[i] = rotary(torch.stack(heads, dim=-3))
    assert_close([*normed.project(x)], expected)


def test_what_has_no_keys_or_has_norms_already_is_refused():
    latent = a.LatentAttention(D, D, LONGEST, 0.0, HEADS, 5, 11, 2)
    normed = a.add_qk_norm(made("fused"), a.RMSNorm)
    with refusal(
        "layer must cache its keys, since a norm needs them. "
        "Got LatentAttention, which caches latent vectors."
    ):
        a.add_qk_norm(latent, a.RMSNorm)
    with refusal("W_query must be nn.Linear. Got NormedHeads."):
        a.add_qk_norm(normed, a.RMSNorm)
    with refusal("out_features must be divisible by num_heads=3. Got 11."):
        NormedHeads(nn.Linear(D, 11), 3, a.RMSNorm)
