import torch
from attention import Attention
from torch.utils.flop_counter import FlopCounterMode

torch.manual_seed(123)
layer = Attention(64, 64, 32, 0.0, 4)
x = torch.randn(32, 64)


def counted(run):
    with FlopCounterMode(display=False) as counter, torch.no_grad():
        run()
    # One multiply-add is two operations.
    return counter.get_total_flops() // 2


def with_cache(n):
    cache = None
    for i in range(n):
        _, cache = layer.forward_with_cache(x[i : i + 1], cache)


def without(n):
    for i in range(n):
        layer(x[: i + 1])


for n in (8, 16, 32):
    plain = counted(lambda n=n: without(n))
    cached = counted(lambda n=n: with_cache(n))
    print(f"{n:2} tokens {plain:>12,} {cached:>9,}")
d = 64
print(f"{4 * d * d * 32 + 2 * d * (32 * 33 // 2):,}")
