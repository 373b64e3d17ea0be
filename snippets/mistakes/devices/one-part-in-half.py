from attention import CausalAttention
from attention.examples import inputs

layer = CausalAttention(3, 2, 6, dropout=0.0, qkv_bias=True).half()
print(layer.W_query.weight.dtype, inputs.dtype)
layer(inputs)  # raises RuntimeError: mat1 and mat2 must have the same dtype
