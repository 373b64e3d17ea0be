from attention import CausalAttention, causal_mask
from torch import nn


class PlainMask(nn.Module):
    def __init__(self):
        super().__init__()
        self.W_query = nn.Linear(3, 2, bias=False)
        self.mask = causal_mask(6)  # an attribute, and no buffer


for layer in (CausalAttention(3, 2, 6, 0.0), PlainMask()):
    layer.to("meta")
    print("matrix moved:", layer.W_query.weight.is_meta, end="   ")
    print("mask moved:", layer.mask.is_meta)
