import torch

torch.manual_seed(123)
x = torch.rand(4, 512)

contexts = torch.softmax(x @ x.T, dim=-1) @ x
print(contexts.shape)
print("bit for bit the input:", torch.equal(contexts, x))
