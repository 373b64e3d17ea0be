"""Why nobody can tell some mutants of the package from the original.

`make mutants` alters the package, one thing at a time, and `equivalent.json` lists
what no test can notice, each under the test that shows why: either value does the same.
"""

import itertools
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from attention import (
    AdditiveAttention,
    AttentionRecall,
    CausalAttention,
    CrossAttention,
    MultiHeadAttention,
    RecurrentEncoder,
    SinusoidalPositions,
    SkipGram,
    add_positions,
    draw_words,
    masked_attention_weights,
    nearest,
    recall_batch,
    sinusoidal_positions,
    softmax_jacobian,
    split_words,
)
from tests.attention.devices import DEVICES

# As mutants have it: no checker of types or of style would let it pass.
PAIRED: Any = zip


def random(*shape: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(0)
    return torch.randn(shape, generator=generator, dtype=torch.float64)


class Layer(nn.Module):
    """A layer and a buffer, with what the package says, or what a mutant does."""

    def __init__(self, no: Any) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.linear = nn.Linear(5, 3, bias=no)
        self.register_buffer("mask", torch.eye(3), persistent=no)


def test_none_counts_as_false():
    said, mutant = Layer(False), Layer(None)
    assert said.linear.bias is None
    assert mutant.linear.bias is None
    assert said.state_dict().keys() == mutant.state_dict().keys() == {"linear.weight"}
    assert torch.equal(said.linear.weight, mutant.linear.weight)
    assert [name for name, _ in mutant.named_buffers()] == ["mask"]
    assert not mutant.load_state_dict(said.state_dict()).unexpected_keys
    for layer in (AdditiveAttention(5, 7, 3), RecurrentEncoder(5, 3)):
        linears = [part for part in layer.modules() if isinstance(part, nn.Linear)]
        assert None in [linear.bias for linear in linears]


@given(st.lists(st.integers()), st.lists(st.integers()))
def test_pairs_end_with_the_shorter_list_whatever_says_so(
    ours: list[int], theirs: list[int]
):
    pairs = list(zip(reversed(ours), reversed(theirs), strict=False))
    assert pairs == list(PAIRED(reversed(ours), reversed(theirs), strict=None))
    assert pairs == list(PAIRED(reversed(ours), reversed(theirs)))


@pytest.mark.parametrize("strict", [True, False, None])
def test_there_is_a_gradient_for_each_table(strict: bool):
    model = SkipGram(7, 3)
    tables = (model.centres, model.contexts)
    ids = torch.tensor([2, 3])
    loss = model(ids, ids.flip(0), ids[:, None]).mean()
    gradients = torch.autograd.grad(loss, tables)
    pairs = list(zip(tables, gradients, strict=strict))
    assert [(table.shape, slope.shape) for table, slope in pairs] == [
        (table.shape, table.shape) for table in tables
    ]


@pytest.mark.parametrize("context_length", [1, 2, 7])
def test_a_causal_mask_is_a_square(context_length: int):
    for layer in (
        CausalAttention(5, 4, context_length, 0.0),
        MultiHeadAttention(5, 4, context_length, 0.0, 2),
    ):
        layer.load_state_dict(layer.state_dict() | {"mask": torch.ones(2, 3)})
        mask = layer.double().mask
        assert mask.dim() == 2
        assert mask.shape[-1] == mask.shape[1] == mask.shape[-2] == context_length


@pytest.mark.parametrize("batch", [(), (2,), (3, 2)], ids=str)
@pytest.mark.parametrize("sizes", [(1, 1), (1, 7), (5, 1), (5, 7)], ids=str)
def test_one_row_of_true_hides_nothing_from_any_query(
    batch: tuple[int, ...], sizes: tuple[int, int]
):
    num_queries, num_keys = sizes
    layer = CrossAttention(3, 4, 0.0, 2).double()
    x_query, x_key = random(*batch, num_queries, 3), random(*batch, num_keys, 3)
    everything = layer.weights(x_query, x_key)
    for shape in ((num_keys,), (num_queries, num_keys)):
        mask = torch.ones(shape, dtype=torch.bool)
        assert torch.equal(layer.weights(x_query, x_key, mask), everything)


@pytest.mark.parametrize("batch", [(), (2,), (3, 2)], ids=str)
@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (5, 1), (5, 7)], ids=str)
def test_a_mask_of_two_axes_needs_no_third_for_the_heads(
    batch: tuple[int, ...], shape: tuple[int, int]
):
    scores = random(*batch, 2, 5, 7)  # heads in front of queries and keys
    mask = random(*shape) < 0
    assert torch.equal(
        masked_attention_weights(scores, mask),
        masked_attention_weights(scores, mask.unsqueeze(-3)),
    )


