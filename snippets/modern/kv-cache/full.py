from attention import MultiHeadAttention, attend_with_cache, inputs

layer = MultiHeadAttention(3, 4, 6, 0.0, 2)
_, cache = attend_with_cache(layer, inputs)
attend_with_cache(layer, inputs[:1], cache)  # raises ValueError: cached
