import torch
from attention import masked_attention_weights

scores, allowed = torch.rand(6, 6), torch.tril(torch.ones(6, 6))
masked_attention_weights(scores, allowed)  # raises ValueError: mask must be
