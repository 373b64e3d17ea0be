import torch
from attention import build_vocabulary, embedding_table, inputs, tokens

vocabulary = build_vocabulary(tokens)
table = embedding_table(vocabulary, tokens, inputs)

embedding = torch.nn.Embedding.from_pretrained(table)
print(embedding)
print(embedding(torch.tensor(vocabulary["journey"])))
