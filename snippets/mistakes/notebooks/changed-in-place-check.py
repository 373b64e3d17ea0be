import torch
from attention import attention_scores, causal_mask
from attention.examples import inputs

scores = attention_scores(inputs, inputs)
before = scores.clone()
masked = scores.masked_fill_(~causal_mask(6), -torch.inf)

alike = torch.equal(scores, before)
assert alike, "scores were changed"  # raises AssertionError: scores were
