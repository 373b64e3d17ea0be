import torch
from attention.examples import inputs

weights = torch.softmax(inputs @ inputs.T, dim=-1)
contexts = weights @ inputs  # (6, 6) @ (6, 3) -> (6, 3)

print(contexts)
for name, vectors in (("inputs", inputs), ("contexts", contexts)):
    span = vectors.amax(dim=0) - vectors.amin(dim=0)
    print(f"{name} span:", span)
