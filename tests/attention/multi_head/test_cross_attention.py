"""Attention between two sequences, against loops, torch's own, and self-attention."""

import copy
import math
import re
from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from attention import (
    CrossAttention,
    MultiHeadAttention,
    causal_mask,
    combine_masks,
    mask_from_lengths,
    to_multihead,
)
from tests.attention.devices import DEVICES

# Distinct primes, so that a swapped axis cannot go unnoticed.
NUM_QUERIES, NUM_KEYS, D_IN, D_SOURCE, NUM_HEADS, HEAD_DIM = 5, 11, 7, 13, 3, 2
D_OUT = NUM_HEADS * HEAD_DIM
BATCHES = [(), (2,), (17, 2)]
TOLERANCE = {torch.float32: 1e-5, torch.float64: 1e-12, torch.bfloat16: 4e-2}
NAMES = ("W_query", "W_key", "W_value")


def layer_of(
    dropout: float = 0.0, qkv_bias: bool = False, d_source: int = D_SOURCE
) -> CrossAttention:
    torch.manual_seed(0)
    layer = CrossAttention(D_IN, D_OUT, dropout, NUM_HEADS, qkv_bias, d_source=d_source)
    return layer.double()


def sequences(
    *batch: int, dtype: torch.dtype = torch.float64, d_source: int = D_SOURCE
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """What asks, what is compared, what is mixed."""
    generator = torch.Generator().manual_seed(1)
    x_query = torch.randn(*batch, NUM_QUERIES, D_IN, generator=generator)
    x_key = torch.randn(*batch, NUM_KEYS, d_source, generator=generator)
    x_value = torch.randn(*batch, NUM_KEYS, d_source, generator=generator)
    return x_query.to(dtype), x_key.to(dtype), x_value.to(dtype)


def some_mask(*batch: int) -> torch.Tensor:
    """Every query may attend to something, and to each its own."""
    generator = torch.Generator().manual_seed(2)
    mask = torch.rand(*batch, NUM_QUERIES, NUM_KEYS, generator=generator) < 0.5
    mask[..., 3] = True
    return mask


def linear_by_loops(layer: nn.Linear, rows: list[list[float]]) -> list[list[float]]:
    weight = layer.weight.double().tolist()
    bias = [0.0] * len(weight) if layer.bias is None else layer.bias.double().tolist()
    return [
        [
            b + math.fsum(w * x for w, x in zip(ws, row, strict=True))
            for ws, b in zip(weight, bias, strict=True)
        ]
        for row in rows
    ]


def attend_by_loops(
    layer: CrossAttention,
    x_query: torch.Tensor,
    x_key: torch.Tensor,
    x_value: torch.Tensor,
    mask: torch.Tensor,
) -> list[list[float]]:
    """Python's floats alone: nothing in common with the code under test."""
    given = (x.double().tolist() for x in (x_query, x_key, x_value))
    queries, keys, values = (
        linear_by_loops(getattr(layer, name), rows)
        for name, rows in zip(NAMES, given, strict=True)
    )
    merged = []
    for query, allowed in zip(queries, mask.tolist(), strict=True):
        row = []
        for head in range(NUM_HEADS):
            own = range(head * HEAD_DIM, (head + 1) * HEAD_DIM)
            scores = {
                j: math.fsum(query[c] * key[c] for c in own) / math.sqrt(HEAD_DIM)
                for j, key in enumerate(keys)
                if allowed[j]
            }
            exponentials = {j: math.exp(score) for j, score in scores.items()}
            total = math.fsum(exponentials.values())
            row += [
                math.fsum(e / total * values[j][c] for j, e in exponentials.items())
                for c in own
            ]
        merged.append(row)
    return linear_by_loops(layer.out_proj, merged)


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
@pytest.mark.parametrize("batch", BATCHES, ids=str)
@pytest.mark.parametrize("qkv_bias", [False, True])
def test_a_layer_equals_loops_over_python_floats(
    batch: tuple[int, ...], dtype: torch.dtype, qkv_bias: bool
):
    layer = layer_of(qkv_bias=qkv_bias).to(dtype)
    given, mask = sequences(*batch, dtype=dtype), some_mask(*batch)
    result = layer(*given, mask)

    assert result.dtype == dtype
    assert result.shape == (*batch, NUM_QUERIES, D_OUT)
    flat = [x.reshape(-1, *x.shape[-2:]) for x in (*given, mask)]
    expected = [attend_by_loops(layer, *parts) for parts in zip(*flat, strict=True)]
    torch.testing.assert_close(
        result.double().reshape(-1, NUM_QUERIES, D_OUT),
        torch.tensor(expected, dtype=torch.float64),
        rtol=TOLERANCE[dtype],
        atol=TOLERANCE[dtype],
    )


def test_without_a_mask_every_query_may_attend_to_every_key():
    layer, given = layer_of(), sequences(2)
    everything = torch.ones(NUM_QUERIES, NUM_KEYS, dtype=torch.bool)
    assert torch.equal(layer(*given), layer(*given, mask=everything))


def test_values_are_the_keys_sequence_unless_another_is_given():
    layer, (x_query, x_key, x_value) = layer_of(), sequences(2)
    assert torch.equal(layer(x_query, x_key), layer(x_query, x_key, x_key))
    assert not torch.allclose(layer(x_query, x_key), layer(x_query, x_key, x_value))


def test_the_width_of_the_source_is_that_of_the_asking_side_by_default():
    layer = CrossAttention(D_IN, D_OUT, 0.0, NUM_HEADS)
    x_query, x_key, _ = sequences(2, dtype=torch.float32, d_source=D_IN)
    assert layer(x_query, x_key).shape == (2, NUM_QUERIES, D_OUT)


def test_the_layer_equals_torchs_fused_attention():
    layer, given, mask = layer_of(qkv_bias=True), sequences(2), some_mask(2)
    queries, keys, values = (
        getattr(layer, name)(x).unflatten(-1, (NUM_HEADS, HEAD_DIM)).permute(0, 2, 1, 3)
        for name, x in zip(NAMES, given, strict=True)
    )
    heads = F.scaled_dot_product_attention(
        queries, keys, values, attn_mask=mask[:, None]
    )
    expected = layer.out_proj(heads.permute(0, 2, 1, 3).flatten(-2))
    torch.testing.assert_close(layer(*given, mask), expected)


def test_the_layer_equals_torchs_module_with_its_weights():
    torch.manual_seed(3)
    layer = CrossAttention(D_OUT, D_OUT, 0.0, NUM_HEADS, True, d_source=D_SOURCE)
    theirs = nn.MultiheadAttention(
        D_OUT, NUM_HEADS, batch_first=True, kdim=D_SOURCE, vdim=D_SOURCE
    )
    theirs.load_state_dict(
        {
            "q_proj_weight": layer.W_query.weight,
            "k_proj_weight": layer.W_key.weight,
            "v_proj_weight": layer.W_value.weight,
            "in_proj_bias": torch.cat([getattr(layer, n).bias for n in NAMES]),
            "out_proj.weight": layer.out_proj.weight,
            "out_proj.bias": layer.out_proj.bias,
        }
    )
    layer, theirs = layer.double(), theirs.double()
    x_query = torch.randn(2, NUM_QUERIES, D_OUT).double()
    _, x_key, x_value = sequences(2)
    mask = mask_from_lengths(torch.tensor([4, NUM_KEYS]), NUM_KEYS)
    expected, shares = theirs(
        x_query,
        x_key,
        x_value,
        key_padding_mask=to_multihead(mask[:, 0]),
        average_attn_weights=False,
    )
    torch.testing.assert_close(layer(x_query, x_key, x_value, mask), expected)
    torch.testing.assert_close(layer.weights(x_query, x_key, mask), shares)


@pytest.mark.parametrize("qkv_bias", [False, True])
def test_one_sequence_in_all_places_is_self_attention(qkv_bias: bool):
    torch.manual_seed(4)
    causal = MultiHeadAttention(D_IN, D_OUT, 11, 0.0, NUM_HEADS, qkv_bias).double()
    layer = layer_of(qkv_bias=qkv_bias, d_source=D_IN)
    layer.load_state_dict(causal.state_dict())
    x, _, _ = sequences(2)
    mask = causal_mask(NUM_QUERIES)
    torch.testing.assert_close(layer(x, x, x, mask), causal(x))

    causal.mask.fill_(True)  # everybody may read everybody
    torch.testing.assert_close(layer(x, x), causal(x))


def test_a_layer_draws_what_self_attention_draws():
    torch.manual_seed(5)
    causal = MultiHeadAttention(D_IN, D_OUT, 11, 0.0, NUM_HEADS)
    torch.manual_seed(5)
    layer = CrossAttention(D_IN, D_OUT, 0.0, NUM_HEADS)
    ours, theirs = layer.state_dict(), causal.state_dict()
    assert list(ours) == list(theirs)
    for name in ours:
        assert torch.equal(ours[name], theirs[name])


def test_weights_sum_to_one_and_are_zero_where_the_mask_says_so():
    layer, (x_query, x_key, _), mask = layer_of(), sequences(2), some_mask(2)
    weights = layer.weights(x_query, x_key, mask)
    assert weights.shape == (2, NUM_HEADS, NUM_QUERIES, NUM_KEYS)
    torch.testing.assert_close(weights.sum(dim=-1), torch.ones_like(weights[..., 0]))
    hidden = ~mask[:, None].expand_as(weights)
    assert (weights[hidden] == 0).all()
    assert (weights[~hidden] > 0).all()


def test_permuting_queries_permutes_results_and_permuting_keys_changes_nothing():
    layer, (x_query, x_key, x_value) = layer_of(), sequences()
    result = layer(x_query, x_key, x_value)
    asked = torch.tensor([3, 0, 4, 1, 2])
    torch.testing.assert_close(layer(x_query[asked], x_key, x_value), result[asked])
    read = torch.arange(NUM_KEYS).flip(0)
    torch.testing.assert_close(layer(x_query, x_key[read], x_value[read]), result)


@pytest.mark.parametrize("filling", [0.0, 5.0, -1e4])
def test_padding_changes_nothing_for_real_tokens(filling: float):
    layer, (x_query, x_key, x_value) = layer_of(), sequences(2)
    lengths = torch.tensor([4, 7])
    padded_key, padded_value = x_key.clone(), x_value.clone()
    for i, length in enumerate(lengths.tolist()):
        padded_key[i, length:] = filling
        padded_value[i, length:] = filling
    mask = mask_from_lengths(lengths, NUM_KEYS)
    together = layer(x_query, padded_key, padded_value, mask)
    for i, length in enumerate(lengths.tolist()):
        alone = layer(x_query[i], x_key[i, :length], x_value[i, :length])
        torch.testing.assert_close(together[i], alone)


def test_no_gradient_reaches_a_padded_token_and_each_real_one_gets_some():
    layer, given = layer_of(), sequences(2)
    given = tuple(x.requires_grad_() for x in given)
    lengths = torch.tensor([4, 7])
    real = mask_from_lengths(lengths, NUM_KEYS)
    layer(*given, real).square().sum().backward()
    for x in given[1:]:
        assert x.grad is not None
        assert torch.equal(x.grad.abs().sum(dim=-1) > 0, real[:, 0])


def test_a_query_that_may_attend_to_nothing_gets_the_bias_and_a_finite_gradient():
    layer, (x_query, x_key, x_value) = layer_of(), sequences(2)
    x_key.requires_grad_()
    mask = mask_from_lengths(torch.tensor([0, 7]), NUM_KEYS)
    result = layer(x_query, x_key, x_value, mask)
    bias = layer.out_proj.bias.expand(NUM_QUERIES, D_OUT)
    torch.testing.assert_close(result[0], bias)
    assert (layer.weights(x_query, x_key, mask)[0] == 0).all()

    result.square().sum().backward()
    assert x_key.grad is not None
    assert (x_key.grad[0] == 0).all()
    assert x_key.grad.isfinite().all()
    for parameter in layer.parameters():
        assert parameter.grad is not None
        assert parameter.grad.isfinite().all()


@pytest.mark.parametrize(
    "shape",
    [(NUM_KEYS,), (1, NUM_KEYS), (NUM_QUERIES, 1), (2, 1, NUM_KEYS), (1, 5, 11)],
)
def test_a_mask_may_be_anything_that_broadcasts(shape: tuple[int, ...]):
    layer, given = layer_of(), sequences(2)
    generator = torch.Generator().manual_seed(6)
    mask = torch.rand(*shape, generator=generator) < 0.6
    whole = mask.expand(2, NUM_QUERIES, NUM_KEYS)
    torch.testing.assert_close(layer(*given, mask), layer(*given, whole))


def test_one_source_may_be_read_by_a_whole_batch():
    layer, (x_query, _, _), (_, x_key, x_value) = layer_of(), sequences(2), sequences()
    result = layer(x_query, x_key, x_value)
    torch.testing.assert_close(result[1], layer(x_query[1], x_key, x_value))


def test_a_batch_of_one_on_either_side_serves_all_of_the_other():
    layer, (x_query, x_key, x_value) = layer_of(), sequences(3)
    for asks, read, mixed in (
        (x_query, x_key[:1], x_value[:1]),
        (x_query[:1], x_key, x_value),
    ):
        wide = (x.expand(3, -1, -1) for x in (asks, read, mixed))
        torch.testing.assert_close(layer(asks, read, mixed), layer(*wide))


def test_one_feature_and_one_head_are_enough():
    layer = CrossAttention(1, 1, 0.0, 1)
    assert layer(torch.ones(2, 1), torch.ones(3, 1)).shape == (2, 1)


def test_padding_and_the_future_are_hidden_together():
    layer = layer_of(d_source=D_IN)
    x, _, _ = sequences(2)
    real = mask_from_lengths(torch.tensor([3, NUM_QUERIES]), NUM_QUERIES)
    mask = combine_masks(causal_mask(NUM_QUERIES), real)
    weights = layer.weights(x, x, mask)
    assert torch.equal(weights[0, 0] > 0, mask[0])
    assert torch.equal(weights[1, 0] > 0, causal_mask(NUM_QUERIES))


def test_gradients_of_sequences_and_parameters_are_right():
    torch.manual_seed(0)
    layer = CrossAttention(3, 4, 0.0, 2, qkv_bias=True, d_source=2).double()
    given = tuple(torch.randn(2, width).double() for width in (3, 2, 2))
    given = tuple(x.requires_grad_() for x in given)
    mask = torch.tensor([[True, True], [False, False]])  # the second: nothing
    names = list(dict(layer.named_parameters()))

    def forward(
        x_query: torch.Tensor,
        x_key: torch.Tensor,
        x_value: torch.Tensor,
        *parameters: torch.Tensor,
    ) -> torch.Tensor:
        state = dict(zip(names, parameters, strict=True))
        return torch.func.functional_call(layer, state, (x_query, x_key, x_value, mask))

    assert torch.autograd.gradcheck(forward, (*given, *layer.parameters()))


def test_dropout_drops_in_training_keeps_the_mean_and_rests_in_evaluation():
    layer, (x_query, x_key, x_value) = layer_of(0.3), sequences()
    calm = layer_of(0.0)(x_query, x_key, x_value)
    assert torch.equal(layer.eval()(x_query, x_key, x_value), calm)

    torch.manual_seed(3)
    noisy = layer.train()(x_query.expand(2048, -1, -1), x_key, x_value)
    assert not torch.allclose(noisy[0], noisy[1])
    torch.testing.assert_close(noisy.mean(dim=0), calm, rtol=0, atol=0.05)


def test_nothing_of_the_callers_is_changed():
    layer, given, mask = layer_of(), sequences(2), some_mask(2)
    before = [x.clone() for x in (*given, mask)]
    state = copy.deepcopy(layer.state_dict())
    layer(*given, mask)
    for x, old in zip((*given, mask), before, strict=True):
        assert torch.equal(x, old)
    for name, tensor in layer.state_dict().items():
        assert torch.equal(tensor, state[name])


@pytest.mark.parametrize("device", DEVICES)
def test_a_layer_computes_where_it_was_moved(device: str):
    layer = layer_of().to(device)
    given = [x.to(device) for x in sequences(2)]
    for mask in (None, some_mask(2).to(device)):
        result = layer(*given, mask)
        assert result.device.type == device
        assert result.shape == (2, NUM_QUERIES, D_OUT)


@pytest.mark.parametrize("mask", [None, some_mask(2)], ids=["no mask", "mask"])
def test_a_layer_compiles_without_graph_breaks(mask: torch.Tensor | None):
    layer, given = layer_of(), sequences(2)
    compiled = torch.compile(layer, fullgraph=True, backend="eager")
    torch.testing.assert_close(compiled(*given, mask), layer(*given, mask))


def test_a_layer_is_exported_for_any_batch():
    layer, batch = layer_of().eval(), torch.export.Dim("batch")
    program = torch.export.export(
        layer, (*sequences(2), some_mask(2)), dynamic_shapes=({0: batch},) * 4
    )
    given, mask = sequences(5), some_mask(5)
    torch.testing.assert_close(program.module()(*given, mask), layer(*given, mask))


def ready() -> CrossAttention:
    return CrossAttention(3, 4, 0.0, 2, d_source=5)


ASKS, READ = torch.ones(2, 6, 3), torch.ones(2, 7, 5)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: CrossAttention(3, 5, 0.0, 2),
            "d_out must be divisible by num_heads=2. Got 5.",
        ),
        (lambda: CrossAttention(0, 4, 0.0, 2), "d_in must be at least 1. Got 0."),
        (lambda: CrossAttention(3, -4, 0.0, 2), "d_out must be at least 1. Got -4."),
        (lambda: CrossAttention(3, 4, 0.0, 0), "num_heads must be at least 1. Got 0."),
        (
            lambda: CrossAttention(3, 4, 0.0, 2, d_source=0),
            "d_source must be at least 1. Got 0.",
        ),
        (lambda: CrossAttention(3, 4, 1.0, 2), "dropout must be in [0, 1). Got 1.0."),
        (
            lambda: ready()(torch.ones(3), READ),
            "x_query must have shape (..., num_queries, d_in=3). Got (3,).",
        ),
        (
            lambda: ready()(READ, READ),
            "x_query must have shape (..., num_queries, d_in=3). Got (2, 7, 5).",
        ),
        (
            lambda: ready()(ASKS, ASKS),
            "x_key must have shape (..., num_keys, d_source=5). Got (2, 6, 3).",
        ),
        (
            lambda: ready()(ASKS, torch.ones(3, 7, 5)),
            "x_key must have batch axes that broadcast with those of x_query, "
            "(2,). Got (3,).",
        ),
        (
            lambda: ready()(ASKS, READ, READ[:, :6]),
            "x_value must have the shape of x_key, (2, 7, 5). Got (2, 6, 5).",
        ),
        (
            lambda: ready()(ASKS, READ, mask=torch.ones(6, 7)),
            "mask must be boolean, True = may attend. Got torch.float32.",
        ),
        (
            lambda: ready()(ASKS, READ, mask=torch.ones(2, 7).bool()),
            "mask must have a shape that broadcasts to "
            "(..., num_queries, num_keys)=(2, 6, 7). Got (2, 7).",
        ),
        (
            lambda: ready()(ASKS, READ, mask=torch.ones(2, 2, 6, 7).bool()),
            "mask must have a shape that broadcasts to "
            "(..., num_queries, num_keys)=(2, 6, 7). Got (2, 2, 6, 7).",
        ),
        (
            lambda: ready()(ASKS, READ, mask=torch.tensor(True)),
            "mask must have a shape that broadcasts to "
            "(..., num_queries, num_keys)=(2, 6, 7). Got ().",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    call: Callable[[], torch.Tensor], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
