import torch
from attention import CrossAttention, MultiHeadAttention, causal_mask
from attention.examples import inputs

torch.manual_seed(123)
causal = MultiHeadAttention(
    3, 4, context_length=6, dropout=0.0, num_heads=2
)
cross = CrossAttention(3, 4, dropout=0.0, num_heads=2)
print(cross.load_state_dict(causal.state_dict()))

with_mask = cross(inputs, inputs, mask=causal_mask(6))
without = cross(inputs, inputs)
for name, output in (
    ("causal mask:", with_mask),
    ("no mask:    ", without),
):
    far = (output - causal(inputs)).abs().amax(dim=-1)
    print(name, (far < 1e-6).sum().item(), "of", len(far), "rows agree")
