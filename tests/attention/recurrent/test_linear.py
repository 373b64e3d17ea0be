"""Linear attention: one square, one step at a time, or pieces of any size."""

from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from attention import (
    LinearAttention,
    decayed_attention,
    delta_rule,
    delta_rule_in_chunks,
    elu_plus_one,
    linear_attention,
    normalised_linear_attention,
)
from tests.attention.expect import assert_close, numbered, random, with_slopes

TOKENS, D_K, D_V = 13, 5, 7


# What each form is given beside queries, keys and values, for a token or its channels.
TAKING: dict[str, tuple[Callable[..., tuple[Tensor, Tensor]], dict[str, tuple]]] = {
    "linear": (linear_attention, {}),
    "normalised": (normalised_linear_attention, {}),
    "decay": (decayed_attention, {"logs": ()}),
    "decay of channels": (decayed_attention, {"logs": (D_K,)}),
    "delta": (delta_rule, {"betas": (), "logs": ()}),
    "delta in chunks": (delta_rule_in_chunks, {"betas": (), "logs": (D_K,)}),
}


@pytest.mark.parametrize("name", TAKING)
@pytest.mark.parametrize("front", [(), (2, 3)], ids=str)
@pytest.mark.parametrize("pieces", [[1] * TOKENS, [4, 9], [5, 7, 1]], ids=str)
def test_any_pieces_give_the_whole_and_its_state_with_gradients(
    name: str, front: tuple[int, ...], pieces: list[int]
):
    form, more = TAKING[name]
    q, k, v = (random(*front, TOKENS, d, seed=n) for n, d in enumerate((D_K, D_K, D_V)))
    given = [q, F.normalize(k, dim=-1), v]
    for kind, shape in more.items():
        drawn = random(*front, TOKENS, *shape, seed=5)
        given.append(drawn.sigmoid() if kind == "betas" else -drawn.abs())
    given = [each.requires_grad_() for each in given]
    contexts, state = [], None
    parts = (each.split(pieces, dim=len(front)) for each in given)
    for piece in zip(*parts, strict=True):
        context, state = form(*piece, state=state)
        contexts.append(context)
    whole, last = form(*given)
    assert_close(state, last)
    found = with_slopes(torch.cat(contexts, dim=-2), given)
    assert_close(found, with_slopes(whole, given))


def test_features_far_below_zero_round_to_zero_and_their_average_is_nan():
    x = torch.tensor([-1000.0, -18.0, 0.0, 2.0])
    assert elu_plus_one(x).tolist() == [0, 0, 1, 3]
    assert elu_plus_one(torch.tensor(-16.0)) > 0
    low = torch.full((3, D_K), -18.0)
    assert normalised_linear_attention(low, low, low)[0].isnan().all()
    assert normalised_linear_attention(-low, low + 2, low)[0].isfinite().all()


def test_a_layer_is_its_heads_side_by_side():
    layer, x = numbered(LinearAttention(7, 6, 3, qkv_bias=True)), random(2, TOKENS, 7)
    projections = layer.W_query, layer.W_key, layer.W_value
    parts = (projection(x).split(2, dim=-1) for projection in projections)
    heads = [normalised_linear_attention(*qkv)[0] for qkv in zip(*parts, strict=True)]
    assert_close(layer(x), layer.out_proj(torch.cat(heads, dim=-1)))
