tokens, d_model = 8192, 8192  # one sequence, Llama 3 70B
one = tokens * d_model * 2  # bytes of x in bfloat16
pipeline = 2 * one  # once forwards, once backwards
tensor = 4 * 80 * 2 * 7 * one // 8  # the all-reduces of 80 blocks
for name, sent in (("pipeline", pipeline), ("tensor", tensor)):
    print(f"{name:8} {sent / 1e9:5.2f} GB,", end=" ")
    print(f"{sent / 50e9:.3f} s at 400 Gb/s")
