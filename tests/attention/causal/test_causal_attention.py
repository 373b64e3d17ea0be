"""Causal attention as a class: against loops, torch's own, and what a mask promises."""

import copy
import io
import math
import pickle
import re
from collections import OrderedDict
from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from attention import CausalAttention, SelfAttentionV2, inputs
from tests.attention.devices import DEVICES

# Distinct primes, so that a swapped axis cannot go unnoticed.
NUM_TOKENS, D_IN, D_OUT, CONTEXT_LENGTH = 5, 7, 3, 11
BATCHES = [(), (2,), (13, 2)]
TOLERANCE = {torch.float32: 1e-5, torch.float64: 1e-12, torch.bfloat16: 4e-2}
NAMES = ("W_query", "W_key", "W_value")


def made(
    dropout: float = 0.0,
    qkv_bias: bool = False,
    dtype: torch.dtype = torch.float64,
) -> CausalAttention:
    torch.manual_seed(0)
    return CausalAttention(D_IN, D_OUT, CONTEXT_LENGTH, dropout, qkv_bias).to(dtype)


def random_tokens(*batch: int, dtype: torch.dtype = torch.float64) -> torch.Tensor:
    generator = torch.Generator().manual_seed(1)
    return torch.randn(*batch, NUM_TOKENS, D_IN, generator=generator).to(dtype)


def attend_by_loops(layer: CausalAttention, x: list[list[float]]) -> list[list[float]]:
    """Python's floats alone: nothing in common with the code under test."""
    projected = []
    for name in NAMES:
        linear = getattr(layer, name)
        matrix = linear.weight.double().tolist()  # (d_out, d_in)
        bias = [0.0] * D_OUT if linear.bias is None else linear.bias.double().tolist()
        projected.append(
            [
                [
                    b + math.fsum(w * f for w, f in zip(row, token, strict=True))
                    for row, b in zip(matrix, bias, strict=True)
                ]
                for token in x
            ]
        )
    queries, keys, values = projected
    contexts = []
    for i, query in enumerate(queries):
        exponentials = [
            math.exp(
                math.fsum(q * k for q, k in zip(query, keys[j], strict=True))
                / math.sqrt(D_OUT)
            )
            for j in range(i + 1)  # itself and what came before, nothing else
        ]
        total = math.fsum(exponentials)
        contexts.append(
            [
                math.fsum(e / total * values[j][f] for j, e in enumerate(exponentials))
                for f in range(D_OUT)
            ]
        )
    return contexts


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
@pytest.mark.parametrize("batch", BATCHES, ids=str)
@pytest.mark.parametrize("qkv_bias", [False, True])
def test_the_layer_equals_loops_over_python_floats(
    qkv_bias: bool, batch: tuple[int, ...], dtype: torch.dtype
):
    layer, x = made(qkv_bias=qkv_bias, dtype=dtype), random_tokens(*batch, dtype=dtype)
    before = x.clone()
    contexts = layer(x)

    assert torch.equal(x, before)
    assert contexts.dtype == dtype
    assert contexts.shape == (*batch, NUM_TOKENS, D_OUT)
    expected = [
        attend_by_loops(layer, sequence.tolist())
        for sequence in x.double().reshape(-1, NUM_TOKENS, D_IN)
    ]
    torch.testing.assert_close(
        contexts.double().reshape(-1, NUM_TOKENS, D_OUT),
        torch.tensor(expected, dtype=torch.float64),
        rtol=TOLERANCE[dtype],
        atol=TOLERANCE[dtype],
    )


@pytest.mark.parametrize("length", [1, 2, NUM_TOKENS])
def test_the_layer_equals_torchs_own_causal_attention(length: int):
    layer, x = made(), random_tokens(2)[:, :length]
    projected = (getattr(layer, name)(x) for name in NAMES)
    torch.testing.assert_close(
        layer(x), F.scaled_dot_product_attention(*projected, is_causal=True)
    )


def test_a_seed_gives_the_numbers_that_readers_know():
    torch.manual_seed(123)
    layer = CausalAttention(3, 2, 6, 0.0)
    contexts = layer(torch.stack([inputs, inputs])).detach()
    assert contexts.shape == (2, 6, 2)
    expected = torch.tensor([[-0.4519, 0.2216], [-0.5874, 0.0058]])
    for sentence in contexts:
        torch.testing.assert_close(sentence[:2], expected, rtol=0, atol=6e-5)


