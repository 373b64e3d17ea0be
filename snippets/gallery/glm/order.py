import torch
from attention import Attention, RotaryPositions

torch.manual_seed(123)
turn = RotaryPositions(64, 6, width=12)  # the first 6 of 12 features
layer = Attention(32, 32, 64, 0.0, 4, head_dim=12, rotary=turn).double()
x = torch.randn(20, 32, dtype=torch.float64)
shuffled = torch.cat([x[torch.randperm(19)], x[19:]])
with torch.no_grad():
    for zeroed in ("none", "the half not turned", "the turned half"):
        rows = layer.W_query.weight.clone()
        heads = layer.W_query.weight.unflatten(0, (4, 12))
        if zeroed == "the turned half":
            heads[:, :6] = 0
        if zeroed == "the half not turned":
            heads[:, 6:] = 0
        off = (layer(shuffled)[19] - layer(x)[19]).abs().max()
        layer.W_query.weight.copy_(rows)
        print(f"zeros in {zeroed}: the last token moves by {off:.10f}")
