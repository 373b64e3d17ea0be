import torch
from attention import CausalAttention

layer = CausalAttention(3, 2, 6, 0.0)
saved = {**layer.state_dict(), "mask": torch.ones(6, 6), "scale": 1.0}
missing, unexpected = layer.load_state_dict(saved, strict=False)

print("missing:   ", missing)
print("unexpected:", unexpected)
