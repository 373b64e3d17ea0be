from attention import (
    attention_weights,
    scaled_attention_scores,
    toy_keys,
    toy_queries,
)

print(attention_weights(scaled_attention_scores(toy_queries, toy_keys)))
