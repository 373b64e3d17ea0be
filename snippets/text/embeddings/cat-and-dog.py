import torch

torch.manual_seed(123)
embedding = torch.nn.Embedding(5, 3)
print(embedding.weight.detach())

for seed in [123, 0, 1, 2, 3]:
    torch.manual_seed(seed)
    cat, dog = torch.nn.Embedding(5, 3).weight[:2].detach()
    cosine = torch.cosine_similarity(cat, dog, dim=0)
    print(f"seed {seed:3}: cosine {cosine:7.4f}")
