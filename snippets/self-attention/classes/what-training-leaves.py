import torch
from attention import inputs, scaled_dot_product_attention
from torch import nn


class OneForgotten(nn.Module):
    def __init__(self):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(3, 2))
        self.W_key = nn.Parameter(torch.rand(3, 2))
        self.W_value = torch.rand(3, 2)  # no nn.Parameter around it

    def forward(self, x):
        Q, K, V = x @ self.W_query, x @ self.W_key, x @ self.W_value
        contexts, _ = scaled_dot_product_attention(Q, K, V)
        return contexts


torch.manual_seed(123)
layer = OneForgotten()
names = ("W_query", "W_key", "W_value")
before = {name: getattr(layer, name).detach().clone() for name in names}

optimiser = torch.optim.SGD(layer.parameters(), lr=0.5)
for _ in range(50):
    loss = (layer(inputs) - inputs[1, :2]).square().mean()
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()

for name, start in before.items():
    moved = (getattr(layer, name) - start).detach().norm()
    print(f"{name:8} moved by {moved:.4f}")
print("loss:", loss.detach())
