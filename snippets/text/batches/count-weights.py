from attention import SelfAttentionV2

layer = SelfAttentionV2(d_in=256, d_out=64)
print("answer:", sum(p.numel() for p in layer.parameters()))

with_bias = SelfAttentionV2(d_in=256, d_out=64, qkv_bias=True)
one = layer.W_query.weight.numel()
print("one of the three matrices:", one)
print("with biases:", sum(p.numel() for p in with_bias.parameters()))
print("one set for each of the eight rows:", 8 * 3 * one)
print("three matrices of 256 by 256:", 3 * 256 * 256)
