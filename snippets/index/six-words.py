# pip install attention-verified
import torch
from attention.examples import inputs, tokens

scores = inputs @ inputs.T  # how well each word matches each other word
weights = torch.softmax(scores, dim=-1)  # each row: shares that sum to 1
contexts = weights @ inputs  # each word: a mixture of all six

for token, context in zip(tokens, contexts, strict=True):
    print(f"{token:8}", context)
