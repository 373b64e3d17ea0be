"""Sinusoidal positions: the formula, and each property that one wishes for."""

import math
import re
from collections.abc import Callable

import pytest
import torch

from attention import SinusoidalPositions, shift_matrix, sinusoidal_positions
from tests.attention.devices import DEVICES

WIDTHS = [1, 2, 3, 6, 7, 64]
TOLERANCE = {torch.float32: 1e-6, torch.float64: 1e-12, torch.bfloat16: 4e-3}


def by_the_formula(position: float, d_model: int) -> list[float]:
    """Vaswani et al. (2017), section 3.5, in Python's floats, feature by feature."""
    features = []
    for feature in range(d_model):
        i = feature // 2
        angle = position / 10000 ** (2 * i / d_model)
        features.append(math.cos(angle) if feature % 2 else math.sin(angle))
    return features


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
@pytest.mark.parametrize("d_model", WIDTHS)
def test_each_feature_is_what_the_paper_says(d_model: int, dtype: torch.dtype):
    places = [0, 1, 2, 5, 127, 100_003]
    table = sinusoidal_positions(torch.tensor(places), d_model, dtype=dtype)

    assert table.dtype == dtype
    expected = [by_the_formula(place, d_model) for place in places]
    torch.testing.assert_close(
        table.double(),
        torch.tensor(expected, dtype=torch.float64),
        rtol=0,
        atol=max(TOLERANCE[dtype], 1e-9),  # Python rounds the angle elsewhere
    )


def test_an_odd_width_is_the_next_even_formula_without_its_last_cosine():
    table = sinusoidal_positions(torch.arange(5), 3, dtype=torch.float64)
    slow = torch.arange(5, dtype=torch.float64) / 10000 ** (2 / 3)
    torch.testing.assert_close(table[:, 2], slow.sin())


def test_any_shape_of_positions_gets_one_more_axis():
    places = torch.tensor([[0, 1, 2], [7, 11, 13]])
    table = sinusoidal_positions(places, 5)
    assert table.shape == (2, 3, 5)
    assert torch.equal(table[1, 2], sinusoidal_positions(torch.tensor(13), 5))


def test_the_type_of_the_result_follows_the_positions_unless_it_is_given():
    places = torch.tensor([1, 2])
    assert sinusoidal_positions(places, 3).dtype == torch.float32
    assert sinusoidal_positions(places.double(), 3).dtype == torch.float64
    given = sinusoidal_positions(places.double(), 3, dtype=torch.bfloat16)
    assert given.dtype == torch.bfloat16


def test_no_two_places_have_the_same_vector():
    table = sinusoidal_positions(torch.arange(997), 8)
    distances = torch.cdist(table, table).fill_diagonal_(torch.inf)
    assert distances.min() > 0.5


@pytest.mark.parametrize("d_model", WIDTHS)
def test_all_features_lie_between_minus_one_and_one(d_model: int):
    table = sinusoidal_positions(torch.arange(0, 10**7, 10007), d_model)
    assert (table.abs() <= 1).all()


def test_every_vector_of_an_even_width_has_the_same_length():
    lengths = sinusoidal_positions(torch.arange(499), 22, dtype=torch.float64).norm(
        dim=-1
    )
    torch.testing.assert_close(lengths, torch.full_like(lengths, math.sqrt(11)))


def test_a_place_has_the_same_vector_in_every_length_of_text():
    few = sinusoidal_positions(torch.arange(5), 6)
    many = sinusoidal_positions(torch.arange(1009), 6)
    assert torch.equal(many[:5], few)


@pytest.mark.parametrize("steps", [0, 1, 2, 31, 1000, -3])
@pytest.mark.parametrize("d_model", [2, 10, 64])
def test_a_shift_is_one_matrix_for_all_places(steps: int, d_model: int):
    places = torch.arange(101)
    matrix = shift_matrix(torch.tensor(steps), d_model, dtype=torch.float64)
    before = sinusoidal_positions(places, d_model, dtype=torch.float64)
    after = sinusoidal_positions(places + steps, d_model, dtype=torch.float64)
    torch.testing.assert_close(before @ matrix.T, after)


def test_the_matrix_of_a_shift_has_one_rotation_for_each_pair():
    blocks = []
    for i in range(3):
        angle = 7 / 10000 ** (2 * i / 6)
        sine, cosine = math.sin(angle), math.cos(angle)
        blocks.append(torch.tensor([[cosine, sine], [-sine, cosine]]))
    torch.testing.assert_close(
        shift_matrix(torch.tensor(7), 6), torch.block_diag(*blocks)
    )


def test_many_shifts_are_many_matrices():
    steps = torch.tensor([[1, 2, 3], [-1, 0, 11]], dtype=torch.float64)
    matrices = shift_matrix(steps, 4)
    assert matrices.shape == (2, 3, 4, 4)
    assert matrices.dtype == torch.float64
    assert torch.equal(matrices[0, 2], shift_matrix(steps[0, 2], 4))
    assert torch.equal(matrices[1, 1], torch.eye(4, dtype=torch.float64))


