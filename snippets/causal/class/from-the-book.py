import torch
from attention import CausalAttention, inputs

torch.manual_seed(123)
trained = CausalAttention(3, 2, 6, 0.0)
blocked = torch.triu(torch.ones(6, 6), diagonal=1)  # the book's mask
saved = {**trained.state_dict(), "mask": blocked}

layer = CausalAttention(3, 2, 6, 0.0)  # drawn anew
print(list(saved))
print(layer.load_state_dict(saved))
print(layer(inputs)[0].detach())
