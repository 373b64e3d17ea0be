import torch
from attention import decay_mask

logs = torch.full((200,), -1.0, requires_grad=True)
sums = logs.cumsum(dim=0)
late = (sums[:, None] - sums).exp().tril()  # exp, then the mask
late.sum().backward()
print("mask after exp: ", late.isfinite().all().item(), end=", ")
print(logs.grad.isnan().sum().item(), "of 200 gradients are nan")

logs.grad = None
decay_mask(logs).sum().backward()
print("mask before exp:", logs.grad.isnan().sum().item(), "of 200")
