from attention import (
    attention_weights,
    context_vectors,
    scaled_attention_scores,
    toy_keys,
    toy_queries,
    toy_values,
)

scores = scaled_attention_scores(toy_queries, toy_keys)
weights = attention_weights(scores)
print("queries", toy_queries.shape)
print("keys", toy_keys.shape)
print("values", toy_values.shape)
print("scores", scores.shape)
print("weights", weights.shape)
print("contexts", context_vectors(weights, toy_values).shape)
