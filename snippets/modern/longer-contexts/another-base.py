from attention import ntk_base, rotary_frequencies

base = ntk_base(10000.0, factor=4.0, head_dim=128)
print(f"{base:,.0f}")
ratios = rotary_frequencies(128) / rotary_frequencies(128, base)
for pair in (0, 16, 32, 48, 63):
    print(f"pair {pair:2}: slower by {ratios[pair]:.3f}")
