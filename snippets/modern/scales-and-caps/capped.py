import torch
from attention import SoftCap

scores = torch.tensor([1.0, 5.0, 20.0, 50.0, 100.0, 200.0, 300.0])
scores.requires_grad_()
capped = SoftCap(50.0)(scores)
(slopes,) = torch.autograd.grad(capped.sum(), scores)
narrow = SoftCap(50.0)(scores.bfloat16())
print("score  capped   slope  in bfloat16")
for row in zip(scores, capped, slopes, narrow, strict=True):
    score, cap, slope, short = (number.item() for number in row)
    print(f"{score:5.0f} {cap:7.2f} {slope:7.4f} {short:12.2f}")
