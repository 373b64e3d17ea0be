from attention import inputs

scores = inputs @ inputs[1]
shares = scores / scores.sum()

print(shares)
print(f"sum: {shares.sum():.4f}")
