import torch
from attention import apply_dropout

torch.manual_seed(123)
by_hand = (torch.rand(6, 6) >= 0.5) * torch.ones(6, 6) / (1 - 0.5)
torch.manual_seed(123)
by_function = apply_dropout(torch.ones(6, 6), 0.5)

print(torch.equal(by_hand, by_function))
