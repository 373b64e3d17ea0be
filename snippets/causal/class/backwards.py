import torch
from attention import CausalAttention, SelfAttentionV2, inputs

torch.manual_seed(123)
layer = CausalAttention(3, 2, 6, 0.0)
torch.manual_seed(123)
unmasked = SelfAttentionV2(3, 2)  # the same matrices
backwards = inputs.flip(0)  # step one with starts journey your
values = layer.W_value(backwards)
print(f"answer: {layer(backwards)[0, 0]:.4f}")

print(f"without the mask, reading all six: {unmasked(backwards)[0, 0]:.4f}")
print(f"the mean of all six values: {values.mean(dim=0)[0]:.4f}")
print(f"of your, first in the other order: {layer(inputs)[0, 0]:.4f}")
print(f"the second number of the row: {values[0, 1]:.4f}")
