num_tokens, d_k, d_v = 4096, 128, 128
print("chunk   steps in turn   numbers in squares   states kept")
for size in (1, 16, 64, 256, num_tokens):
    chunks = num_tokens // size
    squares, states = chunks * size * size, chunks * d_k * d_v
    print(f"{size:5} {chunks:15,} {squares:20,} {states:13,}")
