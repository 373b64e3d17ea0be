"""Balance: tools that keep the experts of a mixture equally busy.

With n experts, of which expert i has the load c_i, the number of times that tokens
chose it, there are two remedies for an uneven load. DeepSeek-V3 (DeepSeek-AI, 2024,
section 2.1.2) moves the bias of its router after each training step:

    bias_i = bias_i + step sign(mean of c - c_i)

Switch Transformers (Fedus et al., 2021, section 2.2) add a loss, in which f_i is expert
i's share of the choices and P_i the mean probability that the router gives it:

    loss = n (f_1 P_1 + ... + f_n P_n)

A capacity limits how many tokens an expert takes; what is beyond it is dropped.
"""

import torch
from jaxtyping import Bool, Float, Int64
from torch import Tensor

from attention.checks import check_chosen, check_sizes


def expert_load(
    chosen: Int64[Tensor, "num_tokens top_k"], num_experts: int
) -> Int64[Tensor, " num_experts"]:
    """Count how many times each expert was chosen.

    Args:
        chosen: The experts of each token, counted from 0.
        num_experts: The number of experts that could be chosen.

    Raises:
        ValueError: If chosen names an expert that there is not.
    """
    check_chosen(chosen, num_experts)
    return torch.zeros(
        num_experts, dtype=torch.int64, device=chosen.device
    ).scatter_add(0, chosen.flatten(), torch.ones_like(chosen).flatten())


def balanced_bias(
    bias: Float[Tensor, " num_experts"],
    load: Int64[Tensor, " num_experts"],
    step: float = 0.001,
) -> Float[Tensor, " num_experts"]:
    """Return the bias after one step towards an even load.

    An expert above the mean load loses step, one below it gains step, and one with the
    mean load keeps its bias.

    Args:
        bias: What the router adds to the scores of the experts for the choice.
        load: How many times each expert was chosen.
        step: The size of a step; DeepSeek-V3's is 0.001 (section 4.2).

    Raises:
        ValueError: If step is not above 0.
    """
    if not step > 0:
        raise ValueError(f"step must be above 0. Got {step}.")
    # The mean is load.sum() / n: n times it, no number is rounded.
    below = load.sum() - len(load) * load
    return bias + step * torch.sign(below).to(bias.dtype)


def balance_loss(
    probabilities: Float[Tensor, "num_tokens num_experts"],
    chosen: Int64[Tensor, "num_tokens top_k"],
) -> Float[Tensor, ""]:
    """Return the auxiliary loss of Switch Transformers, without its factor.

    Gradients pass through the probabilities alone: the counts have none.

    Args:
        probabilities: Of each expert, by softmax over all scores of a token.
        chosen: The experts that each token uses. The paper has top_k = 1; with more,
            f_i is the share of all choices.

    Raises:
        ValueError: If chosen names an expert that there is not.
    """
    num_experts = probabilities.shape[-1]
    load = expert_load(chosen, num_experts)
    shares = load.to(probabilities.dtype) / chosen.numel()
    return num_experts * (shares * probabilities.mean(dim=0)).sum()


def within_capacity(
    chosen: Int64[Tensor, "num_tokens top_k"], num_experts: int, capacity: int
) -> Bool[Tensor, "num_tokens top_k"]:
    """Return which choices are served if no expert takes more than its capacity.

    First choices are served before second ones (GShard: Lepikhin et al., 2020,
    section 2.2), and earlier tokens before later ones.

    Args:
        chosen: The experts of each token, best first.
        num_experts: The number of experts that could be chosen.
        capacity: How many tokens an expert takes.

    Raises:
        ValueError: If capacity is less than 1, or chosen names an expert that there is
            not.
    """
    check_sizes(capacity=capacity)
    check_chosen(chosen, num_experts)
    queue = torch.nn.functional.one_hot(chosen.T.flatten(), num_experts)
    place = (queue.cumsum(dim=0) * queue).sum(dim=-1)  # from 1, at the chosen expert
    return (place <= capacity).view(chosen.T.shape).T
