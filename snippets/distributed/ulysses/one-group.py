heads, groups = 8, 1  # as in Gemma 2B
for ranks in (2, 4, 8):
    ring, ulysses = ranks * groups, heads + ranks
    print(f"{ranks} ranks: ring {ring}, Ulysses {ulysses}")
