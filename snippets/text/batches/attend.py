import torch
from attention import (
    attention_weights,
    context_vectors,
    scaled_attention_scores,
)
from torch import nn

torch.manual_seed(123)
x = torch.randn(8, 4, 256)  # in place of the batch
W_query = nn.Linear(256, 64, bias=False)
W_key = nn.Linear(256, 64, bias=False)
W_value = nn.Linear(256, 64, bias=False)

queries, keys, values = W_query(x), W_key(x), W_value(x)
scores = scaled_attention_scores(queries, keys)
weights = attention_weights(scores)
contexts = context_vectors(weights, values)

print("queries, keys, values:", queries.shape)
print("scores, weights:      ", scores.shape)
print("context vectors:      ", contexts.shape)
