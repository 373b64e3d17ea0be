# pip install attention-verified
import torch
from attention import (
    GPT,
    MultiToken,
    decode_float8,
    dequantise,
    multi_token_loss,
    quantise,
)

ids = torch.arange(6)[None]
model = MultiToken(GPT(9, 6, d_model=4, num_layers=1, num_heads=2))
logits, later = model(ids)
print(logits.shape, later.shape, multi_token_loss(logits, later, ids).shape)

x = torch.tensor([[1.0, 2.0], [100.0, 200.0]])
codes, scales = quantise(x, block=(1, 2))
print(codes.dtype, scales.shape, dequantise(codes, scales, block=(1, 2)))
print(decode_float8(codes.view(torch.uint8), torch.float8_e4m3fn))
