# pip install attention-verified
import torch
from attention import causal_mask, dropout_mask

num_tokens, p = 50, 0.2
pairs = num_tokens * (num_tokens + 1) // 2  # that the causal mask allows
answer = round(pairs * (1 - p))
print("answer:", answer)
print("no causal mask:", round(num_tokens**2 * (1 - p)))
print("those that are dropped:", round(pairs * p))
print("no word reads itself:", round((pairs - num_tokens) * (1 - p)))
print("nothing dropped:", pairs)
print("the scale is for what a weight is worth:", round(pairs / (1 - p)))

torch.manual_seed(123)
kept = dropout_mask((2000, num_tokens, num_tokens), p)
kept &= causal_mask(num_tokens)
measured = kept.sum(dim=(1, 2)).float().mean()
assert abs(measured - answer) < 1
print(f"drawn 2,000 times, {measured:.1f} in the mean")
