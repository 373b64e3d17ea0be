import torch
from attention import scaled_dot_product_attention, tiled_attention
from torch.utils.flop_counter import FlopCounterMode

Q, K, V = (torch.randn(512, 16).requires_grad_() for _ in range(3))


def plain(Q, K, V):
    return scaled_dot_product_attention(Q, K, V)[0]


for attend in (plain, tiled_attention):
    with FlopCounterMode(display=False) as forward:
        contexts = attend(Q, K, V)
    with FlopCounterMode(display=False) as backward:
        contexts.sum().backward()
    one, two = forward.get_total_flops(), backward.get_total_flops()
    print(f"{one:,} {two:,} {one + two:,}")
