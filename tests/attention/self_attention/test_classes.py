"""The two classes of self-attention, against loops, torch's own, and each other."""

import io
import math
import re
from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from attention import SelfAttentionV1, SelfAttentionV2, inputs
from tests.attention.devices import DEVICES

# Distinct primes, so that a swapped axis cannot go unnoticed.
NUM_TOKENS, D_IN, D_OUT = 5, 7, 3
BATCHES = [(), (2,), (13, 2)]
TOLERANCE = {torch.float32: 1e-5, torch.float64: 1e-12, torch.bfloat16: 4e-2}
NAMES = ("W_query", "W_key", "W_value")
Layer = SelfAttentionV1 | SelfAttentionV2
MAKERS: dict[str, Callable[[], Layer]] = {
    "v1": lambda: SelfAttentionV1(D_IN, D_OUT),
    "v2": lambda: SelfAttentionV2(D_IN, D_OUT),
    "v2 with bias": lambda: SelfAttentionV2(D_IN, D_OUT, qkv_bias=True),
}
every_layer = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


def made(make: Callable[[], Layer], dtype: torch.dtype = torch.float64) -> Layer:
    torch.manual_seed(0)
    return make().to(dtype)


def random_tokens(*batch: int, dtype: torch.dtype = torch.float64) -> torch.Tensor:
    generator = torch.Generator().manual_seed(1)
    return torch.randn(*batch, NUM_TOKENS, D_IN, generator=generator).to(dtype)


def projection(layer: Layer, name: str) -> tuple[torch.Tensor, torch.Tensor]:
    """The matrix (d_in, d_out) and the bias (d_out) of one of the three."""
    part = getattr(layer, name)
    if isinstance(part, nn.Linear):
        bias = torch.zeros(D_OUT) if part.bias is None else part.bias
        return part.weight.detach().T, bias.detach()
    return part.detach(), torch.zeros(D_OUT)


def attend_by_loops(layer: Layer, x: list[list[float]]) -> list[list[float]]:
    """Python's floats alone: nothing in common with the code under test."""
    queries, keys, values = [], [], []
    for name, rows in zip(NAMES, (queries, keys, values), strict=True):
        matrix, bias = (part.double().tolist() for part in projection(layer, name))
        for token in x:
            rows.append(
                [
                    bias[o] + math.fsum(token[i] * matrix[i][o] for i in range(D_IN))
                    for o in range(D_OUT)
                ]
            )
    contexts = []
    for query in queries:
        scores = [
            math.fsum(a * b for a, b in zip(query, key, strict=True)) / math.sqrt(D_OUT)
            for key in keys
        ]
        exponentials = [math.exp(score - max(scores)) for score in scores]
        weights = [e / math.fsum(exponentials) for e in exponentials]
        columns = list(zip(*values, strict=True))
        contexts.append(
            [math.fsum(w * v for w, v in zip(weights, c, strict=True)) for c in columns]
        )
    return contexts


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
@pytest.mark.parametrize("batch", BATCHES, ids=str)
@every_layer
def test_a_layer_equals_loops_over_python_floats(
    make: Callable[[], Layer], batch: tuple[int, ...], dtype: torch.dtype
):
    layer, x = made(make, dtype), random_tokens(*batch, dtype=dtype)
    contexts = layer(x)

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


@every_layer
def test_a_layer_equals_torchs_own_attention(make: Callable[[], Layer]):
    layer, x = made(make), random_tokens(2)
    queries, keys, values = (
        x @ matrix + bias for matrix, bias in (projection(layer, n) for n in NAMES)
    )
    torch.testing.assert_close(
        layer(x), F.scaled_dot_product_attention(queries, keys, values)
    )


