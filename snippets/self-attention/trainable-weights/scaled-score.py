import torch
from attention.examples import inputs

torch.manual_seed(123)
W_query, W_key = torch.rand(3, 2), torch.rand(3, 2)
score = torch.dot(inputs[1] @ W_query, inputs[1] @ W_key)

print(f"answer: {score / 2**0.5:.4f}")
print(f"not scaled at all: {score:.4f}")
print(f"divided by d_k itself, not by its root: {score / 2:.4f}")
print(f"by the root of d_in, the width of the words: {score / 3**0.5:.4f}")
print(f"by the root of the number of words: {score / 6**0.5:.4f}")
