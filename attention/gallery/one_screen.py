"""A GPT in one function: what `GPT` computes for one text, without dropout.

Each line is one step, so one of them can be changed, and nothing else. They follow
`Decoder.forward`, `TransformerBlock.forward` and `Attention.forward`.
"""

from typing import Any, cast

import torch
from jaxtyping import Float, Int64
from torch import Tensor

from attention.models.gpt import GPT


def gpt_logits(
    model: GPT, ids: Int64[Tensor, " num_tokens"]
) -> Float[Tensor, "num_tokens vocab_size"]:
    """Return at each position the logits of the next word, as `model(ids)` does.

    Args:
        model: Where the parameters are taken from.
        ids: One text, at most as long as the model's context.
    """
    n, blocks = len(ids), cast("Any", model.blocks)
    x = model.tok_emb(ids) + model.positions.pos_emb.weight[:n]
    for block in blocks:
        layer, heads = block.attention, block.attention.num_heads
        y = block.norm_1(x)
        q, k, v = layer.W_query(y), layer.W_key(y), layer.W_value(y)
        q, k, v = (t.view(n, heads, -1).transpose(0, 1) for t in (q, k, v))
        scores = q @ k.mT / q.shape[-1] ** 0.5
        later = torch.ones(n, n, dtype=torch.bool).triu(1)
        weights = scores.masked_fill(later, -torch.inf).softmax(dim=-1)
        contexts = (weights @ v).transpose(0, 1).reshape(n, -1)
        x = x + layer.out_proj(contexts)
        x = x + block.feed_forward(block.norm_2(x))
    return model.out_head(model.final_norm(x))
