import torch
from attention import (
    build_vocabulary,
    embedding_table,
    inputs,
    look_up,
    tokens,
)

table = embedding_table(build_vocabulary(tokens), tokens, inputs)
batch = torch.tensor([[4, 6, 0], [4, 4, 3]])

print(look_up(batch, table).shape)
print(torch.allclose(look_up(batch, table), table[batch], atol=1e-6))
