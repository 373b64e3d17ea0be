import torch
from attention import FeedForward, gelu_tanh
from attention.examples import inputs

torch.manual_seed(123)
network = FeedForward(3, 12)
first, _, second = network.layers

hidden = gelu_tanh(first(inputs))  # (6, 12)
out = second(hidden)  # (6, 3)
print(hidden.shape, out.shape)
print(out[1].detach(), network(inputs)[1].detach())
