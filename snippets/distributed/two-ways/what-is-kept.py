tokens, d_model, ranks = 8192, 8192, 8  # Llama 3 70B
one = tokens * d_model * 2  # bytes of x in bfloat16
kept = 4 * one * 80  # inputs of two norms and two layers, in each block
print(f"on all ranks: {kept / 1e9:.1f} GB")
print(f"by tokens:    {kept / ranks / 1e9:.1f} GB")
