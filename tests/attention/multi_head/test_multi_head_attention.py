"""Many heads, against loops, torch's own attentions, and each other."""

import copy
import itertools
import math
import re
from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from attention import (
    CausalAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    inputs,
    merge_heads,
    split_heads,
)
from tests.attention.devices import DEVICES

# Distinct primes, so that a swapped axis cannot go unnoticed.
NUM_TOKENS, D_IN, NUM_HEADS, HEAD_DIM, CONTEXT = 5, 7, 3, 2, 11
D_OUT = NUM_HEADS * HEAD_DIM
BATCHES = [(), (2,), (13, 2)]
TOLERANCE = {torch.float32: 1e-5, torch.float64: 1e-12, torch.bfloat16: 4e-2}
NAMES = ("W_query", "W_key", "W_value")
Layer = MultiHeadAttention | MultiHeadAttentionWrapper


def split(dropout: float = 0.0, qkv_bias: bool = False) -> MultiHeadAttention:
    torch.manual_seed(0)
    return MultiHeadAttention(
        D_IN, D_OUT, CONTEXT, dropout, NUM_HEADS, qkv_bias
    ).double()


def wrapper(dropout: float = 0.0, qkv_bias: bool = False) -> MultiHeadAttentionWrapper:
    torch.manual_seed(0)
    return MultiHeadAttentionWrapper(
        D_IN, HEAD_DIM, CONTEXT, dropout, NUM_HEADS, qkv_bias
    ).double()


MAKERS: dict[str, Callable[[], Layer]] = {
    "split": split,
    "split with bias": lambda: split(qkv_bias=True),
    "wrapper": wrapper,
    "wrapper with bias": lambda: wrapper(qkv_bias=True),
}
every_layer = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


def random_tokens(*batch: int, dtype: torch.dtype = torch.float64) -> torch.Tensor:
    generator = torch.Generator().manual_seed(1)
    return torch.randn(*batch, NUM_TOKENS, D_IN, generator=generator).to(dtype)


def copied(heads: MultiHeadAttentionWrapper) -> MultiHeadAttention:
    """The wrapper's weights stacked in one layer, whose out_proj does nothing."""
    bias = "heads.0.W_query.bias" in heads.state_dict()
    layer = split(qkv_bias=bias)
    state = {"out_proj.weight": torch.eye(D_OUT), "out_proj.bias": torch.zeros(D_OUT)}
    for name in NAMES:
        parts = [getattr(head, name) for head in heads.heads]
        state[f"{name}.weight"] = torch.cat([part.weight for part in parts])
        if bias:
            state[f"{name}.bias"] = torch.cat([part.bias for part in parts])
    layer.load_state_dict(state)
    return layer


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


def head_by_loops(
    queries: list[list[float]], keys: list[list[float]], values: list[list[float]]
) -> list[list[float]]:
    contexts = []
    for place, query in enumerate(queries):
        seen = range(place + 1)
        scores = [
            math.fsum(a * b for a, b in zip(query, keys[j], strict=True))
            / math.sqrt(HEAD_DIM)
            for j in seen
        ]
        exponentials = [math.exp(score - max(scores)) for score in scores]
        total = math.fsum(exponentials)
        contexts.append(
            [
                math.fsum(exponentials[j] / total * values[j][c] for j in seen)
                for c in range(HEAD_DIM)
            ]
        )
    return contexts


def attend_by_loops(layer: Layer, x: list[list[float]]) -> list[list[float]]:
    """Python's floats alone: nothing in common with the code under test."""
    heads = []
    for number in range(NUM_HEADS):
        if isinstance(layer, MultiHeadAttentionWrapper):
            head = layer.heads[number]
            q, k, v = (linear_by_loops(getattr(head, name), x) for name in NAMES)
        else:
            own = slice(number * HEAD_DIM, (number + 1) * HEAD_DIM)
            q, k, v = (
                [row[own] for row in linear_by_loops(getattr(layer, name), x)]
                for name in NAMES
            )
        heads.append(head_by_loops(q, k, v))
    merged = [list(itertools.chain(*rows)) for rows in zip(*heads, strict=True)]
    if isinstance(layer, MultiHeadAttentionWrapper):
        return merged
    return linear_by_loops(layer.out_proj, merged)


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
@pytest.mark.parametrize("batch", BATCHES, ids=str)
@every_layer
def test_a_layer_equals_loops_over_python_floats(
    make: Callable[[], Layer], batch: tuple[int, ...], dtype: torch.dtype
):
    layer, x = make().to(dtype), random_tokens(*batch, dtype=dtype)
    result = layer(x)

    assert result.dtype == dtype
    assert result.shape == (*batch, NUM_TOKENS, D_OUT)
    expected = [
        attend_by_loops(layer, sequence.tolist())
        for sequence in x.double().reshape(-1, NUM_TOKENS, D_IN)
    ]
    torch.testing.assert_close(
        result.double().reshape(-1, NUM_TOKENS, D_OUT),
        torch.tensor(expected, dtype=torch.float64),
        rtol=TOLERANCE[dtype],
        atol=TOLERANCE[dtype],
    )


