from attention import CausalAttention

CausalAttention(3, 2, 6, dropout=1.0)  # raises ValueError: dropout must be
