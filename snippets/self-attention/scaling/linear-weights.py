import torch

torch.manual_seed(123)
x = torch.rand(4, 512)
W_query = torch.nn.Linear(512, 64, bias=False)
W_key = torch.nn.Linear(512, 64, bias=False)

scaled = W_query(x) @ W_key(x).T / 64**0.5
print(scaled.detach())
print(torch.softmax(scaled, dim=-1).detach())
