# pip install attention-verified
import torch
from attention import plane_keys, plane_tokens

person, thing = [2.0, 0.0], [0.0, 2.0]  # what each head asks for
queries = torch.tensor([person, thing])
weights = torch.softmax(queries @ plane_keys.T / 2**0.5, dim=-1)

print("word    head 0  head 1")
for word, (a, b) in zip(plane_tokens, weights.T, strict=True):
    print(f"{word:8} {a:.2f}    {b:.2f}")
