from attention import CausalAttention

layer = CausalAttention(768, 64, context_length=1024, dropout=0.0)
print(f"to train:    {sum(p.numel() for p in layer.parameters()):,}")
print(f"in the mask: {layer.mask.numel():,}")
