from attention import grouped_costs

full = 2 * grouped_costs(2048, 16, 2, 256).cached  # bytes a token, a layer
state = 32 * 128 * 128  # numbers in the matrices of 32 heads
inputs = 4 * (2 * 16 + 32) * 128  # four q, k, v before the convolution
fixed = 4 * state + 2 * inputs  # float32, and bfloat16
print(f"one state = the cache of {4 * state // full:,} tokens")
for name, of_state, of_cache in (("hybrid", 36, 12), ("full", 0, 48)):
    rest, token = of_state * fixed, of_cache * full
    longest = (rest + token * 262_144) / 1e9
    print(f"{name:6} {rest / 1e6:4.1f} MB + {token:6,} B a token", end="")
    print(f", {longest:4.1f} GB at 262,144")
print(f"as many bytes at {fixed // full:,} tokens")
