import torch
from attention import RotaryPositions, rotary_frequencies

ones = torch.ones(2, 32, dtype=torch.float64)  # two positions, one head
# as GPT-NeoX, and as GLM-4.5 and Phi-4-mini with other shares
fewer = RotaryPositions(2, 8, width=32).double()
still = torch.cat([rotary_frequencies(32)[:4], torch.zeros(12)])
fastest = RotaryPositions(2, 32, frequencies=still).double()
for name, module in {"partial": fewer, "proportional": fastest}.items():
    speeds = " ".join(f"{speed:.3f}" for speed in module.frequencies[:4])
    changed = (module(ones)[1] != 1).nonzero().flatten().tolist()
    print(f"{name:13} {speeds}  features {changed}")