def test_matrices_are_drawn_as_those_of_the_class_without_a_mask():
    for bias in (False, True):
        torch.manual_seed(2)
        plain = SelfAttentionV2(D_IN, D_OUT, bias).state_dict()
        torch.manual_seed(2)
        causal = CausalAttention(D_IN, D_OUT, CONTEXT_LENGTH, 0.5, bias).state_dict()
        assert plain.keys() == causal.keys()
        for key, tensor in plain.items():
            assert torch.equal(tensor, causal[key])


@pytest.mark.parametrize("dropout", [0.0, 0.5])
def test_no_token_feels_what_follows_it(dropout: float):
    layer, x = made(dropout), random_tokens().requires_grad_()
    for place in range(NUM_TOKENS):
        torch.manual_seed(3)
        (slope,) = torch.autograd.grad(layer(x)[place].sum(), x)
        assert (slope[place + 1 :] == 0).all()
        if dropout == 0:
            assert (slope[: place + 1] != 0).any(dim=-1).all()


def test_context_vectors_do_not_change_when_later_tokens_do():
    layer, x = made(), random_tokens(2)
    other = x.clone()
    other[:, 3:] = 100.0
    torch.testing.assert_close(layer(other)[:, :3], layer(x)[:, :3])
    assert not torch.allclose(layer(other)[:, 3:], layer(x)[:, 3:])


def test_shorter_sequences_are_beginnings_of_longer_ones():
    layer, x = made(), random_tokens()
    whole = layer(x)
    for length in (1, 2, 3):
        torch.testing.assert_close(layer(x[:length]), whole[:length])
    longest = torch.randn(CONTEXT_LENGTH, D_IN, dtype=torch.float64)
    assert layer(longest).shape == (CONTEXT_LENGTH, D_OUT)


def test_gradients_of_tokens_and_parameters_are_right():
    layer, x = made(qkv_bias=True), random_tokens()[:3].requires_grad_()
    names = list(dict(layer.named_parameters()))

    def forward(x: torch.Tensor, *parameters: torch.Tensor) -> torch.Tensor:
        state = dict(zip(names, parameters, strict=True))
        return torch.func.functional_call(layer, state, (x,))

    assert torch.autograd.gradcheck(forward, (x, *layer.parameters()))


def test_dropout_acts_in_training_alone():
    layer, plain, x = made(0.5), made(), random_tokens(2)
    torch.manual_seed(4)
    assert not torch.allclose(layer(x), plain(x))
    layer.eval()
    assert torch.equal(layer(x), plain(x))


def test_dropout_is_applied_to_the_weights_and_keeps_the_mean():
    layer, x = made(0.5), random_tokens()
    expected = layer.eval()(x)
    layer.train()
    torch.manual_seed(5)
    contexts = layer(x.expand(20_000, NUM_TOKENS, D_IN))
    torch.testing.assert_close(contexts.mean(dim=0), expected, rtol=0, atol=2e-2)
    # The first token has one weight, which is dropped whole or doubled.
    first = contexts[:, 0]
    dropped = (first == 0).all(dim=-1)
    torch.testing.assert_close(
        first[~dropped], 2 * expected[0].expand_as(first[~dropped])
    )
    assert 0.48 < dropped.double().mean() < 0.52


def test_the_mask_is_a_buffer_that_is_not_trained_and_not_saved():
    layer = made()
    assert [name for name, _ in layer.named_buffers()] == ["mask"]
    assert layer.mask.dtype == torch.bool
    assert layer.mask.shape == (CONTEXT_LENGTH, CONTEXT_LENGTH)
    assert [*layer.state_dict()] == [f"{name}.weight" for name in NAMES]
    assert [n for n, _ in layer.named_parameters()] == [*layer.state_dict()]


@pytest.mark.parametrize("device", DEVICES)
def test_the_mask_moves_with_the_layer(device: str):
    layer = made(dtype=torch.float32).to(device)
    assert layer.mask.device.type == device
    contexts = layer(random_tokens(2, dtype=torch.float32).to(device))
    assert contexts.device.type == device
    assert contexts.shape == (2, NUM_TOKENS, D_OUT)


@pytest.mark.parametrize("device", DEVICES)
def test_a_layer_is_made_where_torch_is_told_to_make_it(device: str):
    with torch.device(device):
        layer = CausalAttention(D_IN, D_OUT, CONTEXT_LENGTH, 0.0)
    assert {t.device.type for t in (*layer.parameters(), layer.mask)} == {device}


