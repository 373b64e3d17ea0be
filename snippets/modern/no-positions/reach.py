import torch
from attention import (
    Attention,
    ChunkedMask,
    RotaryPositions,
    SlidingWindow,
    causal_mask,
)

window, chunk = SlidingWindow(4), ChunkedMask(4)
stacks = {
    "windows": [window] * 4,
    "chunks": [chunk] * 4,
    "and a full layer": [chunk] * 3 + [causal_mask],
}
torch.manual_seed(123)
print("first position that reaches position 14, after 1 to 4 layers")
for name, rules in stacks.items():
    x = torch.randn(15, 8, dtype=torch.float64, requires_grad=True)
    out, firsts = x, []
    for rule in rules:
        turn = None if rule is causal_mask else RotaryPositions(15, 4)
        layer = Attention(8, 8, 15, 0.0, 2, mask=rule, rotary=turn)
        out = out + layer.double()(out)
        (slope,) = torch.autograd.grad(out[-1].sum(), x, retain_graph=True)
        firsts.append(slope.abs().sum(dim=-1).nonzero()[0].item())
    print(f"{name:17}", firsts)
