import torch
from attention import build_vocabulary, embedding_table, inputs, tokens

vocabulary = build_vocabulary(tokens)
table = embedding_table(vocabulary, tokens, inputs)  # (9, 3)

ids = torch.tensor([8, 3, 5, 7, 4, 6])
print(table)
print(table[ids])
