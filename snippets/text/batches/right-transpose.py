import torch

queries, keys = torch.rand(8, 4, 64), torch.rand(8, 4, 64)

scores = queries @ keys.transpose(1, 2)
print(keys.transpose(1, 2).shape, "->", scores.shape)
for same in (keys.transpose(-2, -1), keys.mT):
    print(torch.allclose(scores, queries @ same, atol=1e-6))
