"""Data parallelism: each rank has a part of the batch, and perhaps of the weights.

With g_r the gradient of rank r's mean loss over its m_r examples, and m their sum,

    gradient of the whole batch = sum over r of (m_r / m) g_r

which is the mean of the gradients if all ranks have as many examples. DDP averages
gradients like `average_gradients`; FSDP2 keeps a shard of the weights on each rank, as
`shard_of`, `gather_weights` and `scatter_gradients` do. The stages of ZeRO, which say
what is kept in shards, are from Rajbhandari et al. (2019), section 5.
"""

import torch
import torch.distributed as dist
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.utils import parameters_to_vector, vector_to_parameters

from attention.distributed.calls import all_gather, all_reduce, reduce_scatter


def average_gradients(model: nn.Module) -> None:
    """Replace each gradient by the mean of all ranks' gradients.

    Args:
        model: A model whose backward pass has run on every rank.

    Raises:
        ValueError: If a parameter has no gradient.
    """
    for gradient in _gradients(model):
        gradient.copy_(all_reduce(gradient) / dist.get_world_size())


def mean_over_ranks(losses: Float[Tensor, " *tokens"]) -> Float[Tensor, ""]:
    """Return a loss whose averaged gradients are those of the mean over all ranks.

    Its value on one rank is not that mean, but the average of its values is.

    Args:
        losses: One loss for each of this rank's tokens; ranks may have different
            numbers of them, and none at all.
    """
    count = all_reduce(torch.tensor(losses.numel(), device=losses.device))
    return losses.sum() / count * dist.get_world_size()


def shard_of(model: nn.Module) -> Float[Tensor, " shard"]:
    """Return this rank's part of all weights in a row, the last filled with zeros."""
    weights = _filled(parameters_to_vector(model.parameters()).detach())
    return weights.chunk(dist.get_world_size())[dist.get_rank()].clone()


def gather_weights(model: nn.Module, shard: Float[Tensor, " shard"]) -> None:
    """Set a model's weights to those that all ranks have in their shards."""
    weights = all_gather(shard.detach())
    vector_to_parameters(weights, model.parameters())  # it ignores the zeros


def scatter_gradients(model: nn.Module) -> Float[Tensor, " shard"]:
    """Return this rank's part of the averaged gradients, and free the rest.

    Args:
        model: A model whose backward pass has run on every rank.

    Raises:
        ValueError: If a parameter has no gradient.
    """
    shard = reduce_scatter(_filled(parameters_to_vector(_gradients(model))))
    model.zero_grad()
    return shard / dist.get_world_size()


def _gradients(model: nn.Module) -> list[Tensor]:
    """Return all gradients; one that is missing would have other ranks wait for it."""
    found = []
    for name, parameter in model.named_parameters():
        if parameter.grad is None:
            raise ValueError(f"each parameter must have a gradient. {name} has none.")
        found.append(parameter.grad)
    return found


def _filled(vector: Tensor) -> Tensor:
    """Append zeros to a vector until the ranks divide it."""
    return nn.functional.pad(vector, (0, -len(vector) % dist.get_world_size()))
