import torch
from attention import (
    FusedMultiHeadAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
)
from torch import nn

with torch.device("meta"):  # shapes without numbers
    plain = MultiHeadAttention(768, 768, 1024, 0.0, 12, True)
    wrapper = MultiHeadAttentionWrapper(768, 64, 1024, 0.0, 12, True)
    theirs = nn.MultiheadAttention(768, 12)
    by_hand = nn.ModuleList([nn.Linear(768, 2304), nn.Linear(768, 768)])
    fused = FusedMultiHeadAttention(768, 768, 1024, 0.0, 12, True)
    one_by_one = nn.ModuleList([wrapper, nn.Linear(768, 768)])

for form in (plain, one_by_one, by_hand, theirs, fused):
    print(f"{sum(p.numel() for p in form.parameters()):,}")
