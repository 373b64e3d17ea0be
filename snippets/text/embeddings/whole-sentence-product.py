import torch
import torch.nn.functional as F
from attention import build_vocabulary, embedding_table, inputs, tokens

table = embedding_table(build_vocabulary(tokens), tokens, inputs)
embedding = torch.nn.Embedding.from_pretrained(table)

ids = torch.tensor([1, 8, 3, 5, 7, 4, 6, 2])
rows = F.one_hot(ids, num_classes=9).float()
print(rows)
print(torch.allclose(rows @ table, embedding(ids), atol=1e-6))
