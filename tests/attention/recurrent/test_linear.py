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
    linear_step,
    normalised_linear_attention,
)
from tests.attention.expect import assert_close, numbered, random, with_slopes

TOKENS, D_K, D_V = 13, 5, 7
FORMS = [linear_attention, normalised_linear_attention]


def sequences(dtype: torch.dtype = torch.float64, front: tuple[int, ...] = (2, 3)):
    sizes = (D_K, D_K, D_V)
    return [
        random(*front, TOKENS, d, seed=n, dtype=dtype).requires_grad_()
        for n, d in enumerate(sizes)
    ]


def step_by_step(queries: Tensor, keys: Tensor, values: Tensor) -> Tensor:
    state = torch.zeros(*keys.shape[:-2], D_K, D_V, dtype=keys.dtype)
    contexts = []
    for t in range(keys.shape[-2]):
        token = (each[..., t, :] for each in (queries, keys, values))
        context, state = linear_step(*token, state=state)
        contexts.append(context)
    return torch.stack(contexts, dim=-2)


def weighted(queries: Tensor, keys: Tensor, values: Tensor) -> Tensor:
    """One query after the other, with the weights of Katharopoulos et al."""
    contexts = []
    for i in range(keys.shape[-2]):
        phi_q, phi_k = (
            torch.where(x < 0, x.exp(), x + 1)
            for x in (queries[..., i, None, :], keys[..., : i + 1, :])
        )
        scores = (phi_q * phi_k).sum(dim=-1)
        weights = scores / scores.sum(dim=-1, keepdim=True)
        contexts.append((weights[..., None] * values[..., : i + 1, :]).sum(dim=-2))
    return torch.stack(contexts, dim=-2)


@pytest.mark.parametrize(
    ("form", "by_hand"), list(zip(FORMS, [step_by_step, weighted], strict=True))
)
@pytest.mark.parametrize(
    ("dtype", "close"), [(torch.float64, 1e-12), (torch.float32, 2e-5)]
)
def test_the_square_is_what_the_recurrence_gives_with_gradients(
    form, by_hand, dtype: torch.dtype, close: float
):
    given = sequences(dtype)
    found = with_slopes(form(*given)[0], given)
    assert_close(found, with_slopes(by_hand(*given), given), close)


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
    q, k, v = (each.detach() for each in sequences(front=front))
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


D, HEADS = 6, 3


def layer(**more: bool) -> LinearAttention:
    return numbered(LinearAttention(7, D, HEADS, **more))


def test_a_layer_is_its_heads_side_by_side():
    one, x = layer(qkv_bias=True), random(2, TOKENS, 7)
    heads = []
    for h in range(HEADS):
        rows = slice(2 * h, 2 * h + 2)
        given = (
            x @ linear.weight[rows].mT + linear.bias[rows]
            for linear in (one.W_query, one.W_key, one.W_value)
        )
        heads.append(weighted(*given))
    assert_close(one(x), one.out_proj(torch.cat(heads, dim=-1)))
