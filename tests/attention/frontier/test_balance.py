"""Loads, the bias rule, the auxiliary loss and capacity, against loops."""

from collections import Counter

import torch

from attention import (
    within_capacity,
)
from tests.attention.expect import random

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
