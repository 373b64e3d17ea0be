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


def average_gradients(model: nn.Module) -> None:
    """Replace each gradient by the mean of all ranks' gradients.

    Args:
        model: A model whose backward pass has run on every rank.

    Raises:
        ValueError: If a parameter has no gradient.
    """
    for gradient in _gradients(model):
        dist.all_reduce(gradient)
        gradient /= dist.get_world_size()


def mean_over_ranks(losses: Float[Tensor, " *tokens"]) -> Float[Tensor, ""]:
    """Return a loss whose averaged gradients are those of the mean over all ranks.

    Its value on one rank is not that mean, but the average of its values is.

    Args:
        losses: One loss for each of this rank's tokens; ranks may have different
            numbers of them, and none at all.
    """
    count = torch.tensor(losses.numel(), device=losses.device)
    dist.all_reduce(count)
    return losses.sum() / count * dist.get_world_size()


def shard_of(model: nn.Module) -> Float[Tensor, " shard"]:
    """Return this rank's part of all weights in a row, the last filled with zeros."""
    return _in_parts(parameters_to_vector(model.parameters()))[dist.get_rank()].clone()


def gather_weights(model: nn.Module, shard: Float[Tensor, " shard"]) -> None:
    """Set a model's weights to those that all ranks have in their shards."""
    parts = [torch.empty_like(shard) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, shard)
    vector_to_parameters(torch.cat(parts), model.parameters())  # it ignores the zeros


def scatter_gradients(model: nn.Module) -> Float[Tensor, " shard"]:
    """Return this rank's part of the averaged gradients, and free the rest.

    Args:
        model: A model whose backward pass has run on every rank.

    Raises:
        ValueError: If a parameter has no gradient.
    """
    parts = _in_parts(parameters_to_vector(_gradients(model)))
    shard = torch.empty_like(parts[0])
    dist.reduce_scatter(shard, parts)
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


def _in_parts(vector: Tensor) -> list[Tensor]:
    """Cut a vector into one part for each rank, all as long."""
    size = dist.get_world_size()
    missing = -len(vector) % size
    padded = torch.cat([vector.detach(), vector.new_zeros(missing)])
    return list(padded.chunk(size))
