from attention import causal_mask, window_mask

pairs = window_mask(12, window=4).sum().item()
print(f"answer: {pairs}")

print(f"four for each token, also for the first ones: {12 * 4}")
print(
    f"every pair that is not in the future: {causal_mask(12).sum().item()}"
)
