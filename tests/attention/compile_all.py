"""Compile what a reader may want to compile, each without a graph break.

In a process of its own, where the shapes in signatures are not checked.
"""

from functools import partial
from typing import Any

import torch

import attention as a
from attention.text import SkipGram
from tests.attention.layers.made import LAYERS, OTHERS, made
from tests.attention.layers.test_table import MODELS, given, make
from tests.attention.multi_head.test_kv_cache import EVERY, D, layer_of

x, ids, chosen = torch.randn(2, 5, D), torch.tensor([[2, 0, 1]]), torch.tensor([[0, 2]])
mask = a.causal_mask(5)
CALLS: list[tuple[Any, ...]] = [
    *((make(name), given(name)) for name in [*LAYERS, *OTHERS, *MODELS]),
    (a.expert_load, chosen, 4),
    (a.within_capacity, chosen, 4, 1),
    (a.CrossAttention(D, 4, 0.0, 2), x, x[:, :2], None, mask[:, :2]),
    (SkipGram(5, 3), ids[:, 0], ids[:, 1], ids),
    (a.softmax_jacobian, x),
    (a.stable_softmax, x, -1),
    (a.merge_parts, x, x[..., 0], x, x[..., 1]),
    (a.shift_matrix, torch.arange(3), 4),
    (partial(a.window_mask, window=3), 5),
    (a.combine_masks, mask, a.mask_from_lengths(torch.tensor([2, 5]), 5)),
    (a.padding_mask, ids, 2),
    (a.to_additive, mask),
    (a.rotate, x[..., :2], torch.arange(5)),
    (a.llama3_frequencies, a.rotary_frequencies(6)),
]
for name in EVERY:
    layer = layer_of(name)
    _, cache = layer.forward_with_cache(x.double())
    cache = type(cache)(*(each.detach() for each in cache[:-1]), cache[-1])
    CALLS.append((layer.forward_with_cache, x[:, :2].double(), cache))

for name in [*LAYERS, *OTHERS, *MODELS]:
    if not name.startswith("tiles"):  # torch exports no Function of two passes
        exported = torch.export.export(make(name), (given(name),)).module()
        torch.testing.assert_close(exported(given(name)), make(name)(given(name)))

for function, *arguments in CALLS:
    for dynamic in (False, True):
        torch.compiler.reset()
        fast = torch.compile(function, fullgraph=True, dynamic=dynamic, backend="eager")
        torch.testing.assert_close(fast(*arguments), function(*arguments))

layer, x = made("split").float(), torch.randn(2, 5, 7)
fast = torch.compile(layer, backend="eager")
fast(x)
with a.record_weights(fast) as found, a.record_weights(layer) as expected:
    fast(x)
torch.testing.assert_close([*found.values()], [*expected.values()])
batch = torch.export.Dim("batch", min=2)
exported = torch.export.export(layer, (x,), dynamic_shapes=({0: batch},)).module()
torch.testing.assert_close(exported(x[[0, 1, 0]]), layer(x[[0, 1, 0]]))
