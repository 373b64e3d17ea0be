import torch
from attention import inputs, tokens

weights = torch.softmax(inputs @ inputs.T, dim=-1)

largest, where = weights.max(dim=-1)
for i, j in enumerate(where.tolist()):
    print(f"{tokens[i]:8}-> {tokens[j]:8} {largest[i]:.4f}")
elsewhere = (where != torch.arange(6)).sum().item()
print("off the diagonal:", elsewhere, "of 6 rows")
