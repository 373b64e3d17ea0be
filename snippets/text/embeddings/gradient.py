import torch
from attention import build_vocabulary, embedding_table, inputs, tokens

vocabulary = build_vocabulary(tokens)
table = embedding_table(vocabulary, tokens, inputs)
embedding = torch.nn.Embedding.from_pretrained(table, freeze=False)

ids = torch.tensor([4, 6, 4])  # one, step, one
embedding(ids).sum().backward()
for token, i in vocabulary.items():
    print(f"{i} {token:8}", embedding.weight.grad[i])
