import torch
from attention import SelfAttentionV2, causal_mask, masked_attention_weights
from attention.examples import seeded_scores
from torch import nn

scores = seeded_scores(SelfAttentionV2, 789)
weights = masked_attention_weights(scores, causal_mask(6))

torch.manual_seed(123)
print(nn.Dropout(0.5)(weights))
