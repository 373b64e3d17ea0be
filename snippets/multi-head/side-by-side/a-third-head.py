import torch
from attention import MultiHeadAttentionWrapper, inputs

torch.manual_seed(123)
two = MultiHeadAttentionWrapper(3, 2, 6, 0.0, num_heads=2)
torch.manual_seed(123)
three = MultiHeadAttentionWrapper(3, 2, 6, 0.0, num_heads=3)

print(three(inputs)[0].detach())
same = torch.allclose(three(inputs)[:, :4], two(inputs), atol=1e-6)
print("first four columns as before:", same)
