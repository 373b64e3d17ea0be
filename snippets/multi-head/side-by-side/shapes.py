from attention import MultiHeadAttentionWrapper, inputs

layer = MultiHeadAttentionWrapper(3, 2, 6, 0.0, num_heads=2)
head = layer.heads[0]
queries, keys = head.W_query(inputs), head.W_key(inputs)

print("x", inputs.shape)
print("W_query.weight of a head", head.W_query.weight.shape)
print("queries of a head", queries.shape)
print("scores of a head", (queries @ keys.T).shape)
print("contexts of a head", head(inputs).shape)
print("contexts, side by side", layer(inputs).shape)
