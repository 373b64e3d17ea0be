import torch
from attention import attention_scores, causal_mask
from attention.examples import inputs

scores = attention_scores(inputs, inputs)
print("journey with with:", scores[1, 3])

masked = scores.masked_fill_(~causal_mask(6), -torch.inf)
weights = masked.softmax(dim=-1)

print("journey with with:", scores[1, 3])
print(scores[0])
