import torch
from attention import CausalAttention
from attention.examples import inputs

torch.manual_seed(123)
contexts = [CausalAttention(3, 2, 6, 0.0)(inputs) for _ in range(2)]

print("cat, dim=-1:", torch.cat(contexts, dim=-1).shape)
print("cat, dim=0: ", torch.cat(contexts).shape)  # 0 is the default
print("stack:      ", torch.stack(contexts).shape)
