from attention import (
    scaled_dot_product_attention,
    toy_keys,
    toy_queries,
    toy_values,
)

scaled_dot_product_attention(
    toy_queries,
    toy_keys,
    toy_values[
        :6
    ],  # raises ValueError: values must have one row for each key
)
