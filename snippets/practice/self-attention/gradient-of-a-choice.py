import torch
import torch.nn.functional as F
from attention.examples import inputs

scores = (inputs @ inputs[1]).requires_grad_()
chosen = torch.tensor(4)  # one
loss = F.cross_entropy(scores, chosen)  # -log of the chosen one's weight
(by_autograd,) = torch.autograd.grad(loss, scores)

by_hand = torch.softmax(scores, dim=-1) - F.one_hot(chosen, 6)

assert torch.allclose(by_hand, by_autograd, atol=1e-6)
print(by_hand.detach())
