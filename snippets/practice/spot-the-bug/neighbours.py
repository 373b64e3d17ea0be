import torch
from attention import CausalAttention
from attention.examples import inputs

torch.manual_seed(123)
layer = CausalAttention(3, 2, 6, 0.0).requires_grad_(False)


def run(sentences):
    contexts = layer(torch.stack(sentences, dim=1))
    return contexts.unbind(dim=1)


first, second = run([inputs, inputs.flip(0)])
print(first.shape, second.shape)
print(second)
