from attention import grouped_costs

tokens = 262_144
full = 2 * grouped_costs(2048, 16, 2, 256).cached  # bytes a token
state = 32 * 128 * 128  # numbers in the matrices of 32 heads
inputs = 4 * (2 * 16 + 32) * 128  # four q, k, v before the convolution
fixed = 4 * state + 2 * inputs  # float32, and bfloat16
print(f"48 full layers:       {48 * full * tokens / 2**30:4.1f} GiB")
hybrid = 12 * full * tokens + 36 * fixed
print(f"12 full, 36 a state:  {hybrid / 2**30:4.1f} GiB")
