import torch
from attention import CrossAttention
from attention.examples import inputs, target_inputs

torch.manual_seed(123)
layer = CrossAttention(d_in=3, d_out=4, dropout=0.0, num_heads=2)

result = layer(x_query=inputs, x_key=target_inputs)
print(f"answer: {len(result)}")
print(f"one for each key: {len(target_inputs)}")
print(f"one for each pair of words: {len(inputs) * len(target_inputs)}")
print(f"one for each query and each head: {2 * len(inputs)}")
print(f"both sequences together: {len(inputs) + len(target_inputs)}")
