from attention import MultiHeadAttention, inputs

layer = MultiHeadAttention(3, 4, 6, 0.0, 2)
_, cache = layer.forward_with_cache(inputs)
layer.forward_with_cache(inputs[:1], cache)  # raises ValueError: cached