def test_the_split_layer_equals_torchs_fused_attention():
    layer, x = split(qkv_bias=True), random_tokens(2)
    queries, keys, values = (
        getattr(layer, name)(x).unflatten(-1, (NUM_HEADS, HEAD_DIM)).permute(0, 2, 1, 3)
        for name in NAMES
    )
    heads = F.scaled_dot_product_attention(queries, keys, values, is_causal=True)
    expected = layer.out_proj(heads.permute(0, 2, 1, 3).flatten(-2))
    torch.testing.assert_close(layer(x), expected)


def test_the_split_layer_equals_torchs_module_with_its_weights():
    torch.manual_seed(2)
    layer = MultiHeadAttention(D_OUT, D_OUT, CONTEXT, 0.0, NUM_HEADS, True).double()
    theirs = nn.MultiheadAttention(D_OUT, NUM_HEADS, batch_first=True).double()
    parts = [getattr(layer, name) for name in NAMES]
    theirs.load_state_dict(
        {
            "in_proj_weight": torch.cat([part.weight for part in parts]),
            "in_proj_bias": torch.cat([part.bias for part in parts]),
            "out_proj.weight": layer.out_proj.weight,
            "out_proj.bias": layer.out_proj.bias,
        }
    )
    x = torch.randn(2, NUM_TOKENS, D_OUT).double()
    blocked = torch.ones(NUM_TOKENS, NUM_TOKENS, dtype=torch.bool).triu(1)
    expected, _ = theirs(x, x, x, attn_mask=blocked)
    torch.testing.assert_close(layer(x), expected)


@pytest.mark.parametrize("qkv_bias", [False, True])
def test_the_wrappers_weights_give_the_split_layer_its_output(qkv_bias: bool):
    heads, x = wrapper(qkv_bias=qkv_bias), random_tokens(2)
    torch.testing.assert_close(copied(heads)(x), heads(x))


def test_a_seed_gives_the_numbers_that_readers_know():
    torch.manual_seed(123)
    side_by_side = MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2)(inputs)
    torch.testing.assert_close(
        side_by_side[0].detach(),
        torch.tensor([-0.4519, 0.2216, 0.4772, 0.1063]),
        rtol=0,
        atol=6e-5,
    )
    torch.manual_seed(123)
    mixed = MultiHeadAttention(3, 2, 6, 0.0, 2)(inputs)
    torch.testing.assert_close(
        mixed[:2].detach(),
        torch.tensor([[0.3190, 0.4858], [0.2943, 0.3897]]),
        rtol=0,
        atol=6e-5,
    )


def test_layers_are_drawn_in_the_order_query_key_value_out():
    torch.manual_seed(2)
    drawn = {name: nn.Linear(D_IN, D_OUT, bias=False) for name in NAMES}
    drawn["out_proj"] = nn.Linear(D_OUT, D_OUT)
    torch.manual_seed(2)
    layer = MultiHeadAttention(D_IN, D_OUT, CONTEXT, 0.0, NUM_HEADS)
    for name, linear in drawn.items():
        assert torch.equal(getattr(layer, name).weight, linear.weight)
    assert torch.equal(layer.out_proj.bias, drawn["out_proj"].bias)

    torch.manual_seed(2)
    heads = [CausalAttention(D_IN, HEAD_DIM, CONTEXT, 0.0) for _ in range(NUM_HEADS)]
    torch.manual_seed(2)
    both = MultiHeadAttentionWrapper(D_IN, HEAD_DIM, CONTEXT, 0.0, NUM_HEADS)
    for ours, theirs in zip(both.heads, heads, strict=True):
        for name in NAMES:
            assert torch.equal(getattr(ours, name).weight, getattr(theirs, name).weight)


