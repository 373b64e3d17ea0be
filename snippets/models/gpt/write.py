from functools import partial

import torch
from attention import GPT, sample

torch.manual_seed(123)
model = GPT(
    vocab_size=50, context_length=8, d_model=16, num_layers=2, num_heads=4
)
generator = torch.Generator().manual_seed(123)
choose = partial(sample, top_k=10, generator=generator)

texts = model.generate(torch.tensor([[3, 41], [7, 19]]), 6, choose)
print(texts.shape)
print(texts[:, :2])
