from attention import MultiHeadAttention

MultiHeadAttention(3, 2, 6, 0.0, 7)  # raises ValueError: d_out must be
