"""The recurrent encoder, against a loop over Python floats and torch's own."""

import math
import re

import pytest
import torch
from torch import nn

from attention import RecurrentEncoder
from tests.attention.devices import DEVICES

# Distinct primes, so that a swapped axis cannot go unnoticed.
NUM_TOKENS, D_IN, D_STATE = 5, 3, 7
BATCHES = [(), (2,), (11, 2)]
TOLERANCE = {torch.float32: 1e-5, torch.float64: 1e-12, torch.bfloat16: 4e-2}


def encoder_and_inputs(
    batch: tuple[int, ...], dtype: torch.dtype
) -> tuple[RecurrentEncoder, torch.Tensor]:
    torch.manual_seed(0)
    encoder = RecurrentEncoder(D_IN, D_STATE).to(dtype)
    return encoder, torch.randn(*batch, NUM_TOKENS, D_IN).to(dtype)


def states_by_loops(
    words: list[list[float]],
    W_input: list[list[float]],
    bias: list[float],
    W_state: list[list[float]],
) -> list[list[float]]:
    """Python's floats alone: nothing in common with the code under test."""
    states = [[0.0] * len(bias)]
    for word in words:
        states.append(
            [
                math.tanh(
                    sum(w * x for w, x in zip(W_input[unit], word, strict=True))
                    + bias[unit]
                    + sum(u * h for u, h in zip(W_state[unit], states[-1], strict=True))
                )
                for unit in range(len(bias))
            ]
        )
    return states[1:]


@pytest.mark.parametrize("dtype", TOLERANCE, ids=str)
@pytest.mark.parametrize("batch", BATCHES, ids=str)
def test_states_equal_loops_over_python_floats(
    batch: tuple[int, ...], dtype: torch.dtype
):
    encoder, inputs = encoder_and_inputs(batch, dtype)
    states = encoder(inputs)

    assert states.dtype == dtype
    assert states.shape == (*batch, NUM_TOKENS, D_STATE)
    weights = (
        encoder.W_input.weight.double().tolist(),
        encoder.W_input.bias.double().tolist(),
        encoder.W_state.weight.double().tolist(),
    )
    sentences = inputs.double().reshape(-1, NUM_TOKENS, D_IN).tolist()
    expected = [states_by_loops(sentence, *weights) for sentence in sentences]
    torch.testing.assert_close(
        states.double().reshape(-1, NUM_TOKENS, D_STATE),
        torch.tensor(expected, dtype=torch.float64),
        rtol=TOLERANCE[dtype],
        atol=TOLERANCE[dtype],
    )


def test_states_equal_torchs_own_with_copied_weights():
    encoder, inputs = encoder_and_inputs((2,), torch.float64)
    own = nn.RNN(D_IN, D_STATE, batch_first=True, dtype=torch.float64)
    own.load_state_dict(
        {
            "weight_ih_l0": encoder.W_input.weight,
            "weight_hh_l0": encoder.W_state.weight,
            "bias_ih_l0": encoder.W_input.bias,
            "bias_hh_l0": torch.zeros(D_STATE),
        }
    )
    torch.testing.assert_close(encoder(inputs), own(inputs)[0])


def test_a_state_depends_on_what_was_read_and_not_on_what_follows():
    encoder, inputs = encoder_and_inputs((), torch.float64)
    inputs.requires_grad_()
    (gradient,) = torch.autograd.grad(encoder(inputs)[2].sum(), inputs)
    assert gradient[:3].ne(0).all()
    assert gradient[3:].eq(0).all()


def test_gradients_flow_to_the_words():
    encoder, inputs = encoder_and_inputs((2,), torch.float64)
    assert torch.autograd.gradcheck(encoder, inputs.requires_grad_())


def test_it_compiles_without_a_graph_break():
    encoder, inputs = encoder_and_inputs((2,), torch.float32)
    compiled = torch.compile(encoder, fullgraph=True, backend="eager")
    torch.testing.assert_close(compiled(inputs), encoder(inputs))


@pytest.mark.parametrize("device", DEVICES)
def test_it_computes_where_its_parameters_are(device: str):
    encoder, inputs = encoder_and_inputs((2,), torch.float32)
    states = encoder.to(device)(inputs.to(device))
    assert states.device.type == device
    assert states.shape == (2, NUM_TOKENS, D_STATE)


def test_one_word_of_one_feature_is_read():
    encoder = RecurrentEncoder(1, 1)
    assert encoder(torch.ones(1, 1)).shape == (1, 1)
    assert set(encoder.state_dict()) == {
        "W_input.weight",
        "W_input.bias",
        "W_state.weight",
    }


@pytest.mark.parametrize("shape", [(3,), (5, 7), (2, 0, 3)], ids=str)
def test_words_of_another_shape_are_refused(shape: tuple[int, ...]):
    message = (
        "inputs must have shape (..., num_tokens, d_in=3), with at least one word. "
        f"Got {shape}."
    )
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        RecurrentEncoder(3, 7)(torch.ones(*shape))


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ((0, 7), "d_in must be at least 1. Got 0."),
        ((3, -2), "d_state must be at least 1. Got -2."),
    ],
)
def test_sizes_that_are_not_positive_are_refused(sizes: tuple[int, int], message: str):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        RecurrentEncoder(*sizes)
