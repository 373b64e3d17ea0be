import torch
from attention import SelfAttentionV2

torch.manual_seed(123)
layer = SelfAttentionV2(d_in=256, d_out=64)
x = torch.randn(8, 4, 256)

together = layer(x)
alone = torch.stack([layer(row) for row in x])
print(torch.allclose(together, alone, atol=1e-6))

changed = x.clone()
changed[3] = 0.0  # another text in row 3
differs = (layer(changed) - together).abs().amax(dim=(1, 2)) > 1e-6
print(differs)
