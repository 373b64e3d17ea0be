layers, groups, width, size = 32, 8, 128, 16  # Llama 3 8B; bfloat16
block = layers * 2 * groups * width * 2 * size
print(f"a block: {block:,} bytes")
blocks = 40 * 2**30 // block
print(f"blocks in 40 GiB: {blocks:,}, for {blocks * size:,} tokens")
texts = blocks * size // 8192
print("texts, if 8,192 tokens are reserved for each:", texts)
print("texts of 1,000 tokens, in blocks:", blocks // -(-1000 // size))
