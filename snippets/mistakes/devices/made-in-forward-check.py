import torch
from attention import attention_scores
from attention.examples import inputs

x = inputs.to("meta")
scores = attention_scores(x, x)
mask = torch.ones(6, 6, dtype=torch.bool).tril()

alike = mask.device == scores.device
assert alike, (
    "mask is elsewhere"
)  # raises AssertionError: mask is elsewhere
