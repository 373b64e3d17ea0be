import torch
from attention import Attention, MultiHeadAttention

torch.manual_seed(123)
plain = MultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
fused = Attention(768, 768, 1024, 0.0, 12, qkv_bias=True, attend=None)
fused.load_state_dict(plain.state_dict())

x = torch.randn(2, 64, 768)
print(plain(x)[0, 0, :4].detach())
print(fused(x)[0, 0, :4].detach())