def test_arguments_may_be_named_as_in_the_book():
    named = {
        "d_in": D_IN,
        "context_length": CONTEXT,
        "dropout": 0.0,
        "num_heads": NUM_HEADS,
        "qkv_bias": True,
    }
    x = random_tokens()
    torch.manual_seed(0)
    layer = MultiHeadAttention(d_out=D_OUT, **named).double()
    assert torch.equal(layer(x), split(qkv_bias=True)(x))
    torch.manual_seed(0)
    heads = MultiHeadAttentionWrapper(d_out=HEAD_DIM, **named).double()
    assert torch.equal(heads(x), wrapper(qkv_bias=True)(x))


def permuted(layer: MultiHeadAttention, order: list[int]) -> MultiHeadAttention:
    """The same heads in another order, each with its columns of out_proj."""
    other = copy.deepcopy(layer)
    rows = torch.arange(D_OUT).view(NUM_HEADS, HEAD_DIM)[order].flatten()
    state = other.state_dict()
    for name in NAMES:
        state[f"{name}.weight"] = state[f"{name}.weight"][rows]
        state[f"{name}.bias"] = state[f"{name}.bias"][rows]
    state["out_proj.weight"] = state["out_proj.weight"][:, rows]
    other.load_state_dict(state)
    return other


def test_permuting_heads_with_their_weights_changes_nothing():
    layer, x = split(qkv_bias=True), random_tokens(2)
    other = permuted(layer, [2, 0, 1])
    torch.testing.assert_close(other(x), layer(x))

    with torch.no_grad():  # columns of out_proj left where they were
        other.out_proj.weight.copy_(layer.out_proj.weight)
    assert not torch.allclose(other(x), layer(x), atol=1e-3)


@every_layer
def test_no_token_responds_to_a_later_one_and_each_to_all_before(
    make: Callable[[], Layer],
):
    layer = make()
    jacobian = torch.autograd.functional.jacobian(layer, random_tokens())
    responds = jacobian.abs().sum(dim=(1, 3)) > 0  # (output token, input token)
    assert torch.equal(responds, torch.ones_like(responds).tril())


def test_each_head_of_the_wrapper_fills_columns_of_its_own():
    layer = wrapper()
    for number in range(NUM_HEADS):
        layer.zero_grad()
        own = layer(random_tokens())[:, number * HEAD_DIM : (number + 1) * HEAD_DIM]
        own.square().sum().backward()
        moved = [
            any(p.grad is not None and bool(p.grad.any()) for p in head.parameters())
            for head in layer.heads
        ]
        assert moved == [other == number for other in range(NUM_HEADS)]


def test_splitting_gives_each_head_its_columns_and_copies_nothing():
    x = torch.arange(2.0 * NUM_TOKENS * D_OUT).view(2, NUM_TOKENS, D_OUT)
    heads = split_heads(x, NUM_HEADS)
    assert heads.shape == (2, NUM_HEADS, NUM_TOKENS, HEAD_DIM)
    assert heads.data_ptr() == x.data_ptr()
    for number in range(NUM_HEADS):
        columns = slice(number * HEAD_DIM, (number + 1) * HEAD_DIM)
        assert torch.equal(heads[:, number], x[..., columns])


def test_one_head_has_all_columns():
    x = random_tokens(2)
    assert torch.equal(split_heads(x, 1), x[:, None])


@pytest.mark.parametrize("batch", BATCHES, ids=str)
def test_merging_undoes_splitting(batch: tuple[int, ...]):
    x = torch.randn(*batch, NUM_TOKENS, D_OUT)
    assert torch.equal(merge_heads(split_heads(x, NUM_HEADS)), x)


def test_a_tensor_that_is_not_contiguous_is_split_and_merged_alike():
    x = torch.randn(D_OUT, NUM_TOKENS, 2).permute(2, 1, 0)
    assert not x.is_contiguous()
    heads = split_heads(x, NUM_HEADS)
    assert torch.equal(heads, split_heads(x.contiguous(), NUM_HEADS))
    assert torch.equal(merge_heads(heads), x)


