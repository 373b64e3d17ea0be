import torch

torch.manual_seed(123)
queries, keys = torch.rand(2, 4, 4, 4)
scores = queries @ keys.transpose(-2, -1)

keys[3] = 0.0
unmoved = (queries @ keys.transpose(-2, -1))[0]
print(scores[0])
print("unmoved:", torch.allclose(unmoved, scores[0], atol=1e-6))
