from attention import toy_keys, toy_queries, toy_tokens

scores = toy_keys @ toy_queries[1]  # (7, 3) @ (3,) -> (7,)

for token, score in zip(toy_tokens, scores, strict=True):
    print(f"{token:8} {score:.4f}")