class OfTheBook(nn.Module):
    """Laid out as in the book: a float mask of what is blocked, and it is saved."""

    def __init__(self, qkv_bias: bool = False):
        super().__init__()
        self.W_query = nn.Linear(D_IN, D_OUT, bias=qkv_bias)
        self.W_key = nn.Linear(D_IN, D_OUT, bias=qkv_bias)
        self.W_value = nn.Linear(D_IN, D_OUT, bias=qkv_bias)
        self.dropout = nn.Dropout(0.0)
        blocked = torch.triu(torch.ones(CONTEXT_LENGTH, CONTEXT_LENGTH), diagonal=1)
        self.register_buffer("mask", blocked)


@pytest.mark.parametrize("qkv_bias", [False, True])
def test_weights_saved_from_the_books_class_load_with_their_mask(qkv_bias: bool):
    file = io.BytesIO()
    torch.manual_seed(6)
    saved = OfTheBook(qkv_bias)
    torch.save(saved.state_dict(), file)
    file.seek(0)
    state = torch.load(file, weights_only=True)
    assert "mask" in state

    layer = made(qkv_bias=qkv_bias, dtype=torch.float32)
    mask = layer.mask.clone()
    missing, unexpected = layer.load_state_dict(state, strict=True)
    assert not missing
    assert not unexpected
    assert "mask" in state  # the caller's dictionary is whole
    assert torch.equal(layer.mask, mask)
    for name in NAMES:
        assert torch.equal(getattr(layer, name).weight, getattr(saved, name).weight)


def test_the_mask_is_dropped_under_a_prefix_too_and_nothing_else_is():
    layers = nn.ModuleList([made(), made()])
    state = OrderedDict(layers.state_dict())
    blocked = torch.ones(CONTEXT_LENGTH, CONTEXT_LENGTH).triu(1)
    state |= {"0.mask": blocked, "1.mask": blocked}
    layers.load_state_dict(state)

    for key in ("mask", "0.mask.mask", "0.W_query.mask", "0.masks"):
        with pytest.raises(RuntimeError, match=f'Unexpected key.*"{re.escape(key)}"'):
            layers.load_state_dict(state | {key: blocked})
    del state["1.W_key.weight"]
    with pytest.raises(RuntimeError, match=r'Missing key.*"1\.W_key\.weight"'):
        layers.load_state_dict(state)


def test_a_copy_and_a_pickle_compute_and_load_like_the_original():
    layer, x = made(), random_tokens()
    state = layer.state_dict() | {"mask": torch.zeros(2, 2)}
    for again in (copy.deepcopy(layer), pickle.loads(pickle.dumps(layer))):
        assert torch.equal(again(x), layer(x))
        again.load_state_dict(state)


def test_the_layer_compiles_without_graph_breaks():
    layer, x = made(), random_tokens(2)
    compiled = torch.compile(layer, fullgraph=True, backend="eager")
    torch.testing.assert_close(compiled(x), layer(x))
    torch.testing.assert_close(compiled(x[:, :2]), layer(x[:, :2]))


def test_the_layer_can_be_exported():
    layer, x = made().eval(), random_tokens(2)
    exported = torch.export.export(layer, (x,)).module()
    torch.testing.assert_close(exported(x), layer(x))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: CausalAttention(0, 2, 6, 0.0),
            "d_in must be at least 1. Got 0.",
        ),
        (
            lambda: CausalAttention(3, -2, 6, 0.0),
            "d_out must be at least 1. Got -2.",
        ),
        (
            lambda: CausalAttention(3, 2, 0, 0.0),
            "context_length must be at least 1. Got 0.",
        ),
        (
            lambda: CausalAttention(3, 2, 6, 1.0),
            "dropout must be in [0, 1). Got 1.0.",
        ),
        (
            lambda: CausalAttention(3, 2, 6, -0.1),
            "dropout must be in [0, 1). Got -0.1.",
        ),
        (
            lambda: CausalAttention(3, 2, 6, math.nan),
            "dropout must be in [0, 1). Got nan.",
        ),
        (
            lambda: CausalAttention(3, 2, 6, 0.0)(torch.ones(3)),
            "x must have shape (..., num_tokens, d_in=3). Got (3,).",
        ),
        (
            lambda: CausalAttention(3, 2, 6, 0.0)(torch.ones(2, 6, 5)),
            "x must have shape (..., num_tokens, d_in=3). Got (2, 6, 5).",
        ),
        (
            lambda: CausalAttention(3, 2, 6, 0.0)(torch.ones(2, 7, 3)),
            "x must have at most context_length=6 tokens. Got 7.",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    call: Callable[[], torch.Tensor], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
