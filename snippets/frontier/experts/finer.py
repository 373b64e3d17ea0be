from math import comb

d = 64
for experts, k, hidden in ((8, 2, 128), (32, 8, 32)):
    weights = k * 3 * d * hidden
    print(f"{k} of {experts}: {weights:,} weights used, ", end="")
    print(f"{comb(experts, k):,} combinations")
