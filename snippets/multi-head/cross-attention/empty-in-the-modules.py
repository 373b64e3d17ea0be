import torch
from attention import CrossAttention, to_multihead

torch.manual_seed(123)
layer = CrossAttention(4, 4, dropout=0.0, num_heads=2)
theirs = torch.nn.MultiheadAttention(4, num_heads=2, batch_first=True)
x = torch.rand(2, 3, 4)
mask = torch.tensor([[[True, True, False]], [[False, False, False]]])

ours = layer(x, x, mask=mask)
print(torch.allclose(ours[1], layer.out_proj.bias, atol=1e-6))
blocked = to_multihead(mask[:, 0])
for need_weights in (True, False):
    output, _ = theirs(x, x, x, blocked, need_weights=need_weights)
    print(f"need_weights={need_weights}:", output[1, 0].detach())
