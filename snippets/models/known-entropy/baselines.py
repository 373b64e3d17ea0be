import math

import torch
from attention import agreement_ids

entropy = math.log(8192) / 10
before = agreement_ids[:, :-1].flatten()
after = agreement_ids[:, 1:].flatten()

pairs = torch.zeros(26, 26)
pairs.index_put_((before, after), torch.ones(()), accumulate=True)
probabilities = pairs / pairs.sum(dim=1, keepdim=True)
two_grams = -probabilities[before, after].log().mean()

print(f"all words alike: {math.log(26) - entropy:.4f}")
print(f"2-grams:         {two_grams - entropy:.4f}")
print(f"five bits more:  {5 * math.log(2) / 10:.4f}")
