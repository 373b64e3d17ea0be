"""The recipe of the models `high-rate` and `high-rate-normed`."""

from typing import Any

import torch
from torch import Tensor

from attention.causal.masks import causal_mask
from attention.examples.repeated import LONGEST, NUM_KINDS, said_twice_batches
from attention.examples.training import fit
from attention.frontier.rms_norm import RMSNorm
from attention.models.attention_only import AttentionOnly
from attention.modern.qk_norm import add_qk_norm
from attention.self_attention.scaled_dot_product import scaled_attention_scores


def new_high_rate(normed: bool) -> AttentionOnly:
    """Return two layers of attention that were not trained.

    Args:
        normed: Whether the queries and keys of each head have a norm.
    """
    model = AttentionOnly(NUM_KINDS, 2 * LONGEST, 32, num_layers=2, num_heads=2)
    for layer in model.layers if normed else []:
        add_qk_norm(layer, RMSNorm)
    return model


def train_high_rate(
    normed: bool = True, seed: int = 0
) -> tuple[AttentionOnly, dict[str, Tensor]]:
    """Train attention layers at too high a rate on sequences that are said twice.

    Args:
        normed: Whether the queries and keys of each head have a norm.
        seed: Decides the first weights and the sequences.

    Returns:
        model: The trained model.
        log: Under `largest`, for each step the largest absolute value of a scaled score
            that is not hidden, of both layers.
    """
    torch.manual_seed(seed)
    model = new_high_rate(normed)
    generator = torch.Generator().manual_seed(seed)
    found: list[Tensor] = []  # two in each step, before the weights change

    def keep(layer: Any, arguments: tuple[Tensor, ...]) -> None:
        queries, keys, _ = layer.project(*arguments)
        scores = scaled_attention_scores(queries, keys).detach()
        mask = causal_mask(*scores.shape[-2:])
        found.append(scores.masked_fill(~mask, 0.0).abs().max())

    hooks = [layer.register_forward_pre_hook(keep) for layer in model.layers]
    fit(model, said_twice_batches(200, generator), learning_rate=0.03)
    for hook in hooks:
        hook.remove()
    return model.eval(), {"largest": torch.stack(found).view(-1, 2).amax(dim=1)}
