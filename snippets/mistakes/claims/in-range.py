import torch

torch.manual_seed(123)
x = torch.rand(4, 512)
scores = (x @ torch.rand(512, 64)) @ (x @ torch.rand(512, 64)).T

for name, s in (("before", scores), ("after", scores / 64**0.5)):
    print(f"{name:6} largest score {s.max():.2e},", end=" ")
    print("weights of row 0:", torch.softmax(s, dim=-1)[0])