@pytest.mark.parametrize("device", DEVICES)
def test_where_a_tensor_is_made_does_not_depend_on_its_size(device: str):
    with torch.device(device):
        places = {torch.empty(size).device for size in (0, 1)}
    assert [place.type for place in places] == [device]


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16])
def test_what_a_query_without_keys_holds_for_a_moment_is_never_seen(
    dtype: torch.dtype,
):
    scores = random(2, 3, 5).to(dtype).requires_grad_()
    mask = random(2, 3, 5) < 0
    mask[:, 1] = False
    expected = masked_attention_weights(scores, mask)
    (slope,) = torch.autograd.grad(expected.square().sum(), scores)
    for held in (0.0, 1.0):
        hidden = scores.masked_fill(~mask, -torch.inf)
        hidden = hidden.masked_fill(~mask.any(dim=-1, keepdim=True), held)
        weights = hidden.softmax(dim=-1)
        weights = weights.masked_fill(~mask.any(dim=-1, keepdim=True), 0.0)
        assert torch.equal(weights, expected)
        (other,) = torch.autograd.grad(weights.square().sum(), scores)
        assert torch.equal(other, slope)


@pytest.mark.parametrize("batch", [(), (2,), (3, 2)], ids=str)
def test_the_nearest_are_looked_for_along_the_last_axis_by_default(
    batch: tuple[int, ...],
):
    cosines = random(*batch, 7)
    for k in (1, 3, 7):
        rows = cosines.topk(k).indices
        assert torch.equal(rows, cosines.topk(k, dim=-1).indices)
    assert nearest(random(7, 5), random(*batch, 5)).shape == (*batch, 3)


@pytest.mark.parametrize("num_seeds", [1, 2, 10])
def test_of_two_axes_the_second_is_the_last(num_seeds: int):
    ids, first = recall_batch(num_seeds, 32, length=2)
    model = AttentionRecall(2, d_model=3)
    losses = F.cross_entropy(model(ids).mT, first, reduction="none")
    right = model(ids).argmax(dim=-1) == first
    for numbers in (losses, right.float()):
        assert numbers.shape == (num_seeds, 32)
        assert torch.equal(numbers.mean(dim=1), numbers.mean(dim=-1))


@given(st.lists(st.sampled_from([0.0, -0.0]), min_size=1))
def test_zeros_stay_zeros_whatever_they_are_divided_by(zeros: list[float]):
    vector = torch.tensor(zeros)
    directions = [F.normalize(vector / length, dim=-1) for length in (1.0, 2.0)]
    assert torch.equal(*directions)
    assert torch.equal(*(direction.signbit() for direction in directions))


def test_a_shape_without_axes_is_not_negative():
    assert not any(min((), default=default) < 0 for default in (0, 1))
    ids, first = recall_batch(length=2)
    assert (ids.shape, first.shape) == ((3,), ())
    assert draw_words(torch.ones(3), ()).shape == ()


INTEGERS = [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64]
REAL = [*INTEGERS, torch.bfloat16, torch.float16, torch.float32, torch.float64]


@pytest.mark.parametrize("dtype", REAL, ids=str)
@pytest.mark.parametrize("shape", [(), (1,), (11, 3)], ids=str)
def test_angles_are_of_float64_since_the_frequencies_are(
    dtype: torch.dtype, shape: tuple[int, ...]
):
    positions = (100 * random(*shape)).abs().to(dtype)
    frequencies = 10000.0 ** (-random(5).abs())
    angles = positions[..., None] * frequencies
    assert angles.dtype == torch.float64
    assert torch.equal(angles, positions.double()[..., None] * frequencies)
    assert torch.equal(
        sinusoidal_positions(positions, 6, dtype=torch.float64),
        sinusoidal_positions(positions.double(), 6),
    )


@pytest.mark.parametrize("shape", [(), (4,), (3,)], ids=str)
def test_what_has_no_axis_of_words_is_refused_whatever_the_table(
    shape: tuple[int, ...],
):
    embeddings, refused = torch.ones(shape), []
    tables = (torch.ones(0, 4), torch.ones(1, 4))
    for add in (
        SinusoidalPositions(4),
        *(lambda x, table=table: add_positions(x, table) for table in tables),
    ):
        with pytest.raises(ValueError, match="num_tokens, d_model") as caught:
            add(embeddings)
        refused.append(str(caught.value))
    assert len(set(refused)) == 1


@pytest.mark.parametrize("batch", [(), (2,), (3, 2)], ids=str)
@pytest.mark.parametrize("num_keys", [1, 2, 7])
def test_products_of_shares_add_up_alike_by_rows_and_by_columns(
    batch: tuple[int, ...], num_keys: int
):
    slopes = softmax_jacobian(random(*batch, num_keys))
    assert torch.equal(slopes, slopes.mT)
    products = -slopes * ~torch.eye(num_keys, dtype=torch.bool)
    for axis in (-1, -2):  # the same addends; torch may add them in another order
        torch.testing.assert_close(
            products.sum(dim=axis), slopes.diagonal(dim1=-2, dim2=-1)
        )


def test_no_letter_in_lower_case_is_a_capital_x():
    letters = map(chr, itertools.chain(range(0xD800), range(0xE000, 0x110000)))
    assert "X" not in "".join(letters).lower()
    assert split_words("X XxX .xX!") == ["x", "xxx", "xx"]
