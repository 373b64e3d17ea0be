from attention.examples import plane_keys, plane_queries

boat, it = 3, 7
print(f"answer: {plane_queries[boat] @ plane_keys[it]:.0f}")
print(
    f"it asks, boat is compared: {plane_queries[it] @ plane_keys[boat]:.0f}"
)
print(f"the two keys: {plane_keys[boat] @ plane_keys[it]:.0f}")
print(f"the two queries: {plane_queries[boat] @ plane_queries[it]:.0f}")
