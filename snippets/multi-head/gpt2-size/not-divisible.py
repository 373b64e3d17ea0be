from attention import MultiHeadAttention

MultiHeadAttention(768, 768, 1024, 0.1, 10)  # raises ValueError: d_out
