import torch
from attention import inputs, tokens

cosines = torch.cosine_similarity(inputs, inputs[1], dim=-1)
dots = inputs @ inputs[1]
for name, values in [("cosine", cosines), ("dot", dots)]:
    order = values.argsort(descending=True).tolist()
    print(f"{name:6}", [tokens[i] for i in order])
print(f"with: cosine {cosines[3]:.4f}, dot {dots[3]:.4f}")
print(f"step: cosine {cosines[5]:.4f}, dot {dots[5]:.4f}")
