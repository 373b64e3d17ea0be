import torch
from attention import attention_scores
from attention.examples import inputs

readable = torch.tensor([[True] * 4 + [False] * 2, [False] * 6])
scores = attention_scores(inputs[:2], inputs)  # two queries, six words

for dtype in (torch.float32, torch.bfloat16, torch.float16):
    additive = torch.where(readable, 0.0, -1e9).to(dtype)
    weights = torch.softmax(scores.to(dtype) + additive, dim=-1)
    print(dtype, additive.min(), weights[1, 0], sep="\n  ")
