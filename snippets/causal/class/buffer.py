from attention import CausalAttention

layer = CausalAttention(3, 2, 6, 0.0)

print("parameters:", [name for name, _ in layer.named_parameters()])
print("buffers:   ", [name for name, _ in layer.named_buffers()])
print("to train:  ", sum(p.numel() for p in layer.parameters()))
print(layer.mask.dtype, layer.mask.requires_grad)
