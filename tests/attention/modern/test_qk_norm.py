"""Norms for queries and keys: the bound of the scores, and all that stays as it was."""

import pytest
import torch
from torch import nn

import attention as a
from tests.attention.expect import assert_close, numbered, random, refusal

D, HEADS, HEAD_DIM, LONGEST = 7, 3, 10, 13
MAKES = {
    "multi-head": lambda **more: a.MultiHeadAttention(
        D, HEADS * HEAD_DIM, LONGEST, 0.0, HEADS, **more
    ),
    "fused": lambda **more: a.FusedMultiHeadAttention(
        D, HEADS * HEAD_DIM, LONGEST, 0.0, HEADS, **more
    ),
    "grouped": lambda **more: a.GroupedQueryAttention(
        D, HEADS * HEAD_DIM, LONGEST, 0.0, HEADS, 1, **more
    ),
}


@pytest.mark.parametrize("name", MAKES)
def test_each_head_is_normalised_alone_before_it_is_rotated(name: str):
    rotary = a.RotaryPositions(LONGEST, HEAD_DIM).double()
    plain = numbered(MAKES[name]())
    x = random(2, 5, D, seed=4)
    expected = [*plain.project(x)]
    normed = numbered(MAKES[name](rotary=rotary))
    a.add_qk_norm(normed, a.RMSNorm).double()
    for i, projection in enumerate((normed.W_query, normed.W_key)):
        projection.norm.scale.data = random(HEAD_DIM, seed=20 + i)
        scale = projection.norm.scale
        heads = [a.rms_norm(head, scale) for head in expected[i].unbind(dim=-3)]
        expected[i] = rotary(torch.stack(heads, dim=-3))
    assert_close([*normed.project(x)], expected)


def test_what_has_no_keys_or_has_norms_already_is_refused():
    latent = a.LatentAttention(D, D, LONGEST, 0.0, HEADS, 5, 11, 2)
    normed = a.add_qk_norm(MAKES["fused"](), a.RMSNorm)
    with refusal(
        "layer must cache its keys, since a norm needs them. "
        "Got LatentAttention, which caches latent vectors."
    ):
        a.add_qk_norm(latent, a.RMSNorm)
    with refusal("W_query must be nn.Linear. Got NormedHeads."):
        a.add_qk_norm(normed, a.RMSNorm)
    with refusal("out_features must be divisible by num_heads=3. Got 11."):
        a.NormedHeads(nn.Linear(D, 11), 3, a.RMSNorm)
