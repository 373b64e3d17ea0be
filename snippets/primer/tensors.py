import torch

x = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
print(tuple(x.shape), x[1].tolist(), x[:, 0].tolist())
print((x @ x.T).tolist())  # (2, 3) times (3, 2) gives (2, 2)
print(x.sum(dim=-1).tolist(), x.sum(dim=0).tolist())
