import torch
from attention import MultiHeadAttentionWrapper, inputs

batch = torch.stack([inputs, inputs])
torch.manual_seed(123)
layer = MultiHeadAttentionWrapper(
    d_in=3, d_out=2, context_length=6, dropout=0.0, num_heads=2
)
print(batch.shape, "->", layer(batch).shape)
alike = torch.allclose(layer(batch)[0], layer(batch)[1], atol=1e-6)
print("both sentences alike:", alike)
print("its first three words:", layer(batch[:, :3]).shape)
