from attention import CausalAttention
from attention.examples import inputs

layer = CausalAttention(3, 2, 5, 0.0)
layer(inputs)  # raises ValueError: x must have at most context_length=5
