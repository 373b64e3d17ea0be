import torch
from attention import MultiHeadAttention
from attention.examples import (
    W_key,
    W_query,
    W_value,
    inputs,
    position_table,
)

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, dropout=0.0, num_heads=2)
layer.requires_grad_(False)
layer.W_query.weight[:2] = W_query  # the first head is the one above
layer.W_key.weight[:2] = W_key
layer.W_value.weight[:2] = W_value


def show(module, args, out):
    print("side by side", args[0][1])
    print("out_proj    ", out[1])


layer.out_proj.register_forward_hook(show)
mixed = layer(inputs + position_table[:6])
