import torch
from attention import draw

logits = torch.tensor(
    [[0.4, 0.3, 0.2, 0.1], [0.25, 0.25, 0.25, 0.25]]
).log()
generator = torch.Generator().manual_seed(123)
for _ in range(3):
    print(draw(logits, generator))
