import torch
from attention import MultiHeadAttention
from torch.utils.flop_counter import FlopCounterMode

layer = MultiHeadAttention(768, 768, 1024, 0.1, 12).to("meta")
x = torch.empty(1, 1024, 768, device="meta")  # shapes without numbers

with FlopCounterMode(display=False) as counter:
    layer(x)
print("multiply-adds:", f"{counter.get_total_flops() // 2:,}")
