"""The recipe of the model `indexer`."""

from typing import cast

import torch
from torch import Tensor

from attention.causal.masks import causal_mask
from attention.examples.repeated import LONGEST, said_twice
from attention.examples.trained import load_trained
from attention.models.attention_only import AttentionOnly
from attention.recurrent.indexer import Indexer
from attention.self_attention.recording import record_weights


def train_indexer(seed: int = 0) -> Indexer:
    """Teach an indexer which keys the second layer of `induction` attends to.

    The loss is the divergence of the softmax of its scores from the mean weights of the
    layer's heads, as in the warm-up of DeepSeek-V3.2-Exp (DeepSeek-AI, 2025, section
    2.1). The layer is not changed.

    Args:
        seed: Decides the first weights and the sequences.
    """
    torch.manual_seed(seed)
    indexer = Indexer(32, num_heads=2, head_dim=8)
    model = cast("AttentionOnly", load_trained("induction"))
    inputs: list[Tensor] = []
    model.layers[1].register_forward_pre_hook(lambda _, given: inputs.append(given[0]))
    generator = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.AdamW(indexer.parameters(), lr=0.01)
    hidden = ~causal_mask(2 * LONGEST)
    for _ in range(300):
        with torch.no_grad(), record_weights(model) as weights:
            model(said_twice(32, LONGEST, generator))
        targets = weights["layers.1.attend"].mean(dim=-3)  # over the heads
        scores = indexer(inputs.pop()).masked_fill(hidden, -torch.inf)
        logs = scores.log_softmax(dim=-1).masked_fill(hidden, 0.0)
        loss = -(targets * logs).sum(dim=-1).mean()  # the divergence and a constant
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return indexer.eval()
