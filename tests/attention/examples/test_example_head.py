"""The running example's head: its numbers, and that a class takes them."""

import torch

from attention import W_K, W_Q, W_V, SelfAttentionV2, inputs, position_table


def test_the_matrices_are_those_that_the_course_gives():
    assert torch.equal(W_Q, torch.tensor([[0.5, 0.0, 0.5], [0.0, 0.5, -0.5]]))
    assert torch.equal(W_K, torch.tensor([[0.4, -0.1, 0.3], [-0.2, 0.6, 0.1]]))
    assert torch.equal(W_V, torch.tensor([[0.3, 0.1, -0.2], [0.1, -0.3, 0.4]]))


def test_a_head_with_these_matrices_gives_the_context_vectors_of_the_course():
    head = SelfAttentionV2(3, 2)
    weights = {"W_query.weight": W_Q, "W_key.weight": W_K, "W_value.weight": W_V}
    head.load_state_dict(weights)
    first, *_ = head(inputs + position_table[:6])
    expected = torch.tensor([0.0908, 0.0920])
    torch.testing.assert_close(first.detach(), expected, rtol=0, atol=6e-5)
