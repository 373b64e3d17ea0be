from attention import MultiHeadAttention

MultiHeadAttention(3, 4, 6, 0.0, 3)  # raises ValueError: d_out must be