@every_layer
def test_sequences_of_any_length_up_to_the_context_go_through_one_layer(
    make: Callable[[], Layer],
):
    layer = make()
    x = torch.randn(CONTEXT, D_IN).double()
    whole = layer(x)
    for length in (1, 2, CONTEXT):  # what is cut off was not seen anyway
        torch.testing.assert_close(layer(x[:length]), whole[:length])


@every_layer
def test_gradients_of_tokens_and_parameters_are_right(make: Callable[[], Layer]):
    layer, x = make(), random_tokens()[:2].requires_grad_()
    names = list(dict(layer.named_parameters()))

    def forward(x: torch.Tensor, *parameters: torch.Tensor) -> torch.Tensor:
        state = dict(zip(names, parameters, strict=True))
        return torch.func.functional_call(layer, state, (x,))

    assert torch.autograd.gradcheck(forward, (x, *layer.parameters()))


@pytest.mark.parametrize("make", [split, wrapper])
def test_dropout_drops_in_training_keeps_the_mean_and_rests_in_evaluation(
    make: Callable[[float], Layer],
):
    layer, x = make(0.3), random_tokens()
    calm = make(0.0)(x)
    assert torch.equal(layer.eval()(x), calm)

    torch.manual_seed(3)
    noisy = layer.train()(x.expand(4096, -1, -1))
    assert not torch.allclose(noisy[0], noisy[1])
    torch.testing.assert_close(noisy.mean(dim=0), calm, rtol=0, atol=0.05)


@every_layer
def test_nothing_of_the_callers_is_changed(make: Callable[[], Layer]):
    layer, x = make(), random_tokens(2)
    before, state = x.clone(), copy.deepcopy(layer.state_dict())
    layer(x)
    assert torch.equal(x, before)
    for name, tensor in layer.state_dict().items():
        assert torch.equal(tensor, state[name])


def test_the_state_dicts_have_the_keys_and_shapes_of_the_book_without_masks():
    def shapes(layer: Layer) -> dict[str, tuple[int, ...]]:
        return {key: tuple(t.shape) for key, t in layer.state_dict().items()}

    out = {"out_proj.weight": (D_OUT, D_OUT), "out_proj.bias": (D_OUT,)}
    weights = {f"{name}.weight": (D_OUT, D_IN) for name in NAMES}
    biases = {f"{name}.bias": (D_OUT,) for name in NAMES}
    assert shapes(split()) == weights | out
    assert shapes(split(qkv_bias=True)) == weights | biases | out
    weights = {
        f"heads.{h}.{name}.weight": (HEAD_DIM, D_IN)
        for h in range(NUM_HEADS)
        for name in NAMES
    }
    biases = {name.replace("weight", "bias"): (HEAD_DIM,) for name in weights}
    assert shapes(wrapper()) == weights
    assert shapes(wrapper(qkv_bias=True)) == weights | biases


@pytest.mark.parametrize("make", [split, wrapper])
def test_weights_saved_from_the_books_class_load_with_their_mask(
    make: Callable[[], Layer],
):
    torch.manual_seed(4)
    source = make()
    with torch.no_grad():
        for parameter in source.parameters():
            parameter.normal_()
    saved = source.state_dict()
    prefixes = [""]
    if isinstance(source, MultiHeadAttentionWrapper):
        prefixes = [f"heads.{number}." for number in range(NUM_HEADS)]
    for prefix in prefixes:  # the book's: 1 where blocked, as floats
        saved[f"{prefix}mask"] = torch.ones(CONTEXT, CONTEXT).triu(1)
    keys = list(saved)

    layer, x = make(), random_tokens()
    assert not torch.allclose(layer(x), source(x))
    layer.load_state_dict(saved, strict=True)
    assert torch.equal(layer(x), source(x))
    assert list(saved) == keys  # the caller's dictionary is left whole

    saved["other"] = torch.ones(1)
    with pytest.raises(RuntimeError, match="Unexpected key"):
        layer.load_state_dict(saved)


