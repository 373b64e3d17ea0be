from attention import (
    scaled_dot_product_attention,
    toy_keys,
    toy_queries,
    toy_values,
)

contexts, _ = scaled_dot_product_attention(
    toy_queries, toy_keys, toy_values
)
print(contexts)
