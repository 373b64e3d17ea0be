import torch
from attention import SelfAttentionV1, inputs

torch.manual_seed(123)
layer = SelfAttentionV1(3, 2)
before = {name: p.detach().clone() for name, p in layer.named_parameters()}

optimizer = torch.optim.SGD(layer.parameters(), lr=0.5)
for _ in range(50):
    loss = (layer(inputs) - inputs[1, :2]).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

for name, start in before.items():
    moved = (getattr(layer, name) - start).detach().norm()
    print(f"{name:8} moved by {moved:.4f}")
print("loss:", loss.detach())
