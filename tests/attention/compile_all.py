"""Compile what a reader may want to compile, each without a graph break.

In a process of its own, where the shapes in signatures are not checked.
"""

from functools import partial

import torch

import attention as a
from attention.text import SkipGram, look_up
from tests.attention.expect import random
from tests.attention.layers.made import D_IN, LAYERS, OTHERS, made

torch.manual_seed(0)
x, ids = torch.randn(2, 5, 3), torch.tensor([[2, 0, 1], [1, 1, 2]])
mask = a.causal_mask(5)
window_of_three = partial(a.window_mask, window=3)
layer = a.Attention(3, 4, 7, 0.0, 2)
gpt = a.GPT(5, 7, 4, 2, 2)
with torch.no_grad():
    _, cache = layer.forward_with_cache(x)
    _, gpt_caches = gpt.forward_with_cache(ids)
latent = a.LatentAttention(3, 4, 7, 0.0, 2, 5, 3, 2)
compressed = a.LatentCache(torch.randn(2, 4, 5), 4)
rotary = a.RotaryPositions(7, 2)
windowed = a.GroupedQueryAttention(
    3, 4, 7, 0.0, 2, 1, mask=a.SlidingWindow(2), rotary=rotary
)
tokens = random(2, 5, D_IN)
CALLS = [
    *((made(name), tokens) for name in [*LAYERS, *OTHERS]),
    (a.expert_load, torch.tensor([[0, 2], [2, 1]]), 4),
    (a.within_capacity, torch.tensor([[0, 2], [2, 1]]), 4, 1),
    (a.CrossAttention(3, 4, 0.0, 2), x, x[:, :2], None, mask[:, :2]),
    (SkipGram(5, 3), ids[:, 0], ids[:, 1], ids),
    (a.scaled_dot_product_attention, x, x, x, mask),
    (a.softmax_jacobian, x),
    (a.stable_softmax, x, -1),
    (a.merge_parts, x, x[..., 0], x, x[..., 1]),
    (look_up, ids, x[0]),
    (a.shift_matrix, torch.arange(3), 4),
    (window_of_three, 5),
    (a.combine_masks, mask, a.mask_from_lengths(torch.tensor([2, 5]), 5)),
    (a.padding_mask, ids, 2),
    (a.to_additive, mask),
    (a.rotate, x[..., :2], torch.arange(5)),
    (a.llama3_frequencies, a.rotary_frequencies(6)),
    (rotary, x[..., :2], 2),
    (layer.forward_with_cache, x[:, :2], cache),
    (windowed.forward_with_cache, x),
    (gpt.forward_with_cache, ids, gpt_caches),
    (latent.forward_with_cache, x[:, :2], compressed),
]

for name in [*LAYERS, *OTHERS]:
    if not name.startswith("tiles"):  # torch exports no Function of two passes
        exported = torch.export.export(made(name), (tokens,)).module()
        torch.testing.assert_close(exported(tokens), made(name)(tokens))

for function, *arguments in CALLS:
    for dynamic in (False, True):
        torch.compiler.reset()
        fast = torch.compile(function, fullgraph=True, dynamic=dynamic, backend="eager")
        torch.testing.assert_close(fast(*arguments), function(*arguments))

fast = torch.compile(layer, backend="eager")
fast(x)
with a.record_weights(fast) as found, a.record_weights(layer) as expected:
    fast(x)
(weights,), (same,) = found.values(), expected.values()
torch.testing.assert_close(weights, same)
batch = torch.export.Dim("batch", min=2)
exported = torch.export.export(layer, (x,), dynamic_shapes=({0: batch},)).module()
torch.testing.assert_close(exported(x[[0, 1, 0]]), layer(x[[0, 1, 0]]))
