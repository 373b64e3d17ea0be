for decay in (0.9, 0.99, 0.5 ** (1 / 100), 0.999):
    print(f"{decay:.4f}: after 100 tokens {decay**100:.3f}")
