import torch
from attention.examples import inputs, tokens

pairs = ["journey starts", "one step", "your journey", "with your"]
print("cosine  dot")
for pair in pairs:
    a, b = (inputs[tokens.index(word)] for word in pair.split())
    cosine = torch.cosine_similarity(a, b, dim=0)
    print(f"{cosine:.4f}  {torch.dot(a, b):.4f}  {pair}")
