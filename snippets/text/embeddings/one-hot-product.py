import torch
import torch.nn.functional as F
from attention import build_vocabulary, embedding_table, inputs, tokens

table = embedding_table(build_vocabulary(tokens), tokens, inputs)
row = F.one_hot(torch.tensor(3), num_classes=9).float()

print(row[3] * table[3], row[4] * table[4])  # two of the nine terms
print(row @ table)  # (9,) @ (9, 3) -> (3,)
