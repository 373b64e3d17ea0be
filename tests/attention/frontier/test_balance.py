"""Loads, the bias rule, the auxiliary loss and capacity, against loops."""

from collections import Counter

import torch

from attention import balanced_bias, within_capacity
from tests.attention.expect import WithoutFloat64, random

EXPERTS = 7


def choices(num_tokens: int = 53, top_k: int = 2):
    scores = random(num_tokens, EXPERTS, seed=2) + torch.arange(EXPERTS) / 3
    return torch.softmax(scores, -1), scores.topk(top_k).indices


def test_capacity_serves_first_choices_then_earlier_tokens():
    for top_k in (1, 2, 3):
        _, chosen = choices(top_k=top_k)
        for capacity in (1, 5, 53):
            taken, served = Counter(), torch.zeros_like(chosen, dtype=torch.bool)
            for slot in range(top_k):
                for token, expert in enumerate(chosen[:, slot].tolist()):
                    served[token, slot] = taken[expert] < capacity
                    taken[expert] += 1
            assert torch.equal(within_capacity(chosen, EXPERTS, capacity), served)


def test_the_bias_moves_by_the_exact_side_of_the_mean_without_float64():
    many = 2**60  # the next load that float64 tells apart is 256 more
    for loads, signs in (
        ([many + 1, many, many], [-1, 1, 1]),
        ([many, many, many - 1], [-1, -1, 1]),
        ([many] * 3, [0, 0, 0]),
        ([4, 2, 0], [-1, 0, 1]),
    ):
        moved = balanced_bias(torch.zeros(3), torch.tensor(loads), 0.5)
        assert moved.tolist() == [sign / 2 for sign in signs]
    with WithoutFloat64(), torch.device("meta"):
        balanced_bias(torch.zeros(3), torch.ones(3).long())
