from attention import rotary_frequencies

slowest = rotary_frequencies(128)[-1]
print(f"seen in training:         up to {2047 * slowest:.3f}")
print(f"at 8,192 tokens:          up to {8191 * slowest:.3f}")
print(f"with positions over four: up to {8191 / 4 * slowest:.3f}")
