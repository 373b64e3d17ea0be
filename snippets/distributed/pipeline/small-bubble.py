for p in (4, 8, 16):
    m = next(m for m in range(1, 1000) if (p - 1) / (m + p - 1) <= 0.1)
    print(f"{p:2} ranks: {m:3} micro-batches, held by rank 0:", end=" ")
    print(f"GPipe {m}, 1F1B {min(m, p)}")
