from attention import CausalAttention, causal_mask

layer = CausalAttention(3, 2, context_length=6, dropout=0.0)
layer.plain = causal_mask(6)  # an attribute, not a buffer

layer.to("meta")
print("W_query moved:  ", layer.W_query.weight.is_meta)
print("mask moved:     ", layer.mask.is_meta)
print("attribute moved:", layer.plain.is_meta)
