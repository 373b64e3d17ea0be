"""What is behind the general sentences of docs/practice/causal.md."""

import torch

from attention import masked_attention_weights, scaled_attention_scores, window_mask
from tests.claims.draw import draw


def test_layers_of_attention_add_their_reach():
    words, window = 100, 8
    x = draw(0, words, 2).requires_grad_()
    output, mask = x, window_mask(words, window=window)
    for layers in range(1, 16):
        scores = scaled_attention_scores(output, output)
        output = masked_attention_weights(scores, mask) @ output
        (slopes,) = torch.autograd.grad(output[-1].sum(), x, retain_graph=True)
        first = slopes.any(dim=-1).int().argmax().item()
        assert first == max(0, words - 1 - 7 * layers)
