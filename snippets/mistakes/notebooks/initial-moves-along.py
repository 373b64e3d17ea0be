import torch
from attention import SelfAttentionV2
from attention.examples import inputs

torch.manual_seed(123)
layer = SelfAttentionV2(3, 2)
initial = layer.state_dict()  # to be printed later

optimizer = torch.optim.SGD(layer.parameters(), lr=0.2)
for _ in range(20):
    optimizer.zero_grad()
    (layer(inputs) - 1).square().mean().backward()
    optimizer.step()

print("initial W_value", initial["W_value.weight"], sep="\n")
change = initial["W_value.weight"] - layer.W_value.weight
print("change", change.detach(), sep="\n")
