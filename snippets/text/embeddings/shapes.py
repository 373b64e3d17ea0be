import torch
import torch.nn.functional as F

embedding = torch.nn.Embedding(9, 3)
ids = torch.tensor([1, 8, 3, 5, 7, 4, 6, 2])
vectors = embedding(ids)

print("table", embedding.weight.shape)
print("ids", ids.shape)
print("one-hot", F.one_hot(ids, num_classes=9).shape)
print("vectors", vectors.shape)
print("batch of two", torch.stack([ids, ids]).shape)
print("its vectors", embedding(torch.stack([ids, ids])).shape)
print("one score", torch.dot(vectors[0], vectors[1]).shape)
