from attention import SelfAttentionV2, inputs

layer = SelfAttentionV2(d_in=3, d_out=2)
layer(layer(inputs))  # raises ValueError: x must have shape
