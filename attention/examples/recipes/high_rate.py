"""The recipe of the models `high-rate` and `high-rate-normed`."""

from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor, nn

from attention.causal.masks import causal_mask
from attention.examples.repeated import LONGEST, NUM_KINDS, said_twice_batches
from attention.examples.training import fit
from attention.frontier.rms_norm import RMSNorm
from attention.models.attention_only import AttentionOnly
from attention.modern.qk_norm import add_qk_norm
from attention.self_attention.scaled_dot_product import scaled_attention_scores

STEPS, RATE = 200, 0.03


class HighRate(AttentionOnly):
    """Two layers of attention that are trained at too high a learning rate.

    Args:
        normed: Whether the queries and keys of each head have a norm.

    Attributes:
        largest: nn.Parameter without a gradient: of each step of its training, the
            largest absolute value of a scaled score that is not hidden.
    """

    def __init__(self, normed: bool) -> None:
        super().__init__(NUM_KINDS, 2 * LONGEST, 32, num_layers=2, num_heads=2)
        if normed:
            for layer in self.layers:
                add_qk_norm(layer, RMSNorm)
        self.largest = nn.Parameter(torch.zeros(STEPS), requires_grad=False)


def train_high_rate(normed: bool = True, seed: int = 0) -> HighRate:
    """Train attention layers fast on sequences that are said twice.

    Args:
        normed: Whether the queries and keys of each head have a norm.
        seed: Decides the first weights and the sequences.
    """
    torch.manual_seed(seed)
    model = HighRate(normed)
    generator = torch.Generator().manual_seed(seed)
    found: list[float] = []

    def keep(layer: Any, arguments: tuple[Tensor, ...]) -> None:
        queries, keys, _ = layer.project(*arguments)
        scores = scaled_attention_scores(queries, keys).detach()
        mask = causal_mask(*scores.shape[-2:])
        found.append(scores.masked_fill(~mask, 0.0).abs().max().item())

    hooks = [layer.register_forward_pre_hook(keep) for layer in model.layers]

    def batches() -> Iterator[tuple[Tensor, Tensor]]:
        for step, batch in enumerate(said_twice_batches(STEPS, generator)):
            yield batch
            model.largest[step] = max(found)  # of both layers, before the step
            found.clear()

    fit(model, batches(), learning_rate=RATE, pad_id=-1)
    for hook in hooks:
        hook.remove()
    return model.eval()
