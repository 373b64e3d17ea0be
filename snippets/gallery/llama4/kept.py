from attention import ChunkedMask

chunk = ChunkedMask(8192)
for tokens in (8191, 8192, 8193, 32768, 40000):
    print(f"after {tokens:,} tokens: {chunk.num_kept(tokens):,}")
