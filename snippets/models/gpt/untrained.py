import math

import torch
from attention import GPT

torch.manual_seed(123)
model = GPT(
    vocab_size=50, context_length=8, d_model=16, num_layers=2, num_heads=4
)
print(f"weights: {model.tok_emb.weight.std():.2f}")

ids = torch.randint(50, (100, 9))
logits, targets = model(ids[:, :8]), ids[:, 1:]
loss = torch.nn.functional.cross_entropy(logits.mT, targets)
print(f"loss {loss:.2f}, logarithm of 50 {math.log(50):.2f}")
