from attention.examples import plane_keys, plane_queries, plane_values

scores = (plane_queries @ plane_keys.mT).tril()
print(scores.int())
print("last context", (scores @ plane_values)[-1])
