import torch
from attention import Attention, MultiHeadAttention
from attention.examples import inputs

torch.manual_seed(123)
grouped = Attention(3, 8, 6, 0.0, num_heads=4, num_kv_groups=2)
multi = MultiHeadAttention(3, 8, 6, 0.0, 4)

state = grouped.state_dict()
for name in ("W_key.weight", "W_value.weight"):
    rows = state[name].view(2, 2, 3)  # group, row of its matrix, feature
    state[name] = rows.repeat_interleave(2, dim=0).view(8, 3)
multi.load_state_dict(state)

print((multi(inputs) - grouped(inputs)).abs().max() < 1e-6)
for layer in (grouped, multi):
    print(sum(p.numel() for p in layer.parameters()))
