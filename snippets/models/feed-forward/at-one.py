import math

import torch
from attention import gelu

one = torch.tensor(1.0)
print(f"answer: {gelu(one):.4f}")

print(f"ReLU: {torch.relu(one):.4f}")
print(f"the probability of more than 1: {1 - gelu(one):.4f}")
density = math.exp(-1 / 2) / math.sqrt(2 * math.pi)
print(f"the density at 1, not a probability: {density:.4f}")
