"""Embeddings, against torch's own and by hand."""

import pytest
import torch

from attention.text import embedding_table, look_up
from tests.attention.expect import random


def test_each_word_is_in_the_row_of_its_id_and_the_rest_is_zero():
    vectors = random(2, 3)
    table = embedding_table({"<pad>": 0, "a": 1, "b": 2, "c": 3}, ["c", "a"], vectors)
    expected = torch.stack([torch.zeros(3), vectors[1], torch.zeros(3), vectors[0]])
    assert torch.equal(table, expected.double())


@pytest.mark.parametrize("dtype", [torch.int8, torch.int64], ids=str)
def test_a_product_with_one_hot_rows_is_the_lookup(dtype):
    table = random(200, 3)  # more rows than a narrow type can count
    ids = torch.arange(127, 121, -1).view(2, 3)
    assert torch.equal(look_up(ids.to(dtype), table), table[ids])
