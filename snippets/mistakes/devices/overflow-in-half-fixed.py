import torch
from attention import attention_scores, masked_attention_weights
from attention.examples import inputs

readable = torch.tensor([[True] * 4 + [False] * 2, [False] * 6])
scores = attention_scores(inputs[:2], inputs)

for dtype in (torch.float32, torch.bfloat16, torch.float16):
    weights = masked_attention_weights(scores.to(dtype), readable)
    print(dtype, weights[1, 0])
