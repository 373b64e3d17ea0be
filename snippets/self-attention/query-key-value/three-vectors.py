from attention.examples import (
    plane_keys,
    plane_queries,
    plane_tokens,
    plane_values,
)

print("           query      key    value")
for i, token in enumerate(plane_tokens):
    vectors = plane_queries[i], plane_keys[i], plane_values[i]
    print(f"{token:7}", *(f" ({x:2.0f}, {y:2.0f})" for x, y in vectors))
