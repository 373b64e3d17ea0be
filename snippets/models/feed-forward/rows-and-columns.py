import torch
from attention import FeedForward, gelu_tanh
from attention.examples import inputs

torch.manual_seed(123)
network = FeedForward(3, 12)
first, _, second = network.layers
journey = inputs[1]

total = second.bias
for unit in range(12):
    match = first.weight[unit] @ journey + first.bias[unit]
    total = total + gelu_tanh(match) * second.weight[:, unit]
print(total.detach(), network(journey).detach())
