from attention import (
    scaled_dot_product_attention,
    toy_keys,
    toy_queries,
    toy_values,
)

print(scaled_dot_product_attention(toy_queries, toy_keys, toy_values))
