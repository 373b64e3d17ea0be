"""Norms for queries and keys; tests/facts has the bound of scores."""

import pytest

import attention as a
from tests.attention.expect import assert_close, numbered, random

D, HEADS, HEAD_DIM, LONGEST = 7, 3, 10, 13


@pytest.mark.parametrize("over_all", [False, True])
def test_each_head_or_all_are_normalised_before_they_are_rotated(over_all: bool):
    def made(**more: object) -> a.Attention:
        return numbered(a.Attention(D, HEADS * HEAD_DIM, LONGEST, 0.0, HEADS, **more))

    rotary = a.RotaryPositions(LONGEST, HEAD_DIM).double()
    x, normed = random(2, 5, D, seed=4), made(rotary=rotary)
    a.add_qk_norm(normed, a.RMSNorm, over_all=over_all).double()
    queries, keys, values = made().project(x)
    expected = []
    for vectors, projection in ((queries, normed.W_query), (keys, normed.W_key)):
        scale = projection.norm.scale
        assert len(scale) == (HEADS * HEAD_DIM if over_all else HEAD_DIM)
        scale.data = random(*scale.shape, seed=20)
        whole = a.merge_heads(vectors).unflatten(-1, (-1, len(scale)))
        heads = a.split_heads(a.rms_norm(whole, scale).flatten(-2), HEADS)
        expected.append(rotary(heads))
    assert_close([*normed.project(x)], [*expected, values])
