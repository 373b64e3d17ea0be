# pip install attention-verified
import torch
from attention import FusedMultiHeadAttention, MultiHeadAttention

torch.manual_seed(123)
plain = MultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
fused = FusedMultiHeadAttention(768, 768, 1024, 0.0, 12, qkv_bias=True)
fused.load_state_dict(plain.state_dict())

x = torch.randn(2, 64, 768)
print(torch.allclose(fused(x), plain(x), rtol=0, atol=1e-5))