@pytest.mark.parametrize("device", DEVICES)
@every_layer
def test_a_layer_computes_where_it_was_moved_mask_and_all(
    make: Callable[[], Layer], device: str
):
    layer, x = make().to(device), random_tokens(2).to(device)
    assert {buffer.device.type for buffer in layer.buffers()} == {device}
    result = layer(x)
    assert result.device.type == device
    assert result.shape == (2, NUM_TOKENS, D_OUT)


@every_layer
def test_a_layer_compiles_without_graph_breaks(make: Callable[[], Layer]):
    layer, x = make(), random_tokens(2)
    compiled = torch.compile(layer, fullgraph=True, backend="eager")
    torch.testing.assert_close(compiled(x), layer(x))


@pytest.mark.parametrize("make", [split, wrapper])
def test_a_layer_is_exported_for_any_batch(make: Callable[[], Layer]):
    layer = make().eval()
    batch = torch.export.Dim("batch")
    program = torch.export.export(
        layer, (random_tokens(2),), dynamic_shapes=({0: batch},)
    )
    x = random_tokens(3)
    torch.testing.assert_close(program.module()(x), layer(x))


def test_the_number_of_heads_does_not_change_the_number_of_parameters():
    counts = {
        sum(p.numel() for p in MultiHeadAttention(D_IN, 6, 1, 0.0, h).parameters())
        for h in (1, 2, 3, 6)
    }
    assert counts == {3 * D_IN * 6 + 6 * 6 + 6}


def ready() -> MultiHeadAttention:
    return MultiHeadAttention(3, 4, 6, 0.0, 2)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: MultiHeadAttention(3, 5, 6, 0.0, 2),
            "d_out must be divisible by num_heads=2. Got 5.",
        ),
        (
            lambda: MultiHeadAttention(0, 4, 6, 0.0, 2),
            "d_in must be at least 1. Got 0.",
        ),
        (
            lambda: MultiHeadAttention(3, 0, 6, 0.0, 2),
            "d_out must be at least 1. Got 0.",
        ),
        (
            lambda: MultiHeadAttention(3, 4, -1, 0.0, 2),
            "context_length must be at least 1. Got -1.",
        ),
        (
            lambda: MultiHeadAttention(3, 4, 6, 0.0, 0),
            "num_heads must be at least 1. Got 0.",
        ),
        (
            lambda: MultiHeadAttention(3, 4, 6, 1.0, 2),
            "dropout must be in [0, 1). Got 1.0.",
        ),
        (
            lambda: MultiHeadAttention(3, 4, 6, -0.1, 2),
            "dropout must be in [0, 1). Got -0.1.",
        ),
        (
            lambda: MultiHeadAttentionWrapper(3, 2, 6, 0.0, -1),
            "num_heads must be at least 1. Got -1.",
        ),
        (
            lambda: MultiHeadAttentionWrapper(3, -2, 6, 0.0, 2),
            "d_out must be at least 1. Got -2.",
        ),
        (
            lambda: MultiHeadAttentionWrapper(3, 2, 6, 2.0, 2),
            "dropout must be in [0, 1). Got 2.0.",
        ),
        (
            lambda: ready()(torch.ones(3)),
            "x must have shape (..., num_tokens, d_in=3). Got (3,).",
        ),
        (
            lambda: ready()(torch.ones(2, 6, 5)),
            "x must have shape (..., num_tokens, d_in=3). Got (2, 6, 5).",
        ),
        (
            lambda: ready()(torch.ones(2, 7, 3)),
            "x must have at most context_length=6 tokens. Got 7.",
        ),
        (
            lambda: MultiHeadAttentionWrapper(3, 2, 6, 0.0, 2)(torch.ones(8, 3)),
            "x must have at most context_length=6 tokens. Got 8.",
        ),
        (
            lambda: split_heads(torch.ones(4), 2),
            "x must have shape (..., num_tokens, width). Got (4,).",
        ),
        (
            lambda: split_heads(torch.ones(6, 4), 3),
            "num_heads must divide the width of x, 4. Got 3.",
        ),
        (
            lambda: split_heads(torch.ones(6, 4), 0),
            "num_heads must divide the width of x, 4. Got 0.",
        ),
        (
            lambda: merge_heads(torch.ones(6, 4)),
            "x must have shape (..., num_heads, num_tokens, head_dim). Got (6, 4).",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    call: Callable[[], torch.Tensor], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
