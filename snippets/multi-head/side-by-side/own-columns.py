import torch
from attention import MultiHeadAttentionWrapper, inputs

torch.manual_seed(123)
layer = MultiHeadAttentionWrapper(3, 2, 6, 0.0, num_heads=2)

loss = layer(inputs)[:, :2].square().sum()  # of the first two columns
loss.backward()
for number, head in enumerate(layer.heads):
    moves = bool(head.W_value.weight.grad.any())
    print(f"head {number} has a gradient:", moves)
