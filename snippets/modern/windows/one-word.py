import torch
from attention import MultiHeadAttention, SlidingWindow, inputs, tokens

torch.manual_seed(123)
layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2)
x = inputs.clone().requires_grad_()
for name in ("causal", "window of three"):
    layer(x)[-1].sum().backward()  # the last word, step
    reads = x.grad.abs().sum(dim=-1) > 0
    print(f"{name}:", [w for w, r in zip(tokens, reads, strict=True) if r])
    layer.mask, x.grad = SlidingWindow(3), None
