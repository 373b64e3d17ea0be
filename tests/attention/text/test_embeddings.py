"""Embeddings, by hand."""

import torch

from attention.text import embedding_table
from tests.attention.expect import random


def test_each_word_is_in_the_row_of_its_id_and_the_rest_is_zero():
    vectors = random(2, 3)
    table = embedding_table({"<pad>": 0, "a": 1, "b": 2, "c": 3}, ["c", "a"], vectors)
    expected = torch.stack([torch.zeros(3), vectors[1], torch.zeros(3), vectors[0]])
    assert torch.equal(table, expected.double())
