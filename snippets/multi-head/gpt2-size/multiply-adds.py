num_tokens, d_model = 1024, 768

projections = 4 * num_tokens * d_model * d_model  # Q, K, V and out_proj
scores = num_tokens * num_tokens * d_model  # all heads together
mixtures = num_tokens * num_tokens * d_model
total = projections + scores + mixtures

print("projections:", f"{projections:,}")
print("scores:     ", f"{scores:,}")
print("mixtures:   ", f"{mixtures:,}")
print("in all:     ", f"{total:,}")
print(f"projections' share: {projections / total:.2f}")
print("even at", 2 * d_model, "tokens")
for width in (768, 8192):
    share = 2 * width / (2 * width + 100_000)
    print(f"100,000 tokens, width {width}: {share:.3f}")
