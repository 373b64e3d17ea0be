import torch
from attention import GPT, MultiToken

torch.manual_seed(123)
both = MultiToken(GPT(50, 12, 24, num_layers=2, num_heads=2))
state, token = torch.randn(2, 11, 24)
ours = both.combine(torch.cat([state, token], dim=-1))

weight = both.combine.weight
of_state, of_token = weight.split(24, dim=1)
exchanged = torch.cat([of_token, of_state], dim=1)
theirs = torch.cat([token, state], dim=-1)
for name, matrix in (("exchanged", exchanged), ("as it was", weight)):
    off = (theirs @ matrix.T - ours).abs().max()
    print(f"columns {name}: {off:.4f}")
