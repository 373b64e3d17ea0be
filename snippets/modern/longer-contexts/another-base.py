from attention import rotary_frequencies

base = 10000.0 * 4 ** (128 / (128 - 2))  # d is 128
print(f"{base:,.0f}")
ratios = rotary_frequencies(128) / rotary_frequencies(128, base)
for pair in (0, 16, 32, 48, 63):
    print(f"pair {pair:2}: slower by {ratios[pair]:.3f}")
