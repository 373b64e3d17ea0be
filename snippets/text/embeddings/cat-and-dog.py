import torch

torch.manual_seed(123)
embedding = torch.nn.Embedding(5, 3)

cat, dog = embedding(torch.tensor([0, 1])).detach()
print("cat", cat)
print("dog", dog)
print(f"dot {cat @ dog:.4f}")
print(f"cosine {torch.cosine_similarity(cat, dog, dim=0):.4f}")
