import torch
from attention import delta_rule

torch.manual_seed(0)
key, value, state = torch.randn(1, 4), torch.randn(1, 3), torch.randn(4, 3)
state.requires_grad_()
loss = (key @ state - value).square().sum() / 2
loss.backward()
print((state - 0.1 * state.grad)[0].detach())

beta = torch.tensor([0.1])
_, corrected = delta_rule(key, key, value, beta, state=state.detach())
print(corrected[0])
