from attention import CausalAttention, causal_mask

layer = CausalAttention(3, 2, context_length=6, dropout=0.0)
layer.plain = causal_mask(6)  # an attribute, not a buffer

layer.to("meta")
print("W_query:  ", layer.W_query.weight.device)
print("mask:     ", layer.mask.device)
print("attribute:", layer.plain.device)
