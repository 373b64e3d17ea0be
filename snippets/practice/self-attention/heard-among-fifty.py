# pip install attention-verified
import math

import torch

others = 49
answer = math.log(others)

scores = torch.zeros(50)
scores[0] = answer
share = torch.softmax(scores, dim=-1)[0]
assert torch.allclose(share, torch.tensor(0.5), atol=1e-6)
print(f"answer: {answer:.4f}")

print(f"all fifty counted as others: {math.log(50):.4f}")
print(f"the exponential, not the score: {others:.4f}")
print(f"a logarithm of base 10: {math.log10(others):.4f}")
print(f"a logarithm of base 2: {math.log2(others):.4f}")
