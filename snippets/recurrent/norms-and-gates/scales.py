import torch
from attention import rms_norm, scaled_attention_scores

torch.manual_seed(123)
for largest in (1.0, 2.0, 4.0):
    g = largest * torch.linspace(-1, 1, 16)
    query = rms_norm(torch.randn(10_000, 16), g)
    key = rms_norm(torch.randn(10_000, 16), g)
    found = scaled_attention_scores(query[:2000], key[:2000]).abs().max()
    print(f"scales up to {largest}: bound {4 * largest**2:4.0f}", end=",  ")
    print(f"found {found:.1f}")
