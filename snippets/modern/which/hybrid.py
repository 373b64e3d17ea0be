from attention import grouped_costs, recurrent_kept

tokens = 262_144
full = 2 * grouped_costs(2048, 16, 2, 256).cached  # bytes a token
kept = recurrent_kept(16, 32, 128, 128, kernel_size=4)
state = 4 * kept.state + 2 * kept.inputs  # float32, and bfloat16
print(f"48 full layers:       {48 * full * tokens / 2**30:4.1f} GiB")
hybrid = 12 * full * tokens + 36 * state
print(f"12 full, 36 a state:  {hybrid / 2**30:4.1f} GiB")
