"""Learned positions, row by row."""

import torch

from attention import LearnedPositions
from tests.attention.expect import random


def test_the_layer_adds_its_table_which_is_drawn_as_an_embedding():
    torch.manual_seed(3)
    layer = LearnedPositions(7, 5)
    torch.manual_seed(3)
    expected = torch.nn.Embedding(7, 5).weight
    x = random(2, 7, 5, dtype=torch.float32)
    assert torch.equal(layer(x), x + expected)
    assert list(layer.state_dict()) == ["pos_emb.weight"]
    layer(x[:, :3]).sum().backward()
    assert layer.pos_emb.weight.grad[:, 0].tolist() == [2, 2, 2, 0, 0, 0, 0]
