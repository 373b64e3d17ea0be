import torch
from attention import (
    attention_scores,
    attention_weights,
    context_vectors,
    inputs,
)

batch = torch.stack([inputs, inputs])  # the sentence twice
scores = attention_scores(queries=batch, keys=batch)
contexts = context_vectors(attention_weights(scores), values=batch)

print(scores.shape, contexts.shape)
print(contexts[0, 1])
