import torch

theirs = torch.nn.MultiheadAttention(768, num_heads=12, batch_first=True)

for name, parameter in theirs.named_parameters():
    print(f"{name:15}", tuple(parameter.shape))
count = sum(p.numel() for p in theirs.parameters())
print("parameters:", f"{count:,}")
