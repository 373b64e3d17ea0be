import torch
from attention import build_vocabulary, embedding_table, inputs, tokens

vocabulary = build_vocabulary(tokens)
table = embedding_table(vocabulary, tokens, inputs)
embedding = torch.nn.Embedding.from_pretrained(table)

batch = torch.tensor([[4, 6, 0], [4, 4, 3]])  # two texts, one padded
print(embedding(batch))
print(batch.shape, "->", embedding(batch).shape)
