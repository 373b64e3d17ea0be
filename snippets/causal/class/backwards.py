import torch
from attention import CausalAttention, SelfAttentionV2
from attention.examples import inputs

torch.manual_seed(123)
layer = CausalAttention(3, 2, context_length=6, dropout=0.0)
torch.manual_seed(123)
unmasked = SelfAttentionV2(3, 2)  # the same matrices
values = layer.W_value(inputs)
backwards = inputs.flip(0)  # step one with starts journey your
print(f"answer: {layer(backwards)[0, 0]:.4f}")

print(f"without the mask: {unmasked(backwards)[0, 0]:.4f}")
print(f"the mean of all six values: {values[:, 0].mean():.4f}")
print(f"the value of your: {layer(inputs)[0, 0]:.4f}")
