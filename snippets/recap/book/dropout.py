import torch
from attention import SelfAttentionV2, causal_mask, masked_attention_weights
from attention.examples import seeded_scores

dropout = torch.nn.Dropout(0.5)
torch.manual_seed(123)
print(dropout(torch.ones(6, 6)))

scores = seeded_scores(SelfAttentionV2, 789)
weights = masked_attention_weights(scores, causal_mask(6))
torch.manual_seed(123)
print(dropout(weights))
