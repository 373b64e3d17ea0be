weight, p = 0.4483, 0.2
print(f"answer: {weight / (1 - p):.4f}")

print(f"divided by p, the rate: {weight / p:.4f}")
print(f"kept, but not scaled: {weight:.4f}")
print(f"multiplied by 1 - p: {weight * (1 - p):.4f}")
print(f"doubled, as if p were 0.5: {weight * 2:.4f}")
