import torch
from attention import SelfAttentionV2
from attention.examples import inputs

layers = []
for qkv_bias in (False, True):
    torch.manual_seed(123)
    layers.append(SelfAttentionV2(3, 2, qkv_bias))
without, biased = layers
for name in ("W_query", "W_key", "W_value"):
    torch.nn.init.zeros_(getattr(biased, name).bias)
    a, b = (getattr(layer, name).weight for layer in layers)
    print(f"{name:8}", torch.allclose(a, b, atol=1e-6))

print(without(inputs)[0].detach(), biased(inputs)[0].detach(), sep="\n")
