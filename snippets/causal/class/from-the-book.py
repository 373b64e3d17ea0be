import torch
from attention import CausalAttention
from attention.examples import inputs

torch.manual_seed(123)
trained = CausalAttention(3, 2, context_length=6, dropout=0.0)
blocked = torch.triu(torch.ones(6, 6), diagonal=1)  # 1 = blocked
saved = {**trained.state_dict(), "mask": blocked}

layer = CausalAttention(3, 2, context_length=6, dropout=0.0)
del saved["mask"]  # ours is made, not loaded
print(layer.load_state_dict(saved))
print(layer(inputs)[0].detach())
