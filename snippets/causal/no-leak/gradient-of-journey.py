import torch
from attention import CausalAttention
from attention.examples import inputs

torch.manual_seed(789)
layer = CausalAttention(3, 2, context_length=6, dropout=0.0)

x = inputs.clone().requires_grad_()
layer(x)[1].sum().backward()  # journey's context vector
print(x.grad)
