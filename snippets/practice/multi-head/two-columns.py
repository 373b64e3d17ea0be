# pip install attention-verified
import torch
import torch.nn.functional as F
from attention import MultiHeadAttention, MultiHeadAttentionWrapper
from attention.examples import inputs

torch.manual_seed(123)
layer = MultiHeadAttentionWrapper(3, 1, 6, 0.0, num_heads=2)
first, second = layer(inputs)[1]  # journey
print(f"answer: {second:.4f}")
print(f"the first head's number: {first:.4f}")
print(f"the row of your: {layer(inputs)[0, 1]:.4f}")

head = layer.heads[1]
three = [W(inputs) for W in (head.W_query, head.W_key, head.W_value)]
torchs = F.scaled_dot_product_attention(*three, is_causal=True)
assert torch.allclose(torchs[1], second, atol=1e-6)

for layer_class in (MultiHeadAttentionWrapper, MultiHeadAttention):
    torch.manual_seed(123)
    other = layer_class(3, 2, 6, 0.0, num_heads=2)(inputs)
    print(f"{layer_class.__name__} with d_out 2: {other[1, 1]:.4f}")
