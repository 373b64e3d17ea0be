"""A table of positions: the sums, the weight, and what has no place in it."""

import re
from collections.abc import Callable

import pytest
import torch
from torch import nn

from attention import LearnedPositions, add_positions, inputs, position_table
from tests.attention.devices import DEVICES

# Distinct primes, so that a swapped axis cannot go unnoticed.
NUM_TOKENS, NUM_POSITIONS, D_MODEL = 5, 7, 3
BATCHES = [(), (2,), (11, 2)]
DTYPES = [torch.float32, torch.float64, torch.bfloat16]


def random_inputs(
    batch: tuple[int, ...] = (), dtype: torch.dtype = torch.float64
) -> tuple[torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(0)
    embeddings = torch.randn(*batch, NUM_TOKENS, D_MODEL, generator=generator)
    table = torch.randn(NUM_POSITIONS, D_MODEL, generator=generator)
    return embeddings.to(dtype), table.to(dtype)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("batch", BATCHES, ids=str)
def test_each_word_gets_the_row_of_its_place(
    batch: tuple[int, ...], dtype: torch.dtype
):
    embeddings, table = random_inputs(batch, dtype)
    added = add_positions(embeddings, table)

    assert added.dtype == dtype
    assert added.shape == embeddings.shape
    rows = embeddings.reshape(-1, NUM_TOKENS, D_MODEL).double().tolist()
    places = table.double().tolist()
    expected = [
        [
            [entry[t][f] + places[t][f] for f in range(D_MODEL)]
            for t in range(NUM_TOKENS)
        ]
        for entry in rows
    ]
    torch.testing.assert_close(
        added.double().reshape(-1, NUM_TOKENS, D_MODEL),
        torch.tensor(expected, dtype=torch.float64),
        rtol=0,
        atol=torch.finfo(dtype).eps * 4,
    )


def test_the_arguments_are_left_as_they_were():
    embeddings, table = random_inputs()
    before = embeddings.clone(), table.clone()
    add_positions(embeddings, table)
    assert torch.equal(embeddings, before[0])
    assert torch.equal(table, before[1])


def test_as_many_words_as_places_are_welcome():
    embeddings, table = random_inputs()
    assert add_positions(embeddings, table[:NUM_TOKENS]).shape == (NUM_TOKENS, D_MODEL)


def test_the_layer_adds_its_table():
    embeddings, _ = random_inputs((2,), torch.float32)
    layer = LearnedPositions(NUM_POSITIONS, D_MODEL)
    expected = embeddings + layer.pos_emb(torch.arange(NUM_TOKENS))
    assert torch.equal(layer(embeddings), expected)


def test_the_layer_starts_as_an_embedding_of_torch_starts():
    torch.manual_seed(123)
    layer = LearnedPositions(NUM_POSITIONS, D_MODEL)
    torch.manual_seed(123)
    embedding = nn.Embedding(NUM_POSITIONS, D_MODEL)
    assert torch.equal(layer.pos_emb.weight, embedding.weight)


def test_the_layer_has_one_weight_which_a_given_table_can_fill():
    layer = LearnedPositions(16, 3)
    layer.load_state_dict({"pos_emb.weight": position_table})
    assert [name for name, _ in layer.named_parameters()] == ["pos_emb.weight"]
    assert torch.equal(layer(inputs), inputs + position_table[:6])


def test_only_the_rows_of_places_in_use_get_a_gradient():
    embeddings, _ = random_inputs((2,), torch.float32)
    layer = LearnedPositions(NUM_POSITIONS, D_MODEL)
    layer(embeddings).sum().backward()
    gradient = layer.pos_emb.weight.grad
    assert gradient is not None
    expected = torch.tensor([2.0] * NUM_TOKENS + [0.0] * 2)
    assert torch.equal(gradient, expected[:, None].expand(-1, D_MODEL))


def test_gradients_flow_to_words_and_table():
    embeddings, table = (x.requires_grad_() for x in random_inputs((2,)))
    assert torch.autograd.gradcheck(add_positions, (embeddings, table))


def test_the_layer_compiles_without_a_graph_break():
    embeddings, _ = random_inputs((2,), torch.float32)
    layer = LearnedPositions(NUM_POSITIONS, D_MODEL)
    compiled = torch.compile(layer, fullgraph=True, backend="eager")
    assert torch.equal(compiled(embeddings), layer(embeddings))


@pytest.mark.parametrize("device", DEVICES)
def test_the_layer_works_where_its_weight_is(device: str):
    layer = LearnedPositions(NUM_POSITIONS, D_MODEL).to(device)
    embeddings, _ = random_inputs((), torch.float32)
    moved = layer(embeddings.to(device))
    assert moved.device.type == device
    assert moved.shape == embeddings.shape


def test_one_place_and_one_feature_are_enough():
    layer = LearnedPositions(1, 1)
    assert layer(torch.zeros(1, 1)).item() == layer.pos_emb.weight.item()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: add_positions(torch.ones(3), torch.ones(7, 3)),
            "embeddings must have shape (..., num_tokens, d_model). Got (3,).",
        ),
        (
            lambda: add_positions(torch.ones(5, 3), torch.ones(2, 7, 3)),
            "table must have two axes, one row for each position, shape "
            "(num_positions, d_model). Got (2, 7, 3).",
        ),
        (
            lambda: add_positions(torch.ones(2, 5, 3), torch.ones(7, 11)),
            "embeddings must have as many features as positions have, shape "
            "(..., num_tokens, d_model=11). Got (2, 5, 3).",
        ),
        (
            lambda: add_positions(torch.ones(2, 17, 3), position_table),
            "num_tokens must be at most 16, the number of positions in the table. "
            "Got 17.",
        ),
        (
            lambda: LearnedPositions(7, 3)(torch.ones(11, 3)),
            "num_tokens must be at most 7, the number of positions in the table. "
            "Got 11.",
        ),
        (
            lambda: LearnedPositions(0, 3),
            "context_length must be at least 1. Got 0.",
        ),
        (
            lambda: LearnedPositions(7, -1),
            "d_model must be at least 1. Got -1.",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    call: Callable[[], object], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
