from copy import deepcopy

import torch
from attention import SelfAttentionV2
from attention.examples import inputs

torch.manual_seed(123)
layer = SelfAttentionV2(3, 2, qkv_bias=True)
before = layer(inputs)
for name in ("W_query", "W_key", "W_value"):
    changed = deepcopy(layer)
    with torch.no_grad():
        getattr(changed, name).bias.add_(1.0)
    after = changed(inputs)
    same = torch.allclose(after, before, atol=1e-6)
    shifted = torch.allclose(after, before + 1, atol=1e-6)
    print(f"{name:8} the same: {same!s:6} all larger by 1: {shifted}")
