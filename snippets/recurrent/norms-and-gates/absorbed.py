import torch
from attention import rms_norm

torch.manual_seed(123)
latents, W_key = torch.randn(50, 8), torch.randn(8, 16)
query = rms_norm(torch.randn(16), torch.ones(16))
restored = latents @ W_key
for name, keys in {
    "no norm": restored,
    "norm of keys": rms_norm(restored, torch.ones(16)),
}.items():
    explicit = keys @ query / 4
    absorbed = (
        latents @ (W_key @ query) / 4
    )  # the matrix moved to the query
    print(f"{name:12}  largest score {explicit.abs().max():.1f}", end=",  ")
    print(f"absorbed {(explicit - absorbed).abs().max():.1f} off")
