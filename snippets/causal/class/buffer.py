from attention import CausalAttention, causal_mask

layer = CausalAttention(3, 2, context_length=6, dropout=0.0)
print("parameters:", [name for name, _ in layer.named_parameters()])
print("buffers:   ", [name for name, _ in layer.named_buffers()])
print("saved:     ", list(layer.state_dict()))

layer.register_buffer("other", causal_mask(6))  # persistent by default
print("saved:     ", list(layer.state_dict()))
