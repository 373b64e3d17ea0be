import torch
from attention.text import skip_gram_pairs

n, window = 12, 3
missing = 2 * (3 + 2 + 1)  # at the two ends
answer = n * 2 * window - missing

centres, contexts = skip_gram_pairs(torch.arange(n), window)
assert answer == len(centres) == len(contexts)
print(f"answer: {answer}")

print(f"the ends forgotten: {n * 2 * window}")
print(f"one end forgotten: {n * 2 * window - missing // 2}")
print(f"each pair once, not from both sides: {answer // 2}")
print(f"only words with a whole window: {(n - 2 * window) * 2 * window}")
