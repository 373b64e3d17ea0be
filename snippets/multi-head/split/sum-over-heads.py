import torch
from attention import MultiHeadAttention, MultiHeadAttentionWrapper, inputs

torch.manual_seed(123)
wrapper = MultiHeadAttentionWrapper(3, 2, 6, 0.0, num_heads=2)
out_proj = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2).out_proj

total = out_proj.bias
for number, head in enumerate(wrapper.heads):
    columns = out_proj.weight[:, 2 * number : 2 * number + 2]
    total = total + head(inputs) @ columns.T
print(torch.allclose(total, out_proj(wrapper(inputs)), atol=1e-6))