@pytest.mark.parametrize(
    ("make", "seed", "first", "second"),
    [
        (SelfAttentionV1, 123, [0.2996, 0.8053], [0.3061, 0.8210]),
        (SelfAttentionV2, 123, [-0.5337, -0.1051], [-0.5323, -0.1080]),
        (SelfAttentionV2, 789, [-0.0739, 0.0713], [-0.0748, 0.0703]),
    ],
)
def test_a_seed_gives_the_numbers_that_readers_know(
    make: Callable[[int, int], Layer],
    seed: int,
    first: list[float],
    second: list[float],
):
    torch.manual_seed(seed)
    contexts = make(3, 2)(inputs)
    torch.testing.assert_close(
        contexts[:2].detach(), torch.tensor([first, second]), rtol=0, atol=6e-5
    )


def test_matrices_are_drawn_in_the_order_query_key_value():
    torch.manual_seed(2)
    drawn = [torch.rand(D_IN, D_OUT) for _ in NAMES]
    torch.manual_seed(2)
    first = SelfAttentionV1(D_IN, D_OUT)
    for name, matrix in zip(NAMES, drawn, strict=True):
        assert torch.equal(getattr(first, name), matrix)

    torch.manual_seed(2)
    linear = [nn.Linear(D_IN, D_OUT, bias=False) for _ in NAMES]
    torch.manual_seed(2)
    second = SelfAttentionV2(D_IN, D_OUT)
    for name, layer in zip(NAMES, linear, strict=True):
        assert torch.equal(getattr(second, name).weight, layer.weight)


def test_the_weights_of_v1_transposed_make_v2_equal_and_back():
    first, second = (
        SelfAttentionV1(D_IN, D_OUT).double(),
        SelfAttentionV2(D_IN, D_OUT).double(),
    )
    second.load_state_dict({f"{n}.weight": getattr(first, n).T for n in NAMES})
    x = random_tokens()
    torch.testing.assert_close(first(x), second(x))

    again = SelfAttentionV1(D_IN, D_OUT).double()
    again.load_state_dict({n: getattr(second, n).weight.T for n in NAMES})
    for name in NAMES:
        assert torch.equal(getattr(again, name), getattr(first, name))


def test_state_dicts_have_the_keys_and_shapes_of_the_book():
    def shapes(layer: Layer) -> dict[str, tuple[int, ...]]:
        return {key: tuple(t.shape) for key, t in layer.state_dict().items()}

    assert shapes(SelfAttentionV1(D_IN, D_OUT)) == dict.fromkeys(NAMES, (D_IN, D_OUT))
    weights = {f"{n}.weight": (D_OUT, D_IN) for n in NAMES}
    biases = {f"{n}.bias": (D_OUT,) for n in NAMES}
    assert shapes(SelfAttentionV2(D_IN, D_OUT)) == weights
    assert shapes(SelfAttentionV2(D_IN, D_OUT, True)) == weights | biases


@every_layer
def test_a_saved_layer_computes_the_same_when_it_is_loaded(make: Callable[[], Layer]):
    layer, x, file = made(make), random_tokens(), io.BytesIO()
    torch.save(layer.state_dict(), file)
    file.seek(0)
    torch.manual_seed(3)
    other = make().double()
    other.load_state_dict(torch.load(file, weights_only=True))
    assert torch.equal(other(x), layer(x))


@every_layer
def test_every_matrix_is_a_parameter_and_gets_a_gradient(make: Callable[[], Layer]):
    layer = made(make)
    layer(random_tokens()).square().sum().backward()
    parameters = dict(layer.named_parameters())
    assert parameters.keys() == layer.state_dict().keys()
    for name, parameter in parameters.items():
        assert parameter.grad is not None
        # A bias of the keys shifts all scores of a query alike: softmax forgets it.
        moves = parameter.grad.abs().max() > 1e-10
        assert moves == (name != "W_key.bias"), name


