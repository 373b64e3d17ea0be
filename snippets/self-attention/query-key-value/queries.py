from attention import toy_queries, toy_tokens

for token, query in zip(toy_tokens, toy_queries, strict=True):
    print(f"{token:8}", query)
print(toy_queries.shape)
