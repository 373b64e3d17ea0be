"""Loads, the bias rule, the auxiliary loss and capacity, against loops."""

from collections import Counter

import torch

from attention import (
    balance_loss,
    balanced_bias,
    expert_load,
    within_capacity,
)
from tests.attention.expect import assert_close, random

EXPERTS = 7


def choices(num_tokens: int = 53, top_k: int = 2):
    scores = random(num_tokens, EXPERTS, seed=2) + torch.arange(EXPERTS) / 3
    return torch.softmax(scores, -1), scores.topk(top_k).indices


def test_a_step_goes_against_the_load_and_keeps_what_is_even():
    bias, load, mean = random(4), torch.tensor([9, 2, 5, 4]), 5
    for gamma, given in ((0.25, {"step": 0.25}), (0.001, {})):
        moved = balanced_bias(bias, load, **given)
        for b_i, c_i, found in zip(bias, load, moved, strict=True):
            assert_close(found, b_i + gamma * torch.sign(mean - c_i), 1e-9)


def test_the_loss_is_the_sum_as_written_with_gradients():
    probabilities, chosen = choices()
    probabilities.requires_grad_()
    loss, total = balance_loss(probabilities, chosen), torch.zeros(()).double()
    for e in range(EXPERTS):
        share = sum(e in row for row in chosen.tolist()) / (2 * 53)
        total = total + EXPERTS * share * probabilities[:, e].mean()
    both = [[x, *torch.autograd.grad(x, probabilities)] for x in (loss, total)]
    assert_close(*both)
    load = expert_load(chosen, EXPERTS)  # what was chosen most is lowered most
    assert_close(both[0][1], (EXPERTS * load / 106 / 53).double().expand(53, -1), 1e-8)
    even = torch.full_like(probabilities, 1 / EXPERTS)
    assert_close(balance_loss(even, chosen), torch.ones(()).double())


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