@every_layer
def test_gradients_of_tokens_and_parameters_are_right(make: Callable[[], Layer]):
    layer, x = made(make), random_tokens()[:2].requires_grad_()
    names = list(dict(layer.named_parameters()))

    def forward(x: torch.Tensor, *parameters: torch.Tensor) -> torch.Tensor:
        state = dict(zip(names, parameters, strict=True))
        return torch.func.functional_call(layer, state, (x,))

    assert torch.autograd.gradcheck(forward, (x, *layer.parameters()))


@every_layer
def test_permuting_the_tokens_permutes_their_context_vectors(
    make: Callable[[], Layer],
):
    layer, x = made(make), random_tokens()
    order = torch.tensor([3, 0, 4, 1, 2])
    torch.testing.assert_close(layer(x[order]), layer(x)[order])


@every_layer
def test_sequences_of_any_length_go_through_one_layer(make: Callable[[], Layer]):
    layer, x = made(make), random_tokens()
    for length in (1, 2, NUM_TOKENS):
        assert layer(x[:length]).shape == (length, D_OUT)
    (alone,) = layer(x[:1])  # one token can only attend to itself
    matrix, bias = projection(layer, "W_value")
    torch.testing.assert_close(alone, x[0] @ matrix + bias)


@every_layer
def test_a_layer_compiles_without_graph_breaks(make: Callable[[], Layer]):
    layer, x = made(make), random_tokens(2)
    compiled = torch.compile(layer, fullgraph=True, backend="eager")
    torch.testing.assert_close(compiled(x), layer(x))


@every_layer
def test_a_layer_moves_to_another_device_whole(make: Callable[[], Layer]):
    layer = make().to("meta")
    assert layer(torch.empty(NUM_TOKENS, D_IN, device="meta")).device.type == "meta"


@pytest.mark.parametrize("device", DEVICES)
@every_layer
def test_a_layer_computes_where_its_parameters_are(
    make: Callable[[], Layer], device: str
):
    layer, x = made(make), random_tokens(2)
    moved = layer.to(device)(x.to(device))
    assert moved.device.type == device
    assert moved.shape == made(make)(x).shape


def test_linears_draw_is_the_draw_of_rand_stretched_to_its_bounds():
    torch.manual_seed(4)
    uniform = torch.rand(D_OUT, D_IN)
    torch.manual_seed(4)
    drawn = SelfAttentionV2(D_IN, D_OUT).W_query.weight
    torch.testing.assert_close(drawn.detach(), (2 * uniform - 1) / math.sqrt(D_IN))


@pytest.mark.parametrize("kind", [SelfAttentionV1, SelfAttentionV2])
def test_one_token_of_one_feature_attends_to_itself(kind: type[nn.Module]):
    layer = kind(1, 1)
    x = torch.ones(1, 1)
    weight = layer.get_parameter(
        "W_value" if kind is SelfAttentionV1 else "W_value.weight"
    )
    torch.testing.assert_close(layer(x), weight)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: SelfAttentionV1(0, 2), "d_in must be at least 1. Got 0."),
        (lambda: SelfAttentionV1(3, -2), "d_out must be at least 1. Got -2."),
        (lambda: SelfAttentionV2(-3, 2), "d_in must be at least 1. Got -3."),
        (lambda: SelfAttentionV2(3, 0), "d_out must be at least 1. Got 0."),
        (
            lambda: SelfAttentionV1(3, 2)(torch.ones(3)),
            "x must have shape (..., num_tokens, d_in=3). Got (3,).",
        ),
        (
            lambda: SelfAttentionV1(3, 2)(torch.ones(2, 3, 5)),
            "x must have shape (..., num_tokens, d_in=3). Got (2, 3, 5).",
        ),
        (
            lambda: SelfAttentionV2(3, 2)(torch.tensor(1.0)),
            "x must have shape (..., num_tokens, d_in=3). Got ().",
        ),
        (
            lambda: SelfAttentionV2(3, 2)(torch.ones(3, 2)),
            "x must have shape (..., num_tokens, d_in=3). Got (3, 2).",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    call: Callable[[], torch.Tensor], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
