from attention import CausalAttention, inputs

layer = CausalAttention(3, 2, 6, 0.0)
print(layer(inputs).shape)
print(layer(inputs.expand(2, 6, 3)).shape)
print(layer(inputs.expand(5, 2, 6, 3)).shape)
