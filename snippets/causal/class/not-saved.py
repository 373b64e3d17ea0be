from attention import causal_mask
from torch import nn

for persistent in (True, False):
    layer = nn.Linear(3, 2, bias=False)
    layer.register_buffer("mask", causal_mask(6), persistent=persistent)
    print("persistent =", persistent, list(layer.state_dict()))
