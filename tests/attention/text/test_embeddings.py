"""Embedding tables, and the lookup as a product, against nn.Embedding."""

import re
from collections.abc import Callable

import pytest
import torch

from attention import build_vocabulary, embedding_table, inputs, look_up, tokens

# Distinct primes, so that a swapped axis cannot go unnoticed.
NUM_IDS, NUM_FEATURES = 7, 3
SHAPES = [(), (5,), (2, 5), (2, 11, 5)]
VOCABULARY = {"<pad>": 0, "one": 1, "step": 2}
VECTORS = torch.tensor([[1.0, 2.0], [3.0, 5.0]])


def random_ids(shape: tuple[int, ...]) -> torch.Tensor:
    generator = torch.Generator().manual_seed(0)
    return torch.randint(NUM_IDS, shape, generator=generator)


def random_table(dtype: torch.dtype = torch.float32) -> torch.Tensor:
    generator = torch.Generator().manual_seed(1)
    return torch.randn(NUM_IDS, NUM_FEATURES, generator=generator).to(dtype)


def test_each_word_stands_in_the_row_of_its_id_and_the_rest_is_zero():
    table = embedding_table(VOCABULARY, ["step", "one"], VECTORS)
    assert table.tolist() == [[0.0, 0.0], [3.0, 5.0], [1.0, 2.0]]


def test_the_running_example_fills_six_of_nine_rows():
    table = embedding_table(build_vocabulary(tokens), tokens, inputs)
    assert table.shape == (9, 3)
    assert torch.equal(table[[8, 3, 5, 7, 4, 6]], inputs)
    assert not table[:3].any()


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_the_table_has_the_dtype_of_the_vectors_and_shares_nothing_with_them(
    dtype: torch.dtype,
):
    vectors = VECTORS.to(dtype)
    table = embedding_table(VOCABULARY, ["one", "step"], vectors)
    assert table.dtype == dtype
    table += 1
    assert torch.equal(vectors, VECTORS.to(dtype))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_a_product_with_one_hot_rows_is_the_lookup(
    shape: tuple[int, ...], dtype: torch.dtype
):
    ids, table = random_ids(shape), random_table(dtype)
    vectors = look_up(ids, table)
    assert vectors.shape == (*shape, NUM_FEATURES)
    assert vectors.dtype == dtype
    torch.testing.assert_close(vectors, torch.nn.Embedding.from_pretrained(table)(ids))


@pytest.mark.parametrize("dtype", [torch.int32, torch.uint8])
def test_ids_of_any_integer_type_are_looked_up(dtype: torch.dtype):
    ids, table = random_ids((5,)), random_table()
    torch.testing.assert_close(look_up(ids.to(dtype), table), table[ids])


@pytest.mark.parametrize("shape", [(1, 1), (1, 3), (2, 0)], ids=str)
def test_a_table_may_have_one_row_or_no_feature(shape: tuple[int, int]):
    table = torch.ones(shape)
    assert torch.equal(look_up(torch.tensor([0]), table), table[:1])


def test_no_ids_are_no_rows():
    ids = torch.empty(0, dtype=torch.int64)
    assert look_up(ids, random_table()).shape == (0, NUM_FEATURES)


def test_the_gradient_counts_how_often_a_row_was_looked_up():
    table = random_table().requires_grad_()
    look_up(torch.tensor([4, 6, 4]), table).sum().backward()
    assert table.grad is not None
    assert table.grad[:, 0].tolist() == [0, 0, 0, 0, 2, 0, 1]


def test_the_gradient_agrees_with_finite_differences():
    ids = random_ids((2, 5))
    table = random_table(torch.float64).requires_grad_()
    assert torch.autograd.gradcheck(lambda table: look_up(ids, table), (table,))


def test_it_compiles_without_a_break():
    compiled = torch.compile(look_up, fullgraph=True, backend="eager")
    ids, table = random_ids((2, 5)), random_table()
    torch.testing.assert_close(compiled(ids, table), table[ids])


def test_a_word_outside_the_vocabulary_is_named():
    with pytest.raises(KeyError) as caught:
        embedding_table(VOCABULARY, ["one", "path"], VECTORS)
    assert caught.value.args == ("words must be in the vocabulary. Got 'path'.",)


def test_ids_of_a_narrow_type_find_their_rows_in_a_long_table():
    table = torch.arange(300.0)[:, None]
    ids = torch.tensor([44, 100], dtype=torch.int8)
    assert look_up(ids, table).tolist() == [[44.0], [100.0]]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: look_up(torch.tensor([0]), torch.ones(0, 3)),
            "table must have a row. Got (0, 3).",
        ),
        (
            lambda: look_up(torch.tensor([0]), torch.ones(2, 3, dtype=torch.int64)),
            "table must be floating point. Got torch.int64.",
        ),
        (
            lambda: look_up(torch.tensor([0]), torch.tensor([[1.0], [torch.inf]])),
            "table must be finite. Got nan or infinity.",
        ),
        (
            lambda: embedding_table(VOCABULARY, ["one"], VECTORS),
            "vectors must have one row for each word, shape "
            "(num_words=1, num_features). Got (2, 2).",
        ),
        (
            lambda: embedding_table(VOCABULARY, ["one", "step"], VECTORS[0]),
            "vectors must have one row for each word, shape "
            "(num_words=2, num_features). Got (2,).",
        ),
        (
            lambda: embedding_table(VOCABULARY, ["one", "one"], VECTORS),
            "words must be different. Got ['one', 'one'].",
        ),
        (
            lambda: look_up(torch.tensor([3, 7]), random_table()),
            "ids must be rows of the table, 0 to 6. Got 7.",
        ),
        (
            lambda: look_up(torch.tensor(-1), random_table()),
            "ids must be rows of the table, 0 to 6. Got -1.",
        ),
        (
            lambda: look_up(torch.tensor([3.0]), random_table()),
            "ids must be integers. Got torch.float32.",
        ),
        (
            lambda: look_up(torch.tensor([True]), random_table()),
            "ids must be integers. Got torch.bool.",
        ),
        (
            lambda: look_up(torch.tensor([3]), torch.ones(7)),
            "table must have shape (num_ids, num_features). Got (7,).",
        ),
    ],
)
def test_a_wrong_argument_is_named_with_the_rule_and_what_was_given(
    call: Callable[[], torch.Tensor], message: str
):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
