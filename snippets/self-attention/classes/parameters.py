from attention import SelfAttentionV1

layer = SelfAttentionV1(d_in=3, d_out=2)

for name, parameter in layer.named_parameters():
    print(f"{name:8}", tuple(parameter.shape), parameter.requires_grad)
print("numbers to train:", sum(p.numel() for p in layer.parameters()))
