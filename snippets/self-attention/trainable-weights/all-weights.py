import torch
from attention import attention_weights, inputs, scaled_attention_scores

torch.manual_seed(123)
W_query, W_key = torch.rand(3, 2), torch.rand(3, 2)

scores = scaled_attention_scores(inputs @ W_query, inputs @ W_key)
weights = attention_weights(scores)
print(weights)
print("row sums:", " ".join(f"{s:.4f}" for s in weights.sum(dim=-1)))
