layers, tokens, d_model, ranks = 80, 8192, 8192, 8  # Llama 3 70B
one = tokens * d_model * 2  # bytes of x in bfloat16
all_reduces = 4 * layers  # two parts, forwards and backwards
sent = all_reduces * 2 * (ranks - 1) * one // ranks
print(f"{all_reduces} all-reduces of {one / 1e6:.0f} MB")
print(f"a rank sends {sent / 1e9:.0f} GB for each sequence")
for name, speed in (("NVLink", 450e9), ("400 Gb/s", 50e9)):
    print(f"{name}: {sent / speed:.2f} s")
