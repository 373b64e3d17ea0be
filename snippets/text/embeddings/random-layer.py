import torch

torch.manual_seed(123)
embedding = torch.nn.Embedding(5, 3)

print(embedding.weight)
