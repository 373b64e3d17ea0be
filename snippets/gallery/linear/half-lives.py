from math import log

from attention import LightningAttention

L = 80
for i in (0, 78):
    rate = 1 - i / (L - 1 + 1e-5) + 1e-5
    speeds = LightningAttention(1, 1, 64, 1, rate).speeds
    first, last = (log(2) / speed for speed in (speeds[0], speeds[-1]))
    print(f"layer {i:2}: halves in {first:.1f} to {last:,.0f} tokens")
