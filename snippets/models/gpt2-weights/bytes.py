parameters = 124_439_808
print(f"answer: {4 * parameters}")

print(f"parameters, not bytes: {parameters}")
print(f"two bytes for each: {2 * parameters}")
print(f"eight bytes for each, as in float64: {8 * parameters}")
masks = 12 * 1024**2
print(
    f"{548_105_171 - 4 * (parameters + masks):,} bytes beside all numbers"
)