def test_shifts_are_rotations_that_add_up():
    by_2, by_3, by_5 = shift_matrix(torch.tensor([2.0, 3.0, 5.0]).double(), 22)
    torch.testing.assert_close(by_2 @ by_3, by_5)
    torch.testing.assert_close(by_3.T @ by_3, torch.eye(22, dtype=torch.float64))
    torch.testing.assert_close(torch.det(by_3).item(), 1.0)


def test_each_pair_comes_round_after_its_wavelength_and_not_before():
    d_model, i = 8, 1
    wavelength = 2 * math.pi * 10000 ** (2 * i / d_model)
    ends = torch.tensor([3.0, 3 + wavelength, 3 + wavelength / 2], dtype=torch.float64)
    start, whole, half = sinusoidal_positions(ends, d_model)[:, 2:4]
    torch.testing.assert_close(whole, start)
    torch.testing.assert_close(half, -start)


def test_gradients_flow_to_positions_that_are_not_integers():
    places = torch.tensor([0.5, 2.0, 7.25], dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda p: sinusoidal_positions(p, 5), places)
    assert torch.autograd.gradcheck(lambda p: shift_matrix(p, 4), places)


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
@pytest.mark.parametrize("batch", [(), (2,), (11, 2)], ids=str)
def test_the_layer_adds_the_vector_of_each_place(
    batch: tuple[int, ...], dtype: torch.dtype
):
    embeddings = torch.ones(*batch, 5, 7, dtype=dtype)
    added = SinusoidalPositions(7)(embeddings)

    assert added.dtype == dtype
    places = [[1 + f for f in by_the_formula(place, 7)] for place in range(5)]
    expected = torch.tensor(places, dtype=torch.float64).expand(*batch, 5, 7)
    torch.testing.assert_close(
        added.double(), expected, rtol=0, atol=4 * TOLERANCE[dtype]
    )


def test_the_layer_has_nothing_to_train_and_nothing_to_store():
    layer = SinusoidalPositions(7)
    assert list(layer.parameters()) == []
    assert layer.state_dict() == {}


def test_the_layer_compiles_without_a_graph_break():
    embeddings = torch.ones(2, 5, 7)
    layer = SinusoidalPositions(7)
    compiled = torch.compile(layer, fullgraph=True, backend="eager")
    torch.testing.assert_close(compiled(embeddings), layer(embeddings))


def test_the_functions_compile_without_a_graph_break():
    for function in (sinusoidal_positions, shift_matrix):
        compiled = torch.compile(function, fullgraph=True, backend="eager")
        places = torch.arange(5)
        torch.testing.assert_close(compiled(places, 6), function(places, 6))


@pytest.mark.parametrize("device", DEVICES)
def test_the_vectors_are_made_where_the_positions_are(device: str):
    table = sinusoidal_positions(torch.arange(5, device=device), 7)
    assert table.device.type == device
    assert table.shape == (5, 7)
    assert SinusoidalPositions(7)(table).device.type == device
    assert shift_matrix(torch.arange(5, device=device), 4).device.type == device


def test_matrices_are_made_where_the_steps_are_and_not_on_the_default_device():
    steps = torch.tensor([1, 2])
    with torch.device("meta"):
        matrices = shift_matrix(steps, 4)
    assert torch.equal(matrices, shift_matrix(steps, 4))


def test_one_vector_without_its_axis_of_tokens_is_refused():
    message = "embeddings must have shape (..., num_tokens, d_model). Got (4,)."
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        SinusoidalPositions(4)(torch.ones(4))


def test_one_feature_is_a_sine():
    places = torch.zeros(3, 1)
    assert torch.equal(SinusoidalPositions(1)(places)[:, 0], torch.arange(3.0).sin())


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: sinusoidal_positions(torch.arange(5), 4, dtype=torch.int64),
            "dtype must be floating point. Got torch.int64.",
        ),
        (
            lambda: shift_matrix(torch.tensor(True), 4),
            "steps must be real numbers. Got torch.bool.",
        ),
        (
            lambda: SinusoidalPositions(4)(torch.ones(2, 4, dtype=torch.int64)),
            "embeddings must be floating point. Got torch.int64.",
        ),
        (
            lambda: sinusoidal_positions(torch.arange(5), 0),
            "d_model must be at least 1. Got 0.",
        ),
        (
            lambda: sinusoidal_positions(torch.ones(5, dtype=torch.bool), 6),
            "positions must be real numbers. Got torch.bool.",
        ),
        (
            lambda: sinusoidal_positions(torch.ones(5, dtype=torch.complex64), 6),
            "positions must be real numbers. Got torch.complex64.",
        ),
        (
            lambda: shift_matrix(torch.tensor(1), 7),
            "d_model must be even and at least 2. Got 7.",
        ),
        (
            lambda: shift_matrix(torch.tensor(1), 0),
            "d_model must be even and at least 2. Got 0.",
        ),
        (
            lambda: SinusoidalPositions(-2),
            "d_model must be at least 1. Got -2.",
        ),
        (
            lambda: SinusoidalPositions(7)(torch.ones(7)),
            "embeddings must have shape (..., num_tokens, d_model). Got (7,).",
        ),
        (
            lambda: SinusoidalPositions(7)(torch.ones(2, 5, 3)),
            "embeddings must have as many features as positions have, shape "
            "(..., num_tokens, d_model=7). Got (2, 5, 3).",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    call: Callable[[], object], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
