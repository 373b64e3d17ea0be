import math

for position in (0, 8190, 8191, 131071, 10_000_000):
    factor = 1 + 0.1 * math.log(1 + (position + 1) // 8192)
    print(f"position {position:,}: {factor:.3f}")
